"""Readers of hierarchies: files of every format, archives, pasted text, beats, saved states."""

import base64
import json
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import numpy as np

from core.corpus.items import Problem
from core.corpus.scoring import Job, score_item
from core.corpus.sources.upload import from_upload, read_upload
from core.hierarchy import Hierarchy
from core.io import (
    Candidate,
    Choices,
    File,
    formats,
    grid_from,
    read,
    read_path,
    read_text,
    read_times,
    write_csv,
    write_jams,
    write_labs,
)
from core.io.archives import write_zip
from core.io.formats.jams import read_state
from core.io.link import Linked, ReadAs, pack_link, pack_pair, unpack_link, unpack_pair
from core.io.pair import pair_document, read_document
from core.io.units import UNITS
from core.notes import Note
from explorer.state.corpus import CorpusState
from explorer.state.styles import StylesState
from explorer.state.url import ADDRESSED, from_url, to_url

from .mutations import NUMBERS, changed, damaged, deep, json_damaged, tree_damaged, word
from .trying import Parts, Target, written

SONG = Hierarchy.from_boundaries(
    [[0, 12.5, 30], [0, 5, 12.5, 20, 30]], [["A", "B"], ["a", "b", "c,d", 'é "x"']], name="song"
)
OTHER = Hierarchy.from_boundaries([[0, 10, 30], [0, 4, 10, 30]], [["A", "B"], ["a", "b", "c"]])
SAID = {"w": "3", "variant": "full", "q": "12.5", "layers": "1-2", "convention": "paper-tables"}
_SAMPLES = Path(__file__).resolve().parents[2] / "sample_data"
_FILES = Path(__file__).resolve().parents[1] / "cases/formats/files"
_BEATS = (
    b"time\n0.5\n1.0\n1.5\n2.0\n",
    b"0.5\t1\n1.0\t2\n1.5\t3\n",
    b'{"annotations": [{"namespace": "beat", "data": [{"time": 0.5, "duration": 0, "value": 1,'
    b' "confidence": null}, {"time": 1.5, "duration": 0, "value": 2, "confidence": null}],'
    b' "annotation_metadata": {}, "sandbox": {}}], "file_metadata": {}, "sandbox": {}}',
)


@cache
def good_files() -> tuple[tuple[str, bytes], ...]:
    """Give a file of each format, all of which can be read."""
    jams = [(each.name, each.read_bytes()) for each in sorted(_SAMPLES.glob("*.jams"))]
    return (
        *jams,
        ("x.jams", write_jams(SONG)),
        ("x.csv", write_csv(SONG)),
        *write_labs(SONG).items(),
        *((path.name, path.read_bytes()) for path in sorted(_FILES.glob("*/*"))),
    )


def _name(name: str, random: Random) -> str:
    if random.random() < 0.85:
        return name
    return name[: random.randint(0, 4)] + word(random).decode(errors="surrogateescape") + name[-4:]


def _files(random: Random) -> Parts:
    parts = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        name, data = random.choice(good_files())
        parts.append((_name(name, random), changed(data, random)))
    return tuple(parts)


def _told(candidates: tuple[Candidate, ...]) -> Iterator[str]:
    """See to it that what was read can be shown and written, and is read again as the same."""
    titles = [found.title for found in candidates]
    assert candidates
    assert len(set(titles)) == len(titles)
    yield from titles
    for found in candidates:
        yield from map(str, found.notes)
        write_labs(found.hierarchy)
        [again] = read([File("x.jams", write_jams(found.hierarchy))])
        assert again.hierarchy == found.hierarchy


def _take_files(parts: Parts, folder: Path) -> Iterator[str]:
    return _told(read([File(*part) for part in parts]))


_SAID = (
    *("unit=", "rate=", "bpm=", "meter=", "offset=", "layers=", "files="),
    *("starts", "silent", "x"),
)


def _readings(random: Random) -> Parts:
    said = [
        random.choice(_SAID)
        + random.choice((*UNITS, "1", "2-1", "3", "0", "-1", "0.5", "1e300", "44100", ""))
        for _ in range(random.randint(1, 3))
    ]
    return (("choices", ",".join(said).encode()), random.choice(good_files()))


