"""Several estimates of one reference, and the windows where their curves cross."""

import math

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.choosing.estimates import MOST_ESTIMATES, Comparison, compare, crossings, runs
from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import PAPER_TABLES, Scores, TMeasures, score
from core.vocabulary import VARIANTS
from core.windows import sweep

REFERENCE = Hierarchy.from_boundaries([[0, 20, 40, 60], [0, 10, 20, 30, 40, 50, 60]])
COARSE = Hierarchy.from_boundaries([[0, 20, 40, 60]])
FINE = Hierarchy.from_boundaries([[0, 10, 20, 30, 40, 50, 60]])
WHOLE = Hierarchy.from_boundaries([[0, 60]])
WINDOWS = sweep(60.0)


def made_of(*rows):
    """A comparison whose reduced recall is given; NaN where it is not counted."""
    results = []
    for row in np.array(rows, dtype=float):
        share = (~np.isnan(row)).astype(float)
        scores = Scores(row, row, row, share, share)
        windows = np.arange(1.0, len(row) + 1)
        results.append(TMeasures(windows, dict.fromkeys(VARIANTS, scores), PAPER_TABLES, 0.1, 1.0))
    return Comparison(dict(zip("abcdefgh", results, strict=False)))


def test_every_estimate_is_scored_as_alone():
    found = compare(
        REFERENCE, [("coarse", COARSE), ("fine", FINE)], WINDOWS,
        settings=Settings(PAPER_TABLES, frame_size=0.2, beta=2.0),
    )  # fmt: skip
    assert found.names == ("coarse", "fine")
    assert found.windows.tolist() == WINDOWS.tolist()
    for estimate, row in ((COARSE, 0), (FINE, 1)):
        alone = score(
            REFERENCE,
            estimate,
            WINDOWS,
            settings=Settings(PAPER_TABLES, frame_size=0.2, beta=2.0),
        )
        for variant in ("reduced", "full"):
            for measure in ("recall", "precision", "f_measure"):
                np.testing.assert_array_equal(
                    found.values(variant, measure)[row], alone.scores[variant].part(measure)
                )


def test_scores_are_nan_where_nothing_is_counted_and_f_only_on_neither_side():
    full = score(REFERENCE, WHOLE, [5.0, math.inf]).scores["full"]
    assert (full.part("recall") == full.recall).all()
    assert np.isnan(full.part("precision")).all()
    assert full.part("f_measure").tolist() == [0, 0]
    none = score(REFERENCE, FINE, [0.01]).scores["full"]
    assert np.isnan([none.part("recall"), none.part("f_measure")]).all()
    reduced = score(REFERENCE, COARSE, [3.0, 15.0, math.inf]).scores["reduced"]
    sides = reduced.share("recall"), reduced.share("precision")
    assert (sides[0] == reduced.recall_share).all()
    assert (sides[0] != sides[1]).any()
    assert reduced.share("f_measure").tolist() == np.minimum(*sides).tolist()


def test_equal_scores_share_a_place_and_leave_the_next_ones_out():
    found = made_of([0.2], [0.5], [0.9], [0.5 + 1e-12], [math.nan], [0.5])
    assert [(place.name, place.rank) for place in found.ranking(0, "reduced", "recall")] == [
        ("c", 1), ("b", 2), ("d", 2), ("f", 2), ("a", 5), ("e", None),
    ]  # fmt: skip
    assert math.isnan(found.ranking(0, "reduced", "recall")[-1].value)


@given(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=1, max_size=6))
@strategies.examples(60)
def test_a_rank_counts_the_better_ones(rows):
    found = made_of(*[[k / 4 if k else math.nan for k in row] for row in rows])
    for index in range(3):
        for place in found.ranking(index, "full", "precision"):
            row = rows["abcdef".index(place.name)]
            better = sum(other[index] > row[index] for other in rows)
            assert place.rank == (1 + better if row[index] else None)
            assert place.value == row[index] / 4 or not row[index]


def test_crossings_of_every_pair_by_window():
    rows = [[0.9, 0.1, 0.1, 0.5], [0.5, 0.5, 0.4, 0.4], [0.1, 0.2, 0.9, 0.1]]
    found = made_of(*rows)
    expected = [
        (crossing.window, "abc"[first], "abc"[second])
        for first, second in ((0, 1), (0, 2), (1, 2))
        for crossing in crossings(found.windows, np.array(rows[first]), np.array(rows[second]))
    ]
    changes = found.crossings("reduced", "f_measure")
    assert [(c.crossing.window, c.first, c.second) for c in changes] == sorted(expected)
    assert len(changes) == 6


