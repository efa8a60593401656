"""Both tests: golden vectors, the paper's steps in plain loops, and the error rate."""

import math
import zlib

import naive_styles as naive
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from core.caemsi import difference_test, distance_matrix, equivalence_test
from core.caemsi.equivalence import rank
from core.errors import StyleError

SMALL = [naive.GOLDEN[name] for name in ("2_pdiff_n3_m3", "3_pdiff_n3_m4")]


def golden_pipeline():
    """The matrix of the golden pipeline from its literal table."""
    pipeline = naive.GOLDEN["5_pipeline"]
    sizes = pipeline["K"]
    return np.array(
        [
            [
                0.0 if i == j else (size - min(sizes[i], sizes[j])) / max(sizes[i], sizes[j])
                for j, size in enumerate(row)
            ]
            for i, row in enumerate(pipeline["K_canonical"])
        ]
    )


@st.composite
def matrices(draw, most=4):
    """Symmetric ones, with many ties, and how many rows are of A."""
    n, m = draw(st.integers(3, most)), draw(st.integers(3, most))
    numbers = st.sampled_from([0.25, 0.5, 0.75, 1.0]) | st.floats(0.1, 1.5)
    values = draw(st.lists(numbers, min_size=(n + m) ** 2, max_size=(n + m) ** 2))
    upper = np.triu(np.array(values).reshape(n + m, n + m), 1)
    return upper + upper.T, n


@pytest.mark.parametrize("case", SMALL)
def test_golden_difference(case):
    found = difference_test(case["M"], case["n"], exact=True)
    assert found.statistic == pytest.approx(case["T"]["float"], abs=1e-15)
    assert found.p_value == case["p_diff_exact"]["float"]
    assert (found.count, found.n_permutations) == (case["count_ge"], case["splits"])
    assert found.exact


def test_golden_difference_of_a_stated_seed():
    case = naive.GOLDEN["4_pdiff_seeded"]
    matrix = naive.GOLDEN["3_pdiff_n3_m4"]["M"]
    found = difference_test(matrix, 3, rng=np.random.default_rng(2024))
    assert found.null[:4] == pytest.approx(case["first_T_star"], abs=1e-15)
    assert (found.count, found.p_value) == (case["count_ge"], case["p_diff"])
    more = difference_test(matrix, 3, rng=np.random.default_rng(2024), plus_one=True)
    assert more.p_value == case["p_plus1"]


@pytest.mark.parametrize("case", SMALL)
def test_golden_equivalence(case):
    found = equivalence_test(case["M"], case["n"], margin=case["peqv_eps_frac"], exact=True)
    assert found.p_value == case["p_eqv_exact"]
    for part, name in ((found.a, "lambda_wA_b"), (found.b, "lambda_wB_b")):
        wanted = case[name]
        assert part.t_inferior == wanted["T_I"]["float"]
        assert part.t_superior == wanted["T_S"]["float"]
        assert part.lambda_inferior == wanted["lambda_I"]
        assert part.lambda_superior == wanted["lambda_S"]
        assert part.value == wanted["lambda"]
        assert len(part.null_inferior) == wanted["splits"]


def test_golden_pipeline():
    case = naive.GOLDEN["5_pipeline"]["canonical"]
    matrix = golden_pipeline()
    difference = difference_test(matrix, 4, exact=True)
    assert difference.statistic == pytest.approx(case["T"]["float"], abs=1e-15)
    assert (difference.count, difference.n_permutations) == (case["count_ge"], case["splits"])
    equivalence = equivalence_test(matrix, 4, margin=case["eps_frac"], exact=True)
    assert equivalence.p_value == case["p_eqv_exact"]


@pytest.mark.skipif("ng" in zlib.ZLIB_RUNTIME_VERSION, reason="another build of zlib")
@pytest.mark.parametrize(
    ("order", "name"), [("canonical", "canonical"), ("mean", "mean_of_both_orders")]
)
def test_golden_pipeline_from_strings(order, name):
    pipeline = naive.GOLDEN["5_pipeline"]
    strings = [text.encode() for text in pipeline["A"] + pipeline["B"]]
    found = difference_test(distance_matrix(strings, order=order), 4, exact=True)
    assert found.statistic == pytest.approx(pipeline[name]["T"]["float"], abs=1e-15)
    assert found.compressor.startswith("zlib (zlib ")


