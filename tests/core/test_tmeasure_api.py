"""Guarantees of core.tmeasures besides the numbers."""

import dataclasses
import math

import mir_eval
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.measures import QUERY_COLUMNS
from core.tmeasures import (
    CONVENTIONS,
    FRAMELESS,
    LOSE_THE_FRAMES,
    MIR_EVAL,
    PAPER_EQUATION,
    PAPER_TABLES,
    Convention,
    score,
)
from core.tmeasures.api import query_scores

REFERENCE = Hierarchy.from_boundaries([[0, 20, 40, 60], [0, 10, 20, 30, 40, 50, 60]])
ESTIMATE = Hierarchy.from_boundaries([[0, 40, 60], [0, 15, 40, 52, 60]])
SIDES = ("recall", "precision", "f_measure", "recall_share", "precision_share")
each_convention = pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)


@pytest.mark.parametrize(
    ("queries", "message"),
    [
        ([], "Queries must be a list of at least 1"),
        ([3.0, 2.0], "Queries must increase, but 0:03.0 is followed by 0:02.0"),
        ([61.0], "Queries must lie within the track"),
    ],
)
@each_convention
def test_queries_that_cant_be_are_named(convention, queries, message):
    with pytest.raises(ScoreError, match=message):
        query_scores(REFERENCE, ESTIMATE, convention=convention, queries=queries)


@each_convention
def test_windows_keep_their_order_and_do_not_touch_each_other(convention):
    windows = [30.0, math.inf, 0.5, 15.0, 30.0]
    many = score(REFERENCE, ESTIMATE, windows, convention=convention)
    assert many.windows.tolist() == windows
    for at, window in enumerate(windows):
        one = score(REFERENCE, ESTIMATE, window, convention=convention)
        for variant in ("reduced", "full"):
            for side in SIDES:
                values = getattr(many.scores[variant], side)
                assert values.shape == (len(windows),)
                assert values[at] == getattr(one.scores[variant], side)[0]


