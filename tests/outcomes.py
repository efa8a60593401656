"""Tables of inputs and their results: files of every format in `cases/formats`, complete files in
its `files`; hierarchies and pairs that are built, edited or compared in `cases/pairs`; the output
of commands in `cases/commands`.

`python tests/outcomes.py` rewrites the expected results; read the difference before committing.
"""

import base64
import io
import json
import math
import re
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from strategies import in_settings

from core.align import align
from core.choosing import advise
from core.citing.scores import cite_scores
from core.diagnosis import diagnose
from core.editing import add_boundary, gap, move_boundary, remove_boundary
from core.errors import HierscopeError, ScoreError
from core.files.names import file_names
from core.hierarchy import Hierarchy
from core.io import Choices, File, Grid, formats, grid_from, read, read_text, read_times
from core.io.archives import write_zip
from core.io.formats.jams import read_state
from core.io.link import pack_json, pack_link, unpack_link, unpack_pair
from core.io.otherwise import doubts
from core.io.pair import read_document
from core.notes import Note, headline
from core.refining import refine
from core.settings import Settings
from core.tmeasures import CONVENTIONS, score
from core.tmeasures.scoring import query_scores
from core.triplets.beside import beside
from core.triplets.explaining import explain, sentence
from core.triplets.task import Task
from core.vocabulary import PARTS
from hierscope.cli import main

FOLDER = Path(__file__).resolve().parent / "cases"
# The folder of a file is the key of its format.
FILES = {
    path.name: (path.parent.name, path.read_bytes())
    for path in sorted(FOLDER.glob("formats/files/*/*"))
}


def tables():
    """All tables by path; each is a list of cases."""
    paths = sorted(
        path for name in ("commands", "formats", "pairs") for path in FOLDER.glob(f"{name}/*.json")
    )
    return {path: json.loads(path.read_text("utf-8")) for path in paths}


def content(file):
    """A file's bytes: text, packed bytes, JSON, an archive, or a complete file with one change."""
    if isinstance(file, str):
        return file.encode()
    if "base64" in file:
        return base64.b64decode(file["base64"])
    if "json" in file:
        return json.dumps(file["json"]).encode()
    if "zip" in file:
        return write_zip({name: content(each) for name, each in file["zip"]})
    _, data = FILES[file["of"]]
    old = file.get("old", "").encode()
    assert old in data
    return data.replace(old, file.get("new", "").encode(), 1)


def outcome(case):
    """The result of a case as plain values, or the error."""
    (kind,) = ASKED.keys() & case.keys()
    try:
        return ASKED[kind](case[kind], **case.get("how", {}))
    except HierscopeError as error:
        return {"error": f"{type(error).__name__}: {error}"}


def _read(files, **how):
    choices = _chosen(**how)
    found = read([File(name, content(file)) for name, file in files], choices=choices)
    return {"read": [shown(each, choices) for each in found]}


def _pasted(text, **how):
    choices = _chosen(**how)
    return {"read": [shown(each, choices) for each in read_text(text, choices=choices)]}


def _told(command, files):
    """The status of a command, and what it prints, in a folder with some files."""
    out, err = io.StringIO(), io.StringIO()
    with TemporaryDirectory() as folder:
        for name, file in files.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content(file))
        with redirect_stdout(out), redirect_stderr(err):
            status = main([word.replace("{tmp}", folder) for word in command.split()])
    said = {"out": out.getvalue(), "err": err.getvalue()}
    for name, text in said.items():
        text = text.replace(folder, "{tmp}")
        text = re.sub(r"{tmp}\S+", lambda path: path[0].replace("\\", "/"), text)
        text = re.sub(r"\d\.\d{6,}", lambda number: f"{float(number[0]):.4f}", text)
        said[name] = text.splitlines()
    return {"status": status, **said}


def _chosen(choices="", grid=None):
    chosen = Choices.of(choices)
    return replace(chosen, grid=_grid(grid)) if grid else chosen


