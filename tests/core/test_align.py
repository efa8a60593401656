"""A pair is aligned to the reference's span like in mir_eval, with a note on every change."""

import warnings
from dataclasses import replace

import mir_eval
import numpy as np
import strategies
from hypothesis import assume, given
from hypothesis import strategies as st
from mir_eval.hierarchy import validate_hier_intervals

from core.align import align
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
    changes = [reference.start, estimate.start, abs(estimate.end - reference.end)]
    fitted = [note for note in aligned.notes if note.kind in ("cropped", "padded")]
    assert len(fitted) == sum(change >= 0.1 for change in changes)  # not below a frame
    again = align(aligned.reference, aligned.estimate)
    assert again.notes == tuple(note for note in aligned.notes if note.kind == "not-nested")
    assert again.reference is aligned.reference
    assert again.estimate is aligned.estimate


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


def test_notes_of_reading_come_first_with_their_side():
    pair = [Hierarchy.from_boundaries([[0, last]]) for last in (60, 70)]
    read = Note("gap-filled", "gap", seconds=2.0)
    own, cropped = align(*pair, (), (read,)).notes
    assert own == replace(read, side="estimate")
    assert (str(own), cropped.kind) == ("estimate: gap", "cropped")
