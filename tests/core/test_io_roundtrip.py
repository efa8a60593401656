"""Written files are read again without any change."""

from dataclasses import replace

import mir_eval
import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies import TEXTS
from strategies import any_hierarchies as hierarchies
from what_was_read import exact

from core.errors import HierarchyError
from core.hierarchy import Hierarchy
from core.io import File, formats, read, read_path, read_text, write_csv, write_jams, write_labs
from core.io.writing import lost

# Labels in .lab files are words: other white space is not kept.
WORDS = st.lists(st.from_regex(r"[^\s#\x00]{1,5}", fullmatch=True), max_size=3).map(" ".join)

# Labels that are the mark of another format, or of an end.
MARKS = ["end", "END", "Silence, End", '"A"', "|C|", "A, | C:maj | F |", "1", "10.0 A", "0:10"]


def changes(found):
    """Notes, except doubts about an order or a unit, which change nothing."""
    doubts = ("contains layer 1", "whole numbers")
    return [note for note in found.notes if not any(doubt in str(note) for doubt in doubts)]


@given(st.lists(hierarchies(), min_size=1, max_size=3))
def test_jams(made):
    found = read([File("x.jams", write_jams(*made))])
    assert [each.hierarchy for each in found] == made
    assert [each.hierarchy.digest for each in found] == [each.digest for each in made]
    assert not any(map(changes, found))


@given(hierarchies())
def test_csv(made):
    [found] = read([File("x.csv", write_csv(made))])
    assert found.hierarchy.layers == made.layers
    assert not changes(found)


@given(hierarchies())
def test_boundaries_csv(made):
    rows = (",".join(map(repr, row.tolist())) for row in made.boundaries)
    [found] = read_text("\n".join(rows))
    assert exact(found.hierarchy) == exact(made)
    assert not changes(found)


@given(hierarchies(labels=WORDS | st.sampled_from(MARKS)), st.randoms())
def test_labs(made, random):
    files = [File(name, data) for name, data in write_labs(made).items()]
    random.shuffle(files)
    [found] = read(files)
    assert exact(found.hierarchy) == exact(made)
    assert found.hierarchy.labels == made.labels
    assert not changes(found)


@pytest.mark.parametrize("name", ["[", "{", "a;b", "10.0 A", "verse, end", "x"])
def test_names_in_rows_of_boundaries_are_no_mark_of_another_format(name):
    made = Hierarchy.from_boundaries([[0, 2.5, 5], [0, 1, 2.5, 5]], layer_names=[name, name])
    known = formats.written_as("boundaries")
    assert not known.loses(made)
    [found] = read([File("x.csv", known.write(made))])
    assert found.hierarchy == replace(made, name="x.csv")


@pytest.mark.parametrize("key", ["tilia", "tilia-csv", "audacity", "lab"])
@given(hierarchies(labels=TEXTS | st.sampled_from(MARKS)))
def test_formats_hold_all_but_what_they_say(key, made):
    known = formats.written_as(key)
    lost = known.loses(made)
    assume(not any("digits" in each or "shorter" in each for each in lost))
    [found] = read([File(name, data) for name, data in known.files(made).items()])
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
