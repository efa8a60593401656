"""Test if two corpora differ: a permutation test on mean distances (Eq. 6 of the paper)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

import numpy as np
import numpy.typing as npt

from core.caemsi.distances import compressor_of, read_matrix
from core.errors import StyleError
from core.vocabulary import FloatArray

MOST_LABELINGS = 2_000_000

_BATCH = 4096  # labelings at once
_AT_ONCE = 500_000_000  # products of labels and distances between two progress reports
_TIE = 1e-12  # relative: sums of the same distances in another order can differ by this


@dataclass(frozen=True, eq=False)
class DifferenceTest:
    """The result of the test for difference.

    Parameters
    ----------
    statistic : float
        T = R(M), Eq. 6: above 1 if items are farther from the other corpus than from their own.
    p_value : float
        p_diff: the share of labelings with at least the observed T.
    count, n_permutations : int
        Number of labelings with at least the observed T, and of all labelings.
    exact : bool
        Whether all possible labelings were enumerated.
    null : ndarray, shape (n_permutations,)
        T of each labeling.
    equal_weight, plus_one : bool
        The options of the test.
    compressor : str
        Name and version, if the distances name them; else empty.
    """

    statistic: float
    p_value: float
    count: int
    n_permutations: int
    exact: bool
    null: FloatArray
    equal_weight: bool
    plus_one: bool
    compressor: str

    @property
    def counted(self) -> npt.NDArray[np.bool_]:
        """Mask of the labelings that p counts: those with at least the observed T."""
        return _reached(self.null, self.statistic)


def difference_test(
    distances: Any,
    n_a: int,
    *,
    n_permutations: int = 1000,
    exact: bool = False,
    rng: np.random.Generator | None = None,
    equal_weight: bool = False,
    plus_one: bool = False,
    drawn: Callable[[int], object] = lambda count: None,
) -> DifferenceTest:
    """Test whether two corpora differ in style; the first `n_a` items are corpus A.

    These are steps 1 to 6 of the paper's section "Testing for Difference". A small p_diff means
    that the corpora differ. A large one does not mean that they are alike:
    :func:`core.caemsi.equivalence_test` tests that. Labelings are ``rng.permutation(n)``, by
    default from ``default_rng(0)``. With `equal_weight` the mean within is the average of both
    corpora's means. The paper pools all distances within, which loses power if sizes differ. With
    `plus_one` p is (count + 1) / (n_permutations + 1), which is never too small. `drawn` is called
    with the number of labelings since its last call; an exception in it ends the test.
    """
    matrix = read_matrix(distances, n_a)
    matrix = matrix - np.diag(np.diag(matrix))
    count = len(matrix)
    own = np.zeros((1, count))
    own[0, :n_a] = 1
    statistic = float(_ratios(matrix, own, equal_weight)[0])
    if exact:
        batches = _all_labels(count, n_a)
    else:
        check_permutations(n_permutations)
        batches = _random_labels(count, n_a, n_permutations, rng or np.random.default_rng(0))
    parts = []
    for labels in batches:
        parts.append(_ratios(matrix, labels, equal_weight))
        drawn(len(labels))
    null = np.concatenate(parts)
    null.flags.writeable = False
    reached = int(_reached(null, statistic).sum())
    plus_one = plus_one and not exact
    return DifferenceTest(
        statistic,
        (reached + plus_one) / (len(null) + plus_one),
        reached,
        len(null),
        exact,
        null,
        equal_weight,
        plus_one,
        compressor_of(distances),
    )


def _reached(null: FloatArray, statistic: float) -> npt.NDArray[np.bool_]:
    # Distances within are total minus between: the smaller they are, the larger the rounding error.
    size = abs(statistic)
    tie = _TIE * size * max(1.0, size) if np.isfinite(statistic) else 0.0
    return null >= statistic - tie


def _ratios(matrix: FloatArray, labels: FloatArray, equal_weight: bool) -> FloatArray:
    """Return Eq. 6 for each labeling: a row of ones (A) and zeros (B)."""
    n_a = int(labels[0].sum())
    n_b = labels.shape[1] - n_a
    pairs_a, pairs_b = n_a * (n_a - 1) / 2, n_b * (n_b - 1) / 2
    reached = labels @ matrix
    twice_within = np.einsum("ij,ij->i", reached, labels)
    between = reached.sum(axis=1) - twice_within
    within_a = twice_within / 2
    within_b = matrix.sum() / 2 - between - within_a
    # A sum of only rounding errors would make T arbitrary.
    rounding = _TIE * np.abs(matrix).sum()
    for sums in (within_a, within_b, between):
        sums[np.abs(sums) <= rounding] = 0
    if equal_weight:
        within = (within_a / pairs_a + within_b / pairs_b) / 2
    else:
        within = (within_a + within_b) / (pairs_a + pairs_b)
    above = between / (n_a * n_b)
    # T is 1 if items do not differ at all.
    ratios: FloatArray = np.where(above == 0, 1.0, np.inf)
    np.divide(above, within, out=ratios, where=within != 0)
    return ratios


def _random_labels(
    count: int, n_a: int, number: int, rng: np.random.Generator
) -> Iterator[FloatArray]:
    batch = min(_BATCH, -(-_AT_ONCE // count**2))
    for start in range(0, number, batch):
        labels = np.zeros((min(batch, number - start), count))
        for row in labels:
            row[rng.permutation(count)[:n_a]] = 1
        yield labels


def _all_labels(count: int, n_a: int) -> Iterator[FloatArray]:
    check_labelings(n_a, count - n_a)
    subsets = combinations(range(count), n_a)
    while chosen := list(islice(subsets, _BATCH)):
        labels = np.zeros((len(chosen), count))
        labels[np.arange(len(chosen))[:, None], np.array(chosen)] = 1
        yield labels


def check_permutations(n_permutations: int) -> None:
    """Raise StyleError unless there is at least one permutation."""
    if n_permutations < 1:
        raise StyleError("there must be at least one permutation")


def are_few(n_first: int, n_second: int) -> bool:
    """Return whether there are at most `MOST_LABELINGS` labelings."""
    from scipy.special import comb  # this import takes as long as all others here

    return bool(comb(n_first + n_second, n_first) <= MOST_LABELINGS)


def check_labelings(n_first: int, n_second: int) -> None:
    """Raise StyleError if there are too many labelings to enumerate."""
    if not are_few(n_first, n_second):
        raise StyleError(
            f"{n_first} and {n_second} values have more than the {MOST_LABELINGS:,} labelings "
            "that can be enumerated",
            advice="Draw random labelings instead (without exact)",
        )
