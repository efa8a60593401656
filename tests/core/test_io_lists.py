"""Texts of tools: Audacity, REAPER, TiLiA's and jams's tables, RWC, Isophonics; also damaged."""

import re

import pytest

from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io import Choices, File, formats, read

TWO = "0.000000\t20.000000\tA\n20.000000\t30.000000\tB\n"
THREE = "0.000000\t8.000000\ta\n8.000000\t20.000000\tb\n20.000000\t30.000000\tc\n"


def read_one(name, text, **options):
    [found] = read([File(name, text.encode())], **options)
    return found


def boundaries(found):
    return [row.tolist() for row in found.hierarchy.boundaries]


def notes(found):
    return [str(note) for note in found.notes]


def refused(name, text, said):
    """Read what is damaged: with this message, or, for None, in spite of it."""
    if said is None:
        assert read_one(name, text)
        return
    with pytest.raises(HierscopeError, match=re.escape(said)) as caught:
        read_one(name, text)
    assert name in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        TWO + THREE,
        THREE + TWO,
        # One track in which the labels of both overlap, in order of time.
        "\n".join(sorted((TWO + THREE).splitlines(), key=lambda line: float(line.split("\t")[0]))),
        (TWO + THREE).replace("\n", "\n\\\t200.0\t400.0\n"),
        (TWO + THREE).replace(".", ","),
    ],
)
def test_tracks_of_audacity_in_one_list_are_layers(text):
    found = read_one("labels.txt", text)
    assert boundaries(found) == [[0, 20, 30], [0, 8, 20, 30]]
    assert [sorted(labels) for labels in found.hierarchy.labels] == [["A", "B"], ["a", "b", "c"]]
    assert found.understood.format == "Audacity (labels)"
    assert not any(note.material for note in found.notes)


def test_tracks_of_audacity_that_cross_are_parted_with_a_word_on_their_order():
    found = read_one("a.txt", TWO + "0.000000\t25.000000\tx\n25.000000\t30.000000\ty\n")
    assert boundaries(found) == [[0, 20, 30], [0, 25, 30]]
    assert any(note.kind == "order-asked" for note in found.notes)


def test_points_of_audacity_last_to_the_next():
    points = "0.000000\t0.000000\tA\n12.500000\t12.500000\tB\n"
    [last] = [note for note in read_one("a.txt", points).notes if note.kind == "no-end"]
    assert "its last point 'B' at 0:12.5 is the end" in str(last)
    assert boundaries(read_one("a.txt", TWO + points)) == [[0, 20, 30], [0, 12.5, 30]]
    beside = TWO + "25.000000\t25.000000\tcough\n"
    assert notes(read_one("a.txt", beside)) == ["1 point among the segments left out"]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("0\t0\tA\n12.5\t12.5\tB\n30\t30\tend\n", [[0, 12.5, 30]]),
        ("0\t20\tA\n20\t30\tB\n0\t8,5\ta\n8,5\t30\tb\n", [[0, 20, 30], [0, 8.5, 30]]),
    ],
)
def test_points_and_tracks_are_audacity_whatever_their_decimals(text, rows):
    found = read_one("labels.txt", text)
    assert found.understood.format == "Audacity (labels)"
    assert boundaries(found) == rows


def test_segments_out_of_order_are_no_tracks():
    found = read_one("a.txt", "20\t30\tB\n0\t20\tA\n")
    assert found.understood.format == ".lab (a file a layer)"
    assert boundaries(found) == [[0, 20, 30]]


def test_audacity_files_combine_by_name_as_layers():
    files = [File("song_fine.txt", THREE.encode()), File("song_coarse.txt", TWO.encode())]
    [found] = read(files)
    assert boundaries(found) == [[0, 20, 30], [0, 8, 20, 30]]


def test_audacity_writes_six_decimals():
    files = formats.written_as("audacity").files(Hierarchy.from_boundaries([[0, 20]], [["A\nb"]]))
    assert files == {"layer1.txt": b"0.000000\t20.000000\tA b\n"}


