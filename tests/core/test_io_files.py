"""Names, encodings and what is no text: the same for every format."""

import tomllib
from pathlib import Path

import pytest

from core import io
from core.errors import ReadError
from core.io import MAX_BYTES, File, read, read_path, read_text

LAB = "0.0\t10.0\tverse\n10.0\t20.5\tchorus\n"


def test_all_is_what_there_is():
    assert io.__all__ == [
        "AS_UNDERSTOOD",
        "MAX_BYTES",
        "UNITS",
        "Candidate",
        "ChoiceError",
        "Choices",
        "Doubt",
        "File",
        "Grid",
        "GridError",
        "LayerFound",
        "Linked",
        "Offer",
        "Told",
        "Understood",
        "Unit",
        "Way",
        "beside",
        "describe",
        "doubts",
        "file_names",
        "grid_from",
        "holding_all",
        "is_zip",
        "keys",
        "load_path",
        "lost",
        "pack_json",
        "pack_link",
        "pack_pair",
        "pair_document",
        "rate_of",
        "read",
        "read_document",
        "read_path",
        "read_state",
        "read_text",
        "read_times",
        "save",
        "target_of",
        "targets",
        "unpack_all",
        "unpack_json",
        "unpack_link",
        "unpack_pair",
        "ways",
        "write_csv",
        "write_jams",
        "write_labs",
        "write_zip",
    ]
    assert all(hasattr(io, name) for name in io.__all__)


@pytest.mark.parametrize(
    ("name", "display"),
    [
        ("ref1.lab", "ref1.lab"),
        ("../../etc/passwd", "passwd"),
        (r"C:\music\ref1.lab", "ref1.lab"),
        ("a\x00b\x1b[31m\n.lab", "a b [31m .lab"),
        ("evil\u202egpj.lab", "evil gpj.lab"),
        ("", "unnamed file"),
        ("///", "unnamed file"),
        ("\ud800", "unnamed file"),
        ("été.lab", "été.lab"),
    ],
)
def test_display_name(name, display):
    assert File(name, b"").display == display


@pytest.mark.parametrize(
    ("name", "stem"),
    [("ref1.lab", "ref1"), ("a.tar.gz", "a.tar"), ("ref.1", "ref"), (".lab", ".lab")],
)
def test_a_number_may_be_an_extension(name, stem):
    assert File(name, b"").stem == stem


def test_display_name_is_short_and_keeps_both_ends():
    display = File("start" + "x" * 10_000 + "_layer2.lab", b"").display
    assert len(display) == 61
    assert display.startswith("start")
    assert display.endswith("_layer2.lab")


def test_a_hostile_name_is_in_no_message():
    with pytest.raises(ReadError) as caught:
        read([File("../\x1b[31m" + "y" * 10_000, b"0 x\n")])
    assert caught.value.source == "[31m" + "y" * 35 + "…" + "y" * 20
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding, newline):
    text = LAB.replace("verse", "strophe é 🎵").replace("\n", newline)
    [found] = read([File("x.lab", text.encode(encoding))])
    assert found.hierarchy.labels == [["strophe é 🎵", "chorus"]]
    assert found.hierarchy.boundaries[0].tolist() == [0, 10, 20.5]
    assert found.notes == ()


def test_other_encodings_are_told():
    text = LAB.replace("verse", "café – naïf")
    [found] = read([File("x.lab", text.encode("cp1252"))])
    assert found.hierarchy.labels == [["café – naïf", "chorus"]]
    assert [str(note) for note in found.notes] == ["the text is not UTF-8, read as Latin-1"]
    for encoding in ("utf-16-le", "utf-16-be"):
        [found] = read([File("x.lab", text.encode(encoding))])
        assert found.hierarchy.labels == [["café – naïf", "chorus"]]
        assert found.understood.encoding == "UTF-16"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "the file is empty"),
        (b" \r\n\t\n", "the file is empty"),
        (b"\xef\xbb\xbf", "the file is empty"),
        (b"# comment\n\n#another\n", "only comments and blank lines"),
        (b"0 1 caf\xed\xa0\x80", "not UTF-8 text (byte 8)"),
        (b"\xff\xfe0\x00 ", "not UTF-16 text (byte 5)"),
        (b"0 1 a\x00b", "the content is binary"),
        (b"\x00\xff\x80", "the content is binary"),
        (b"PK\x03\x04rest", "the zip archive is damaged"),
        (b"\x89PNG\r\n\x1a\n", "this is an image, not text"),
        (b"ID3\x04", "this is audio, not text"),
    ],
)
def test_what_is_no_text_is_refused(data, problem):
    with pytest.raises(ReadError) as caught:
        read([File("x.lab", data)])
    assert caught.value.problem == problem
    assert caught.value.source == "x.lab"
    assert caught.value.mend


