"""CSV: a table of segments, and a row of boundaries a layer."""

import pytest

from core.errors import HierarchyError, ReadError
from core.hierarchy import Hierarchy
from core.io import File, read, read_text, write_csv, write_labs

TABLE = "start,end,level,label\n0,20,1,A\n20,30,1,B\n0,10,2,a\n10,20,2,b\n20,30,2,c\n"
BOUNDARIES = [[0, 20, 30], [0, 10, 20, 30]]


def boundaries(candidate):
    return [row.tolist() for row in candidate.hierarchy.boundaries]


@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        TABLE.replace(",1,", ",0,").replace(",2,", ",1,"),
        TABLE.replace(",1,", ",1.0,"),
        TABLE.replace(",", ";"),
        TABLE.replace(",", "\t"),
        "# from a spreadsheet\n\n" + TABLE + ",,,\n\n",
        '"Start"," END ",level,label\n' + TABLE.split("\n", 1)[1],
        TABLE.replace("\n", "\r\n"),
    ],
)
def test_table_of_segments(text):
    [found] = read_text(text)
    assert boundaries(found) == BOUNDARIES
    assert found.hierarchy.labels == [["A", "B"], ["a", "b", "c"]]
    assert found.notes == ()
    assert found.title == "pasted text (2 layers)"


def test_columns_in_any_order_with_others_and_rows_in_any_order():
    text = 'id,label,level,end,start\n1,"a, ""b""\nc",2,10,0\n2,B,1,10,0\n'
    [found] = read_text(text)
    assert found.hierarchy.labels == [["B"], ['a, "b"\nc']]


def test_label_is_optional_by_column_and_by_row():
    assert read_text("start,end,level\n0,1,1\n")[0].hierarchy.labels == [[""]]
    assert read_text("start,end,level,label\n0,1,1\n")[0].hierarchy.labels == [[""]]


def test_levels_with_a_gap_are_noted():
    [found] = read_text("start,end,level\n0,2,0\n0,1,3\n1,2,3\n")
    assert boundaries(found) == [[0, 2], [0, 1, 2]]
    assert [note.text for note in found.notes] == [
        "levels are not consecutive, taken as layers in ascending order"
    ]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("start,end,level\n", None, "the table has no segments"),
        ("start,end,level\n0,1,A\n", 2, "'A' is not a level"),
        ("start,end,level\n0,1,-1\n", 2, "'-1' is not a level"),
        ("start,end,level\n0,1,1.5\n", 2, "'1.5' is not a level"),
        ("start,end,level\n0,1\n", 2, "a level is missing"),
        ("start,end,level\n0,1,1\n\n1,oops,1\n", 4, "'oops' is not a time"),
        ("start,end,level\n,1,1\n", 2, "a time is missing"),
        ('start,end,level\n0,"1,5",1\n', 2, "'1,5' has a decimal comma"),
        ("start,end,level\n0,-1,1\n", 2, "negative time (-1)"),
        ("start,end,level\n0,1e10,1\n", 2, "1e10 s is too late to be a time"),
        ("start,end,level\n2,1,1\n", 2, "segment ends (1) before it starts (2)"),
        ('start,end,level,label\n0,1,1,"a\nb"\n1,x,1,c\n', 4, "'x' is not a time"),
        (
            'start\tend\tlevel\n"0"1\t2\t3\n',
            2,
            "not a table of cells ('\\t' expected after '\"')",
        ),
        ('start,end,level,label\n0,1,1,"a\n', 2, "not a table of cells (unexpected end of data)"),
    ],
)
def test_errors_of_the_table_name_the_line(text, line, problem):
    with pytest.raises(ReadError) as caught:
        read_text(text)
    assert (caught.value.problem, caught.value.line) == (problem, line)
    assert caught.value.mend


def test_a_huge_cell_is_refused():
    with pytest.raises(ReadError, match="field larger than field limit"):
        read_text("start,end,level,label\n0,1,1," + "x" * 200_000)


def test_overlaps_name_layer_and_time():
    with pytest.raises(HierarchyError, match="segments overlap") as caught:
        read_text("start,end,level\n0,9,1\n0,5,2\n4,9,2\n")
    assert (caught.value.layer, caught.value.time) == (2, 4)


@pytest.mark.parametrize(
    "text",
    [
        "0,20,30\n0,10,20,30\n",
        "0;20;30\n0;10;20;30\n",
        "0, 20.0, 3e1\n\n 0,10,20,30\n",
        "0,20,30,,\n0,10,20,30,\n",
        "# coarse to fine\n0,20,30\n0,10,20,30\n",
    ],
)
def test_rows_of_boundaries(text):
    [found] = read_text(text)
    assert boundaries(found) == BOUNDARIES
    assert found.notes == ()


