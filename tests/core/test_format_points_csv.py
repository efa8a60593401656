"""Tables of points and regions, as Sonic Visualiser and sonic-annotator export them."""

import pytest
from fuzz.tool_files import POINTS_CSV

from core.errors import HierarchyError, ReadError
from core.io import Choices, File, read
from core.io.formats import format_of

HEADER = b"TIME,VALUE,DURATION,LABEL\n"


@pytest.mark.parametrize("name", POINTS_CSV)
def test_every_table_holds_the_same(name):
    [found] = read([File(name, POINTS_CSV[name])])
    [layer] = found.hierarchy.layers
    assert layer.boundaries.tolist() == [2.5 if "ends" in name else 0, 12.5, 30]
    assert layer.labels == (("", "") if "without a label" in name else ("A", "B, slow"))
    guessed = {note.kind for note in found.notes}
    assert guessed <= {"columns-guessed"}
    assert bool(guessed) == ("header" not in name and "instants" not in name)


def test_the_number_that_leads_to_the_next_row_is_the_end_or_the_duration():
    [found] = read([File("x.csv", b"0.0,1,10,A\n10.0,2,5,B\n15.0,1,15,A\n")])
    assert found.hierarchy.boundaries[0].tolist() == [0, 10, 15, 30]
    assert found.notes[0].text == "number 3 of each row of x.csv is taken as a duration"
    [found] = read([File("x.csv", b"0.0,10,A\n10.0,15,B\n15.0,30,A\n")])
    assert found.hierarchy.boundaries[0].tolist() == [0, 10, 15, 30]
    assert found.notes[0].text == "number 2 of each row of x.csv is taken as an end"


def test_numbers_that_lead_nowhere_are_values():
    [found] = read([File("x.csv", b"0.0,0.25,A\n10.0,0.5,B\n15.0,0.125,End\n")])
    assert found.hierarchy.boundaries[0].tolist() == [0, 10, 15]
    assert found.hierarchy.labels == [["A", "B"]]


