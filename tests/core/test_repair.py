"""Repairs: their effects, their limits, and their notes."""

import math

import mir_eval
import naive_nesting
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples
from what_was_read import boundaries

from core.errors import HierarchyError
from core.hierarchy import Hierarchy
from core.repair import RawLayer, from_segments, insert_missing, snap


def raw(*segments, name=""):
    return RawLayer(tuple((start, end, label) for start, end, label in segments), name)


def texts(repaired):
    return [str(note) for note in repaired.notes]


@pytest.mark.parametrize("end", [9.995, 10.005])
def test_small_gaps_and_overlaps_are_closed(end):
    found = from_segments([raw((0, end, "a"), (10, 20, "b"))])
    assert boundaries(found) == [[0, 10, 20]]
    assert texts(found) == ["layer 1 at 0:10.0: 1 end moved by up to 0.005 s to the next start"]


def test_small_moves_are_one_note_and_those_below_a_millisecond_none():
    rows = [(10.0 * at, 10 * at + 10.004, "a") for at in range(300)]
    [note] = from_segments([raw(*rows)]).notes
    assert note.text == "layer 1 at 0:10.0: 299 ends moved by up to 0.004 s to the next start"
    tiny = [(10.0 * at, 10 * at + 10.0004, "a") for at in range(300)]
    found = from_segments([raw(*tiny), raw((0, 3000.0, "b"))])
    assert found.notes == ()
    assert boundaries(found)[0][-1] == boundaries(found)[1][-1]


def test_short_gaps_are_one_note_with_what_they_do_to_hit_rates():
    """What its number says is computed again, by mir_eval."""
    filled = from_segments([raw((0, 10, "a"), (10.4, 20, "b"), (20.6, 30, "c"), (35, 40, "d"))])
    closed = [(0, 10.4), (10.4, 20.6), (20.6, 30), (30, 35), (35, 40)]
    intervals = filled.hierarchy.layers[0].intervals
    rate = mir_eval.segment.detection(np.array(closed), intervals, window=0.5)[2]
    short, long = sorted(filled.notes, key=lambda note: note.kind, reverse=True)
    assert (short.kind, short.material, short.time) == ("short-gap-filled", True, 10)
    assert short.text == (
        "layer 1 at 0:10.0: 2 gaps of up to 0.6 s filled with unlabeled segments: 8 boundaries, "
        f"not 6, which changes hit rates (F between the two is {rate:.3f})"
    )
    assert (long.kind, long.seconds) == ("gap-filled", 5)


@pytest.mark.parametrize("unit", ["seconds", "measures"])
def test_overlaps_of_half_a_segment_or_in_measures_are_refused(unit):
    segments = [(0, 1, "a"), (0.5, 9, "b")] if unit == "seconds" else [(0, 8.4, "a"), (8, 16, "b")]
    with pytest.raises(HierarchyError, match=r"segments overlap .*option: starts"):
        from_segments([raw(*segments)], unit=unit)


@pytest.mark.parametrize(
    ("segments", "problem", "time"),
    [
        ([(0, math.nan, "a")], "has no time", None),
        ([(math.inf, math.inf, "a")], "has no time", None),
        ([(-1, 5, "a")], "negative time", -1),
        ([(5, 4, "a")], "ends .* before it starts", 5),
        ([(0, 10, "a"), (9, 20, "b")], "segments overlap", 9),
        ([(3, 3, "a")], "no segment", None),
        ([], "no segment", None),
    ],
)
def test_what_is_not_mended(segments, problem, time):
    with pytest.raises(HierarchyError, match=problem) as caught:
        from_segments([raw((0, 30, "A")), raw(*segments)])
    assert (caught.value.layer, caught.value.time) == (2, time)
    assert caught.value.mend


def test_no_layers():
    with pytest.raises(HierarchyError, match="without layers"):
        from_segments([])


# Close neighbors, and times that are one to five decimals but not the same.
CLOSE = st.builds(
    lambda step, apart: step / 10 + apart, st.integers(1, 60), st.sampled_from([0, 0, 2e-6, 4e-6])
)


@st.composite
def crowded(draw):
    rows = draw(st.lists(st.lists(CLOSE, max_size=12, unique=True), min_size=1, max_size=4))
    return Hierarchy.from_boundaries(
        [[0, *sorted(row), 7] for row in rows],
        [[f"{level}.{at}" for at in range(len(row) + 1)] for level, row in enumerate(rows)],
        name="song",
    )


@examples(300)
@given(crowded(), st.sampled_from([0.05, 0.1, 0.25, 0.5, 3.0]))
def test_repairs_are_those_of_the_obvious_rule(hierarchy, tolerance):
    faults = naive_nesting.nesting_faults(hierarchy)
    assert hierarchy.nesting_faults() == faults
    assert hierarchy.nesting_faults(2) == faults[:2]
    assert hierarchy.missing == len(faults)
    inserted, snapped = insert_missing(hierarchy), snap(hierarchy, tolerance)
    assert (inserted.hierarchy, inserted.notes) == naive_nesting.insert_missing(hierarchy)
    assert (snapped.hierarchy, snapped.notes) == naive_nesting.snap(hierarchy, tolerance)
