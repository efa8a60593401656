"""Selectable repairs: monocast makes boundaries and labels monotonic, and reports its changes."""

import itertools

import naive_labels
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.errors import HierarchyError
from core.hierarchy import Hierarchy
from core.mending import mend, monocast, split_labels
from core.repair import insert_missing
from core.tmeasures import FRAMELESS, score


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
    plain, found = (score(*each, [np.inf], convention=FRAMELESS) for each in (nested, cast))
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
    assert mend(hierarchy, "snap").hierarchy == hierarchy
    for kind in ("insert", "monocast"):
        with pytest.raises(HierarchyError, match="1 boundaries are missing, too many to insert"):
            mend(hierarchy, kind)