LINE = "0.000000\t20.000000\tA\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LINE + "20.000000", "line 2: '20.000000' is not a start, an end and a label"),
        (LINE + "20.000000 30.000000 B", "line 2: '20.000000 30.000000 B' is not a start, an end"),
        (LINE + "20.000000\tx\tB", "line 2: 'x' is not a time"),
        (LINE + "x\t30.000000\tB", "line 2: 'x' is not a time"),
        (LINE + "\t30.000000\tB", "line 2: 'B' is not a time"),
        (LINE + "20.000000\t\tB", "line 2: a time is missing"),
        (LINE + "-1.000000\t30.000000\tB", "line 2: negative time"),
        (LINE + "nan\tnan\tB", "line 2: 'nan' is not a time"),
        (LINE + "1e400\t1e400\tB", "line 2: 1e400 s is too late to be a time"),
        (LINE + "30.000000\t20.000000\tB", "line 2: segment ends (0:20.0) before it starts"),
        (LINE + "20,000000\t30.000.000\tB", "line 2: '30.000.000' is not a time"),
        (LINE + "1,000,000\t2\tB", "line 2: '1,000,000' is not a time"),
        ("1.000000\t1.000000\tA", "one point makes no segment"),
        ("1.000000\t1.000000\tA\n1.000000\t1.000000\tB\n", "no segment"),
        (
            "".join(f"0.000000\t{at}.000000\tA\n" for at in range(101, 0, -1)),
            "101 layers, more than the 100 allowed",
        ),
        (
            "".join(f"{at}.000000\t300.000000\tA\n" for at in range(150, 0, -1)),
            "layers, more than the 100 allowed",
        ),
        (LINE + "\\", None),
        (LINE + "\\\tx\ty", None),
        (LINE + "20.000000\t30.000000", None),
        (LINE + "20.000000\t30.000000\t\t\tB", None),
        (LINE + LINE, None),
    ],
)
def test_damaged_labels_of_audacity(text, said):
    refused("a.txt", text, said)


REAPER = "#,Name,Start,End,Length\n"


def test_regions_of_reaper_overlap_as_layers_and_markers_are_boundaries():
    nested = read_one("a.csv", REAPER + "R1,A,0,30,30\nR2,a,0,10,10\nR3,b,10,30,20\nM1,x,5,,\n")
    assert boundaries(nested) == [[0, 30], [0, 10, 30]]
    assert "1 marker beside the regions left out" in notes(nested)
    markers = read_one("a.csv", "#;Name;Start;End;Length\nM1;A;0:00,0;;\nM2;B;1:20,5;;\n")
    assert boundaries(markers) == [[0, 80.5]]
    assert any(note.kind == "no-end" for note in markers.notes)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("", "only comments and blank lines"),
        ("R1,A,1.1.00,5.1.00,4.0.00\n", "line 2: '1.1.00' is a measure and a beat. Set REAPER's"),
        ("R1,A,x,2,2\n", "line 2: 'x' is not a time"),
        ("R1,A,0,x,2\n", "line 2: 'x' is not a time"),
        ("R1,A,,2,2\n", "line 2: a time is missing"),
        ("R1,A,3,2,2\n", "line 2: segment ends (0:02.0) before it starts (0:03.0)"),
        ("R1,A,-3,2,2\n", "line 2: negative time"),
        ("R1,A,0,1e99,2\n", "line 2: 1e99 s is too late"),
        ('R1,A,0,"1,5",2\n', "line 2: '1,5' has a decimal comma"),
        ("R1\n", "line 2: a time is missing"),
        ("M1,A,3,,\n", "one point makes no segment"),
        ('R1,"A,0,2\n', "not a table of cells"),
        ("R1,A,0,1:75,2\n", "line 2: '1:75' is not a time"),
        ("R1,A,2,2,0\n", "no segment"),
        ("\nR1,A,0,2,2\n", None),
        ("R1,A,0,2\n", None),
    ],
)
def test_damaged_regions_of_reaper(rows, said):
    refused("a.csv", REAPER + rows, said)


