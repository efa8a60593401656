"""Lists of files: tables of pairs and of classes, patterns of names, experiments' files."""

import io
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

from core.caemsi.distances import distance_matrix
from core.caemsi.experiment_store import Store
from core.caemsi.experiment_trials import Trial
from core.caemsi.items import Item
from core.caemsi.labelled import read_labelled
from core.corpus.sources.folders import from_folders
from core.corpus.sources.manifest import from_manifest
from core.corpus.sources.patterns import named_folder, split_path

from .mutations import damaged, json_damaged, tree_damaged, word
from .target import Parts, Target, written

_PAIRS = (
    b"track,reference,estimate,method,genre,reference_annotation\r\n"
    b"one,a.lab,b.lab;c.lab,m,jazz,1\r\ntwo,a.lab,c.lab,m,rock,2\r\n"
)
_CLASSES = b"path,class,title\r\na.lab,x,One\r\nb.lab,x,\r\nc.lab,y,Three\r\n"
_FILES = (("a.lab", b"0 1 a\n1 2 b\n"), ("b.lab", b"0 2 a\n"), ("c.lab", b"0 1 x\n1 2 y\n"))
_PATTERNS = (
    "{track}.*", "{method}/{track}_{layer}.lab", "*/{track}.jams", "{track}/*", "a*{track}*.lab",
    "{track}_{track}.lab",
)  # fmt: skip
_NAMES = (
    "a_1.lab",
    "a_2.lab",
    "é.lab",
    "a a.jams",
    "[x].csv",
    "(",
    "a" * 200,
    "aaaa.b",
    "\x1bm",
)
_ITEMS = [Item(name, name.encode() * 20, label=name[0]) for name in ("ab", "ac", "bb", "bc")]


def _table(good: bytes, random: Random) -> Parts:
    return (("table.csv", damaged(good, random)), *_FILES)


def _take_manifest(parts: Parts, folder: Path) -> Iterator[str]:
    found = from_manifest(written(parts)[0])
    assert found.items or found.problems or parts[0][1].count(b"\n") < 2
    yield from (each.reason for each in found.problems)


def _take_classes(parts: Parts, folder: Path) -> Iterator[str]:
    found = read_labelled(written(parts)[0], "bytes")
    for left in (*found.unreadable, *found.removed):
        assert left.name.isprintable()
        yield left.reason


def _pattern(random: Random) -> Parts:
    good = random.choice(_PATTERNS).encode()
    if random.random() < 0.3:
        pieces = [b"*", b"a", b"{track}", b"{layer}", b"{method}", b"/", b".", b"**", b"{", b"}"]
        good = b"".join(random.choice(pieces) for _ in range(random.randint(1, 30)))
    data = damaged(good, random, 2) if random.random() < 0.7 else good
    names = random.sample(_NAMES, 4)
    return (("pattern", data), *((f"name {at}", name.encode()) for at, name in enumerate(names)))


def _take_pattern(parts: Parts, folder: Path) -> Iterator[str]:
    (_, said), *names = parts
    for _, name in names:
        (folder / name.decode()).write_bytes(b"")
    text = said.decode(errors="surrogateescape")
    named_folder(text)
    _, pattern = split_path(text, "{track}.*")
    found = from_folders(folder, folder, reference_pattern=pattern, estimate_pattern=text)
    yield from (each.reason for each in found.problems)


def _store(folder: Path) -> Store:
    return Store(folder / "trials.jsonl", _ITEMS, compressor="zlib", settings={"seed": 0})


@cache
def _good_store() -> dict[str, bytes]:
    """Give what an experiment keeps: trials, and distances."""
    trials = [Trial(3, 3, number, 0.15, "a", "b", 0.01, 1.25, 0.9, 0.1, 0.2) for number in range(3)]
    with TemporaryDirectory() as place:
        store = _store(Path(place))
        with store:
            store.keep(trials)
            store.keep_distances(distance_matrix([item.data for item in _ITEMS], workers=1))
        return {"trials": store.path.read_bytes(), "distances": store.beside.read_bytes()}


def _trials(random: Random) -> Parts:
    good = _good_store()["trials"]
    if random.random() < 0.4:
        return (("trials.jsonl", damaged(good, random)),)
    lines = good.splitlines()
    at = random.randrange(len(lines))
    lines[at] = json_damaged(lines[at], random) if random.random() < 0.8 else word(random)
    return (("trials.jsonl", b"".join(line + b"\n" for line in lines)),)


def _take_trials(parts: Parts, folder: Path) -> Iterator[str]:
    written(parts)
    with _store(folder) as store:
        for trial in store.trials():
            # As the table of an experiment looks at them.
            assert {trial.identity: trial}
            yield f"{trial.p_diff:.3f} {trial.p_eqv:.3f} {trial.ratio:.3f} {trial.margin:g}"
            assert isinstance(trial.same, bool)


@cache
def _good_arrays() -> dict[str, np.ndarray]:
    with np.load(io.BytesIO(_good_store()["distances"])) as found:
        return {name: found[name] for name in found}


def _distances(random: Random) -> Parts:
    good = _good_store()["distances"]
    if random.random() < 0.4:
        return (("trials.jsonl.distances.npz", damaged(good, random)),)
    arrays = dict(_good_arrays())
    document = json.loads(str(arrays["document"]))
    for _ in range(random.randint(1, 2)):
        name = random.choice(list(arrays))
        if name == "document":
            document = tree_damaged(document, random)
            arrays["document"] = np.array(json.dumps(document))
        else:
            arrays[name] = random.choice(_FORGERIES)(_good_arrays()[name])
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return (("trials.jsonl.distances.npz", stream.getvalue()),)


_FORGERIES = (
    lambda array: array.astype(np.complex128),
    lambda array: array.astype(bool),
    lambda array: array.astype("U8"),
    lambda array: array.astype("M8[s]"),
    lambda array: np.zeros(array.shape, np.float16),
    lambda array: array[:-1],
    lambda array: array[..., None],
    lambda array: array * np.nan,
    lambda array: array * 1e300,
    lambda array: -array - 1,
    lambda array: np.zeros(0),
    lambda array: np.zeros((0, 5)),
    lambda array: np.float64(3.0),
)


def _take_distances(parts: Parts, folder: Path) -> Iterator[str]:
    written(parts)
    with _store(folder) as store:
        found = store.distances()
    if found is not None:
        assert found.shape == (len(_ITEMS), len(_ITEMS))
        assert found.values.dtype == np.float64
        assert np.isfinite(found.values).all()
        assert found.sizes.shape == (len(_ITEMS),)
        yield found.warning or "no warning"


TARGETS = (
    Target("manifests", lambda random: _table(_PAIRS, random), _take_manifest),
    Target("classes", lambda random: _table(_CLASSES, random), _take_classes),
    Target("patterns", _pattern, _take_pattern),
    Target("trials", _trials, _take_trials),
    Target("distances", _distances, _take_distances),
)