def _take_reading(parts: Parts, folder: Path) -> Iterator[str]:
    """Read a file as somebody chose, write it in every format, and say what each can't hold."""
    (_, said), *files = parts
    choices = Choices.of(said.decode(errors="replace"))
    assert Choices.of(choices.text) == choices
    found = read([File(*part) for part in files], choices=choices)
    yield from _told(found)
    for known in formats.writable():
        yield from known.loses(found[0].hierarchy)
        if not known.fits(found[0].hierarchy):
            continue
        written_files = known.files(found[0].hierarchy)
        read([File(*each) for each in written_files.items()])


def _take_path(parts: Parts, folder: Path) -> Iterator[str]:
    paths = written(parts)
    return _told(read_path("." if len(paths) > 1 else paths[0]))


def _paths(random: Random) -> Parts:
    return tuple(
        (f"{number}{Path(name).name}", data)
        for number, (_, data) in enumerate(_files(random))
        for name, _ in [random.choice(good_files())]
    )


_FOLDERS = ("", "one/", "two/", "two/parsed/", "../", "/", "__MACOSX/")


def _zips(random: Random) -> Parts:
    names = [
        f"{random.choice(_FOLDERS)}{number}{name}" for number, (name, _) in enumerate(good_files())
    ]
    chosen = random.sample(range(len(names)), random.randint(0, 4))
    files = {names[at]: good_files()[at][1] for at in chosen}
    if files and random.random() < 0.4:
        name = random.choice(list(files))
        files[name] = damaged(files[name], random)
    if random.random() < 0.1:
        files["in.zip"] = write_zip(files)
    if random.random() < 0.01:
        files["bomb.lab"] = b"0 1 a\n" * 5_000_000
    data = write_zip(files)
    if random.random() < 0.2 and files:
        data = _lying(data, random)
    return (("x.zip", damaged(data, random) if random.random() < 0.6 else data),)


def _lying(data: bytes, random: Random) -> bytes:
    """Change a field of a directory's entry: a flag, a method, a size, an offset."""
    at = data.find(b"PK\x01\x02") + random.choice((6, 8, 10, 12, 16, 20, 24, 28, 30, 32, 38, 42))
    new = struct.pack("<I", random.choice((0, 1, 8, 12, 14, 99, 2**16, 2**31, 2**32 - 1)))
    size = random.choice((2, 4))
    return data[:at] + new[:size] + data[at + size :]


def _pasted(random: Random) -> Parts:
    if random.random() < 0.5:
        return (("text", _files(random)[0][1]),)
    tokens = [*NUMBERS, b"0", b"5", b"10", b"12.5", b"A", b"a", b"End", b'"A, b"', word(random)]
    marks = [b",", b";", b"\t", b" ", b"\n", b"\r\n", b", "]
    row = b"".join(
        random.choice(tokens) + random.choice(marks) for _ in range(random.randint(1, 30))
    )
    return (("text", row + (deep(random) if random.random() < 0.05 else b"")),)


def _take_pasted(parts: Parts, folder: Path) -> Iterator[str]:
    return _told(read_text(parts[0][1].decode(errors="surrogateescape")))


def _beats(random: Random) -> Parts:
    data = random.choice(_BEATS)
    mutate = json_damaged if data[:1] == b"{" and random.random() < 0.7 else damaged
    return ((_name("beats.txt", random), mutate(data, random)),)


def _take_beats(parts: Parts, folder: Path) -> Iterator[str]:
    times = read_times(File(*parts[0]))
    assert len(times) > 1
    assert (times[1:] > times[:-1]).all()
    grid = grid_from(File(*parts[0]))
    assert list(grid.seconds(np.array(grid.at))) == times.tolist()
    return iter(())


def _states(random: Random) -> Parts:
    tree = json.loads(write_jams(SONG, state=SAID | {"w": _said(random), "pair": _pair(random)}))
    held = tree["sandbox"]["hierscope"]
    held["state"] = tree_damaged(held["state"], random)
    return (("x.jams", json.dumps(tree).encode()),)


def _take_state(parts: Parts, folder: Path) -> Iterator[str]:
    return _from_url(read_state(File(*parts[0])))


def _from_url(query: dict[str, str]) -> Iterator[str]:
    """Read an address as the pages do, and write it again."""
    values, wrong = from_url(query)
    assert from_url(to_url(values))[0].keys() == values.keys()
    "".join(f"{key}{text}" for key, text in to_url(values).items()).encode()
    yield from wrong


def _said(random: Random) -> str:
    return random.choice((*NUMBERS, word(random))).decode(errors="surrogateescape")