def shown(candidate, choices):
    """A candidate as plain values; empty values and the unit seconds are left out."""
    hierarchy, understood = candidate.hierarchy, candidate.understood
    sources = [each.source for each in understood.layers]
    values = {
        "title": candidate.title,
        "name": hierarchy.name,
        "side": candidate.side,
        "layers": [_row(layer) for layer in hierarchy.layers],
        "unit": hierarchy.unit.replace("seconds", ""),
        "notes": [f"{each.kind}{'!' * each.material}: {each}" for each in candidate.notes],
        "format": understood.format,
        "encoding": understood.encoding,
        "order": understood.order,
        "asked": understood.asked,
        "times in": understood.unit.replace("seconds", ""),
        "rate": understood.rate,
        "evidence": understood.evidence,
        "offers": [f"{each.unit}: {each.reason}" for each in understood.offers],
        "sources": sources if len(set(sources)) > 1 else [],
        "ways": [
            f"{doubt.kind}: {way.label} ({way.choices.text})"
            for doubt in doubts(candidate, choices)
            for way in doubt.others
        ],
        "left out": [f"{each.name}: {each.reason}" for each in understood.layers if each.reason],
    }
    return {key: value for key, value in values.items() if value}


def _made(side):
    return Hierarchy.from_boundaries(**side)


def _built(hierarchy):
    made = _made(hierarchy)
    faults = [f"{each.layer} {each.above} {each.time:g}" for each in made.nesting_faults()]
    return {"layers": [_row(layer) for layer in made.layers], "faults": faults}


def _linked(document):
    found = unpack_link(pack_json(document))
    again = unpack_link(pack_link(found))
    assert again.pair == found.pair
    reading = [[each.files, each.line, *map(str, each.notes)] for each in found.reading]
    return {"sides": _sides(found.pair), "reading": reading}


def _written(hierarchy, format):
    """The text that a format writes, and its losses."""
    known, made = formats.written_as(format), _made(hierarchy)
    loses = list(known.loses(made))
    try:
        files = {name: data.decode() for name, data in known.files(made).items()}
    except HierscopeError as error:
        return {"loses": loses, "error": str(error)}
    return {"loses": loses, "written": files}


def _refined(hierarchy, kind):
    found = refine(_made(hierarchy), kind)
    notes = [f"{note.kind}{'!' * note.material}: {note}" for note in found.notes]
    return {"layers": [*map(_row, found.hierarchy.layers)], "notes": notes}


def _scored(pair, windows, convention="mir_eval", **how):
    """Scores; also checks that queries raise the same errors."""
    sides = [*map(_made, pair)]
    how["convention"] = CONVENTIONS[convention]
    try:
        found = score(*sides, windows, settings=Settings(**how))
    except ScoreError as error:
        if "beta" not in how:
            with pytest.raises(ScoreError, match=re.escape(str(error))):
                query_scores(*sides, windows, settings=Settings(**how))
        raise
    return {
        measure.key: [[*map(_short, found.scores[measure.key].part(part))] for part in PARTS]
        for measure in found.measures
    }


def _cited(pair, windows, convention="mir_eval", **how):
    """The methods passage, without versions."""
    result = score(*map(_made, pair), windows, settings=Settings(CONVENTIONS[convention], **how))
    found = cite_scores(result.settings, result.measures, result.windows.tolist(), result.notation)
    text = found.text.replace(f"hierscope {version('hierscope')}", "hierscope …")
    return {
        "text": text.replace(f"mir_eval {version('mir_eval')}", "mir_eval …"),
        "works": [work.key for work in found.works],
    }


def _edited(hierarchy, edit, **how):
    found = EDITS[edit](_made(hierarchy), **how)
    return {"gap": list(found)} if edit == "gap" else {"layers": [*map(_row, found.layers)]}


def _sides(pair):
    return [[_row(layer) for layer in side.layers] for side in pair]


def _short(value):
    """Computed numbers, with four decimals."""
    return None if value is None else round(float(value), 4) + 0.0


def _aligned(pair):
    found = align(*map(_made, pair))
    notes = [f"{note.kind}{'!' * note.material}: {note}" for note in found.notes]
    return {"sides": _sides((found.reference, found.estimate)), "notes": notes}


def _diagnosed(pair, **how):
    found = diagnose(*map(_made, pair), **in_settings(how))
    return {
        "sentence": found.sentence,
        "scores": [_short(found.scores.part(part)) for part in PARTS],
        "causes": [
            {
                "kind": cause.kind,
                "side": cause.side,
                "text": cause.text,
                "gain": _short(cause.gain.f_measure),
                "together": _short(cause.together.f_measure),
                "share": _short(cause.share),
                "touched": cause.touched,
                "marks": [f"{m.change} {m.level} {m.time:g} {m.to}" for m in cause.marks],
            }
            for cause in found.causes
        ],
        "findings": [f"{f.kind} {f.side} {f.window}: {f.text}" for f in found.findings],
        "unexplained": _short(found.unexplained),
    }