def test_first_cell_may_name_the_layer():
    [found] = read_text('large scale,0,20,30\n"small, fine",0,10,20,30\n,0,30\n')
    assert boundaries(found) == [*BOUNDARIES, [0, 30]]
    assert [layer.name for layer in found.hierarchy.layers] == ["large scale", "small, fine", ""]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("5", "a layer with fewer than two boundaries"),
        ("name", "a layer with fewer than two boundaries"),
        ("name,5,,", "a layer with fewer than two boundaries"),
        ("0,20,10", "boundaries are not sorted (10 after 20)"),
        ("0,,10", "a time is missing"),
        ("0,x,10", "'x' is not a time"),
        ("nan,0,10", "'nan' is not a time"),
        ("-Infinity,0,10", "'-Infinity' is not a time"),
        ("0,-5,10", "negative time (-5)"),
    ],
)
def test_errors_of_boundaries_name_the_line(row, problem):
    with pytest.raises(ReadError) as caught:
        read_text(f"0,30\n{row}\n")
    assert (caught.value.problem, caught.value.line) == (problem, 2)


def test_a_table_without_a_time_in_its_first_row_is_no_boundaries():
    with pytest.raises(ReadError, match="how a known format begins"):
        read_text(";;\n;\n")
    with pytest.raises(ReadError, match=r"begins\. Call the columns .* start, end, label"):
        read([File("a.csv", b"Beginn;Ende;Name\n0;20;A\n")])


@pytest.mark.parametrize(
    "text",
    [
        "0\t20\t30\n0\t8\t20\t30\n",
        "0\t20\t30\t\t\n0\t8\t20\t30\n",
        "0:00\t0:20\t0:30\n0:00\t0:08,0\t0:20\t0:30\n",
        "coarse\t0\t20\t30\nfine\t0\t8\t20\t30\n",
    ],
)
def test_rows_of_boundaries_as_a_spreadsheet_copies_them(text):
    [found] = read_text(text)
    assert found.understood.format == "CSV (a row of boundaries a layer)"
    assert [row.tolist() for row in found.hierarchy.boundaries] == [[0, 20, 30], [0, 8, 20, 30]]


def test_lists_with_numbers_as_labels_are_no_rows_of_boundaries():
    [found] = read_text("0\t20\t21\n20\t30\t31\n")
    assert found.hierarchy.labels == [["21", "31"]]


def test_a_table_without_levels_is_a_layer():
    [found] = read_text("start,end,label\n0,20,A\n20,30,B\n")
    assert found.hierarchy.labels == [["A", "B"]]
    assert found.notes == ()


def test_repeated_boundaries_and_other_spans_are_noted():
    [found] = read_text("0,10,10,20\n5,15\n")
    assert boundaries(found) == [[0, 10, 20], [0, 5, 15, 20]]
    assert [(note.layer, note.time) for note in found.notes] == [(1, 10), (2, 5), (2, 15)]


HIERARCHY = Hierarchy.from_boundaries(
    [[0, 0.1 + 0.2], [0, 0.1, 0.1 + 0.2]], [['A, "x"'], ["été", ""]]
)


def test_write_csv():
    assert write_csv(HIERARCHY).decode() == (
        "start,end,level,label,layer\r\n"
        '0.0,0.30000000000000004,1,"A, ""x""",\r\n'
        "0.0,0.1,2,été,\r\n"
        "0.1,0.30000000000000004,2,,\r\n"
    )


def test_write_labs():
    assert write_labs(HIERARCHY) == {
        "layer1.lab": b'0.0\t0.30000000000000004\tA, "x"\n',
        "layer2.lab": "0.0\t0.1\tété\n0.1\t0.30000000000000004\t\n".encode(),
    }


@pytest.mark.parametrize("write", [write_csv, write_labs])
def test_labels_that_utf8_can_not_hold(write):
    with pytest.raises(HierarchyError, match="surrogate"):
        write(Hierarchy.from_boundaries([[0, 1]], [["\ud800"]]))


def test_a_table_of_reaper_without_a_column_is_refused():
    with pytest.raises(ReadError, match=r"line 1: the table has no column 'end'"):
        read_text("#,Name,Start,Ending\nR1,A,0:00.000,0:20.000\n")


def test_a_layer_that_is_left_out_and_has_no_name_is_called_so():
    (found,) = read_text("start,end,level,label\n0,30,1,silence\n0,20,2,A\n20,30,2,B\n")
    (note,) = [note for note in found.notes if note.kind == "layer-left-out"]
    assert note.text == "a layer without a name has no segments but silence, left out"
