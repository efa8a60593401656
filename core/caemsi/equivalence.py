"""Are two corpora equivalent? A permutation test on medians of ranks (Eq. 8 of the paper)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.caemsi import _kernels
from core.caemsi._matrix import check_permutations, read_compressor, read_matrix
from core.caemsi.difference import chosen_labels
from core.errors import StyleError
from core.vocabulary import FloatArray

DEFAULT_MARGIN = 0.15
"""The equivalence range of the paper for 25 items."""

Places = npt.NDArray[np.int64]
_AT_ONCE = 200_000_000  # labels that are drawn without a sign of life
_TIE = 1e-9  # ranks are multiples of 1/2, margins any number


@dataclass(frozen=True, eq=False)
class Partial:
    """One of the two comparisons: the distances within a corpus (F) with those between (G)."""

    value: float
    """Lambda = max(1 - lambda_I, 1 - lambda_S): the larger of the p-values of two one-sided
    tests."""
    t_inferior: float
    t_superior: float
    """The statistics T_I and T_S."""
    lambda_inferior: float
    lambda_superior: float
    """The share of labellings with as much."""
    p_inferior: float
    p_superior: float
    """The p-values of both tests: small if the median rank of F is higher than that of G by less
    than the inferior margin, and lower by less than the superior one."""
    null_inferior: FloatArray
    null_superior: FloatArray
    """The statistics of each labelling."""
    difference: float
    """Median rank of F less that of G."""
    length: int
    """L, the number of values of both."""

    @property
    def counted_inferior(self) -> npt.NDArray[np.bool_]:
        """Which labellings the first one-sided p counts: those with less than was observed."""
        return _less(self.null_inferior, self.t_inferior, self.length)

    @property
    def counted_superior(self) -> npt.NDArray[np.bool_]:
        """Which labellings the second one-sided p counts."""
        return _less(self.null_superior, self.t_superior, self.length)

    @property
    def effect(self) -> float:
        """The difference as a share of L: what p_eqv nearly thresholds."""
        return self.difference / self.length


@dataclass(frozen=True, eq=False)
class EquivalenceTest:
    """What the test for equivalence found.

    Parameters
    ----------
    statistic : float
        The effect of the corpus that is farther from the other: median rank of the distances
        within it less that of those between, as a share of how many these are.
    p_value : float
        p_eqv, Eq. 8: the larger of both lambda.
    a, b : Partial
        Of the distances within A, and within B, each with those between.
    inferior, superior : float
        The margins, as shares of the number of pairs compared.
    n_permutations : int
        How many labellings, for each comparison (of the first, where all are enumerated).
    exact, plus_one : bool
        As asked for.
    compressor : str
        Name and version, where the distances tell; else empty.
    """

    statistic: float
    p_value: float
    a: Partial
    b: Partial
    inferior: float
    superior: float
    n_permutations: int
    exact: bool
    plus_one: bool
    compressor: str


@dataclass(frozen=True, eq=False)
class Ranked:
    """What the test needs of a matrix, whatever the margin: it can be moved at once."""

    ranks: tuple[tuple[FloatArray, FloatArray], ...]
    """Pooled ranks of the distances within a corpus, and of those between, each sorted; of A, of
    B."""
    places: tuple[Places, ...]
    """Where the medians of labellings lie; see :func:`core.caemsi._kernels.median_places`."""
    exact: bool
    compressor: str


def equivalence_test(
    distances: Any,
    n_a: int,
    *,
    margin: float | tuple[float, float] = DEFAULT_MARGIN,
    n_permutations: int = 1000,
    exact: bool = False,
    rng: np.random.Generator | None = None,
    plus_one: bool = False,
) -> EquivalenceTest:
    """Test whether two corpora are equivalent in style.

    The paper's section "Testing for Equivalence", read literally: both margins are added to the
    ranks of G, and lambda is the larger of both one-sided p-values. The prose there speaks of a
    union-intersection test; what the steps make is an intersection of two one-sided tests, in
    which both must be passed. Step 6's "Repeat steps 3 and 4" must mean 4 and 5.

    A small p_eqv says that the medians of w_A and b_AB, and of w_B and b_AB, lie within the margin
    of each other. Distances of the same item depend on each other and the test takes them as if
    they did not, so its level is not guaranteed.

    Parameters
    ----------
    distances : Distances or array_like, shape (n, n)
        Symmetric; see :func:`core.caemsi.distance_matrix`.
    n_a : int
        The first so many items are corpus A, the others B; at least 3 each.
    margin : float or (float, float)
        The equivalence range, or the inferior and the superior one, as a share of the number of
        distances compared, len(F) + len(G). The paper takes 0.15, 0.1 and 0.075 for corpora of 25,
        50 and 100.
    n_permutations, exact, rng, plus_one
        As in :func:`core.caemsi.difference_test`; with `plus_one` each one-sided p is
        (count + 1) / (n_permutations + 1).

    Returns
    -------
    EquivalenceTest

    Raises
    ------
    StyleError
        As :func:`core.caemsi.difference_test`, or if a margin is no positive number. What is
        labelled here are distances, so that all labellings are enumerated up to 4 + 4 items only.
    """
    ranked = rank(distances, n_a, n_permutations=n_permutations, exact=exact, rng=rng)
    return equivalence(ranked, margin, plus_one=plus_one)


def rank(
    distances: Any,
    n_a: int,
    *,
    n_permutations: int = 1000,
    exact: bool = False,
    rng: np.random.Generator | None = None,
    drawn: Callable[[int], object] = lambda count: None,
) -> Ranked:
    """Prepare the test for any margin; parameters as in :func:`equivalence_test`, and `drawn` as in
    :func:`core.caemsi.difference_test`."""
    from scipy.stats import rankdata  # as long to import as all else here

    matrix = read_matrix(distances, n_a)
    check_permutations(n_permutations)
    source = np.random.default_rng(0) if rng is None else rng
    between = matrix[:n_a, n_a:].ravel()
    ranks, places = [], []
    for own in (matrix[:n_a, :n_a], matrix[n_a:, n_a:]):
        within = own[np.triu_indices(len(own), 1)]
        pooled = rankdata(np.concatenate([within, between]))
        # Each sorted: of two sorted parts the whole is soon sorted, at each margin anew.
        ranks.append((np.sort(pooled[: len(within)]), np.sort(pooled[len(within) :])))
        if exact:
            places.append(_all_places(len(within), len(between)))
        else:
            seeds = source.integers(0, 2**64, n_permutations, dtype=np.uint64)
            parts = []
            for some in np.array_split(seeds, _portions(n_permutations, len(pooled))):
                parts.append(_kernels.median_places(some, len(within), len(between)))
                drawn(len(some))
            places.append(np.concatenate(parts))
    return Ranked(tuple(ranks), tuple(places), exact, read_compressor(distances))


def _portions(n_permutations: int, length: int) -> int:
    """In how many portions labellings are drawn: each takes a fraction of a second."""
    return min(n_permutations, -(-n_permutations * length // _AT_ONCE))


def equivalence(
    ranked: Ranked, margin: float | tuple[float, float], *, plus_one: bool = False
) -> EquivalenceTest:
    """Test for equivalence within a margin; see :func:`equivalence_test`."""
    margins = margin if isinstance(margin, tuple) else (margin, margin)
    if len(margins) != 2:
        raise StyleError(f"the margin is one number or two, not {len(margins)}")
    inferior, superior = margins
    for each in (inferior, superior):
        if not 0 < each < np.inf:
            raise StyleError(f"the margin {each:g} is no positive number")
    counted_in = plus_one and not ranked.exact
    a, b = (
        _partial(*ranks, places, inferior, superior, counted_in)
        for ranks, places in zip(ranked.ranks, ranked.places, strict=True)
    )
    return EquivalenceTest(
        max(a.effect, b.effect, key=abs),
        max(a.value, b.value),  # p_eqv
        a,
        b,
        inferior,
        superior,
        len(ranked.places[0]),
        ranked.exact,
        counted_in,
        ranked.compressor,
    )


def _partial(
    first: FloatArray,
    second: FloatArray,
    places: Places,
    inferior: float,
    superior: float,
    plus_one: bool,
) -> Partial:
    length = len(first) + len(second)
    difference = float(np.median(first) - np.median(second))
    t_inferior = difference - inferior * length
    t_superior = -difference - superior * length
    null_inferior = _differences(first, second + inferior * length, places)
    null_superior = -_differences(first, second - superior * length, places)
    share_inferior, p_inferior = _one_sided(null_inferior, t_inferior, length, plus_one)
    share_superior, p_superior = _one_sided(null_superior, t_superior, length, plus_one)
    return Partial(
        max(p_inferior, p_superior),
        t_inferior,
        t_superior,
        share_inferior,
        share_superior,
        p_inferior,
        p_superior,
        null_inferior,
        null_superior,
        difference,
        length,
    )


def _one_sided(
    null: FloatArray, observed: float, length: int, plus_one: bool
) -> tuple[float, float]:
    """Give the share of labellings with as much, and the p-value: the share of those with less."""
    null.flags.writeable = False
    below = int(_less(null, observed, length).sum())
    p = (below + 1) / (len(null) + 1) if plus_one else below / len(null)
    return (len(null) - below) / len(null), p


def _less(null: FloatArray, observed: float, length: int) -> npt.NDArray[np.bool_]:
    less: npt.NDArray[np.bool_] = null < observed - _TIE * length
    return less


def _differences(first: FloatArray, second: FloatArray, places: Places) -> FloatArray:
    """Give the median of the first group less that of the second, of each labelling."""
    values = np.sort(np.concatenate([first, second]), kind="stable")[places]
    difference: FloatArray = (values[:, 0] + values[:, 1] - values[:, 2] - values[:, 3]) / 2
    return difference


def _all_places(n_first: int, n_second: int) -> Places:
    """Give where the medians of all labellings lie."""
    firsts = chosen_labels(n_first + n_second, n_first)
    is_second = np.ones((len(firsts), n_first + n_second), bool)
    np.put_along_axis(is_second, firsts, False, axis=1)
    seconds = np.nonzero(is_second)[1].reshape(len(firsts), n_second)
    middle = [(n - 1) // 2 for n in (n_first, n_second)]
    return np.column_stack(
        [
            firsts[:, middle[0]],
            firsts[:, n_first // 2],
            seconds[:, middle[1]],
            seconds[:, n_second // 2],
        ]
    ).astype(np.int64)
