"""The frameless scores equal an independent quadrature, known values and the limit of frames."""

import dataclasses
import math

import naive
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy
from core.tmeasures import FRAMELESS, LOSE_THE_FRAMES, PAPER_TABLES, score
from core.tmeasures.api import query_scores
from core.vocabulary import DIRECTIONS

COARSE, FINE = [0, 20, 40, 60], [0, 10, 20, 30, 40, 50, 60]
TWO_LAYERS = [COARSE, FINE]

# reference, estimate, window, reduced (R, P), full (R, P): the table of the specification
KNOWN = [
    (TWO_LAYERS, [[0, 40, 60]], math.inf, (8 / 15, 2 / 3), (16 / 27, 2 / 3)),
    (TWO_LAYERS, [FINE], math.inf, (1 / 5, 1), (5 / 9, 1)),
    ([FINE], [COARSE], math.inf, (4 / 5, 1 / 2), (4 / 5, 1 / 2)),
    ([FINE], [COARSE], 1, (2 / 5, 1), (2 / 5, 1)),
    ([FINE], [COARSE], 3, (2 / 5, 1), (2 / 5, 1)),
    ([FINE], [COARSE], 5, (2 / 5, 1), (2 / 5, 1)),
    ([FINE], [COARSE], 10, (1 / 3, math.log(2)), (1 / 3, math.log(2))),
]


def both_sides(scores, at=0):
    return scores.recall[at], scores.precision[at]


@pytest.mark.parametrize(("reference", "estimate", "window", "reduced", "full"), KNOWN)
def test_known_values(reference, estimate, window, reduced, full):
    scored = score(
        Hierarchy.from_boundaries(reference),
        Hierarchy.from_boundaries(estimate),
        [window],
        convention=FRAMELESS,
    )
    assert both_sides(scored.scores["reduced"]) == pytest.approx(reduced, abs=1e-9)
    assert both_sides(scored.scores["full"]) == pytest.approx(full, abs=1e-9)


def test_known_value_at_20_seconds_to_its_printed_digits():
    scored = score(
        Hierarchy.from_boundaries([FINE]),
        Hierarchy.from_boundaries([COARSE]),
        [20],
        convention=FRAMELESS,
    )
    for variant in (scored.scores["reduced"], scored.scores["full"]):
        assert variant.recall[0] == pytest.approx(0.522685, abs=5e-7)
        assert variant.precision[0] == pytest.approx(1 / 2, abs=1e-9)


def assert_as_quadrature(reference, estimate, windows):
    scored = score(reference, estimate, windows, convention=FRAMELESS)
    over_all, lose = (
        score(reference, estimate, windows, convention=convention)
        for convention in (dataclasses.replace(FRAMELESS, no_triplet=0.0), LOSE_THE_FRAMES)
    )
    for at, window in enumerate(windows):
        wanted, shares = naive.frameless_t_measures(reference, estimate, window)
        for variant in naive.VARIANTS:
            got, got_over_all, got_lose = (
                each.scores[variant] for each in (scored, over_all, lose)
            )
            assert both_sides(got, at) == pytest.approx(wanted[variant], abs=1e-9)
            assert (got.recall_share[at], got.precision_share[at]) == pytest.approx(
                shares[variant], abs=1e-9
            )
            sums = np.multiply(wanted[variant], shares[variant])
            assert both_sides(got_over_all, at) == pytest.approx(sums, abs=1e-9)
            # Each query without a triplet counts as 1.
            share = np.array(shares[variant])
            filled = np.where(share > 0, sums + 1 - share, 0)
            assert both_sides(got_lose, at) == pytest.approx(filled, abs=1e-9)


@given(st.data())
@strategies.examples(150)
def test_scores_of_any_pair_are_the_quadrature(data):
    span = data.draw(st.integers(500, 12_000))
    reference, estimate = (
        data.draw(strategies.hierarchies(span, layers=(1, 3), most=4)) for _ in range(2)
    )
    small = st.integers(100, 500)
    any_size = st.integers(100, round(1.2 * span))
    window = data.draw(st.one_of(small, any_size).map(lambda ms: ms / 1000))
    assert_as_quadrature(reference, estimate, [window])


