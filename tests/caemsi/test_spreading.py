"""Distances by where they lie, against plain loops."""

import naive_styles as naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.caemsi.spreading import cumulated, spread
from core.errors import StyleError


@st.composite
def matrices(draw):
    n_a, n_b = draw(st.integers(3, 7)), draw(st.integers(3, 7))
    seed = draw(st.integers(0, 999))
    upper = np.triu(np.random.default_rng(seed).integers(1, 9, (n_a + n_b,) * 2) / 8, 1)
    return upper + upper.T, n_a


@given(case=matrices())
def test_distances_are_those_of_the_papers_equations(case):
    matrix, n_a = case
    a, b = list(range(n_a)), list(range(n_a, len(matrix)))
    found = spread(matrix, n_a)
    assert found.within_a.tolist() == sorted(naive.within(matrix.tolist(), a))
    assert found.within_b.tolist() == sorted(naive.within(matrix.tolist(), b))
    assert found.between.tolist() == sorted(naive.between(matrix.tolist(), a, b))
    assert [name for name, _ in found.named()] == ["w_A", "w_B", "b_AB"]
    for (_, values), wanted in zip(
        found.named(), (found.within_a, found.within_b, found.between), strict=True
    ):
        assert values is wanted


@given(case=matrices())
def test_shares_are_of_what_is_at_most_as_large(case):
    matrix, n_a = case
    values = spread(matrix, n_a).between
    found = cumulated(values)
    assert len(found) == len(values)
    assert found[-1] == 1
    for value, share in zip(values, found, strict=True):
        assert share == pytest.approx(np.mean(values <= value), abs=1e-15)


@pytest.mark.parametrize(
    ("matrix", "n_a", "words"),
    [
        (np.ones((6, 6)), 2, "corpus A has 2 items"),
        (np.ones((6, 6)), 4, "corpus B has 2 items"),
        (np.ones((6, 5)), 3, "not square"),
        (np.arange(36.0).reshape(6, 6), 3, "not symmetric"),
    ],
)
def test_what_can_not_be_used_is_refused(matrix, n_a, words):
    with pytest.raises(StyleError, match=f"(?i){words}"):
        spread(matrix, n_a)
