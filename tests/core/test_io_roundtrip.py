"""Written files are read again without any change; files of and for Taking Form and TiLiA."""

import json
import os
from dataclasses import replace
from pathlib import Path

import mir_eval
import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from outcomes import FILES
from strategies import TEXTS, examples
from strategies import any_hierarchies as hierarchies
from what_was_read import exact

from core.errors import HierarchyError
from core.hierarchy import Hierarchy
from core.io import File, formats, read, read_path, read_text, write_csv, write_jams, write_labs
from core.io.formats.taking_form import TAKING_FORM
from core.io.writing import lost

# Labels that are the mark of another format, or of an end.
MARKS = ["end", "END", "Silence, End", '"A"', "|C|", "A, | C:maj | F |", "1", "10.0 A", "0:10"]


def changes(found):
    """Notes, except doubts about an order or a unit, which change nothing."""
    doubts = ("contains layer 1", "whole numbers")
    return [note for note in found.notes if not any(doubt in str(note) for doubt in doubts)]


@examples(50)
@given(st.lists(hierarchies(), min_size=1, max_size=2))
def test_jams(made):
    found = read([File("x.jams", write_jams(*made))])
    assert [each.hierarchy for each in found] == made
    assert [each.hierarchy.digest for each in found] == [each.digest for each in made]
    assert not any(map(changes, found))


@examples(50)
@given(hierarchies())
def test_csv(made):
    [found] = read([File("x.csv", write_csv(made))])
    assert found.hierarchy.layers == made.layers
    assert not changes(found)


@examples(50)
@given(hierarchies())
def test_boundaries_csv(made):
    rows = (",".join(map(repr, row.tolist())) for row in made.boundaries)
    [found] = read_text("\n".join(rows))
    assert exact(found.hierarchy) == exact(made)
    assert not changes(found)


@pytest.mark.parametrize("name", ["[", "{", "a;b", "10.0 A", "verse, end", "x"])
def test_names_in_rows_of_boundaries_are_no_mark_of_another_format(name):
    made = Hierarchy.from_boundaries([[0, 2.5, 5], [0, 1, 2.5, 5]], layer_names=[name, name])
    known = formats.written_as("boundaries")
    assert not known.loses(made)
    [found] = read([File("x.csv", known.write(made))])
    assert found.hierarchy == replace(made, name="x.csv")


@pytest.mark.parametrize("key", ["tilia", "tilia-csv", "audacity", "lab"])
@examples(50)
@given(hierarchies(labels=TEXTS | st.sampled_from(MARKS)), st.randoms())
def test_formats_hold_all_but_what_they_say(key, made, random):
    known = formats.written_as(key)
    lost = known.loses(made)
    assume(not any("digits" in each or "shorter" in each for each in lost))
    files = [File(name, data) for name, data in known.files(made).items()]
    random.shuffle(files)
    [found] = read(files)
    assert exact(found.hierarchy) == exact(made)
    assert not changes(found)
    names = [layer.name for layer in found.hierarchy.layers]
    assert (names == [layer.name for layer in made.layers]) == ("names of layers" not in lost)
    changed = sum(
        one != other
        for before, after in zip(made.layers, found.hierarchy.layers, strict=True)
        for one, other in zip(before.labels, after.labels, strict=True)
    )
    white = f"white space in {changed} label{'s' * (changed != 1)}"
    assert [each for each in lost if "white" in each] == [white] * bool(changed)


@examples(50)
@given(hierarchies())
@example(Hierarchy.from_boundaries([[0, 1e9], [0, 1e-9, 1 / 3, 1e9]]))
def test_tables_of_tilia_keep_measures(made):
    made = replace(made, unit="measures")
    known = formats.written_as("tilia-csv")
    assert lost([made], known) == known.loses(made)
    [found] = read([File("x.csv", known.write(made))])
    assert found.hierarchy.unit == "measures"
    assert exact(found.hierarchy) == exact(made)
    assert found.hierarchy.labels == made.labels


def test_labs_are_as_mir_eval_has_them(tmp_path):
    made = Hierarchy.from_boundaries([[0, 30.1], [0, 10.7, 30.1]], [["A"], ["a b", "c"]])
    for layer, (name, data) in zip(made.layers, write_labs(made).items(), strict=True):
        (tmp_path / name).write_bytes(data)
        intervals, labels = mir_eval.io.load_labeled_intervals(tmp_path / name)
        np.testing.assert_array_equal(intervals, layer.intervals)
        assert tuple(labels) == layer.labels
    [found] = read_path(tmp_path)
    assert found.hierarchy.boundaries[1].tolist() == [0, 10.7, 30.1]


def test_a_jams_end_that_no_duration_gives():
    # Start and any duration add up to a tie, which rounds to an even number, and the end is odd.
    start, end = 0.25 + 2**-53, 1.75 + 2**-52
    assert all(start + duration != end for duration in np.nextafter(end - start, [0, 1.5, 2]))
    made = Hierarchy.from_boundaries([[0, start, end], [0, end]])
    [found] = read([File("x.jams", write_jams(made))])
    assert found.hierarchy == made


@pytest.mark.parametrize("write", [write_csv, write_labs])
def test_labels_that_utf8_can_not_hold(write):
    with pytest.raises(HierarchyError, match="surrogate"):
        write(Hierarchy.from_boundaries([[0, 1]], [["\ud800"]]))


SHARED = Path(os.environ.get("HIERSCOPE_FORMATS") or Path(__file__).parents[3] / "shared/formats")


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


def test_timelines_written_for_tilia_share_no_number():
    made = Hierarchy.from_boundaries([[0, 20, 30], [0, 8, 20, 30]], name="song")
    tree = json.loads(formats.written_as("tilia").write(made, made))
    form, other = tree["timelines"].values()
    assert [form["name"], form["kind"], other["ordinal"]] == ["song", "HIERARCHY_TIMELINE", 2]
    theirs = json.loads(FILES["song.tla"][1])
    assert set(form["components"]["1"]) == set(theirs["timelines"]["1"]["components"]["2"])
    numbers = [*tree["timelines"], *form["components"], *other["components"]]
    assert len(set(numbers)) == len(numbers)
    assert [each.hierarchy.name for each in read([File("a.tla", json.dumps(tree).encode())])] == [
        "a.tla song"
    ] * 2