@strategies.examples(20)
@given(case=matrices(), equal_weight=st.booleans(), seed=st.integers(0, 99))
def test_difference_is_that_of_the_papers_steps(case, equal_weight, seed):
    matrix, n = case
    found = difference_test(matrix, n, exact=True, equal_weight=equal_weight)
    observed, above, null = naive.p_diff(matrix, n, naive.all_orders(len(matrix), n), equal_weight)
    assert found.statistic == pytest.approx(observed, rel=1e-12)
    np.testing.assert_allclose(found.null, null, rtol=1e-12)
    assert found.p_value == sum(above) / len(above)

    rng = np.random.default_rng(seed)
    orders = [rng.permutation(len(matrix)) for _ in range(30)]
    _, above, null = naive.p_diff(matrix, n, orders, equal_weight)
    found = difference_test(
        matrix, n, n_permutations=30, equal_weight=equal_weight, rng=np.random.default_rng(seed)
    )
    np.testing.assert_allclose(found.null, null, rtol=1e-12)
    assert (found.count, found.p_value) == (sum(above), sum(above) / 30)


@strategies.examples(15)
@given(
    case=matrices(most=3),
    inferior=st.sampled_from([0.05, 0.1, 0.25]),
    superior=st.sampled_from([0.1, 0.3]),
)
def test_equivalence_is_that_of_the_papers_steps(case, inferior, superior):
    matrix, n = case
    a, b = list(range(n)), list(range(n, len(matrix)))
    between = naive.between(matrix, a, b)
    found = equivalence_test(matrix, n, margin=(inferior, superior), exact=True)
    for members, part in ((a, found.a), (b, found.b)):
        within = naive.within(matrix, members)
        orders = naive.all_orders(len(within) + len(between), len(within))
        wanted = naive.lambdas(within, between, inferior, superior, orders)
        assert [part.lambda_inferior, part.lambda_superior] == wanted
        assert part.value == pytest.approx(max(1 - each for each in wanted), abs=1e-15)
    assert found.p_value == max(found.a.value, found.b.value)


def test_no_difference_is_found_as_often_as_alpha_says():
    """All 35 ways to choose A among 7 strings: whatever A is, the p-values are 1/35, 2/35 …

    They would not be if the order of the strings gave the labels away."""
    rng = np.random.default_rng(7)
    strings = [b"".join(rng.choice([b"AB", b"CD", b"AABB", b"BBAA"], 40)) for _ in range(7)]
    p_values = [
        difference_test(distance_matrix([strings[at] for at in order]), 3, exact=True).p_value
        for order in naive.all_orders(7, 3)
    ]
    np.testing.assert_allclose(sorted(p_values), np.arange(1, 36) / 35)


@pytest.mark.parametrize("sizes", [(3, 3), (3, 4)])
def test_random_labelings_are_uniform(sizes):
    """Places of medians, against their frequency among all labelings."""
    matrix = np.ones((sum(sizes), sum(sizes)))
    all_of, drawn_of = (
        rank(matrix, sizes[0], rng=np.random.default_rng(5), **how).places
        for how in ({"exact": True}, {"n_permutations": 200_000})
    )
    for both, some in zip(all_of, drawn_of, strict=True):
        every, expected = np.unique(both, axis=0, return_counts=True)
        drawn, counts = np.unique(some, axis=0, return_counts=True)
        np.testing.assert_array_equal(drawn, every)
        assert chisquare(counts, expected / expected.sum() * counts.sum()).pvalue > 1e-3


