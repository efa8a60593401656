"""`hierscope look`: show how a file is read."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from core.io import Candidate, Choices, file_names, formats, load_path, read_path
from core.io.otherwise import ways
from core.notes import MAY_CHANGE, Note
from core.showing import rows_csv, rows_json
from core.wording import counted
from hierscope.cli.shared import Command, Options


def add_options(command: Command) -> None:
    command.add_argument("input", help="file, folder or archive")
    command.take("--as", "--keep-silent", "--grid")
    command.take_output("layer")
    command.epilog = f"formats: {formats.listed()}"


def run(options: Options) -> None:
    chosen = options.read_choices()
    candidates = read_path(options.input, choices=chosen)
    if options.json or options.csv:
        text = (rows_json if options.json else rows_csv)([*_rows(candidates)])
    else:
        shared = _left_out(candidates)
        lines = [
            line
            for number, candidate in enumerate(candidates, 1)
            for line in _lines(number, candidate, chosen, shared)
        ]
        text = "\n".join([*lines, *_files(options.input), *map(str, shared)]) + "\n"
    options.write_text(text)


def _rows(candidates: Sequence[Candidate]) -> Iterator[dict[str, object]]:
    for number, candidate in enumerate(candidates, 1):
        understood = candidate.understood
        for place, layer in enumerate(understood.layers, 1):
            yield {
                "annotation": number,
                "title": candidate.title,
                "format": understood.format,
                "level": place if layer.taken else None,
                **asdict(layer),
                "order": understood.order,
                "unit": understood.unit,
                "rate": understood.rate or None,
            }


def _files(path: str) -> list[str]:
    """Number the files of a folder or an archive for ``--as files=``."""
    names = file_names(load_path(Path(path))[0])
    listed = [f"   file {number}: {name}" for number, name in enumerate(names, 1)]
    return ["files:", *listed] if len(names) > 1 else []


def _left_out(candidates: Sequence[Candidate]) -> list[Note]:
    """Return the notes that all of several annotations share: on files outside of them."""
    kinds = ("stray-left-out", "file-left-out")
    outside = [note for note in dict.fromkeys(candidates[0].notes) if note.kind in kinds]
    return [note for note in outside if all(note in candidate.notes for candidate in candidates)]


def _lines(
    number: int, candidate: Candidate, chosen: Choices, shared: Sequence[Note]
) -> Iterator[str]:
    understood = candidate.understood
    yield f"{number}. {candidate.title}"
    yield f"   {understood.line}"
    several = len({layer.source for layer in understood.layers}) > 1
    for place, layer in enumerate(understood.layers, 1):
        level = f"layer {place}" if layer.taken else "left out"
        why = f": {layer.reason}" if layer.reason else ""
        named = f", '{layer.name}'" if layer.name else ""
        segments = counted(layer.n_segments, "segment")
        which = f"{named} of {layer.source}" if several else f" of the file{named}"
        yield f"   {level}: number {layer.number}{which}, {segments}{why}"
    in_doubt = [
        note
        for note in candidate.notes
        if note.kind.startswith("order-") and understood.order in note.text
    ]
    if understood.order:
        yield f"   order{_weight(in_doubt)}: {understood.order}"
    if understood.evidence:
        yield f"   unit: {understood.evidence}"
    for text, meaning in ways(candidate, chosen).items():
        yield f"   or {text}: {meaning}"
    for note in candidate.notes:
        if note in (*shared, *in_doubt):
            continue
        yield f"   note{_weight([note])}: {note}"


def _weight(notes: Sequence[Note]) -> str:
    return f", {MAY_CHANGE}" if any(note.material for note in notes) else ""
