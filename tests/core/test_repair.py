"""Repairs: their effects, their limits and their notes; monocast makes labels monotonic."""

import itertools

import mir_eval
import naive_labels
import naive_nesting
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples
from what_was_read import boundaries

from core.errors import HierarchyError
from core.hierarchy import Hierarchy
from core.refining import monocast, refine, split_labels
from core.repair import RawLayer, from_segments, insert_missing, snap
from core.settings import Settings
from core.tmeasures import FRAMELESS, score


def raw(*segments, name=""):
    return RawLayer(tuple((start, end, label) for start, end, label in segments), name)


@pytest.mark.parametrize("end", [9.995, 10.005])
def test_small_gaps_and_overlaps_are_closed(end):
    found = from_segments([raw((0, end, "a"), (10, 20, "b"))])
    assert boundaries(found) == [[0, 10, 20]]
    [note] = found.notes
    assert str(note) == "layer 1 at 0:10.0: 1 end moved by up to 0.005 s to the next start"


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


@examples(150)
@given(crowded(), st.sampled_from([0.05, 0.1, 0.25, 0.5, 3.0]))
def test_repairs_are_those_of_the_obvious_rule(hierarchy, tolerance):
    faults = naive_nesting.nesting_faults(hierarchy)
    assert hierarchy.nesting_faults() == faults
    assert hierarchy.nesting_faults(2) == faults[:2]
    assert hierarchy.missing == len(faults)
    inserted, snapped = insert_missing(hierarchy), snap(hierarchy, tolerance)
    assert (inserted.hierarchy, inserted.notes) == naive_nesting.insert_missing(hierarchy)
    assert (snapped.hierarchy, snapped.notes) == naive_nesting.snap(hierarchy, tolerance)


@st.composite
def labeled(draw):
    """Up to three layers of ten seconds, nested or not, with few labels or none at all."""
    rows = [
        [0, *sorted(draw(st.sets(st.integers(1, 9), max_size=4))), 10]
        for _ in range(draw(st.integers(1, 3)))
    ]
    labels = [
        [draw(st.sampled_from("abAB")) if named else "" for _ in row[1:]]
        for row, named in [(row, draw(st.integers(0, 5)) > 0) for row in rows]
    ]
    return Hierarchy.from_boundaries(rows, labels)


def at(layer, time):
    """The label at a time, small."""
    return layer.labels[int(np.searchsorted(layer.boundaries, time, side="right")) - 1].lower()


def mono_meet(sides, q, x):
    """The deepest layer in which and above which q and x have the same label."""
    alike = [side(q) == side(x) for side in sides]
    return alike.index(False) if False in alike else len(alike)


@given(labeled())
@strategies.examples(60)
def test_moments_meet_in_a_layer_if_they_did_in_all_above(hierarchy):
    found = monocast(hierarchy)
    cast = found.hierarchy
    assert cast.missing == 0
    assert split_labels(cast) == []
    assert monocast(cast).notes == ()
    assert [row.tolist() for row in cast.boundaries] == [
        row.tolist() for row in insert_missing(hierarchy).hierarchy.boundaries
    ]
    named = [level for level, each in enumerate(hierarchy.layers) if any(each.labels)]
    for q, x in itertools.combinations(np.arange(0.5, 10), 2):
        before = [
            at(hierarchy.layers[level], q) == at(hierarchy.layers[level], x) for level in named
        ]
        after = [at(cast.layers[level], q) == at(cast.layers[level], x) for level in named]
        assert after == list(itertools.accumulate(before, lambda above, own: above and own))


def test_l_is_that_of_the_monotonic_meet_and_t_that_of_the_boundaries_alone():
    pair = (
        Hierarchy.from_boundaries([[0, 4, 10], [0, 2, 5, 7, 10]], [["A", "B"], list("abab")]),
        Hierarchy.from_boundaries([[0, 6, 10], [0, 3, 6, 8, 10]], [["x", "y"], list("pqpr")]),
    )
    cast = [monocast(side).hierarchy for side in pair]
    nested = [insert_missing(side).hierarchy for side in pair]
    plain, found = (score(*each, [np.inf], settings=Settings(FRAMELESS)) for each in (nested, cast))
    assert found.full == plain.full
    assert found.scores["l"].f_measure[0] != pytest.approx(plain.scores["l"].f_measure[0])
    sides = [naive_labels.labels_in(side, lambda t: t) for side in pair]
    ratios = [
        naive_labels.g([(1, *(mono_meet(side, q, x) for side in sides)) for x in range(10)])
        for q in range(10)  # all boundaries are whole seconds
    ]
    for part, column in (("recall", 1), ("precision", 2)):
        g = [row[0] / row[column] for row in ratios if row[column]]
        assert found.scores["l"].part(part)[0] == pytest.approx(sum(g) / len(g))


def test_more_than_a_file_may_have_is_refused():
    hierarchy = Hierarchy.from_boundaries([range(60_001), [0, *range(2, 60_001)]])
    assert refine(hierarchy, "snap").hierarchy == hierarchy
    for kind in ("insert", "monocast"):
        with pytest.raises(HierarchyError, match="1 boundaries are missing, too many to insert"):
            refine(hierarchy, kind)
