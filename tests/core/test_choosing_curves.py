"""Crossings of curves, compared with slow searches through all pairs of windows."""

import math

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.choosing.curves import crossings, runs


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
