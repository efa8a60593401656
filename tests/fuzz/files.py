"""Inputs that are files: of every format, archives, corpora, lists, images, MIDI."""

import io
import struct
from functools import cache
from operator import itemgetter
from pathlib import Path

import numpy as np
from hypothesis import strategies as st
from PIL import Image

from core.caemsi.reading import corpus_of_files
from core.caemsi.representations import represent
from core.corpus.items import Problem
from core.corpus.job import Job, score_item
from core.corpus.sources.folders import from_folders
from core.corpus.sources.manifest import from_manifest
from core.corpus.sources.patterns import named_folder, split_path
from core.corpus.sources.upload import from_upload, read_upload
from core.hierarchy import Hierarchy
from core.io import (
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
from core.io.units import UNITS
from core.papers.distribution import distribution

from .damage import DEEP, NUMBERS, WORDS, changed, damaged, one_in
from .trying import Target, written

SONG = Hierarchy.from_boundaries(
    [[0, 12.5, 30], [0, 5, 12.5, 20, 30]], [["A", "B"], ["a", "b", "c,d", 'é "x"']], name="song"
)
OTHER = Hierarchy.from_boundaries([[0, 10, 30], [0, 4, 10, 30]], [["A", "B"], ["a", "b", "c"]])
_ROOT = Path(__file__).resolve().parents[2]
_GOOD = (
    *((path.name, path.read_bytes()) for path in sorted(_ROOT.glob("sample_data/*.jams"))),
    ("x.jams", write_jams(SONG)),
    ("x.jamz", write_zip({"x.jams": write_jams(SONG)})),
    ("x.csv", write_csv(SONG)),
    *write_labs(SONG).items(),
    *(
        (path.name, path.read_bytes())
        for path in sorted(_ROOT.glob("tests/cases/formats/files/*/*"))
    ),
)
"""A file of each format, all of which can be read."""

# Drawn by number, since hypothesis may show a strategy with all that it samples from.
_good = st.integers(0, len(_GOOD) - 1).map(_GOOD.__getitem__)
_names = _good.map(itemgetter(0))


def part(name, data):
    """Draw a part of an input."""
    return st.tuples(st.just(name), data)


def one(name, data):
    """Draw an input of one part."""
    return st.tuples(part(name, data))


def _several(each, most=3):
    """Draw parts with different names."""
    return st.lists(each, min_size=1, max_size=most, unique_by=itemgetter(0)).map(tuple)


_damaged = _good.flatmap(lambda file: part(file[0], changed(file[1])))
_strange_names = st.builds(
    lambda name, word: name[:2] + word.decode(errors="surrogateescape") + name[-4:], _names, WORDS
)
_strange = st.tuples(_strange_names, _damaged.map(itemgetter(1)))
_files = _several(st.one_of(*[_damaged] * 6, _strange))
_paths = _several(st.tuples(_names, _damaged.map(itemgetter(1))))


def _shown(candidates):
    """Check that what was read can be shown and written, and is read again as the same."""
    titles = [found.title for found in candidates]
    assert candidates
    assert len(set(titles)) == len(titles)
    yield from titles
    for found in candidates:
        yield from map(str, found.notes)
        write_labs(found.hierarchy)
        [again] = read([File("x.jams", write_jams(found.hierarchy))])
        assert again.hierarchy == found.hierarchy


def _take_files(parts, folder):
    return _shown(read([File(*part) for part in parts]))


def _take_path(parts, folder):
    paths = written(parts)
    return _shown(read_path("." if len(paths) > 1 else paths[0]))


_KEYS = ("unit=", "rate=", "bpm=", "meter=", "offset=", "layers=", "files=", "starts", "silent")
_CHOICES = (*UNITS, "1", "2-1", "3", "0", "-1", "0.5", "1e300", "44100", "")
_choice = st.builds(str.__add__, st.sampled_from((*_KEYS, "x")), st.sampled_from(_CHOICES))
_choices = st.lists(_choice, min_size=1, max_size=3).map(lambda texts: ",".join(texts).encode())


def _take_reading(parts, folder):
    """Read a file with choices, write it in every format, and list what each can't hold."""
    (_, text), *files = parts
    choices = Choices.of(text.decode(errors="replace"))
    assert Choices.of(choices.text) == choices
    found = read([File(*part) for part in files], choices=choices)
    yield from _shown(found)
    for known in formats.writable():
        yield from known.loses(found[0].hierarchy)
        if known.fits(found[0].hierarchy):
            read([File(*each) for each in known.files(found[0].hierarchy).items()])


def _tree(*folders):
    """Draw files in folders, most of them good."""
    files = st.one_of(*[_good] * 5, _good.flatmap(lambda file: part(file[0], damaged(file[1]))))
    folder = st.sampled_from(folders)
    return _several(st.builds(lambda place, file: (place + file[0], file[1]), folder, files), 6)


@cache
def _bomb():
    return write_zip({"bomb.lab": bytes(400_000_000)})


@st.composite
def _archive(draw, parts):
    if draw(one_in(40)):
        return (("x.zip", _bomb()),)
    data = write_zip(dict(draw(parts)))
    if draw(one_in(5)):
        # A field of a directory's entry: a flag, a method, a size, an offset.
        at = data.find(b"PK\x01\x02") + draw(st.sampled_from((6, 8, 10, 12, *range(16, 46, 2))))
        new = draw(st.sampled_from((0, 1, 8, 12, 14, 99, 2**16, 2**31, 2**32 - 1)))
        data = data[:at] + struct.pack("<I", new) + data[at + 4 :]
    return (("x.zip", draw(damaged(data)) if draw(st.booleans()) else data),)


_archives = _archive(_tree("", "one/", "two/parsed/", "../", "/", "__MACOSX/"))
_GENRES = b"track,genre\nx,jazz\nrows,\xe9\n"
_uploaded = st.builds(
    lambda files, table: (*files, ("tracks.csv", table)),
    _tree("reference/", "one/", "two/", "all/one/", "", "../one/", "tracks.csv/"),
    st.one_of(st.just(_GENRES), damaged(_GENRES)),
)


def _take_corpus(parts, folder):
    given = read_upload(parts)
    found = from_upload(given, given.reference)
    yield from (each.reason for each in found.problems)
    for item in found.items:
        outcome = score_item(item, Job((3.0,)), load=given.load)
        assert not isinstance(outcome, Problem) or not outcome.reason.startswith("unexpected")
        yield outcome.reason if isinstance(outcome, Problem) else item.track


_token = st.one_of(
    NUMBERS, WORDS, st.from_regex(rb"\A[1-9]?[0-9](\.[05])?\Z"), st.sampled_from((b"A", b"End"))
)
_mark = st.sampled_from((b",", b";", b"\t", b" ", b"\n", b"\r\n", b", "))
_row = st.lists(st.builds(bytes.__add__, _token, _mark), min_size=1, max_size=30).map(b"".join)
_pasted = st.one_of(
    *(_row, st.builds(bytes.__add__, _row, DEEP), _damaged.map(itemgetter(1))),
    st.binary(max_size=64),
)


def _take_pasted(parts, folder):
    return _shown(read_text(parts[0][1].decode(errors="surrogateescape")))


_BEATS = (
    b"time\n0.5\n1.0\n1.5\n2.0\n",
    b"0.5\t1\n1.0\t2\n1.5\t3\n",
    b'{"annotations": [{"namespace": "beat", "data": [{"time": 0.5, "duration": 0, "value": 1,'
    b' "confidence": null}, {"time": 1.5, "duration": 0, "value": 2, "confidence": null}],'
    b' "annotation_metadata": {}, "sandbox": {}}], "file_metadata": {}, "sandbox": {}}',
)


_SCORES = b",t_measure15,t_measure30,track_id\n0,0.1,0.3,SALAMI_1\n1,,,\n2,0.3,0.4,SALAMI_3\n"


def _take_scores(parts, folder):
    for row in distribution(parts[0][1], parts[0][0]):
        assert 0 <= row["lower quartile"] <= row["median"] <= row["upper quartile"] <= 1
    return ()


def _take_beats(parts, folder):
    times = read_times(File(*parts[0]))
    assert len(times) > 1
    assert (times[1:] > times[:-1]).all()
    grid = grid_from(File(*parts[0]))
    assert list(grid.seconds(np.array(grid.at))) == times.tolist()
    return ()


_TABLE = (
    b"track,reference,estimate,method,genre,reference_annotation\r\n"
    b"one,a.lab,b.lab;c.lab,m,jazz,1\r\ntwo,a.lab,c.lab,m,rock,2\r\n"
)
_LABS = (
    st.just(("a.lab", b"0 1 a\n1 2 b\n")),
    st.just(("b.lab", b"0 2 a\n")),
    st.just(("c.lab", b"0 1 x\n1 2 y\n")),
)


def _take_manifest(parts, folder):
    found = from_manifest(written(parts)[0])
    assert found.items or found.problems or parts[0][1].count(b"\n") < 2
    yield from (each.reason for each in found.problems)


_PATTERNS = (
    *(b"{track}.*", b"{method}/{track}_{layer}.lab", b"*/{track}.jams", b"{track}/*"),
    *(b"a*{track}*.lab", b"{track}_{track}.lab"),
)
_NAMES = ("a_1.lab", "a_2.lab", "é.lab", "a a.jams", "[x].csv", "(", "a" * 200, "aaaa.b", "\x1bm")
_pattern = st.one_of(
    *(st.sampled_from(_PATTERNS), st.sampled_from(_PATTERNS).flatmap(damaged)),
    st.from_regex(rb"\A(\*|a|\{(track|layer|method)\}|/|\.|\*\*|\{|\}){1,30}\Z"),
)
_name = part("name", st.sampled_from(_NAMES).map(str.encode))


def _take_pattern(parts, folder):
    (_, data), *names = parts
    for _, name in names:
        (folder / name.decode()).write_bytes(b"")
    text = data.decode(errors="surrogateescape")
    named_folder(text)
    _, pattern = split_path(text, "{track}.*")
    found = from_folders(folder, folder, reference_pattern=pattern, estimate_pattern=text)
    yield from (each.reason for each in found.problems)


_KINDS = (
    *("JPEG RGB", "GIF RGB", "WEBP RGB", "BMP RGB", "PPM RGB"),
    *("PNG RGB", "PNG RGBA", "PNG P", "PNG L", "PNG 1", "PNG I;16"),
    *("TIFF RGB", "TIFF CMYK", "TIFF L", "TIFF F"),
)


def _image(kind):
    """Return a small picture of a format and mode."""
    form, mode = kind.split()
    base = Image.fromarray(np.random.default_rng(1).integers(0, 256, (9, 11, 3), np.uint8))
    stream = io.BytesIO()
    (base.convert("L") if mode == "I;16" else base).convert(mode).save(stream, form)
    return f"x.{form.lower()}", stream.getvalue()


_images = st.sampled_from([*map(_image, _KINDS)]).flatmap(
    lambda image: one(image[0], damaged(image[1]))
)
_MIDI = (
    b"MThd\0\0\0\6\0\1\0\2\0\x60",
    b"MTrk\0\0\0\x0f\0\xc0\x28\0\x90\x3c\x40\x60\x80\x3c\x40\0\xff\x2f\0",
    b"MTrk\0\0\0\x0c\0\x99\x3c\x40\x60\x89\x3c\x40\0\xff\x2f\0",
)
_WAITS = b"\xff\xff\xff\x7f\x90\x3c\x40" * 300
_midi = st.one_of(damaged(b"".join(_MIDI)), damaged(_MIDI[0] + _WAITS + _MIDI[1]))


def _represented(kind):
    def take(parts, folder):
        assert represent(parts, kind).data
        yield from (item.name for item in corpus_of_files("files", parts, kind).items)

    return take


TARGETS = (
    Target("files", _files, _take_files),
    Target("paths", _paths, _take_path),
    Target("readings", st.tuples(part("choices", _choices), _good), _take_reading),
    Target("archives", _archives, _take_files),
    Target("corpora", st.one_of(_uploaded, _archive(_uploaded)), _take_corpus),
    Target("pasted", one("text", _pasted), _take_pasted),
    Target("beats", one("beats.txt", st.sampled_from(_BEATS).flatmap(changed)), _take_beats),
    Target("scores", one("scores.csv", changed(_SCORES)), _take_scores),
    Target("manifests", st.tuples(part("table.csv", damaged(_TABLE)), *_LABS), _take_manifest),
    Target("patterns", st.tuples(part("pattern", _pattern), *[_name] * 4), _take_pattern),
    Target("images", _images, _represented("image")),
    Target("midi", one("x.mid", _midi), _represented("midi")),
)
