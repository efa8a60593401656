"""A pair is fitted to the reference's span as mir_eval does, and every change is noted."""

import warnings
from dataclasses import replace

import mir_eval
import numpy as np
import pytest
import strategies
from hypothesis import assume, given
from hypothesis import strategies as st
from mir_eval.hierarchy import validate_hier_intervals

from core.align import align
from core.errors import HierarchyError
from core.hierarchy import Hierarchy
from core.notes import Note
from core.vocabulary import SIDES


@st.composite
def shifted(draw):
    """A hierarchy that may start late, with a label of its own for every segment."""
    hierarchy = draw(strategies.hierarchies(draw(st.integers(1000, 9000))))
    late = draw(st.one_of(st.just(0), st.integers(1, 3000))) / 1000
    rows = [row + late for row in hierarchy.boundaries]
    labels = [[f"{level}.{n}" for n in range(len(row) - 1)] for level, row in enumerate(rows)]
    names = [f"layer {level}" for level in range(len(rows))]
    return Hierarchy.from_boundaries(rows, labels, layer_names=names, name="a name")


@given(shifted(), shifted())
@strategies.examples(150)
def test_layers_are_adjusted_as_mir_eval_does(reference, estimate):
    assume(estimate.start < reference.end)
    aligned = align(reference, estimate)
    for before, after in ((reference, aligned.reference), (estimate, aligned.estimate)):
        assert (after.start, after.end) == (0.0, reference.end)
        assert after.name == before.name
        for layer, fitted in zip(before.layers, after.layers, strict=True):
            intervals, labels = mir_eval.util.adjust_intervals(
                layer.intervals, list(layer.labels), t_min=0.0, t_max=reference.end
            )
            kept = intervals[:, 0] < intervals[:, 1]
            np.testing.assert_array_equal(fitted.intervals, intervals[kept])
            assert fitted.labels == tuple(np.array(labels)[kept].tolist())
            assert fitted.name == layer.name


@given(shifted(), shifted())
@strategies.examples(80)
def test_there_is_a_note_for_each_change_and_none_without(reference, estimate):
    assume(estimate.start < reference.end)
    aligned = align(reference, estimate)
    changes = [
        reference.start > 0,
        estimate.start > 0,
        estimate.end != reference.end,
    ]
    fitted = [note for note in aligned.notes if note.kind in ("cropped", "padded")]
    assert len(fitted) == sum(changes)
    again = align(aligned.reference, aligned.estimate)
    assert again.notes == tuple(note for note in aligned.notes if note.kind == "not-nested")
    assert again.reference is aligned.reference
    assert again.estimate is aligned.estimate


def notes(reference, estimate):
    return [
        (str(note), note.time)
        for note in align(
            Hierarchy.from_boundaries([reference]), Hierarchy.from_boundaries([estimate])
        ).notes
    ]


def test_notes_say_what_was_cropped_and_padded():
    assert notes([0, 90], [0, 30, 90]) == []
    assert notes([0, 90], [0, 30, 100.5]) == [
        ("estimate: cropped by 10.5 s from 1:40.5 to the reference's end 1:30.0", 90.0)
    ]
    assert notes([2, 90], [1.5, 30, 60]) == [
        ("reference: padded from 0:00.0 to 0:02.0", 0.0),
        ("estimate: padded from 0:00.0 to 0:01.5", 0.0),
        ("estimate: padded by 30 s from 1:00.0 to the reference's end 1:30.0", 60.0),
    ]


def test_padding_is_labelled_as_mir_eval_labels_it():
    aligned = align(
        Hierarchy.from_boundaries([[0, 10]]),
        Hierarchy.from_boundaries([[2, 5, 8]], [["a", "b"]]),
    )
    (layer,) = aligned.estimate.layers
    assert layer.boundaries.tolist() == [0, 2, 5, 8, 10]
    assert layer.labels == ("__T_MIN", "a", "b", "__T_MAX")


def test_a_boundary_at_the_references_end_leaves_no_segment_without_length():
    aligned = align(
        Hierarchy.from_boundaries([[0, 10]]),
        Hierarchy.from_boundaries([[0, 5, 10, 12]], [["a", "b", "c"]]),
    )
    assert aligned.estimate.boundaries[0].tolist() == [0, 5, 10]
    assert aligned.estimate.labels == [["a", "b"]]


@pytest.mark.parametrize("start", [10, 11])
def test_an_estimate_after_the_reference_is_refused(start):
    with pytest.raises(HierarchyError, match="estimate starts after the reference has ended"):
        align(Hierarchy.from_boundaries([[0, 10]]), Hierarchy.from_boundaries([[start, start + 5]]))


@given(shifted(), shifted())
def test_what_is_not_nested_is_what_mir_eval_warns_of(reference, estimate):
    assume(estimate.start < reference.end)
    pair = align(reference, estimate)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warned = []
        for hierarchy in (pair.reference, pair.estimate):
            validate_hier_intervals(hierarchy.intervals)
            warned.append(bool(caught))
            caught.clear()
    noted = [note.side for note in pair.notes if note.kind == "not-nested"]
    assert noted == [side for side, faulty in zip(SIDES, warned, strict=True) if faulty]


@pytest.mark.parametrize(("end", "material"), [(61, False), (61.001, True), (58.9, True)])
def test_more_than_a_second_is_material(end, material):
    pair = [Hierarchy.from_boundaries([[0, last]]) for last in (60, end)]
    (note,) = align(*pair).notes
    assert note.material == material


@pytest.mark.parametrize(
    ("ends", "side", "words"),
    [
        (
            (195, 196_312.5),
            "estimate",
            "1,007 times as long as the reference; if its times are mil",
        ),
        ((195, 1953), "estimate", "10.02 times as long as the reference; if its times are frames"),
        ((8_599_500, 195), "reference", "4.41e+04 times as long as the estimate; if its times are"),
        ((195, 500), "", ""),
    ],
)
def test_times_that_hardly_are_seconds_are_doubted(ends, side, words):
    found = align(*(Hierarchy.from_boundaries([[0, end]]) for end in ends)).notes
    doubts = [note for note in found if note.kind == "unit-doubt"]
    assert [note.side for note in doubts] == [side] * bool(side)
    assert all(note.material and note.text.startswith(words) for note in doubts)


def test_notes_of_reading_come_first_with_their_side():
    pair = [Hierarchy.from_boundaries([[0, last]]) for last in (60, 70)]
    read = Note("gap-filled", "gap", seconds=2.0)
    own, cropped = align(*pair, (), (read,)).notes
    assert own == replace(read, side="estimate")
    assert (str(own), cropped.kind) == ("estimate: gap", "cropped")