@given(st.data())
@strategies.examples(60)
def test_scores_over_the_whole_track_are_the_quadrature(data):
    span = data.draw(st.integers(500, 12_000))
    reference, estimate = (
        data.draw(strategies.hierarchies(span, layers=(1, 4), most=4)) for _ in range(2)
    )
    assert_as_quadrature(reference, estimate, [math.inf])


def test_a_stretch_with_many_breakpoints_is_the_quadrature():
    # no boundary in the first 5 s, but the window's end passes 22 of them from there
    reference, estimate = (
        Hierarchy.from_boundaries(
            [
                [0, *(round(last - 0.3 * k, 2) for k in range(level, -1, -1)), 10]
                for level in range(11)
            ]
        )
        for last in (9.0, 8.9)
    )
    assert_as_quadrature(reference, estimate, [4.5])


@given(st.data())
@strategies.examples(100)
def test_g_of_queries_is_the_double_loop_over_pieces(data):
    reference, estimate, _ = data.draw(strategies.pairs())
    end = reference.end
    windows = data.draw(strategies.windows(end))
    queries = sorted(data.draw(st.sets(st.floats(0, end, exclude_max=True), min_size=1)))
    asked = query_scores(reference, estimate, windows, convention=FRAMELESS, queries=queries)
    layers = [
        [layer.intervals.tolist() for layer in hierarchy.layers]
        for hierarchy in (reference, estimate)
    ]
    fields = [(variant, part) for variant in naive.VARIANTS for part in DIRECTIONS]
    assert asked.times.tolist() == queries
    for at, window in enumerate(windows):
        for nth, q in enumerate(queries):
            counts = naive.frameless_g(layers, q, window, end)
            for field, (agreeing, every) in zip(fields, counts, strict=True):
                if every > 1e-9:  # below, one rounding decides whether there is a triplet
                    assert asked.of(*field)[at, nth] == pytest.approx(agreeing / every, abs=1e-5)


def test_default_queries_are_the_middles_of_the_frames():
    pair = Hierarchy.from_boundaries(TWO_LAYERS), Hierarchy.from_boundaries([COARSE])
    asked = query_scores(*pair, [15.0], convention=FRAMELESS, frame_size=0.5)
    np.testing.assert_allclose(asked.times, np.arange(120) * 0.5 + 0.25, rtol=0, atol=1e-12)
    at_ends = query_scores(*pair, [15.0], convention=FRAMELESS, queries=[0.0, 60.0])
    assert at_ends.of("full", "recall")[0].tolist() == pytest.approx(
        [at_ends.of("full", "recall")[0, 0]] * 2, abs=1e-9
    )  # the pair is symmetric in time


@pytest.mark.parametrize("frame_size", [0.1, 0.01])
@pytest.mark.parametrize("window", [0.5, 1.0, 5.0, 15.0, 30.0, math.inf])
def test_small_frames_approach_the_limit(window, frame_size):
    reference = Hierarchy.from_boundaries([[0, 12.34, 31.7, 60], [0, 5.5, 12.34, 22, 31.7, 47, 60]])
    estimate = Hierarchy.from_boundaries([[0, 29.9, 60], [0, 6.1, 12, 29.9, 48.8, 60]])
    framed = score(reference, estimate, [window], convention=PAPER_TABLES, frame_size=frame_size)
    exact = score(reference, estimate, [window], convention=FRAMELESS)
    off = [
        getattr(framed.scores[variant], side)[0] - getattr(exact.scores[variant], side)[0]
        for variant in naive.VARIANTS
        for side in ("recall", "precision", "recall_share", "precision_share")
    ]
    assert np.abs(off).max() < 0.3 * frame_size / min(window, 15)
