"""The windows of a sweep."""

import math

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy
from core.tmeasures import CONVENTIONS, score
from core.windows import LANDMARKS, columns, sweep, whole_from

durations = st.integers(1, 20_000_000).map(lambda ms: ms / 1000)


@given(durations)
@strategies.examples(200)
def test_windows_increase_from_a_tenth_to_infinity_and_are_not_too_many(duration):
    windows = sweep(duration)
    assert len(windows) <= 210
    assert (windows[1:] > windows[:-1]).all()
    assert windows[0] >= 0.1
    assert windows[-1] == math.inf
    assert (windows[:-1] <= duration).all()


@given(durations)
@strategies.examples(100)
def test_landmarks_and_the_track_itself_are_there(duration):
    windows = sweep(duration)
    assert {w for w in (*LANDMARKS, duration) if 0.1 <= w <= duration} <= set(windows.tolist())


@given(durations, st.lists(st.floats(0.01, 1e5), max_size=5))
@strategies.examples(100)
def test_extra_windows_are_added_whatever_the_grid(duration, extra):
    assert sweep(duration, *extra).tolist() == sorted({*sweep(duration).tolist(), *extra})


def test_extra_windows_that_are_none_are_left_out():
    assert sweep(60.0, 0.0, -3.0, math.nan, math.inf).tolist() == sweep(60.0).tolist()


def test_steps_are_numbers_a_person_would_type():
    windows = sweep(300.0)[:-1]
    for below, above, grid in ((0, 10, 0.1), (10, 60, 0.5), (60, 200, 1.0), (200, 300, 5.0)):
        inside = windows[(windows > below) & (windows < above)]
        assert len(inside) > 3
        np.testing.assert_allclose(inside / grid, np.rint(inside / grid), rtol=0, atol=1e-9)


def test_steps_stay_small_to_the_ear():
    windows = sweep(300.0)[:-1]
    ratios = windows[1:] / windows[:-1]
    assert ratios[windows[:-1] >= 3].max() < 1.08


def test_columns_are_the_middles_of_equal_parts():
    assert columns(2.0, 6.0, 4).tolist() == [2.5, 3.5, 4.5, 5.5]
    assert columns(0.0, 60.0, 1).tolist() == [30.0]


@pytest.mark.parametrize("name", CONVENTIONS)
def test_from_twice_the_duration_on_a_window_is_the_whole_track(name):
    pair = Hierarchy.from_boundaries([[0, 3, 10.3]]), Hierarchy.from_boundaries([[0, 4, 10.3]])
    result = score(*pair, [whole_from(10.3), math.inf], convention=CONVENTIONS[name])
    assert result.scores["reduced"].recall[0] == result.scores["reduced"].recall[1]
    assert result.scores["full"].precision[0] == result.scores["full"].precision[1]