def test_a_header_that_is_nearly_that_of_reaper():
    refused("a.csv", "#,Name,Start,Endx\nR1,A,0,2,2\n", "line 1: the table has no column 'end'")
    refused("a.csv", "#,Name,Start\nR1,A,0,2\n", "'A' is not a time")
    refused("a.csv", f"#,Name,Start,End{',x' * 6000}\nR1,A,0,2\n", "columns, more than the 1000")
    assert read_one("a.csv", f"#,Name,Start,End,{'x' * 200_000}\nR1,A,0,2\n")


TILIA = "start,end,level,label,pre_start,post_end\n"
MEASURES = "start,start_fraction,end,end_fraction,level\n"


def test_tables_of_tilia_tell_their_upbeats():
    found = read_one("a.csv", TILIA + "0,8,1,a,0,9\n8,20,1,b,,\n0,20,2,A,0,20.0\n")
    assert boundaries(found) == [[0, 20], [0, 8, 20]]
    assert "pre-starts and post-ends of 2 units left out" in notes(found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TILIA, "the table has no units"),
        (TILIA + "0,8,a,a\n", "line 2: 'a' is not a level"),
        (TILIA + "0,8,-1,a\n", "line 2: '-1' is not a level"),
        (TILIA + "0,8,1.5,a\n", "line 2: '1.5' is not a level"),
        (TILIA + "0,8\n", "line 2: '' is not a level"),
        (TILIA + "x,8,1,a\n", "line 2: 'x' is not a time"),
        (TILIA + "0,,1,a\n", "line 2: a time is missing"),
        (TILIA + "9,8,1,a\n", "line 2: segment ends (0:08.0) before it starts (0:09.0)"),
        (TILIA + "0,inf,1,a\n", "line 2: 'inf' is not a time"),
        (TILIA + '0,"8,5",1,a\n', "line 2: '8,5' has a decimal comma"),
        (TILIA + "0,8,1,a\n4,12,1,b\n", "segments overlap"),
        (TILIA + '0,8,1,"a\n', "not a table of cells"),
        (TILIA + "0,8,1,a,x,y\n", None),
        (MEASURES, "the table has no units"),
        (MEASURES + "0,0,4,0,1\n", "line 2: '0' is not the number of a measure"),
        (MEASURES + "1.5,0,4,0,1\n", "line 2: '1.5' is not the number of a measure"),
        (MEASURES + "1,1.5,4,0,1\n", "line 2: '1.5' is more than a measure"),
        (MEASURES + "1,x,4,0,1\n", "line 2: 'x' is not a time"),
        (MEASURES + "1,-0.5,4,0,1\n", "line 2: negative time"),
        (MEASURES + "4,0,1,0,1\n", "before it starts"),
        (MEASURES + "1,,4,,1\n", None),
    ],
)
def test_damaged_tables_of_tilia(text, said):
    refused("a.csv", text, said)


FRAME = "time,duration,value,confidence\n"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("", "the table has no segments"),
        ("x,1,A,\n", "line 2: 'x' is not a time"),
        ("0,,A,\n", "line 2: a time is missing"),
        ("0,-1,A,\n", "line 2: negative time"),
        ("0,1e99,A,\n", "line 2: 1e99 s is too late"),
        ("0\n", "line 2: a time is missing"),
        ("0,0,A,\n", "no segment"),
        ("0,2,A,\n1,2,B,\n", "segments overlap"),
        ("0,1,A,\n1,1,\"{'label': 'a', 'level': 0}\",\n", "line 3: '{'label': 'a', 'level': 0}'"),
        ("0,1,\"{'label': 'a', 'level': 0}\",\n1,1,A,\n", "line 3: 'A' is not a value as the"),
        ('0,1,"A\n', "not a table of cells"),
        ("0,1,\"{'label': 'a', 'level': -1}\",\n", None),  # a label, as any text
        ("0,1,\"{'level': 0}\",\n", None),
        ("0,1,,\n", None),
    ],
)
def test_damaged_frames_of_jams(rows, said):
    refused("a.csv", FRAME + rows, said)


