"""Lists of files: tables of pairs, patterns of names."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from core.corpus.sources.folders import from_folders
from core.corpus.sources.manifest import from_manifest
from core.corpus.sources.patterns import named_folder, split_path

from .mutations import damaged
from .trying import Parts, Target, written

_PAIRS = (
    b"track,reference,estimate,method,genre,reference_annotation\r\n"
    b"one,a.lab,b.lab;c.lab,m,jazz,1\r\ntwo,a.lab,c.lab,m,rock,2\r\n"
)
_FILES = (("a.lab", b"0 1 a\n1 2 b\n"), ("b.lab", b"0 2 a\n"), ("c.lab", b"0 1 x\n1 2 y\n"))
_PATTERNS = (
    "{track}.*", "{method}/{track}_{layer}.lab", "*/{track}.jams", "{track}/*", "a*{track}*.lab",
    "{track}_{track}.lab",
)  # fmt: skip
_NAMES = ("a_1.lab", "a_2.lab", "é.lab", "a a.jams", "[x].csv", "(", "a" * 200, "aaaa.b", "\x1bm")


def _table(good: bytes, random: Random) -> Parts:
    return (("table.csv", damaged(good, random)), *_FILES)


def _take_manifest(parts: Parts, folder: Path) -> Iterator[str]:
    found = from_manifest(written(parts)[0])
    assert found.items or found.problems or parts[0][1].count(b"\n") < 2
    yield from (each.reason for each in found.problems)


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


TARGETS = (
    Target("manifests", lambda random: _table(_PAIRS, random), _take_manifest),
    Target("patterns", _pattern, _take_pattern),
)