@each_convention
def test_results_are_frozen_and_read_only(convention):
    windows = np.array([15.0, 30.0])
    scored = score(REFERENCE, ESTIMATE, windows, convention=convention)
    asked = query_scores(REFERENCE, ESTIMATE, windows, convention=convention)
    arrays = [scored.windows, asked.windows, asked.times]
    arrays += [
        getattr(part, side)
        for part in (scored.scores["reduced"], scored.scores["full"])
        for side in SIDES
    ]
    arrays += [asked.of(*field) for field in QUERY_COLUMNS]
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.5
    for result, field in ((scored, "beta"), (scored.scores["full"], "recall"), (asked, "times")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(result, field, None)
    windows[0] = 1.0  # the caller's own array stays the caller's
    assert scored.windows[0] == 15.0


@given(st.data())
@strategies.examples(200)
def test_swapping_the_pair_swaps_recall_and_precision_and_one_side_agrees_with_itself(data):
    reference, estimate, frame_size = data.draw(strategies.pairs())
    windows = data.draw(strategies.windows(reference.end))
    convention = data.draw(st.sampled_from(list(CONVENTIONS.values())))
    options = {"convention": convention, "frame_size": frame_size}
    one = score(reference, estimate, windows, **options)
    other = score(estimate, reference, windows, **options)
    itself = score(reference, reference, windows, **options)
    for variant in ("reduced", "full"):
        here, there, own = (each.scores[variant] for each in (one, other, itself))
        for a, b in (("recall", "precision"), ("recall_share", "precision_share")):
            np.testing.assert_allclose(getattr(here, a), getattr(there, b), rtol=0, atol=1e-9)
        expected = (own.recall_share > 0).astype(float)
        for side in ("recall", "precision", "f_measure"):
            np.testing.assert_allclose(getattr(own, side), expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("convention", [MIR_EVAL, PAPER_TABLES, PAPER_EQUATION])
@pytest.mark.parametrize("frames", [None, [0.0, 3.0, 8.5, 14.0, 21.0, 33.0, 47.0, 59.0]])
def test_scores_are_the_means_of_g_over_the_queries_that_have_one(convention, frames):
    options = {"convention": convention, "frames": frames}
    pair = [
        Hierarchy.from_boundaries(
            each.boundaries, [[*"abacab"][: len(row) - 1] for row in each.boundaries]
        )
        for each in (REFERENCE, ESTIMATE)
    ]
    scored = score(*pair, [25.0, 60.0], **options)
    asked = query_scores(*pair, [25.0, 60.0], **options)
    assert ("l", "precision") in QUERY_COLUMNS
    for key, part in QUERY_COLUMNS:
        g, scores = asked.of(key, part), scored.scores[key]
        assert g.shape == (2, len(asked.times))
        assert scores.share(part) == pytest.approx((~np.isnan(g)).mean(axis=1), abs=1e-12)
        assert scores.part(part) == pytest.approx(np.nanmean(g, axis=1), abs=1e-12)


@each_convention
def test_a_track_of_one_segment_scores_0_with_nothing_to_count(convention):
    whole = Hierarchy.from_boundaries([[0, 60]])
    scored = score(whole, REFERENCE, [15.0, math.inf], convention=convention)
    for variant in (scored.scores["reduced"], scored.scores["full"]):
        assert variant.recall_share.tolist() == [0, 0]
        assert variant.recall.tolist() == [0, 0]
        assert variant.f_measure.tolist() == [0, 0]
        assert (variant.precision_share > 0).all()
        assert variant.precision.tolist() == [0, 0]


@pytest.mark.parametrize("beta", [0.5, 1.0, 3.0])
def test_beta_weighs_recall_as_in_mir_eval(beta):
    scored = score(REFERENCE, ESTIMATE, [5.0, 15.0], beta=beta)
    assert scored.beta == beta
    for variant in (scored.scores["reduced"], scored.scores["full"]):
        for at in range(2):
            assert variant.f_measure[at] == pytest.approx(
                mir_eval.util.f_measure(variant.precision[at], variant.recall[at], beta=beta),
                abs=1e-12,
            )


def test_scores_come_under_mir_evals_names():
    scored = score(REFERENCE, ESTIMATE, [5.0, 15.0])
    named = scored.to_dict(1)
    assert list(named) == [
        f"{letter}-{part} {which}"
        for letter, which in (("T", "reduced"), ("T", "full"), ("L", "within window"))
        for part in ("Precision", "Recall", "Measure")
    ]
    whole = score(REFERENCE, ESTIMATE, [math.inf]).to_dict()
    assert list(whole)[-3:] == ["L-Precision", "L-Recall", "L-Measure"]
    assert named["T-Recall reduced"] == scored.scores["reduced"].recall[1]
    assert named["T-Measure full"] == scored.scores["full"].f_measure[1]
    assert scored.to_dict() != named
    assert all(type(value) is float for value in named.values())


def test_the_frame_size_is_kept_where_it_means_something():
    assert score(REFERENCE, ESTIMATE, frame_size=0.5).frame_size == 0.5
    assert score(REFERENCE, ESTIMATE, frames=[0.0, 1.0]).frame_size is None
    assert score(REFERENCE, ESTIMATE, convention=FRAMELESS).frame_size is None
    assert score(REFERENCE, ESTIMATE, convention=PAPER_TABLES).convention is PAPER_TABLES


@pytest.mark.parametrize(
    ("convention", "window", "words"),
    [
        (MIR_EVAL, 15.0, "±15 s, 0.1 s frames, as mir_eval"),
        (PAPER_TABLES, 0.5, "±0.5 s, 0.1 s frames, as the paper's tables"),
        (PAPER_EQUATION, 15.0, "±7.5 s, 0.1 s frames, as the paper's Eq. 8"),
        (PAPER_EQUATION, math.inf, "whole track, 0.1 s frames, as the paper's Eq. 8"),
        (FRAMELESS, 15.0, "±15 s, no frames (the exact limit)"),
        (
            LOSE_THE_FRAMES,
            15.0,
            "±15 s, no frames (the exact limit), queries without a triplet count as 1",
        ),
        (
            dataclasses.replace(PAPER_EQUATION, no_triplet=0.0),
            3.0,
            "±1.5 s, 0.1 s frames, as the paper's Eq. 8, mean over all queries",
        ),
    ],
)
def test_a_convention_says_in_words_what_is_computed(convention, window, words):
    assert convention.describe(window, 0.1) == words


def test_a_convention_of_ones_own_is_called_by_its_name():
    assert "mine" in Convention("mine", "exact").describe(15.0, 0.1)


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)
def test_a_window_longer_than_the_track_is_the_whole_track(convention):
    scored = score(REFERENCE, ESTIMATE, [math.inf, 130.0, 1e6, 1e20], convention=convention)
    for variant in (scored.scores["reduced"], scored.scores["full"]):
        for side in SIDES:
            np.testing.assert_allclose(
                getattr(variant, side), getattr(variant, side)[0], rtol=0, atol=1e-9
            )
