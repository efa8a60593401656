"""The test for equivalence at many margins: equal to the test at each, and where it flips."""

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from naive_styles import random_distances

from core.caemsi import equivalence_test
from core.caemsi.equivalence import FINE, MARGINS, equivalence, flips, margin_curve, rank
from core.caemsi.verdict import ALPHAS

FEW = MARGINS[::12]


def ranked(seed=0, apart=0.0, **how):
    return rank(random_distances(18, 8, seed, apart), 8, rng=np.random.default_rng(seed), **how)


def same(one, other):
    assert (one.p_value, one.statistic) == (other.p_value, other.statistic)
    assert (one.inferior, one.superior) == (other.inferior, other.superior)
    for mine, its in ((one.a, other.a), (one.b, other.b)):
        assert (mine.value, mine.t_inferior, mine.t_superior) == (
            its.value,
            its.t_inferior,
            its.t_superior,
        )
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


def test_without_labelings_all_else_is_the_same():
    curve = margin_curve(ranked(), (0.1, 0.2))
    light = curve.without_labelings()
    assert light.margins == curve.margins
    for test, kept in zip(curve.tests, light.tests, strict=True):
        assert kept.p_value == test.p_value
        for side in ("a", "b"):
            full, less = getattr(test, side), getattr(kept, side)
            assert len(full.null_inferior) == len(full.null_superior) > 0
            assert len(less.null_inferior) == len(less.null_superior) == 0
            assert (less.value, less.effect) == (full.value, full.effect)


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


def test_there_is_no_flip_where_the_answer_is_the_same_at_all_margins():
    few = ranked(2, apart=5.0)
    curve = margin_curve(few, FEW[:-1])
    assert not any(test.p_value < 0.05 for test in curve.tests)
    assert flips(few, curve, 0.05) == []
