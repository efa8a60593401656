"""Input at a limit is read; input beyond is refused with a fix before it is parsed."""

import io
import json
import random

import pytest
from PIL import Image

from core.caemsi.representations import images
from core.caemsi.representations.images import image_bytes
from core.caemsi.representations.midi import midi_bytes
from core.errors import ReadError
from core.files.tables import Bounds, read_table
from core.io import File, grid_from, read, write_jams
from core.io.archives import write_zip
from core.io.formats.jams import read_state
from core.io.limits import (
    MAX_ALL_LINES,
    MAX_BYTES,
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_FILES,
    MAX_LABELS,
    MAX_NOTES,
    MAX_PIXELS,
    MAX_SIDE,
    MAX_TEXT_BYTES,
    MAX_VALUES,
)
from core.samples import sample

LINE = b"0 1 a\n"
HEADER = b"start,end,level"


def filled(data, filler, size):
    return data + filler * (size - len(data))


def labels(count):
    """A hundred segments with so many characters of labels."""
    each, rest = divmod(count, 100)
    return b"".join(b"%d %d %s\n" % (t, t + 1, b"x" * (each + (t < rest))) for t in range(100))


def jams(values):
    """A file of so many values, most of them in its sandbox."""
    document = json.loads(write_jams(sample("figure6").reference, state={"w": "3"}))
    document["sandbox"]["more"] = []
    text = json.dumps(document)
    most = 1 + sum(map(text.count, "{[,"))
    document["sandbox"]["more"] = [0] * (values - most + 1)
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    ("name", "said", "make"),
    [
        ("a.lab", "10 MB", lambda more: filled(LINE, b"#", MAX_TEXT_BYTES + more)),
        ("a.lab", "lines, blank ones", lambda more: LINE + b"\n" * (MAX_ALL_LINES - 1 + more)),
        ("a.lab", "characters of labels", lambda more: labels(MAX_LABELS + more)),
        ("a.csv", "commas", lambda more: b"0,1" + b"," * (MAX_CELLS - 1 + more) + b"\n"),
        (
            "a.csv",
            "line 1: 1,001 columns",
            lambda more: HEADER + b",x" * (MAX_COLUMNS - 3 + more) + b"\n0,1,1\n",
        ),
        ("a.jams", "values", lambda more: jams(MAX_VALUES + more)),
    ],
)
def test_a_file_at_the_limit_is_read_and_one_beyond_is_refused(name, said, make):
    assert read([File(name, make(0))])
    with pytest.raises(ReadError, match=f"{said}.* the right (one|file)") as refused:
        read([File(name, make(1))])
    assert str(refused.value).startswith(name)


OBSERVATIONS = b'{"annotations": [{"namespace": "segment_open", "data": [%s]}]}'
OLD = b'{"sections": [%s]}'
LEVELS = b",".join(
    b'{"start": {"value": 0}, "end": {"value": 1}, "label": {"value": "a", "context": "%d"}}' % at
    for at in range(101)
)


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("a.jams", OBSERVATIONS % (b"{}," * 100_000 + b"{}"), "100,001 observations in ann"),
        ("a.jams", b"[" * 100_000, "the JSON is nested too deeply"),
        ("a.jams", b'{"annotations":' + b"[" * 900 + b"]" * 901, "not valid JSON"),
        ("a.tla", b'{"timelines":' * 3000, "the JSON is nested too deeply"),
        ("a.jams", OLD % (b"[" * 100_000), "the JSON is nested too deeply"),
        ("a.jams", OLD % b",".join([b'{"data": [%s]}' % LEVELS] * 201), "201 annotations of sec"),
        ("a.jams", OLD % (b'{"data": [%s]}' % LEVELS), "101 layers, more than the 100 allowed"),
        ("a.svl", b"<sv>" + b"<a/>" * 1_000_001, "1,000,002 tags, more than the 500,000 allowed"),
        ("a.svl", b"<sv " + b"a" * 1_000_001, "characters between two tags"),
        ("a.txt", b"A1" * 100_001, "line 1: 100,001 phrases, more than the 100,000 allowed"),
        ("a.csv", b"#,Name,Start,End" + b",x" * 6000 + b"\nR1,A,0,2\n", "columns, more than the"),
        ("a.csv", b"start,end,level,label\n0,1,1," + b"x" * 200_000, "field larger than field lim"),
        ("a.csv", b"0.0,A\n5.0,B\n9.0,C\n" * 400, "'A' is not a time"),
        ("a.csv", b'"a.wav",0,5,"A"\n,5,5,"B"\n' * 501, "a time is missing|not a time|go back"),
    ],
    ids=range(14),
)
def test_what_is_far_beyond_a_limit_is_refused(name, data, problem):
    with pytest.raises(ReadError, match=problem):
        read([File(name, data)])


def test_a_state_among_too_many_values_is_not_looked_for():
    assert read_state(File("a.jams", jams(MAX_VALUES))) == {"w": "3"}
    assert read_state(File("a.jams", jams(MAX_VALUES + 1))) == {}


