"""Comparing all methods: Holm's correction and Friedman's test, against known values."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from made_results import WINDOWS, made
from scipy.stats import friedmanchisquare

from core.corpus.comparing import compare, friedman, holm, paired

p_values = st.one_of(st.floats(0, 1), st.just(math.nan))


@given(arrays(float, st.tuples(st.integers(0, 7), st.integers(1, 2)), elements=p_values))
def test_holm_is_the_largest_of_what_stands_before(values):
    found = holm(values)
    for column, corrected in zip(values.T, found.T, strict=True):
        told = sorted(value for value in column.tolist() if not math.isnan(value))
        for value, each in zip(column, corrected, strict=True):
            if math.isnan(value):
                assert math.isnan(each)
                continue
            steps = [(len(told) - at) * p for at, p in enumerate(told) if p <= value]
            assert each == pytest.approx(min(1, max(steps)))


def test_holm_as_in_a_textbook():
    np.testing.assert_allclose(holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02])
    assert holm([0.2]).tolist() == [0.2]


def four_methods(scores, baselines=()):
    """Results of methods a to d on as many tracks as there are columns."""
    names = "abcd"[: len(scores)]
    methods = [name for name in names for _ in scores[0]]
    tracks = [f"t{at}" for _ in scores for at in range(len(scores[0]))]
    return made(np.ravel(scores), methods, tracks, baselines=baselines)


def test_friedman_is_scipys_on_the_tracks_that_all_have_scored():
    scores = np.random.default_rng(1).random((3, 12))
    scores[0, :4] = scores[1, :4]
    found = friedman(four_methods(scores), "full", "f_measure")
    wanted = friedmanchisquare(*scores)
    assert found.methods == ("a", "b", "c")
    assert found.count.tolist() == [12] * len(WINDOWS)
    assert found.statistic == pytest.approx(wanted.statistic)
    assert found.p_value == pytest.approx(wanted.pvalue)
    assert found.agreement == pytest.approx(wanted.statistic / 24)
    scores[1, 2] = math.nan
    fewer = friedman(four_methods(scores), "full", "f_measure")
    assert fewer.count.tolist() == [11] * len(WINDOWS)
    wanted = friedmanchisquare(*np.delete(scores, 2, axis=1))
    assert fewer.p_value == pytest.approx(wanted.pvalue)
    same = np.tile(np.arange(3)[:, None] / 3, 10)
    assert friedman(four_methods(same), "full", "f_measure").agreement == pytest.approx(1)


@pytest.mark.parametrize(
    ("scores", "count"),
    [([[0.1, 0.2]] * 2, 2), ([[0.1]] * 3, 1), ([[0.5, 0.6]] * 3, 2), ([[math.nan] * 2] * 3, 0)],
)
def test_friedman_says_nothing_of_too_few_or_of_what_is_alike(scores, count):
    found = friedman(four_methods(scores), "full", "f_measure")
    assert found.count.tolist() == [count] * len(WINDOWS)
    for each in (found.statistic, found.p_value, found.agreement):
        assert np.isnan(each).all()


def test_methods_are_compared_with_each_other_and_with_baselines():
    results = four_methods(np.random.default_rng(2).random((4, 9)), baselines="cd")
    found = compare(results, "reduced", "recall")
    names = [(each.first, each.second) for each in found.pairs]
    assert names == [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")]
    values = [paired(results, *name, "reduced", "recall").p_value for name in names]
    np.testing.assert_array_equal(found.corrected, holm(values))
    assert found.friedman.methods == ("a", "b")
    alone = compare(results.take([item.baseline != "" for item in results.items]), "full", "recall")
    assert [(each.first, each.second) for each in alone.pairs] == [("c", "d")]
    at = compare(results.at(1), "reduced", "recall")
    np.testing.assert_array_equal(at.corrected, found.corrected[:, [1]])


def test_one_method_has_nothing_to_be_compared_with():
    found = compare(made([0.5, 0.6]), "full", "f_measure")
    assert found.pairs == ()
    assert found.corrected.shape == (0, len(WINDOWS))
