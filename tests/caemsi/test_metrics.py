"""How often tests are right, and what both say together."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from core.caemsi import difference_test, equivalence_test
from core.caemsi.experiment import metrics, printed_table, rate
from core.caemsi.verdict import too_few, verdict, write_p
from core.errors import StyleError


def expand(positive, negative, half):
    truth = [True] * half + [False] * half
    said = [at < positive for at in range(half)] + [at >= negative for at in range(half)]
    return truth, said


def test_the_papers_first_row():
    # 480 of 500 and 375 of 500: caemsi.json, 6_metrics
    found = metrics(*expand(480, 375, 500))
    expected = {
        "ACC": 0.855,
        "TPR": 0.96,
        "TNR": 0.75,
        "PPV": 0.7933884297520661,
        "NPV": 0.9493670886075949,
    }
    assert {name: rate.value for name, rate in found.items()} == expected


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=40))
def test_metrics_count_what_they_say(trials):
    truth, said = [list(each) for each in zip(*trials, strict=True)] or [[], []]
    found = metrics(truth, said)
    kinds = [(a, b) for a, b in trials]
    hit, rejected = kinds.count((True, True)), kinds.count((False, False))
    assert {name: (rate.count, rate.of) for name, rate in found.items()} == {
        "ACC": (hit + rejected, len(trials)),
        "TPR": (hit, sum(truth)),
        "TNR": (rejected, len(trials) - sum(truth)),
        "PPV": (hit, sum(said)),
        "NPV": (rejected, len(trials) - sum(said)),
    }


@given(st.integers(1, 2000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_interval_is_wilsons(numbers):
    count, of = numbers
    z, p = norm.ppf(0.975), count / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    found = rate(count, of)
    assert found.value == p
    assert (found.low, found.high) == pytest.approx(
        (max(0, middle - half), min(1, middle + half)), abs=1e-12
    )


def test_printed_rows_agree_with_themselves_but_for_the_one_that_is_noted():
    rows = printed_table()["rows"]
    assert len(rows) == 16
    for row in rows:
        accuracy, tpr, tnr, ppv, npv = row["rates"]
        off = max(
            abs((tpr + tnr) / 2 - accuracy),
            abs(tpr / (tpr + 1 - tnr) - ppv),
            abs(tnr / (tnr + 1 - tpr) - npv),
        )
        # What two digits leave open.
        assert (off > 0.012) == ("note" in row), row
        assert (row["margin"] is None) == (row["test"] == "p_diff")
    assert "disjoint" in printed_table()["note"]


def far(between, within=0.5, n=12, noise=0.01):
    """Two corpora of n items each, at those distances but for a little noise."""
    distances = np.full((2 * n, 2 * n), within)
    distances[:n, n:] = distances[n:, :n] = between
    moved = np.random.default_rng(1).normal(0, noise, distances.shape)
    return distances + (moved + moved.T)


def test_no_quadrant_says_that_corpora_are_the_same():
    # What is not found to differ is not shown to be alike.
    alike = far(0.5)
    found = verdict(difference_test(alike, 12), equivalence_test(alike, 12, margin=1e-6))
    assert "does not make them alike" in found.sentence


def test_the_level_moves_the_verdict():
    distances = far(0.503)
    tests = difference_test(distances, 12), equivalence_test(distances, 12, margin=1e-6)
    p = tests[0].p_value
    assert 0 < p < 0.9
    assert not verdict(*tests, alpha=p).different
    assert verdict(*tests, alpha=p + 1e-3).different


def test_below_alpha_is_below_it():
    difference, equivalence = difference_test(far(0.5), 12), equivalence_test(far(0.5), 12)
    at = replace(difference, p_value=0.05), replace(equivalence, p_value=0.05)
    assert verdict(*at).name == "neither"
    below = [replace(test, p_value=0.049) for test in at]
    assert verdict(*below).name == "both"


@pytest.mark.parametrize(
    ("sizes", "options", "alpha", "words"),
    [
        ((3, 3), {"exact": True}, 0.05, "never below 0.1"),
        ((3, 3), {}, 0.05, "never below 0.1"),
        ((3, 3), {}, 0.1, "never below 0.1"),
        ((3, 3), {}, 0.11, ""),
        ((3, 4), {}, 0.05, ""),
        ((3, 4), {"exact": True}, 0.02, "never below 0.0286"),
        ((4, 4), {"exact": True}, 0.05, ""),
        ((12, 12), {"n_permutations": 20}, 0.05, ""),
        ((12, 12), {"n_permutations": 19}, 0.05, "19 permutations are too few .* Draw 200"),
        ((12, 12), {}, 0.0005, "1,000 permutations are too few"),
    ],
)
def test_too_few_items_or_labellings_are_told(sizes, options, alpha, words):
    matrix = np.ones((sum(sizes), sum(sizes)))
    said = too_few(difference_test(matrix, sizes[0], **options), sizes, alpha)
    assert re.search(words, said)
    assert bool(said) == bool(words)


@pytest.mark.parametrize("alpha", [0, 1, -0.1, math.nan])
def test_alpha_is_a_level(alpha):
    tests = difference_test(far(0.5), 12), equivalence_test(far(0.5), 12)
    with pytest.raises(StyleError, match="alpha"):
        verdict(*tests, alpha=alpha)


def test_p_is_not_written_as_0_where_labellings_were_drawn():
    drawn = difference_test(far(0.9), 12)
    assert drawn.p_value == 0
    assert write_p(drawn) == "< 0.001"
    assert write_p(difference_test(far(0.9, n=4), 4, exact=True)) == "= 0.029"
