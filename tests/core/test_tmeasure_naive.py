"""Framed scores equal the triple loop of tests/naive.py."""

import dataclasses
import math

import naive
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy
from core.measures import QUERY_COLUMNS
from core.tmeasures import MIR_EVAL, PAPER_EQUATION, PAPER_TABLES, score
from core.tmeasures.api import query_scores

CONVENTIONS = [
    MIR_EVAL,
    PAPER_TABLES,
    PAPER_EQUATION,
    dataclasses.replace(PAPER_TABLES, no_triplet=1.0),
    dataclasses.replace(PAPER_EQUATION, no_triplet=0.0),
]
each_convention = pytest.mark.parametrize(
    "convention", CONVENTIONS, ids=lambda c: c.name + "-over-all" * c.mean_over_all
)


def assert_as_naive(reference, estimate, windows, convention, frame_size, times=None):
    options = {"convention": convention, "frame_size": frame_size, "frames": times}
    scored = score(reference, estimate, windows, **options)
    asked = query_scores(reference, estimate, windows, **options)
    for at, window in enumerate(windows):
        wanted, shares, g = naive.t_measures(
            reference, estimate, window, frame_size, convention, times
        )
        for variant in naive.VARIANTS:
            got = scored.scores[variant]
            assert (got.recall[at], got.precision[at]) == pytest.approx(wanted[variant], abs=1e-12)
            assert (got.recall_share[at], got.precision_share[at]) == pytest.approx(
                shares[variant], abs=1e-12
            )
            for row, side in enumerate(("recall", "precision")):
                np.testing.assert_allclose(
                    asked.of(variant, side)[at], g[variant][row], rtol=0, atol=1e-12
                )


@each_convention
@pytest.mark.parametrize("given_frames", [False, True])
@given(st.data())
@strategies.examples(120)
def test_scores_of_any_pair_are_the_triple_loops(convention, given_frames, data):
    reference, estimate, frame_size = data.draw(strategies.pairs())
    windows = data.draw(strategies.windows(reference.end))
    times = data.draw(strategies.frame_times(reference.end)) if given_frames else None
    assert_as_naive(reference, estimate, windows, convention, frame_size, times)


@given(st.data())
@strategies.examples(40)
def test_scores_of_deep_hierarchies_are_the_triple_loops(data):
    reference = data.draw(strategies.deep_hierarchies(25, 22))
    estimate = data.draw(
        st.one_of(
            strategies.deep_hierarchies(25, 24), strategies.hierarchies(25_000, step=1000, most=9)
        )
    )
    assert_as_naive(reference, estimate, [2.0, 7.0, math.inf], PAPER_TABLES, 1.0)


@each_convention
@given(st.data())
@strategies.examples(60)
def test_queries_give_the_g_of_the_frames_that_begin_last_before_them(convention, data):
    reference, estimate, frame_size = data.draw(strategies.pairs(frames=(2, 13)))
    windows = data.draw(strategies.windows(reference.end))
    span, step = math.floor(reference.end * 1000), round(frame_size * 1000)
    anywhere = st.integers(0, span)
    first_moments = st.integers(0, span // step).map(lambda k: k * step)
    asked = data.draw(st.sets(st.one_of(anywhere, first_moments), min_size=1, max_size=6))
    asked = [ms / 1000 for ms in sorted(asked)]
    options = {"convention": convention, "frame_size": frame_size}
    every = query_scores(reference, estimate, windows, **options)
    some = query_scores(reference, estimate, windows, queries=asked, **options)
    at = [min(naive.exact_frame(t, frame_size), len(every.times) - 1) for t in asked]
    assert some.times.tolist() == every.times[at].tolist()
    for field in QUERY_COLUMNS:
        np.testing.assert_array_equal(some.of(*field), every.of(*field)[:, at])


@each_convention
@given(st.data())
@strategies.examples(40)
def test_queries_over_given_frames_give_the_g_of_the_last_frame_not_after_them(convention, data):
    reference, estimate, _ = data.draw(strategies.pairs(frames=(2, 13)))
    windows = data.draw(strategies.windows(reference.end))
    times = data.draw(strategies.frame_times(reference.end))
    asked = sorted(data.draw(st.sets(st.sampled_from(times), min_size=1)))
    if data.draw(st.booleans()) and asked[-1] < reference.end:
        asked.append(reference.end)
    options = {"convention": convention, "frames": times}
    every = query_scores(reference, estimate, windows, **options)
    some = query_scores(reference, estimate, windows, queries=asked, **options)
    at = [sum(t <= q for t in times) - 1 for q in asked]
    assert some.times.tolist() == [times[n] for n in at]
    for field in QUERY_COLUMNS:
        np.testing.assert_array_equal(some.of(*field), every.of(*field)[:, at])


def test_a_query_before_the_first_given_frame_takes_that_one():
    pair = Hierarchy.from_boundaries([[0, 2, 6]]), Hierarchy.from_boundaries([[0, 3, 6]])
    found = query_scores(*pair, frames=[0.5, 1.0, 2.5], queries=[0.0, 1.7]).times
    assert found.tolist() == [0.5, 1.0]


def assert_same_g(one, other):
    for field in QUERY_COLUMNS:
        np.testing.assert_array_equal(one.of(*field), other.of(*field))


@pytest.mark.parametrize("frame_size", [0.1, 0.01])
@pytest.mark.parametrize("convention", [PAPER_TABLES, PAPER_EQUATION], ids=lambda c: c.name)
def test_given_frames_on_a_grid_are_the_uniform_frames(convention, frame_size):
    pair = (
        Hierarchy.from_boundaries([[0, 2.5, 6], [0, 1.3, 2.5, 4.1, 6]]),
        Hierarchy.from_boundaries([[0, 0.7, 2.4, 3.3, 6]]),
    )
    windows = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 1.3, 2.9, math.inf]
    grid = [round(k * frame_size, 2) for k in range(round(6 / frame_size))]
    assert_same_g(
        query_scores(*pair, windows, convention=convention, frame_size=frame_size),
        query_scores(*pair, windows, convention=convention, frames=grid),
    )


@pytest.mark.parametrize("convention", [MIR_EVAL, PAPER_TABLES], ids=lambda c: c.name)
def test_a_query_at_the_first_moment_of_a_frame_is_in_that_frame(convention):
    pair = Hierarchy.from_boundaries([[0, 2.5, 6]]), Hierarchy.from_boundaries([[0, 3.1, 6]])
    asked = [k / 10 for k in range(50)]
    found = query_scores(*pair, convention=convention, queries=asked).times
    assert found.tolist() == pytest.approx(asked, abs=1e-9)
