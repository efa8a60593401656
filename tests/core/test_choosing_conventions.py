"""The effect of conventions and frame rates on a score."""

import math
from dataclasses import replace

import numpy as np
import pytest

from core.choosing.conventions import GIVEN_FRAMES, frame_rates, under_conventions
from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.tmeasures import CONVENTIONS, FRAMELESS, MIR_EVAL, PAPER_EQUATION, PAPER_TABLES, score

REFERENCE = Hierarchy.from_boundaries([[0, 20, 40, 60], [0, 10, 20, 30, 40, 50, 60]])
ESTIMATE = Hierarchy.from_boundaries([[0, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60]])
WINDOWS = [0.5, 3.0, 15.0, 30.0, math.inf]


def test_each_convention_is_scored_as_alone():
    found = under_conventions(REFERENCE, ESTIMATE, WINDOWS, frame_size=0.25, beta=0.5)
    assert list(found) == list(CONVENTIONS)
    for name, result in found.items():
        assert result.convention == CONVENTIONS[name]
        alone = score(
            REFERENCE, ESTIMATE, WINDOWS, convention=CONVENTIONS[name], frame_size=0.25, beta=0.5
        )
        for variant in ("reduced", "full"):
            np.testing.assert_array_equal(
                getattr(result, variant).f_measure, getattr(alone, variant).f_measure
            )


def test_the_papers_tables_are_figure_6_and_the_others_differ_at_15_s():
    found = under_conventions(REFERENCE, ESTIMATE, WINDOWS)
    printed = found["paper-tables"].scores["reduced"]
    assert printed.recall == pytest.approx([1.0, 0.98, 0.46, 0.22, 0.13], abs=0.005)
    assert printed.precision == pytest.approx([0.56, 0.56, 0.86, 0.92, 0.94], abs=0.005)
    at_15 = {round(float(result.scores["reduced"].recall[2]), 4) for result in found.values()}
    assert len(at_15) == 4


def test_given_frames_have_the_window_to_each_side():
    beats = np.arange(0, 60, 0.5)
    found = under_conventions(REFERENCE, ESTIMATE, WINDOWS, frames=beats)
    assert list(found) == [*CONVENTIONS, GIVEN_FRAMES]
    given = found[GIVEN_FRAMES]
    assert given.frame_size is None
    # Beats every half second are frames of half a second, counted right.
    same = score(REFERENCE, ESTIMATE, WINDOWS, convention=PAPER_TABLES, frame_size=0.5)
    np.testing.assert_array_equal(given.scores["reduced"].recall, same.scores["reduced"].recall)
    np.testing.assert_array_equal(given.scores["full"].precision, same.scores["full"].precision)


def test_frames_beyond_the_track_are_refused():
    beats = np.array([0.0, 0.7, 59.5, 60.0, 60.2])
    assert under_conventions(REFERENCE, ESTIMATE, [5.0], frames=beats[:-1])[GIVEN_FRAMES]
    with pytest.raises(ScoreError, match=r"1:00\.2 does not"):
        under_conventions(REFERENCE, ESTIMATE, [5.0], frames=beats)


@pytest.mark.parametrize(
    "convention", [PAPER_TABLES, MIR_EVAL, replace(PAPER_EQUATION, no_triplet=0.0)]
)
def test_frame_rates_are_compared_with_their_own_limit(convention):
    found = frame_rates(REFERENCE, ESTIMATE, WINDOWS, convention=convention, beta=2.0)
    assert found.rates.tolist() == [1, 2, 5, 10, 20, 50]
    assert found.windows.tolist() == WINDOWS
    assert [result.frame_size for result in found.results] == [1, 0.5, 0.2, 0.1, 0.05, 0.02]
    assert found.frameless.convention.frameless
    assert found.frameless.convention.half_window == convention.half_window
    assert found.frameless.convention.no_triplet == convention.no_triplet
    alone = (
        score(REFERENCE, ESTIMATE, WINDOWS, convention=convention, frame_size=0.5, beta=2.0)
        .scores["full"]
        .f_measure
    )
    expected = alone - found.frameless.scores["full"].f_measure
    # At 0.5 s the window holds one frame beside the query.
    np.testing.assert_array_equal(found.difference("full", "f_measure")[1, 1:], expected[1:])


def test_the_limit_is_approached_as_frames_shrink():
    found = frame_rates(REFERENCE, ESTIMATE, [3.0, 15.0, math.inf])
    largest = np.abs(found.difference("reduced", "recall")).max(axis=1)
    assert largest.shape == (6,)
    assert (np.diff(largest) < 0).all()
    assert largest[-1] < 0.005
    same = score(REFERENCE, ESTIMATE, [3.0, 15.0, math.inf], convention=FRAMELESS)
    np.testing.assert_array_equal(
        found.frameless.scores["reduced"].recall, same.scores["reduced"].recall
    )


def test_differences_are_nan_where_a_rate_counts_nothing():
    found = frame_rates(REFERENCE, ESTIMATE, [0.5, 3.0])
    # Half a second is less than a frame of a second: the query is alone in its window.
    none = np.isnan(found.difference("full", "recall"))
    assert none[[0, 3]].tolist() == [[True, False], [False, False]]


def test_a_track_that_holds_no_frame_at_a_rate_is_refused():
    short = Hierarchy.from_boundaries([[0, 0.9]])
    with pytest.raises(ScoreError, match="is shorter than a frame"):
        frame_rates(short, short, [5.0])
