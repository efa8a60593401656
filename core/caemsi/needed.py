"""How many items the test for equivalence needs: p_eqv of corpora that could not be more alike."""

import math
from statistics import NormalDist

LEAST = 3
"""Items of a corpus: the tests refuse fewer."""

ERRS = {25: (0.15, 19), 50: (0.1, 24), 100: (0.075, 33)}
"""Items of each corpus: the paper's margin, and of how many in a hundred pairs of corpora that lie
at this margin p_eqv is below 0.05. Simulated: items on a line, one corpus wider than the other, and
the distance is that on the line (2,000 pairs each; tests/caemsi/test_needed.py)."""


def needed_items(margin: float, alpha: float) -> int:
    """Give about how many items each of two corpora needs for p_eqv to be below `alpha`."""
    n = LEAST
    while alike_p(n, n, margin) >= alpha:
        n += 1
    return n


def alike_p(n_a: int, n_b: int, margin: float) -> float:
    """Give about what p_eqv is of two corpora whose medians agree.

    A median of n ranks out of N has a standard deviation of about N / (2 sqrt(n)), and is taken as
    normal: within 0.03 of all labellings from five items on.
    """
    within, between = min(n_a, n_b) * (min(n_a, n_b) - 1) / 2, n_a * n_b
    return NormalDist().cdf(-2 * margin / math.sqrt(1 / within + 1 / between))