def test_large_files_are_refused(tmp_path):
    line = b"0 1 a\n"
    data = line + b"#" * (MAX_BYTES - len(line))
    with pytest.raises(ReadError, match="the text has more than the 10 MB"):
        read([File("x.lab", data)])
    with pytest.raises(ReadError, match="more than the 20 MB"):
        read([File("x.lab", data + b"#")])
    path = tmp_path / "x.lab"
    path.write_bytes(data + b"##")
    with pytest.raises(ReadError, match="more than the 20 MB"):
        read_path(path)


def test_more_segments_than_allowed_are_refused():
    lines = [f"{second} {second + 1}\n" for second in range(100_002)]
    assert read_text("".join(lines[:100_000]))
    with pytest.raises(ReadError, match="100001 segments, more than the 100000 allowed"):
        read_text("".join(lines[:100_001]))
    with pytest.raises(ReadError, match="100002 lines, more than the 100001 allowed"):
        read_text("".join(lines))
    with pytest.raises(ReadError, match="100002 boundaries in a row"):
        read_text(",".join(map(str, range(100_002))))
    with pytest.raises(ReadError, match="101 layers, more than the 100 allowed"):
        read_text("0,1\n" * 101)


@pytest.mark.parametrize("text", ["hello", "<html></html>", "verse 0.0 1.0", "0x10 1", "nan 1 a"])
def test_unknown_formats_are_refused_with_what_is_near(text):
    with pytest.raises(ReadError, match=r"is not how a known format begins. ") as caught:
        read_text(text)
    assert (caught.value.source, caught.value.line) == ("pasted text", 1)
    assert "README.md and 'hierscope look --help' list all formats" in caught.value.mend


@pytest.mark.parametrize(
    "line", ["1" * 1_000_000 + "x", "0 " + "1" * 1_000_000, "0," + "1" * 1_000_000]
)
def test_endless_numbers_are_refused_at_once(line):
    with pytest.raises(ReadError, match=r"not a time|a known format|too late|field limit"):
        read_text(line)


@pytest.mark.parametrize(
    "text",
    [
        "0,0\t1,5\tA\n1,5\t63,25\tB\n",
        "0,0 1,5 A\n1,5 63,25 B\n",
        "0 1,5 A\n1,5 1:03,25 B\n",
        "0:00 0:01.5 A\n0:01.5 0:01:03.25 B\n",
        "0,0\tA\n1,5\tB\n63,25\tEnd\n",
        "0:00 A\n0:01.5 B\n1:03.25 End\n",
        "0;1,5;63,25\n",
        "0:00;0:01,5;1:03,25\n",
        "0:00, 0:01.5, 1:03.25\n",
        "start;end;label\n0;1,5;A\n1,5;63,25;B\n",
        "start\tend\tlevel\n0\t1,5\t1\n1,5\t63,25\t1\n",
        "start,end,level\n0:00,0:01.5,1\n0:01.5,0:01:03.25,1\n",
    ],
)
def test_decimal_commas_and_clocks(text):
    [found] = read_text(text)
    assert found.hierarchy.boundaries[0].tolist() == [0, 1.5, 63.25]
    assert found.notes == ()


@pytest.mark.parametrize(
    "text", ['start,end,level\n0,"1,5",1\n', '"0","1,5",2\n', 'start,end,level\n0,"1,234",1\n']
)
def test_commas_that_part_cells_are_not_decimal(text):
    with pytest.raises(ReadError, match=r"decimal comma.*point, or .*semicolons"):
        read_text(text)


@pytest.mark.parametrize(
    "time", ["1:60", "1:2:3:4", "1:75:0", ":30", "1,234.5", "1.234,5", "1,2,3"]
)
def test_what_is_nearly_a_clock_or_a_decimal_comma_is_no_time(time):
    with pytest.raises(ReadError, match="is not a time"):
        read_text(f"start;end;level\n0;{time};1\n")


def test_pasted_text_with_half_a_surrogate_pair():
    with pytest.raises(ReadError, match="not UTF-8"):
        read_text("0 1 \ud800")


def test_nothing_to_read():
    with pytest.raises(ReadError, match="there is no file"):
        read([])


def test_content_goes_before_name():
    [found] = read([File("song.jams.lab", b"start,end,level,label\n0,1,1,a\n")])
    assert found.hierarchy.labels == [["a"]]
    [found] = read([File("layer.lab", b"0.0\tverse\n8.0\tEnd\n")])
    assert found.hierarchy.boundaries[0].tolist() == [0, 8]


def test_same_titles_are_numbered():
    table = b"start,end,level\n0,1,1\n"
    titles = [found.title for found in read([File("a.csv", table), File("a.csv", table)])]
    assert titles == ["a.csv (1 layer) #1", "a.csv (1 layer) #2"]


def test_the_page_takes_uploads_as_large_as_the_readers_do():
    config = Path(__file__).parents[2] / "explorer/.streamlit/config.toml"
    settings = tomllib.loads(config.read_text())
    assert settings["server"]["maxUploadSize"] * 1_000_000 == MAX_BYTES
