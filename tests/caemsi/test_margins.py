"""The test for equivalence: at many margins, with few items, and near the margin."""

import math
from pathlib import Path

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from naive_styles import random_distances
from random_corpora import equivalent
from scipy.optimize import brentq
from scipy.stats import halfnorm

from core.caemsi import equivalence_test
from core.caemsi.equivalence import FINE, MARGINS, Ranked, equivalence, flips, margin_curve, rank
from core.caemsi.verdict import (
    ALPHAS,
    ENOUGH,
    ERRS,
    LEVEL_NOTE,
    POWER,
    alike_p,
    items_words,
    likely_items,
    needed_items,
    too_few_alike,
)

FEW = MARGINS[::12]


def ranked(seed=0, apart=0.0, **how):
    return rank(random_distances(18, 8, seed, apart), 8, rng=np.random.default_rng(seed), **how)


def same(one, other):
    for mine, its in ((one.a, other.a), (one.b, other.b)):
        assert (mine.value, mine.effect) == (its.value, its.effect)
        np.testing.assert_array_equal(mine.null_inferior, its.null_inferior)
        np.testing.assert_array_equal(mine.null_superior, its.null_superior)


def test_margins_and_levels_rise_and_have_the_papers():
    for values in (MARGINS, ALPHAS):
        assert list(values) == sorted(set(values))
        assert all(0 < value < 1 for value in values)
    assert {0.15, 0.1, 0.0875, 0.075} <= set(MARGINS)
    assert {0.01, 0.05, 0.1} <= set(ALPHAS)
    # Flips are given in steps of 1 / FINE: margins lie on them.
    assert all(margin == round(margin * FINE) / FINE for margin in MARGINS)


@pytest.mark.parametrize("plus_one", [False, True])
@strategies.examples(10)
@given(seed=st.integers(0, 999))
def test_each_margin_has_the_test_of_the_same_labelings(plus_one, seed):
    found = margin_curve(ranked(seed, n_permutations=40), FEW, plus_one=plus_one)
    assert found.margins == FEW
    assert len(found.tests) == len(FEW)
    for margin, test in zip(FEW, found.tests, strict=True):
        wanted = equivalence_test(
            random_distances(18, 8, seed),
            8,
            margin=margin,
            n_permutations=40,
            rng=np.random.default_rng(seed),
            plus_one=plus_one,
        )
        same(test, wanted)


def test_exact_labelings_stay_exact():
    few = rank(random_distances(6, 3, 3), 3, exact=True)
    found = margin_curve(few, FEW, plus_one=True)
    for margin, test in zip(FEW, found.tests, strict=True):
        same(test, equivalence_test(random_distances(6, 3, 3), 3, margin=margin, exact=True))
        assert not test.plus_one


def below(few, margin, alpha, plus_one):
    return equivalence(few, margin, plus_one=plus_one).p_value < alpha


@strategies.examples(25)
@given(
    seed=st.integers(0, 999),
    apart=st.sampled_from([0.0, 0.05, 0.15, -0.1]),
    alpha=st.sampled_from(ALPHAS),
    plus_one=st.booleans(),
)
def test_a_flip_has_the_new_answer_and_the_step_before_it_the_old(seed, apart, alpha, plus_one):
    few = ranked(seed, apart, n_permutations=60)
    curve = margin_curve(few, FEW, plus_one=plus_one)
    found = flips(few, curve, alpha)
    said = [test.p_value < alpha for test in curve.tests]
    # As often as neighbors differ, between them, and in turn.
    changes = [
        (low, high, new)
        for low, high, old, new in zip(FEW, FEW[1:], said, said[1:], strict=False)
        if old != new
    ]
    assert len(found) == len(changes)
    for flip, (low, high, new) in zip(found, changes, strict=True):
        assert low < flip.margin <= high
        assert flip.equivalent == new
        step = round(flip.margin * FINE)
        assert flip.margin == step / FINE
        assert below(few, step / FINE, alpha, plus_one) == new
        assert below(few, (step - 1) / FINE, alpha, plus_one) != new


def test_a_wider_margin_calls_more_corpora_equivalent_but_not_any_two():
    curves = [margin_curve(ranked(seed, 0.02 * seed), FEW).tests for seed in range(20)]
    p_values = np.array([[test.p_value for test in tests] for tests in curves])
    assert (np.diff(p_values) <= 0).all()
    equivalent = (p_values < 0.05).sum(0)
    assert equivalent[0] == 0 < equivalent[-1] < len(curves)
    # All distances within are smaller than all between: the medians lie half of all ranks apart.
    apart = margin_curve(ranked(apart=2.0))
    assert abs(apart.tests[0].statistic) == 0.5
    assert min(test.p_value for test in apart.tests) > 0.2
    assert MARGINS[-1] == 0.5


GUIDE = " ".join((Path(__file__).parents[2] / "docs/styles.md").read_text("utf-8").split())


