"""The windows of a sweep, and the frames of times: like mir_eval, exact, and listed."""

import math

import naive
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from mir_eval.hierarchy import _round as mir_eval_round

from core.errors import ScoreError
from core.frames import check_times, to_frame, to_listed_frame
from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import CONVENTIONS, score
from core.windows import LANDMARKS, columns, sweep, whole_from

durations = st.integers(1, 20_000_000).map(lambda ms: ms / 1000)


@given(durations, st.lists(st.floats(0.01, 1e5), max_size=5))
@strategies.examples(200)
def test_windows_increase_to_infinity_with_landmarks_and_extra_ones(duration, extra):
    windows = sweep(duration)
    assert len(windows) <= 210
    assert (windows[1:] > windows[:-1]).all()
    assert windows[0] >= 0.1
    assert windows[-1] == math.inf
    assert (windows[:-1] <= duration).all()
    assert {w for w in (*LANDMARKS, duration) if 0.1 <= w <= duration} <= set(windows.tolist())
    assert sweep(duration, *extra).tolist() == sorted({*windows.tolist(), *extra})


def test_extra_windows_that_are_none_are_left_out():
    assert sweep(60.0, 0.0, -3.0, math.nan, math.inf).tolist() == sweep(60.0).tolist()


def test_steps_are_numbers_a_person_would_type():
    windows = sweep(300.0)[:-1]
    for below, above, grid in ((0, 10, 0.1), (10, 60, 0.5), (60, 200, 1.0), (200, 300, 5.0)):
        inside = windows[(windows > below) & (windows < above)]
        assert len(inside) > 3
        np.testing.assert_allclose(inside / grid, np.rint(inside / grid), rtol=0, atol=1e-9)
    ratios = windows[1:] / windows[:-1]
    assert ratios[windows[:-1] >= 3].max() < 1.08


def test_columns_are_the_middles_of_equal_parts():
    assert columns(2.0, 6.0, 4).tolist() == [2.5, 3.5, 4.5, 5.5]
    assert columns(0.0, 60.0, 1).tolist() == [30.0]


@pytest.mark.parametrize("name", CONVENTIONS)
def test_from_twice_the_duration_on_a_window_is_the_whole_track(name):
    pair = Hierarchy.from_boundaries([[0, 3, 10.3]]), Hierarchy.from_boundaries([[0, 4, 10.3]])
    result = score(*pair, [whole_from(10.3), 1e20, math.inf], settings=Settings(CONVENTIONS[name]))
    assert len(set(result.scores["reduced"].recall.tolist())) == 1
    assert len(set(result.scores["full"].precision.tolist())) == 1


milliseconds = st.integers(0, 3_600_000)
sizes = st.sampled_from((0.01, 0.05, 0.1, 0.25, 0.3, 0.37, 0.5, 1.0))


@given(st.lists(milliseconds, min_size=1), sizes)
@strategies.examples(200)
def test_exact_frames_are_floors_of_written_decimals_and_the_others_are_mir_evals(row, size):
    times = np.array(row) / 1000
    expected = [naive.exact_frame(t, size) for t in times.tolist()]
    assert to_frame(times, size, "exact").tolist() == expected
    expected = (mir_eval_round(times, size) / size).astype(int)
    assert to_frame(times, size, "mir_eval").tolist() == expected.tolist()


def test_the_two_ways_to_count_differ_at_multiples_of_a_tenth():
    times = [0.1, 0.2, 0.3, 0.5, 15.0, 30.0]
    assert to_frame(times, 0.1, "exact").tolist() == [1, 2, 3, 5, 150, 300]
    assert to_frame(times, 0.1, "mir_eval").tolist() == [1, 2, 2, 4, 149, 299]


@pytest.mark.parametrize("rounding", ["exact", "mir_eval"])
def test_a_time_longer_than_any_track_is_more_frames_than_any_track_has(rounding):
    assert to_frame(1e30, 0.1, rounding) > 1e15


def test_a_given_frame_belongs_to_the_segment_that_holds_its_time():
    times = np.array([0.0, 0.5, 1.2, 2.0, 3.0])
    starts = to_listed_frame(np.array([0.0, 0.5, 1.0, 1.2, 2.5, 3.0]), times, end=3.0)
    # the last frame is at the very end: it goes with the last segment
    assert starts.tolist() == [0, 1, 2, 2, 4, 5]


@pytest.mark.parametrize(
    ("times", "message"),
    [
        ([1.0], "at least 2"),
        ([[0.0, 1.0]], "at least 2"),
        ([0.0, math.nan], "finite"),
        ([0.0, math.inf], "finite"),
        ([0.0, 61.5, 61.5], "must increase, but 1:01.5 is followed by 1:01.5"),
        ([0.0, 2.0, 1.0], "0:02.0 is followed by 0:01.0"),
        ([-1.0, 2.0], r"-0:01.0 does not"),
        ([1.0, 90.5], r"within the track \(0:00.0 to 1:30.0\); 1:30.5 does not"),
    ],
)
def test_bad_times_are_named(times, message):
    with pytest.raises(ScoreError, match=message):
        check_times(times, 90.0)