def test_files_are_counted_together():
    many = [File(f"{at}/a.json", write_jams(sample("figure6").reference)) for at in range(201)]
    assert len(read(many[:MAX_FILES])) == MAX_FILES
    with pytest.raises(ReadError, match="201 files, more than the 200 allowed"):
        read(many)
    half = filled(LINE, b"#", MAX_BYTES // 2)
    assert read([File("a.lab", half), File("b.lab", half)])
    with pytest.raises(ReadError, match="bytes in all files"):
        read([File("a.lab", half), File("b.lab", half), File("c.lab", b"\n")])


def test_segments_are_counted_over_all_hierarchies(monkeypatch):
    monkeypatch.setattr("core.io.limits.MAX_ALL_SEGMENTS", 20)
    text = b"0 1\n1 2\n2 3\n3 4\n4 5\n"
    given = {f"{at}/a.lab": text for at in range(5)}
    assert len(read([File("a.zip", write_zip(dict(list(given.items())[:4])))])) == 4
    with pytest.raises(ReadError, match=r"a.zip: 25 segments in all hierarchies, more than the 20"):
        read([File("a.zip", write_zip(given))])
    with pytest.raises(ReadError, match=r"4.lab: 25 segments in all files, more than the 20"):
        read([File(f"{at}.lab", text) for at in range(5)])


def test_archives_are_unpacked_no_further_than_one_would_be():
    large = filled(LINE, b"#", MAX_BYTES * 2 // 5)
    archives = [File(f"{at}.zip", write_zip({"a.lab": large})) for at in range(3)]
    assert len(read(archives[:2])) == 2
    with pytest.raises(ReadError, match=r"2.zip: the archive has more than the 20 MB"):
        read(archives)


def test_files_of_all_archives_are_counted():
    def archive(count):
        return write_zip({f"{at}/a.lab": LINE for at in range(count)})

    assert len(read([File("a.zip", archive(100)), File("b.zip", archive(100))])) == 200
    with pytest.raises(ReadError, match=r"b.zip: 201 files in all archives, more than the 200"):
        read([File("a.zip", archive(100)), File("b.zip", archive(101))])


def test_frame_times_are_counted_before_they_are_cut_apart():
    assert len(grid_from(File("a.txt", b"0\n1\n" + b"\n" * (MAX_ALL_LINES - 2))).times) == 2
    with pytest.raises(ReadError, match="lines, blank ones included"):
        grid_from(File("a.txt", b"0\n1\n" + b"\n" * (MAX_ALL_LINES - 1)))


def test_tables_that_list_files_have_so_many_columns_and_so_long_lines(tmp_path):
    path = tmp_path / "pairs.csv"

    def rows(text):
        path.write_text(text)
        return [row.cells for row in read_table(str(path), ["a"], bounds=Bounds(100, 3, 20))]

    assert rows("a,b,c\n1,2,3\n") == [{"a": "1", "b": "2", "c": "3"}]
    with pytest.raises(ReadError, match=r"pairs.csv, line 1: has more than the 3 columns allowed"):
        rows("a,b,c,d\n")
    assert rows("a\n" + "x" * 19 + "\n") == [{"a": "x" * 19}]
    with pytest.raises(ReadError, match=r"line 2: has more than the 20 characters allowed"):
        rows("a\n" + "x" * 20 + "\n")


def picture(width, height, mode="RGB", suffix="PNG", **how):
    stream = io.BytesIO()
    Image.new(mode, (width, height)).save(stream, suffix, **how)
    return stream.getvalue()


@pytest.mark.parametrize("suffix", ["PNG", "GIF", "TIFF", "WEBP", "BMP", "PPM", "JPEG"])
def test_pixels_are_counted_in_every_kind_of_picture(suffix, monkeypatch):
    monkeypatch.setattr(images, "MAX_PIXELS", 100)
    assert image_bytes(picture(10, 10, suffix=suffix))
    with pytest.raises(ReadError, match=r"more than the 100 pixels allowed. Make it"):
        image_bytes(picture(10, 11, suffix=suffix))


def test_pixels_are_counted_by_the_header():
    beyond = picture(4000, MAX_PIXELS // 4000 + 1, "L")
    with pytest.raises(ReadError, match=r"more than the 16,000,000 pixels allowed"):
        image_bytes(beyond[: len(beyond) // 2])


def test_rows_and_columns_are_counted():
    for size in ((MAX_SIDE, 2), (2, MAX_SIDE)):
        assert image_bytes(picture(*size))
    for size in ((MAX_SIDE + 1, 2), (2, MAX_SIDE + 1)):
        with pytest.raises(ReadError, match="pixels in a row or column, more than the 50,000"):
            image_bytes(picture(*size))


def test_scans_of_a_jpeg_are_counted(monkeypatch):
    data = picture(64, 64, suffix="JPEG", progressive=True)
    scans = data.count(b"\xff\xda")
    assert scans > 1
    assert image_bytes(data)
    monkeypatch.setattr(images, "MAX_SCANS", scans - 1)
    with pytest.raises(ReadError, match=f"{scans} scans of a JPEG, more than the {scans - 1}"):
        image_bytes(data)


def test_transparency_in_strips_is_that_of_the_whole():
    draw = random.Random(0)
    seen = Image.frombytes("RGBA", (70, 150), draw.randbytes(70 * 150 * 4))
    stream = io.BytesIO()
    seen.save(stream, "PNG")
    paper = Image.new("RGBA", seen.size, (255, 255, 255, 255))
    whole = Image.alpha_composite(paper, seen).convert("RGB")
    whole = whole.resize((64, 64), Image.Resampling.LANCZOS)
    assert image_bytes(stream.getvalue()) == whole.tobytes()


def song(notes):
    body = b"\0\x90" + b"\x3c\x40\1\x3c\0\0" * notes
    body = body[:-1] + b"\0\xff\x2f\0"
    return b"MThd\0\0\0\6\0\0\0\1\1\xe0MTrk" + len(body).to_bytes(4, "big") + body


def test_notes_of_a_midi_file_are_counted():
    assert midi_bytes(song(3))
    with pytest.raises(ReadError, match=r"500,001 notes, more than the 500,000 allowed. Leave"):
        midi_bytes(song(MAX_NOTES + 1))
