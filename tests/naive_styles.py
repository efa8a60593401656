"""CAEMSI straight from the paper's equations: slow and obvious."""

import json
import statistics
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.stats import rankdata

from core.caemsi.verdict import ONE_SIDED, margins_written, median_words, passed

GOLDEN = json.loads((Path(__file__).parent / "caemsi/vectors.json").read_text())


def random_distances(n, n_a, seed, apart=0.0):
    """Distances of n items; the first n_a are farther from the others by a constant."""
    upper = np.triu(np.random.default_rng(seed).normal(1, 0.1, (n, n)), 1)
    upper[:n_a, n_a:] += apart
    return upper + upper.T


def within(matrix, members):
    """Eqs. 3 and 4."""
    return [matrix[i][j] for at, i in enumerate(members) for j in members[at + 1 :]]


def between(matrix, first, second):
    """Eq. 5."""
    return [matrix[i][j] for i in first for j in second]


def ratio(matrix, first, second, equal_weight=False):
    """Eq. 6."""
    inside = [within(matrix, first), within(matrix, second)]
    if equal_weight:
        mean_within = statistics.fmean(map(statistics.fmean, inside))
    else:
        mean_within = statistics.fmean(inside[0] + inside[1])
    return statistics.fmean(between(matrix, first, second)) / mean_within


def all_orders(count, n_first):
    """Every labeling, as an order whose first items are the first group."""
    for first in combinations(range(count), n_first):
        yield [*first, *(each for each in range(count) if each not in first)]


def p_diff(matrix, n_a, orders, equal_weight=False):
    """Steps 1 to 6 of "Testing for Difference"."""
    count = len(matrix)
    observed = ratio(matrix, list(range(n_a)), list(range(n_a, count)), equal_weight)
    found = [ratio(matrix, order[:n_a], order[n_a:], equal_weight) for order in map(list, orders)]
    return observed, [each >= observed - 1e-12 for each in found], found


def partials(first, second, inferior, superior):
    """Steps 1 to 3 of "Testing for Equivalence": X_I, X_S, T_I, T_S."""
    n = len(first)
    length = n + len(second)
    ranks = rankdata([*first, *second]).tolist()
    x_i = ranks[:n] + [each + inferior * length for each in ranks[n:]]
    x_s = ranks[:n] + [each - superior * length for each in ranks[n:]]
    return x_i, x_s


def statistics_of(x_i, x_s, order, n):
    """T_I and T_S under an order."""
    medians = [
        statistics.median(values[each] for each in part)
        for values in (x_i, x_s)
        for part in (order[:n], order[n:])
    ]
    return medians[0] - medians[1], medians[3] - medians[2]


def lambdas(first, second, inferior, superior, orders):
    """Steps 1 to 7: lambda_I, lambda_S."""
    n = len(first)
    x_i, x_s = partials(first, second, inferior, superior)
    observed = statistics_of(x_i, x_s, list(range(len(x_i))), n)
    counts, total = [0, 0], 0
    for order in orders:
        total += 1
        for at, each in enumerate(statistics_of(x_i, x_s, order, n)):
            counts[at] += each >= observed[at] - 1e-9
    return [count / total for count in counts]


def one_sided_words(name, test, part, alpha):
    """The page's sentences on T_I and T_S of a corpus."""
    words = ONE_SIDED[passed(part, alpha)].format(alpha=f"{alpha:g}", **margins_written(test))
    return f"{median_words(name, part)} {words}"