@cache
def _good_link() -> str:
    cut = Note("cropped", "cropped by 2 s", layer=1, time=60.0, seconds=2.0)
    told = ReadAs("a.lab, b.lab", "LAB: 2 layers", (cut, Note("no-end", "no End line")))
    late = Hierarchy.from_boundaries([[0.5, 31], [0.5, 12.5, 31]])
    return pack_link(Linked(late, OTHER, (told, ReadAs("other.csv"))))


def _pair(random: Random) -> str:
    """Give a packed pair: damaged as text, or as what is packed."""
    text = _good_link()
    kind = random.random()
    if kind < 0.4:
        return damaged(text.encode(), random).decode(errors="surrogateescape")
    packed = base64.urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))
    data = zlib.decompress(packed)
    if kind < 0.42:
        data = b"[" + b" " * 20_000_000
    else:
        data = (json_damaged if kind < 0.9 else damaged)(data, random)
    return text[0] + base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")


_GOOD_LINKS = {
    "corpus": '{"kind":"folders","references":"/a","estimates":"b=/c"}',
    "filters": '{"genre":["jazz"],"duration":[1.5,200.0]}',
    "styles": '{"kind":"folders","a":"/a","b":"/b","permutations":"100"}',
    "scatter": "[0,1]",
    "region": "query:10-20",
    "layers": "1-any",
    **SAID,
}
_KEYS = [value.url for value in ADDRESSED]
_OBJECTS = [CorpusState.form.url, CorpusState.filters.url, StylesState.form.url]


def _links(random: Random) -> Parts:
    parts = []
    for key in [*random.sample(_KEYS, random.randint(1, 4)), random.choice(_OBJECTS)]:
        good = _GOOD_LINKS.get(key, "")
        if key == "pair":
            said = _pair(random).encode(errors="surrogateescape")
        elif good[:1] == "{" and random.random() < 0.8:
            said = json_damaged(good.encode(), random)
        else:
            said = damaged(good.encode() or b"1", random)
        parts.append((key, said))
    return tuple(parts)


def _take_link(parts: Parts, folder: Path) -> Iterator[str]:
    query = {key: said.decode(errors="replace") for key, said in parts}
    return _from_url(query)


def _pairs(random: Random) -> Parts:
    if random.random() < 0.5:
        return (("pair", _pair(random).encode(errors="surrogateescape")),)
    return (("document", json_damaged(json.dumps(pair_document(SONG, OTHER)).encode(), random)),)


def _take_pair(parts: Parts, folder: Path) -> Iterator[str]:
    ((kind, data),) = parts
    if kind == "pair":
        found = unpack_link(data.decode(errors="replace"))
        again = unpack_link(pack_link(found))
        assert (again.reference, again.estimate) == (found.reference, found.estimate)
        assert unpack_link(pack_link(again)) == again  # what weighs more comes first
    else:
        pair = read_document(json.loads(data.decode(errors="surrogatepass")))
        assert unpack_pair(pack_pair(*pair)) == pair
    return iter(())


_SIDES = ("reference/", "one/", "two/", "all/one/", "", "../one/", "tracks.csv/")


def _given(random: Random) -> Parts:
    files = {
        f"{side}{name}": damaged(data, random) if random.random() < 0.2 else data
        for side in random.sample(_SIDES, random.randint(1, 4))
        for name, data in random.sample(good_files(), random.randint(1, 3))
    }
    if random.random() < 0.5:
        table = b"track,genre\nx,jazz\nrows,\xe9\n"
        files["tracks.csv"] = damaged(table, random) if random.random() < 0.5 else table
    if random.random() < 0.5:
        return tuple(files.items())
    data = write_zip(files)
    return (("x.zip", damaged(data, random) if random.random() < 0.4 else data),)


def _take_given(parts: Parts, folder: Path) -> Iterator[str]:
    given = read_upload(parts)
    found = from_upload(given, given.reference)
    yield from (each.reason for each in found.problems)
    for item in found.items:
        outcome = score_item(item, Job((3.0,)), load=given.load)
        assert not isinstance(outcome, Problem) or not outcome.reason.startswith("unexpected")
        yield outcome.reason if isinstance(outcome, Problem) else item.track


TARGETS = (
    Target("files", _files, _take_files),
    Target("readings", _readings, _take_reading),
    Target("paths", _paths, _take_path),
    Target("archives", _zips, _take_files),
    Target("corpora", _given, _take_given),
    Target("pasted", _pasted, _take_pasted),
    Target("beats", _beats, _take_beats),
    Target("states", _states, _take_state),
    Target("links", _links, _take_link),
    Target("pairs", _pairs, _take_pair),
)