def evenly(n_within, n_between):
    """Ranks of distances within that lie evenly among those between."""
    every = np.arange(1.0, n_within + n_between + 1)
    within = np.zeros(len(every), bool)
    within[((np.arange(n_within) + 0.5) * len(every) / n_within).astype(int)] = True
    return every[within], every[~within]


@pytest.mark.parametrize("n", [5, 8, 10, 12])
def test_p_of_like_corpora_is_near_that_of_drawn_labelings(n):
    ranks = evenly(n * (n - 1) // 2, n * n)
    drawn = rank(np.ones((2 * n, 2 * n)) - np.eye(2 * n), n, n_permutations=20_000)
    found = equivalence(Ranked((ranks, ranks), drawn.places, False, ""), 0.15).p_value
    assert alike_p(n, n, 0.15) == pytest.approx(found, abs=0.03)


@pytest.mark.parametrize(("margin", "items"), [(0.15, 10), (0.1, 15), (0.075, 20), (0.0025, 570)])
def test_the_items_that_are_needed_are_the_fewest(margin, items):
    needed = needed_items(margin, 0.05)
    assert needed == pytest.approx(items, rel=0.01)
    assert alike_p(needed, needed, margin) < 0.05 <= alike_p(needed - 1, needed - 1, margin)


@pytest.mark.parametrize("margin", POWER)
def test_the_documentation_says_how_many_items_are_needed(margin):
    least, likely = needed_items(margin, 0.05), likely_items(margin)
    assert f"| {margin:g} | {least} | from {likely} items |" in GUIDE
    assert items_words(margin, 0.05).endswith(f"had p_eqv below 0.05 from {likely} items.")
    # At the first number next to none are found, at the second ENOUGH percent.
    shares = POWER[margin]
    assert np.interp(least, [*shares], [*shares.values()]) < 15
    found = np.interp(int(likely.split()[-1]), [*shares], [*shares.values()])
    assert found == pytest.approx(ENOUGH, abs=4)


@pytest.mark.parametrize(
    ("margin", "words"), [(0.12, "about 33"), (0.31, "fewer than 10"), (0.049, "more than 107")]
)
def test_other_margins_get_a_number_between_or_a_bound(margin, words):
    assert likely_items(margin) == words


@pytest.mark.parametrize(("margin", "items"), [(0.3, 10), (0.15, 10), (0.15, 25), (0.1, 30)])
def test_identical_corpora_are_found_as_often_as_is_said(margin, items):
    share = equivalent(items, margin, 1.0, 250, seed=1, dimensions=3)
    said = POWER[margin][items] / 100
    assert share == pytest.approx(said, abs=4 * math.sqrt((said * (1 - said) + 1e-3) / 250))


def effect(items, spread):
    """The largest difference of medians, as a share of all ranks, of infinitely many items."""
    between = halfnorm(scale=math.hypot(1, spread))
    of = []
    for own in (halfnorm(scale=math.sqrt(2)), halfnorm(scale=math.sqrt(2) * spread)):
        pooled = [
            ((items - 1) / 2 * own.cdf(median) + items * between.cdf(median))
            / ((items - 1) / 2 + items)
            for median in (own.median(), between.median())
        ]
        of.append(abs(pooled[0] - pooled[1]))
    return max(of)


@pytest.mark.parametrize(
    ("items", "times"),
    [
        (25, 400),
        pytest.param(50, 600, marks=pytest.mark.thorough),
        pytest.param(100, 400, marks=pytest.mark.thorough),
    ],
)
def test_corpora_at_the_margin_are_called_equivalent_as_often_as_is_said(items, times):
    margin, said = ERRS[items]
    spread = brentq(lambda spread: effect(items, spread) - margin, 1, 9)
    share = equivalent(items, margin, spread, times, seed=1)
    assert share == pytest.approx(said / 100, abs=4 * math.sqrt(said / 100 / times))
    assert share > 0.1  # twice the level, and more


@pytest.mark.parametrize(("items", "erring"), ERRS.items())
def test_the_note_and_the_documentation_say_how_often(items, erring):
    margin, said = erring
    words = f"{said} % at {items} items (margin {margin:g})"
    assert words in LEVEL_NOTE
    assert words in GUIDE


@pytest.mark.parametrize(
    ("sizes", "margin", "few"),
    [((9, 9), 0.15, True), ((10, 10), 0.15, False), ((10, 10), (0.15, 0.1), True)],
)
def test_items_that_are_too_few_for_equivalence_are_told(sizes, margin, few):
    matrix = np.ones((sum(sizes), sum(sizes))) - np.eye(sum(sizes))
    test = equivalence_test(matrix, sizes[0], margin=margin, n_permutations=10)
    said = too_few_alike(test, sizes, 0.05)
    assert bool(said) == few
    if few:
        narrow = np.min(margin)
        assert f"p_eqv is about {alike_p(*sizes, narrow):.2g}" in said
        assert said.endswith(items_words(narrow, 0.05))
        assert f"from about {needed_items(narrow, 0.05)} items" in said