def test_frames_of_jams_take_the_rounding_of_a_sum_as_the_next_start():
    found = read_one("a.csv", FRAME + "0.1,0.2,A,\n0.3,0.4,B,\n")
    assert boundaries(found) == [[0.1, 0.3, 0.7]]
    assert found.notes == ()


AIST = '0\t1250\t"intro"\n1250\t6120\t"verse A"\n6120\t23800\t"end"\n'


def test_rwc_is_read_in_centiseconds_with_the_evidence_and_the_other_unit_offered():
    found = read_one("a.txt", AIST)
    assert boundaries(found) == [[0, 12.5, 61.2, 238]]
    assert found.hierarchy.labels == [["intro", "verse A", "end"]]
    [note] = notes(found)
    assert "times are in centiseconds (whole numbers up to 23,800 and labels in quotes" in note
    assert "the track would last 3:58.0" in note
    assert [offer.unit for offer in found.understood.offers] == ["seconds"]
    seconds = read_one("a.txt", AIST, choices=Choices(unit="seconds"))
    assert seconds.hierarchy.end == 23800


@pytest.mark.parametrize(
    "text", ['0\t12\t"a"\n12\t300\t"b"\n', '0\t1250.5\t"a"\n1250.5\t9000\t"b"\n']
)
def test_quotes_alone_are_no_centiseconds(text):
    found = read_one("a.txt", text)
    assert found.understood.unit == "seconds"
    assert found.hierarchy.labels == [["a", "b"]]


def test_overlaps_of_rwc_are_mended_by_starts():
    text = AIST.replace("1250\t6120", "1200\t6120")
    refused("a.txt", text, "segments overlap (0:12.5 is after the next start 0:12.0)")
    refused("a.txt", text, "or take starts only")
    mended = read_one("a.txt", text, choices=Choices(starts=True))
    assert boundaries(mended) == [[0, 12, 61.2, 238]]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1250", "line 2: '1250' is not a start, an end and a label"),
        ('1250\tx\t"a"', "line 2: 'x' is not a time"),
        ('x\t2000\t"a"', "line 2: 'x' is not a time"),
        ('1250\t1000\t"a"', "before it starts"),
        ('-5\t1250\t"a"', "line 2: negative time"),
        ('1250\tnan\t"a"', "line 2: 'nan' is not a time"),
        ('1250\t1e300\t"a"', "line 2: 1e300 s is too late"),
        ('1250\t"2000"\t"a"', "is not a time"),
        ("1250\t2000", None),
        ("1250\t2000\ta", None),
        ('1250\t2000\t"a', None),
    ],
)
def test_damaged_lines_of_rwc(line, said):
    refused("a.txt", f'0\t1250\t"intro"\n{line}\n', said)


def test_a_column_of_numbers_is_no_label_but_a_label_may_be_a_number():
    found = read_one("a.lab", "0\t1\t0\tA\n1\t2\t1\tB\n")
    assert found.hierarchy.labels == [["A", "B"]]
    assert notes(found) == ["the third column of a.lab, which has numbers, left out"]
    assert read_one("a.lab", "0\t1\t\tA b\n1\t2\t\tB\n").notes == ()
    assert read_one("a.lab", "0 1 0 A\n1 2 1 B\n").hierarchy.labels == [["0 A", "1 B"]]
    assert read_one("a.lab", "0\t1\t0\n1\t2\t1\n").hierarchy.labels == [["0", "1"]]
