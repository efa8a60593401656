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
    "text",
    [
        LINE + "\\",
        LINE + "\\\tx\ty",
        LINE + "20.000000\t30.000000",
        LINE + "20.000000\t30.000000\t\t\tB",
        LINE + LINE,
    ],
)
def test_what_audacity_never_writes_but_can_be_read(text):
    refused("a.txt", text, None)


REAPER = "#,Name,Start,End,Length\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "0.000000\t10.470000\tA\n10.000000\t20.000000\tB\n20.000000\t30.000000\tC\n"),
        ("a.csv", REAPER + "R1,A,0:00.0,0:10.47,\nR2,B,0:10.0,0:20.0,\nR3,C,0:20.0,0:30.0,\n"),
    ],
)
def test_overlaps_of_a_slip_make_no_layer(name, text):
    found = read_one(name, text)
    assert boundaries(found) == [[0, 10, 20, 30]]
    assert [note.kind for note in found.notes] == ["overlap-cut"]


def test_regions_of_reaper_overlap_as_layers_and_markers_are_boundaries():
    nested = read_one("a.csv", REAPER + "R1,A,0,30,30\nR2,a,0,10,10\nR3,b,10,30,20\nM1,x,5,,\n")
    assert boundaries(nested) == [[0, 30], [0, 10, 30]]
    assert "1 marker beside the regions left out" in notes(nested)
    markers = read_one("a.csv", "#;Name;Start;End;Length\nM1;A;0:00,0;;\nM2;B;1:20,5;;\n")
    assert boundaries(markers) == [[0, 80.5]]
    assert any(note.kind == "no-end" for note in markers.notes)


@pytest.mark.parametrize("rows", ["\nR1,A,0,2,2\n", "R1,A,0,2\n"])
def test_what_reaper_never_writes_but_can_be_read(rows):
    refused("a.csv", REAPER + rows, None)


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


@pytest.mark.parametrize("text", [TILIA + "0,8,1,a,x,y\n", MEASURES + "1,,4,,1\n"])
def test_what_tilia_never_writes_but_can_be_read(text):
    refused("a.csv", text, None)


FRAME = "time,duration,value,confidence\n"


@pytest.mark.parametrize(
    "rows", ["0,1,\"{'label': 'a', 'level': -1}\",\n", "0,1,\"{'level': 0}\",\n", "0,1,,\n"]
)
def test_what_jams_never_writes_but_can_be_read(rows):
    refused("a.csv", FRAME + rows, None)


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
    text = AIST.replace("1250\t6120", "1100\t6120")
    refused("a.txt", text, "segments overlap (0:12.5 is after the next start 0:11.0)")
    refused("a.txt", text, "or read starts only")
    mended = read_one("a.txt", text, choices=Choices(starts=True))
    assert boundaries(mended) == [[0, 11, 61.2, 238]]


@pytest.mark.parametrize("line", ["1250\t2000", "1250\t2000\ta", '1250\t2000\t"a'])
def test_what_aist_never_writes_but_can_be_read(line):
    refused("a.txt", f'0\t1250\t"intro"\n{line}\n', None)


def test_a_column_of_numbers_is_no_label_but_a_label_may_be_a_number():
    found = read_one("a.lab", "0\t1\t0\tA\n1\t2\t1\tB\n")
    assert found.hierarchy.labels == [["A", "B"]]
    assert notes(found) == ["the third column of a.lab, which has numbers, left out"]
    assert read_one("a.lab", "0\t1\t\tA b\n1\t2\t\tB\n").notes == ()
    assert read_one("a.lab", "0 1 0 A\n1 2 1 B\n").hierarchy.labels == [["0 A", "1 B"]]
    assert read_one("a.lab", "0\t1\t0\n1\t2\t1\n").hierarchy.labels == [["0", "1"]]


def aist_beats(starts, *, points=True):
    ticks = (384, 48, 96, 144)
    ends = starts if points else [*starts[1:], starts[-1] + 50]
    rows = zip(starts, ends, (ticks[at % 4] for at in range(len(starts))), strict=True)
    return "".join(f"{start}\t{end}\t{tick}\n" for start, end, tick in rows)


@pytest.mark.parametrize("name", ["RM-P001.BEAT.TXT", "a.lab"])
@pytest.mark.parametrize("points", [True, False])
def test_beats_of_rwc_are_read_in_centiseconds_with_the_evidence(name, points):
    found = read_one(name, aist_beats([27, 85, 143, 201, 259], points=points))
    assert boundaries(found) == [[0.27, 0.85, 1.43, 2.01, 2.59, *([] if points else [3.09])]]
    assert found.hierarchy.labels[0][:4] == ["1", "2", "3", "4"]
    assert "times are in centiseconds (whole numbers and ticks up to 384" in notes(found)[0]


def test_numbers_beside_starts_and_ends_are_no_beats():
    for text in ("0\t5\t384\n5\t9\tA\n", "0\t5\t48\n5\t9\t96\n", "0\t5\t384\n5\t9\t50\n"):
        assert read_one("a.lab", text).understood.unit == "seconds"