@pytest.mark.parametrize("items", [9, 25])
def test_labelings_of_many_values_are_those_of_permutations(items):
    """Means and spreads of the places, against numpy's shuffles."""
    rng = np.random.default_rng(6)
    count, sizes = 4000, (math.comb(items, 2), items**2)
    matrix = np.ones((2 * items, 2 * items))
    found, _ = rank(matrix, items, n_permutations=count, rng=rng).places
    labels = rng.permuted(np.tile(np.arange(sum(sizes)) < sizes[0], (count, 1)), axis=1)
    middle = [(size - 1) // 2 for size in sizes]
    wanted = np.array(
        [(np.flatnonzero(row)[middle[0]], np.flatnonzero(~row)[middle[1]]) for row in labels]
    )
    lower = found[:, [0, 2]]
    error = wanted.std(axis=0) * np.sqrt(2 / count)
    assert (np.abs(lower.mean(axis=0) - wanted.mean(axis=0)) < 4 * error).all()
    np.testing.assert_allclose(lower.std(axis=0), wanted.std(axis=0), rtol=0.08)
    # Both groups' medians move against each other.
    assert np.corrcoef(lower.T)[0, 1] < -0.5
    assert (found[:, 1] - found[:, 0] >= (0 if sizes[0] % 2 else 1)).all()


@pytest.mark.parametrize(
    ("matrix", "n", "words"),
    [
        (np.zeros((6, 5)), 3, "not square"),
        (np.ones((5, 5)), 3, "Corpus B has 2 items"),
        (np.ones((5, 5)), 2, "Corpus A has 2 items"),
        (np.ones((5, 5)), 9, "Corpus B has 0 items"),
        (np.full((6, 6), np.nan), 3, "not finite"),
        (np.arange(36.0).reshape(6, 6), 3, "not symmetric"),
    ],
)
@pytest.mark.parametrize("test", [difference_test, equivalence_test])
def test_what_can_not_be_tested_is_refused(test, matrix, n, words):
    with pytest.raises(StyleError, match=words):
        test(matrix, n)


def test_parameters_are_checked():
    matrix = np.ones((60, 60))
    with pytest.raises(StyleError, match="more than the 2,000,000"):
        difference_test(matrix, 30, exact=True)
    with pytest.raises(StyleError, match="more than the 2,000,000"):
        equivalence_test(matrix, 30, exact=True)
    for test in (difference_test, equivalence_test):
        with pytest.raises(StyleError, match="at least one permutation"):
            test(matrix, 30, n_permutations=0)
    for margin in (0, -1, float("inf"), (0.1, 0)):
        with pytest.raises(StyleError, match="not a positive number"):
            equivalence_test(matrix, 30, margin=margin)


def test_adding_one_is_for_labelings_that_are_drawn():
    rng = np.random.default_rng(3)
    upper = np.triu(rng.random((8, 8)), 1)
    matrix = upper + upper.T
    found = equivalence_test(matrix, 4, n_permutations=50, plus_one=True)
    assert found.plus_one
    for part in (found.a, found.b):
        fewer = max(50 * (1 - part.lambda_inferior), 50 * (1 - part.lambda_superior))
        assert part.value == pytest.approx((fewer + 1) / 51)
    # Where all are gone through, what is observed is among them.
    for test in (difference_test, equivalence_test):
        exact = test(matrix, 4, exact=True, plus_one=True)
        assert not exact.plus_one
        assert exact.p_value == test(matrix, 4, exact=True).p_value


def test_the_statistic_is_of_the_corpus_that_is_farther():
    upper = np.triu(np.random.default_rng(11).normal(0.5, 0.01, (12, 12)), 1)
    matrix = upper + upper.T
    matrix[:6, :6] -= 0.1  # A is much closer than both are to each other, B a little less close
    matrix[6:, 6:] += 0.01
    found = equivalence_test(matrix, 6)
    assert -found.a.effect > found.b.effect > 0
    assert found.statistic == found.a.effect
    assert equivalence_test(matrix[::-1, ::-1], 6).statistic == found.statistic


@pytest.mark.parametrize("value", [1, 0.1, 1 / 3, 0.7])
@pytest.mark.parametrize("sizes", [(3, 3), (3, 4), (5, 7), (6, 6)])
@pytest.mark.parametrize("equal_weight", [False, True])
def test_items_that_do_not_differ_at_all(value, sizes, equal_weight):
    """Sums of zeros that rounding makes no zeros: T must be what it is, not anything."""
    n, m = sizes
    options = {"exact": True, "equal_weight": equal_weight}
    assert difference_test(np.zeros((n + m, n + m)), n, **options).statistic == 1
    corpus_a = np.arange(n + m) < n
    matrix = value * (corpus_a[:, None] != corpus_a)
    found = difference_test(matrix, n, **options)
    assert found.statistic == np.inf
    assert found.count == (2 if n == m else 1)
    alike = difference_test(value - matrix, n, **options)
    assert (alike.statistic, alike.p_value) == (0, 1)


@pytest.mark.parametrize("scale", [1e-3, 1e-6, 1e-9])
def test_ties_of_corpora_far_apart(scale):
    """The mean within is small, and what rounding does to it is not."""
    for seed in range(12):
        upper = np.triu(np.random.default_rng(seed).random((8, 8)), 1)
        matrix = upper + upper.T
        matrix[:4, :4] *= scale
        matrix[4:, 4:] *= scale
        # The labeling itself, and the one that swaps the corpora.
        assert difference_test(matrix, 4, exact=True).count == 2