@pytest.mark.parametrize("suffix", ["csv", "txt"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("labels", [("A", "B", "A"), ("1", "2", "1"), ("", "", "")])
@pytest.mark.parametrize(
    ("durations", "expected"),
    [
        ((10, 5, 15), [0, 10, 15, 30]),
        ((10.47, 5.3, 15), [0, 10, 15, 30]),
        ((7, 3, 15), [0, 7, 10, 13, 15, 30]),
    ],
    ids=["adjacent", "overlaps", "gaps"],
)
def test_regions_without_a_header(durations, expected, labels, mark, suffix):
    rows = zip((0.0, 10.0, 15.0), (2, 1, 2), durations, labels, strict=True)
    text = "\n".join(mark.join(map(str, row)) for row in rows)
    [found] = read([File(f"x.{suffix}", text.encode())])
    assert found.hierarchy.boundaries[0].tolist() == expected
    assert tuple(filter(None, found.hierarchy.labels[0])) == tuple(filter(None, labels))


def test_regions_that_overlap_can_be_read_by_their_starts():
    file = File("x.txt", b"0.0\t2\t14\tA\n10.0\t1\t5\tB\n15.0\t2\t15\tA\n")
    with pytest.raises(HierarchyError, match=r"segments overlap .*--as starts"):
        read([file])
    [found] = read([file], choices=Choices(starts=True))
    assert found.hierarchy.boundaries[0].tolist() == [0, 10, 15, 30]


def test_starts_ends_and_numbers_are_no_regions():
    [found] = read([File("x.txt", b"0.0\t9.0\t1\tA\n10.0\t14.0\t2\tB\n15.0\t30.0\t1\tA\n")])
    assert found.hierarchy.boundaries[0].tolist() == [0, 9, 10, 14, 15, 30]


def test_files_of_audio_are_told_apart():
    text = b'"a.wav",0.0,10,"A"\n,10.0,20,"B"\n"b.wav",0.0,5,"C"\n,5.0,25,"D"\n'
    found = read([File("x.csv", text)])
    assert [each.title for each in found] == ["a.wav (a)", "b.wav (b)"]
    assert [each.hierarchy.boundaries[0].tolist() for each in found] == [[0, 10, 30], [0, 5, 30]]


def test_decimal_commas_are_taken_between_semicolons():
    [found] = read([File("x.csv", b"TIME;LABEL\n0,0;A\n12,5;B\n30,0;end\n")])
    assert found.hierarchy.boundaries[0].tolist() == [0, 12.5, 30]


def test_frames_of_audio_need_their_rate():
    file = File("x.csv", b"FRAME,LABEL\n0,A\n441000,B\n1323000,End\n")
    with pytest.raises(ReadError, match="times in samples need their rate"):
        read([file])
    [found] = read([file], choices=Choices(rate=44100))
    assert found.hierarchy.boundaries[0].tolist() == [0, 10, 30]


def test_layers_are_grouped_by_the_names_of_their_files():
    files = [
        File("x_s.csv", b"TIME,LABEL\n0,a\n5,b\n9,end\n"),
        File("x_l.csv", b"TIME,LABEL\n0,A\n9,end\n"),
    ]
    [found] = read(files)
    assert [layer.labels for layer in found.hierarchy.layers] == [("A",), ("a", "b")]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (HEADER, "the table has no (rows|segments)"),
        (HEADER + b",1,12,A\n", "line 2: a time is missing"),
        (HEADER + b"x,1,12,A\n", "line 2: 'x' is not a time"),
        (HEADER + b"-1,1,12,A\n", "line 2: negative time"),
        (HEADER + b"0,1,,A\n", "line 2: a time is missing"),
        (HEADER + b"0,1,-5,A\n", "line 2: negative time"),
        (HEADER + b"0,1,nan,A\n", "line 2: 'nan' is not a time"),
        (HEADER + b"0,1,1e99,A\n", "line 2: 1e99 s is too late"),
        (HEADER + b"0,1,20,A\n10,1,20,B\n", "segments overlap"),
        (HEADER + b'0,1,20,"A\n', "line 2: not a table of cells"),
        (HEADER + b"0,1,0,A\n", "no segment"),
        (b"TIME,LABEL\n0,A\n", "one point makes no segment"),
        (b"TIME,LABEL\n0,end\n", "one point makes no segment"),
        (b"TIME,END,LABEL\n5,3,A\n", r"line 2: segment ends \(0:03.0\) before it starts"),
        (b"FRAME,DURATION,LABEL\n0,x,A\n", "line 2: 'x' is not a time"),
        (b"FRAME,LABEL\n0,A\n1,B\n", "need their rate"),
        (b'"a.wav",0,5,"A"\n,5,5,"B"\n' * 500 + b'"a.wav",0,5,"A"\n', "times go back|not a time"),
        (b"0.0,A\n5.0,B\n9.0,C\n" * 400, "times go back|not a time|'A' is not"),
        (b"0.0,A\n5.0,B\nx,C\n", "'A' is not a time"),
        (b"TIME,LABEL," + b"URI," * 1000 + b"URI\n0,A\n", "1003 columns, more than"),
    ],
    ids=range(20),
)
def test_damaged_tables_say_what_is_wrong(data, message):
    with pytest.raises((ReadError, HierarchyError), match=message):
        read([File("x.csv", data)])


@pytest.mark.parametrize(
    "text",
    ["0, 20, 30\n0, 8, 20, 30\n", "upper,0,20,30\nlower,0,8,20,30\n", "0,30\n", "A,0,30\n"],
)
def test_rows_of_boundaries_are_none(text):
    assert format_of(File("x.csv", text.encode())).key == "boundaries"


@pytest.mark.parametrize(
    ("text", "kind", "end"),
    [
        ("0,10,A\n10,20,B\n", "columns-asked", 30),
        ("0,1,10,A\n10,2,20,B\n", "columns-guessed", 30),
        ("0,10,A\n10,10,B\n20,10,C\n", "columns-guessed", 30),
        ("0,10,A\n10,20,B\n20,30,C\n", "columns-guessed", 30),
    ],
)
def test_of_rows_that_fit_ends_and_durations_it_is_said(text, kind, end):
    [found] = read([File("a.csv", text.encode())])
    assert ([note.kind for note in found.notes], found.hierarchy.end) == ([kind], end)