def test_names_that_occur_again_get_a_number():
    again = [("a", FINE), ("a", COARSE), ("a (2)", FINE), ("a", FINE)]
    assert compare(REFERENCE, again, [5.0]).names == ("a", "a (2)", "a (2) (2)", "a (3)")


@pytest.mark.parametrize(
    ("estimates", "message"),
    [
        ([("x", FINE)] * (MOST_ESTIMATES + 1), "13 estimates exceed the limit of 12"),
        ([], "No estimate to compare"),
        (
            [("fine", FINE), ("long", Hierarchy.from_boundaries([[0, 10, 61]]))],
            r"^long spans 0:00\.0 to 1:01\.0, the reference .*1:00\.0",
        ),
    ],
    ids=["many", "none", "long"],
)
def test_estimates_that_can_not_be_compared_are_refused(estimates, message):
    with pytest.raises(ScoreError, match=message):
        compare(REFERENCE, estimates, [5.0])


@st.composite
def grids(draw, most=14):
    """Increasing windows in steps of at least 1 %, the last infinite half of the time."""
    steps = draw(st.lists(st.integers(1, 120), min_size=1, max_size=most))
    windows = 0.1 * np.cumprod(1 + np.array(steps) / 100)
    return np.append(windows, math.inf) if draw(st.booleans()) else windows


def curves(windows, nan=True):
    """Values on a coarse grid, so that ties and equal lengths do occur."""
    value = st.integers(0, 20).map(lambda k: k / 20)
    one = st.one_of(value, value, value, st.just(math.nan)) if nan else value
    return st.lists(one, min_size=len(windows), max_size=len(windows)).map(np.array)


@given(st.data())
@strategies.examples(300)
def test_crossings_are_where_the_order_turns(data):
    windows = data.draw(grids())
    first, second = data.draw(curves(windows)), data.draw(curves(windows))
    found = crossings(windows, first, second)
    signs = "".join(
        "?" if math.isnan(d) else "0" if abs(d) < 1e-9 else "+" if d > 0 else "-"
        for d in (first - second).tolist()
    )
    expected = []
    for low in range(len(signs)):
        for high in range(low + 1, len(signs)):
            between = signs[low + 1 : high]
            if {signs[low], signs[high]} == {"+", "-"} and set(between) <= {"0"}:
                expected.append((windows[low], windows[high], signs[high] == "+"))
    assert [(each.low, each.high, each.first_leads_after) for each in found] == expected
    for each in found:
        assert each.low <= each.window <= each.high
        assert math.isfinite(each.window)
    swapped = crossings(windows, second, first)
    assert [(each.low, each.high, not each.first_leads_after) for each in swapped] == expected


def test_crossings_lie_where_straight_lines_in_log_w_meet():
    windows = np.array([1.0, 4.0, 16.0, math.inf])
    [found] = crossings(windows, np.array([0.3, 0.3, 0.6, 0.6]), np.array([0.5, 0.5, 0.5, 0.5]))
    # From 0.2 below at 4 to 0.1 above at 16: two thirds of two octaves.
    assert found.window == pytest.approx(4 * 2 ** (4 / 3), rel=1e-12)
    assert (found.low, found.high, found.first_leads_after) == (4, 16, True)


def test_a_crossing_before_the_whole_track_is_put_at_the_last_window():
    [found] = crossings(np.array([1.0, 8.0, math.inf]), np.array([1, 1, 0]), np.array([0, 0, 1]))
    assert (found.low, found.high, found.window) == (8, math.inf, 8)


def test_differences_of_rounding_are_ties():
    windows = np.arange(1.0, 6.0)
    tiny = (1e-12, -1e-12, 1e-10)
    level = np.full(5, 0.5)
    assert crossings(windows, level + np.array([1, *tiny, 1]), level) == ()
    [found] = crossings(windows, level + np.array([1, *tiny, -1]), level)
    assert (found.low, found.high) == (1, 5)


@given(st.lists(st.booleans(), max_size=12))
@strategies.examples(200)
def test_runs_are_the_longest_stretches_that_hold(mask):
    found = runs(np.array(mask, dtype=bool))
    assert [at for first, last in found for at in range(first, last + 1)] == [
        at for at, holds in enumerate(mask) if holds
    ]
    for first, last in found:
        assert first == 0 or not mask[first - 1]
        assert last == len(mask) - 1 or not mask[last + 1]