def _beside(pair, convention="mir_eval", **how):
    found = beside(*map(_made, pair), **in_settings({"convention": CONVENTIONS[convention], **how}))
    return {
        "sentence": found.sentence,
        "scores": [str(_short(found.of_labels)), str(_short(found.of_segments))],
        "stretch": found.stretch and [*map(_short, found.stretch)],
        "part": _short(found.part),
        "query": _short(found.query),
    }


def _explained(pair, triplet, window=math.inf, convention="", **how):
    """The explanation of a triplet, equal under two conventions if none is named."""
    said = {
        (found.outcome, sentence(found))
        for name in ([convention] if convention else ["paper-tables", "frameless"])
        for found in [
            explain(
                Task(
                    *map(_made, pair),
                    window,
                    **in_settings({"convention": CONVENTIONS[name], **how}),
                ),
                *triplet,
            )
        ]
    }
    [(outcome, words)] = said
    return {"outcome": outcome, "sentence": words}


def _advised(hierarchies, **how):
    advice = advise(list(map(_made, hierarchies)), **in_settings(how))
    reasons = [f"{each.name} {each.holds}: {each.text}" for each in advice.reasons]
    return {"window": advice.window, "sentence": advice.sentence, "reasons": reasons}


def _beats(file, unit=""):
    name, file = file
    file = File(name, content(file))
    times, grid = read_times(file), grid_from(file, unit)
    return {
        "times": times.tolist(),
        "of": grid.unit,
        "at": list(grid.at),
        "bars": list(grid.bars),
        "meter": grid.meter,
        "source": grid.source,
    }


def _grid(grid):
    lists = ("times", "at", "bars")
    return Grid(**{key: tuple(grid[key]) if key in lists else grid[key] for key in grid})


def _seconds(grid, positions, **how):
    found = _grid(grid).seconds(np.array(positions), **how)
    return {"seconds": [_short(time) for time in found]}


def _called(name):
    return {"display": File(name, b"").display, "stem": File(name, b"").stem}


def _cut(layers):
    return {"layers": [_row(layer) for layer in Hierarchy.from_intervals(layers).layers]}


def _row(layer):
    """A layer in a line: `name: 0 'label' 12.5 'label' 30`."""
    start, *ends = (repr(time).removesuffix(".0") for time in layer.boundaries.tolist())
    segments = (f"{label!r} {end}" for label, end in zip(layer.labels, ends, strict=True))
    return " ".join([f"{layer.name}: {start}", *segments])


def written(cases):
    """A table in the format of its file: one line per value of a case."""
    blocks = (
        ",\n ".join(f"{_dumped(key)}: {_dumped(value)}" for key, value in case.items())
        for case in cases
    )
    return "[{" + "},\n{".join(blocks) + "}]\n"


def _dumped(value):
    return json.dumps(value, ensure_ascii=False)


EDITS = {"add": add_boundary, "remove": remove_boundary, "move": move_boundary, "gap": gap}
ASKED = {
    "hierarchy": _built,
    "edit": _edited,
    "refine": _refined,
    "score": _scored,
    "cite": _cited,
    "write": _written,
    "command": _told,
    "files": _read,
    "pasted": _pasted,
    "beats": _beats,
    "align": _aligned,
    "diagnose": _diagnosed,
    "advise": _advised,
    "beside": _beside,
    "explain": _explained,
    "document": lambda document: {"sides": _sides(read_document(document, "sketch"))},
    "link": lambda text: {"sides": _sides(unpack_pair(text))},
    "linked": _linked,
    "grid": _seconds,
    "intervals": _cut,
    "name": _called,
    "paths": lambda paths: {"names": file_names(paths)},
    "weigh": lambda notes: {"headline": headline([Note(**note) for note in notes])},
    "state": lambda file: {"held": read_state(File("x.jams", content(file)))},
}
"""The computations of cases, by the key of the input."""


def renew():
    """Write the current result of each case."""
    for path, cases in tables().items():
        inputs = [
            {key: case[key] for key in case if key in ASKED or key in ("case", "how")}
            for case in cases
        ]
        path.write_text(written([case | outcome(case) for case in inputs]), "utf-8")


if __name__ == "__main__":
    renew()
