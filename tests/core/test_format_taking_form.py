"""Taking Form: measures and beats, levels in columns, copies, repeats; and written again."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import HierarchyError, ReadError
from core.hierarchy import Hierarchy
from core.io import Choices, File, Grid, formats, read, read_path, read_text
from core.io.formats.taking_form import TAKING_FORM

SHARED = Path(os.environ.get("HIERSCOPE_FORMATS") or Path(__file__).parents[3] / "shared/formats")
SONATA = """1,1,Exposition,First,X,X
2,1,,,,
3,-0.5,,,,X
5,1,,,X,X
7,1,,Second,,
Repeat: 1-8,,,,,
,,,,,
9,1,Development,,X,X
10-13=1-4,,Recapitulation,,,
14,1,,,,
"""


def only(text, choices=""):
    [found] = read_text(text, choices=Choices.of(choices))
    return found


def boundaries(found):
    return [row.tolist() for row in found.hierarchy.boundaries]


def kinds(found):
    return [note.kind for note in found.notes]


def test_columns_are_levels_and_a_span_ends_with_a_coarser_one():
    found = only(SONATA)
    assert found.hierarchy.unit == "measures"
    assert boundaries(found) == [
        [0, 8, 9, 14],
        [0, 6, 8, 9, 14],
        [0, 4, 6, 8, 9, 14],
        [0, 1.875, 4, 6, 8, 9, 10.875, 14],
    ]
    assert found.hierarchy.missing == 0
    assert found.hierarchy.labels[:2] == [
        ["Exposition", "Development", "Recapitulation"],
        ["First", "Second", "", "First"],
    ]
    assert kinds(found) == ["unit-read", "meter-guessed", "repeats-left"]
    assert "repeats of the score (1-8) are not written out" in str(found.notes[2])


def test_the_meter_places_beats():
    found = only(SONATA, "meter=2")
    assert boundaries(found)[3][1] == 1.75
    assert "meter-guessed" not in kinds(found)
    beats = "Measure,Beat,Form\n1,1,A\n2,3,B\n3,1,\n"
    assert boundaries(only(beats)) == [[0, 1.5, 3]]
    assert boundaries(only(beats, "meter=3")) == [[0, 1 + 2 / 3, 3]]
    assert boundaries(only(beats.replace(",3,", ",6,"))) == [[0, 1 + 5 / 6, 3]]
    with pytest.raises(ReadError, match=r"line 3: beat 3 in a measure of 2\. Give the meter"):
        only(beats, "meter=2")


def test_a_file_of_beats_gives_meter_and_seconds():
    bars = tuple(float(at) for at in range(0, 13, 3))
    grid = Grid(tuple(0.5 * at for at in range(13)), "beats.txt", "beats", bars=bars)
    [found] = read([File("a.csv", b"1,1,A\n2,3,B\n3,1,\n")], choices=Choices(grid=grid))
    assert found.hierarchy.unit == "seconds"
    assert boundaries(found) == [[0, 2.5, 4.5]]


def test_an_upbeat_is_cut_off_unless_an_offset_keeps_it():
    text = "1,-1,A,X\n2,1,,X\n4,1,B,X\n5,,,\n"
    found = only(text)
    assert boundaries(found) == [[0, 3, 5], [0, 1, 3, 5]]
    assert "times before 0 are cut off (0.25 measures, an upbeat)" in str(found.notes[1])
    assert boundaries(only(text, "offset=0.25"))[0] == [0, 3.25, 5.25]
    assert "cropped" not in kinds(only(text, "offset=0.25"))


def test_measure_0_is_a_measure():
    found = only("0,1,Exposition,X\n1,1,,\n4,1,,X\n7,1,Development,X\n9,1,,\n")
    assert found.hierarchy.unit == "measures"
    assert boundaries(found) == [[0, 7, 10], [0, 4, 7, 10]]
    assert found.hierarchy.labels[0] == ["Exposition", "Development"]
    assert "cropped" not in kinds(found)


@pytest.mark.parametrize("last", ["", "1"])
def test_an_upbeat_may_be_numbered_0(last):
    text = f"0,2,Exposition,X\n1,{last},,\n4,2,,X\n7,1,Development,X\nRepeat: 0-7,,,\n9,{last},,\n"
    found = only(text, "meter=2")
    assert boundaries(found) == [[0, 6, 9], [0, 3.5, 6, 9]]
    assert "times before 0 are cut off (0.5 measures, an upbeat)" in {
        note.text.partition(";")[0] for note in found.notes
    }


def test_repeats_of_measure_0_that_are_written_out():
    assert boundaries(only("0,1,A,a\n1,1,,\n0a,1,,b\n1a,1,,\n2,1,B,b\n3,1,,\n"))[0] == [0, 4, 6]


def test_rows_inside_a_copied_range_are_added_to_it():
    text = "1,1,A,a\n3,1,,b\n5-8=1-4,,B,\n6,1,,c\n7,1,,d\n8,1,,\n9-12=5-8\n11,1,C\n"
    found = only(text)
    assert boundaries(found) == [[0, 4, 8, 10, 12], [0, 2, 4, 5, 6, 8, 9, 10, 12]]
    assert found.hierarchy.labels == [
        ["A", "B", "B", "C"],
        ["a", "b", "a", "c", "d", "a", "c", "d"],
    ]
    assert "labels inside a copied range are added to it (line 4, 5, 8)" in map(str, found.notes)


def test_copies_of_copies_with_labels_and_beats_of_their_own():
    text = "1,1,Theme,A\n3,1,,B\n5-6=3-4\n7-12=1-6,-1,Variation\n13,1,Coda\n"
    found = only(text, "meter=4")
    assert boundaries(found) == [[0, 5.75, 12, 13], [0, 2, 4, 5.75, 8, 10, 12, 13]]
    assert found.hierarchy.labels[0] == ["Theme", "Variation", "Coda"]
    assert found.hierarchy.labels[1] == ["A", "B", "B", "A", "B", "B", ""]


def test_measures_with_letters_are_repeats_that_are_written_out():
    found = only("1,1,A,a\n3,1,,b\n4,1,,\n1a,1,A,a\n3a,1,,c\n4a,1,,\n5,1,B,\n6,1,,\n")
    assert boundaries(found) == [[0, 4, 8, 10], [0, 2, 4, 6, 8, 10]]


def test_headers_empty_columns_and_rows_of_notes():
    text = (
        "Measure,Beat,Form,Phrase,,\n1,1,A,a,,\n\n,,,,,\nsee the edition,,,,,\n5,1,B,b,,\n8,,,,,\n"
    )
    found = only(text)
    assert [layer.name for layer in found.hierarchy.layers] == ["Form", "Phrase"]
    assert boundaries(found) == [[0, 4, 8]] * 2
    assert "rows that are no measures are left out (line 5)" in map(str, found.notes)
    assert only("Measure;Beat;Form and Phrase\n1;1;A\n2;1;B\n").hierarchy.layers[0].name == ""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1,1,A\n3,1,B\n2,1,C\n", r"line 3: measure 2 comes after a later one\. Sort the rows"),
        ("1,1,A\n2,0,B\n", r"line 2: '0' is not a beat\. Count beats from 1; -1 is an upbeat"),
        ("1,1,A\n2,0.5,B\n", r"line 2: '0\.5' is not a beat"),
        ("measure,beat,form\n1,x,A\n", r"line 2: 'x' is not a beat"),
        ("measure,beat,form\n1,1e9,A\n", r"line 2: '1e9' is not a beat"),
        ("measure,beat,form\n1,1,A\n2,nan,B\n", r"line 3: 'nan' is not a beat"),
        ("measure,beat,form\n1,--1,A\n", r"line 2: '--1' is not a beat"),
        ("measure,beat,form\n1,1,\n2,1,\n", r"text: no measure has a label\. Give a column"),
        ("measure,beat\n1,1\n", r"no measure has a label"),
        ("measure,beat,form\n", r"no measure has a label"),
        ("measure,beat,form\nnothing,,A\n", r"no measure has a label"),
        ("1,1,A\n2-3=1\n", r"line 2: '2-3=1' is not two ranges\. Write such as 9-16=1-8"),
        ("1,1,A\n2-3=1-2=1-2\n", r"line 2: .* is not two ranges"),
        ("1,1,A\n2-3=1-1\n", r"line 2: measures 2 to 3 can't be those from 1 to 1"),
        ("1,1,A\n3-2=2-1\n", r"line 2: measures 3 to 2 can't be those"),
        ("1,1,A\n2-3=2-3\n", r"line 2: measures 2 to 3 can't be those from 2 to 3"),
        ("1,1,A\n9,1,B\n5-6=1-2\n", r"line 3: measure 5 comes after a later one"),
        ('1,1,A\n2,1,"B\n', r"line \d: not a table of cells .* quotation marks"),
        ("1,1,A\n2,1" + ",B" * 101 + "\n", r"line 2: 103 columns, more than the 102 allowed"),
        ("1,1,A\n" + "".join(f"{2**k + 1}-{2 ** (k + 1)}=1-{2**k},,B\n" for k in range(18)),
         r"line \d+: 100001 rows, more than the 100000 allowed"),
    ],
)  # fmt: skip
def test_damaged(text, problem):
    with pytest.raises(ReadError, match=problem):
        read_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "0,20,A\n20,40,B\n",
        "0,5,A\n6,9,B\n",
        "0,8,A\n6,9,B\n",
        "0,9,A\n",
        "0,0,A\n",
        "0,10,A\n10,10,B\n20,10,C\n",
        "1,2,A\n2,3,B\n",
        "0,10,20\n",
        "1,2,3\n",
        "12.5,30,A\n",
        "1,99,A\n",
    ],
)
def test_starts_and_ends_are_no_measures(text):
    assert not TAKING_FORM.recognises(File("a.csv", text.encode()))


@pytest.mark.skipif(not (SHARED / "taking-form").is_dir(), reason="no files of Taking Form")
@pytest.mark.parametrize(
    ("name", "counts", "end"),
    [
        ("K284-mvt1", [3, 9, 24, 54, 61], 127),
        ("K457-mvt1", [4, 14, 38, 58, 76, 89], 185),
        ("K545-mvt1", [3, 7, 20, 36], 73),
    ],
)
def test_files_of_the_corpus(name, counts, end):
    [found] = read_path(SHARED / f"taking-form/{name}.csv")
    assert [len(layer.labels) for layer in found.hierarchy.layers] == counts
    assert (found.hierarchy.end, found.hierarchy.missing) == (end, 0)
    assert found.hierarchy.labels[0][:2] == ["Exposition", "Development"]
    assert TAKING_FORM.loses(found.hierarchy) == []
    [again] = read([File("again.csv", TAKING_FORM.write(found.hierarchy))])
    assert again.hierarchy == replace(found.hierarchy, name="again.csv")


PLACES = st.one_of(st.integers(0, 40), st.integers(0, 160).map(lambda k: k / 4), st.floats(0, 40))
NAMES = st.one_of(
    st.sampled_from(["", "X", "Theme a", "1", "a, b", '"']), st.text(max_size=4)
).filter(lambda text: text.isprintable() or "\n" in text)


@st.composite
def in_measures(draw):
    rows = [
        sorted({0.0, 41.0, *draw(st.lists(PLACES, max_size=4))})
        for _ in range(draw(st.integers(1, 3)))
    ]
    labels = [[draw(NAMES) for _ in row[1:]] for row in rows]
    names = [draw(NAMES) for _ in rows]
    made = Hierarchy.from_boundaries(rows, labels, layer_names=names)
    return replace(made, unit="measures")


@given(in_measures())
def test_what_is_written_is_read_again_but_for_what_is_said(made):
    [found] = read([File("a.csv", TAKING_FORM.write(made))])
    lost = " ".join(TAKING_FORM.loses(made))
    again = found.hierarchy
    assert len(again.layers) == len(made.layers)
    if not lost:
        assert again == replace(made, name="a.csv")
    if "position" not in lost:
        for layer, before in zip(again.layers, made.layers, strict=True):
            kept = set(before.boundaries.tolist()) <= set(layer.boundaries.tolist())
            assert kept
            assert "nested" in lost or len(layer.labels) == len(before.labels)
    if "names of layers" not in lost:
        assert [layer.name for layer in again.layers] == [layer.name for layer in made.layers]


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        ({"labels": [["X", "b"]]}, "labels 'X', which stands for no name: 1"),
        ({"labels": [["a\nb", "c"]]}, "white space and marks that can't be printed in 1 label"),
        ({"layer_names": ["Form and Phrase"]}, "names of layers"),
        ({"boundaries": [[0, 1 / 3, 2]]}, "digits of 1 position"),
        ({"boundaries": [[0, 1, 1.5]]}, "that it ends within a measure"),
        (
            {"boundaries": [[0, 1, 2], [0, 2]]},
            "that layers are not nested: boundaries are added (1)",
        ),
    ],
)
def test_what_it_can_not_hold(change, lost):
    made = Hierarchy.from_boundaries(**{"boundaries": [[0, 1, 2]]} | change)
    assert list(TAKING_FORM.loses(replace(made, unit="measures"))) == [lost]


def test_seconds_are_not_written_as_measures():
    made = Hierarchy.from_boundaries([[0, 1, 2]])
    assert not TAKING_FORM.fits(made)
    assert TAKING_FORM.loses(made) == ["all of it, as it counts measures and times are in seconds"]
    with pytest.raises(HierarchyError, match=r"counts measures, and times are in seconds"):
        TAKING_FORM.write(made)
    long = replace(Hierarchy.from_boundaries([[0, 2e6]]), unit="measures")
    with pytest.raises(HierarchyError, match=r"more than 999,999 measures"):
        TAKING_FORM.write(long)
    assert formats.written_to(".csv") is not TAKING_FORM
