"""What curves tell, against slow searches through all stretches and pairs of windows."""

import math

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.choosing.curves import crossings, runs, stable, steepest


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


def octaves(low, high):
    return math.log2(high / low)


@given(st.data())
@strategies.examples(200)
def test_steepest_is_the_largest_change_over_half_an_octave(data):
    windows = data.draw(grids())
    values = data.draw(curves(windows))
    found = steepest(windows, values)
    kept = [
        (w, v)
        for w, v in zip(windows.tolist(), values.tolist(), strict=True)
        if math.isfinite(w) and not math.isnan(v)
    ]
    if len(kept) < 2:
        assert found is None
        return
    changes = []
    for at, (low, before) in enumerate(kept):
        wide = [(w, v) for w, v in kept[at + 1 :] if w / low >= math.sqrt(2) * (1 - 1e-12)]
        if wide:
            high, after = wide[0]
            changes.append((low, high, (after - before) / octaves(low, high)))
    if not changes:
        (low, before), (high, after) = kept[0], kept[-1]
        changes = [(low, high, (after - before) / octaves(low, high))]
    assert abs(found.change) == pytest.approx(max(abs(change) for *_, change in changes), abs=1e-12)
    same = [change for low, high, change in changes if (low, high) == (found.low, found.high)]
    assert same == [pytest.approx(found.change, abs=1e-12)]
    assert found.window == pytest.approx(math.sqrt(found.low * found.high), rel=1e-12)


def test_steepest_is_where_a_step_is_and_signed():
    windows = np.append(np.geomspace(1, 64, 73), math.inf)
    falls = np.where(windows < 8, 0.9, 0.3)
    found = steepest(windows, falls)
    assert found.low < 8 <= found.high
    assert found.change == pytest.approx(-1.2, abs=1e-9)
    assert steepest(windows, 1 - falls).change == pytest.approx(1.2, abs=1e-9)


def test_steepest_passes_over_the_whole_track_and_what_is_not_counted():
    windows = np.array([1, 2, 4, 8, math.inf])
    found = steepest(windows, np.array([math.nan, 0.5, 0.6, 0.6, 0.0]))
    assert (found.low, found.high, found.change) == (2, 4, pytest.approx(0.1, abs=1e-12))


@pytest.mark.parametrize(
    "values", [[math.nan] * 3, [math.nan, 0.5, math.nan], [math.nan, 0.4, 0.9]]
)
def test_steepest_needs_two_finite_windows(values):
    assert steepest(np.array([1, 2, math.inf]), np.array(values)) is None


@given(st.data())
@strategies.examples(300)
def test_stable_is_the_longest_of_all_stretches(data):
    windows = data.draw(grids())
    values = data.draw(curves(windows))
    tolerance = data.draw(st.sampled_from((0.0, 0.025, 0.1, 0.5)))
    n_finite = int(np.isfinite(windows).sum())

    lengths = {}
    for first in range(len(windows)):
        for last in range(first, len(windows)):
            part = values[first : last + 1]
            if np.isnan(part).any() or part.max() - part.min() > 2 * tolerance + 1e-9:
                continue
            end = min(last, n_finite - 1)
            alone = first >= n_finite
            lengths[first, last] = -1.0 if alone else octaves(windows[first], windows[end])
    found = stable(windows, values, tolerance)
    if not lengths:
        assert found is None
        return
    first = windows.tolist().index(found.start)
    last = windows.tolist().index(found.end)
    assert lengths[first, last] == pytest.approx(max(lengths.values()), abs=1e-9)
    # It can't be continued: the infinite window, of no length, is in it if it fits.
    assert (first, last + 1) not in lengths
    part = values[first : last + 1]
    assert (found.low, found.high) == (part.min(), part.max())


def test_stable_reaches_the_whole_track_only_through_the_last_window():
    windows = np.array([1, 2, 4, 8, 16, math.inf])
    assert stable(windows, np.array([0.1, 0.5, 0.5, 0.51, 0.5, 0.52])).end == math.inf
    assert stable(windows, np.array([0.1, 0.5, 0.5, 0.51, 0.5, 0.6])).end == 16
    before = stable(windows, np.array([0.5, 0.5, 0.5, 0.5, 0.1, 0.5]))
    assert (before.start, before.end) == (1, 8)


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
