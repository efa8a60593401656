"""Are two corpora equivalent? A permutation test on medians of ranks (Eq. 8 of the paper)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from core.caemsi import _kernels
from core.caemsi.difference import check_labelings, check_permutations
from core.caemsi.distances import compressor_of, pairs_of, read_matrix
from core.errors import StyleError
from core.vocabulary import FloatArray

DEFAULT_MARGIN = 0.15  # the equivalence range of the paper for 25 items

MARGINS = tuple(
    round(step / 10_000, 4)
    for step in (*range(25, 2000, 25), *range(2000, 3000, 50), *range(3000, 5001, 200))
)
"""Equivalence ranges to choose from; at 0.5 the medians may lie half of all ranks apart."""

FINE = 10_000  # where the answer changes is given in steps of 1 / `FINE`

Places = npt.NDArray[np.int64]
_AT_ONCE = 200_000_000  # labels that are drawn without a sign of life
_NARROWEST, _WIDENING, _SMALLEST = 0.05, 2.5, 25  # of the paper's margins
_TIE = 1e-9  # ranks are multiples of 1/2, margins any number


@dataclass(frozen=True, eq=False)
class Partial:
    """One of the two comparisons: the distances within a corpus (F) with those between (G)."""

    t_inferior: float
    t_superior: float
    """The statistics T_I and T_S."""
    null_inferior: FloatArray
    null_superior: FloatArray
    """The statistics of each labeling."""
    p_inferior: float
    p_superior: float
    """Of both one-sided tests: is F's median rank less than a margin above, or below, that of G?"""
    difference: float  # median rank of F less that of G
    length: int  # L, the number of values of both

    @property
    def value(self) -> float:
        """Lambda = max(1 - lambda_I, 1 - lambda_S): the larger of both p-values."""
        return max(self.p_inferior, self.p_superior)

    @property
    def lambda_inferior(self) -> float:
        """The share of labelings with as much as T_I."""
        return float((~self.counted_inferior).mean())

    @property
    def lambda_superior(self) -> float:
        """The share of labelings with as much as T_S."""
        return float((~self.counted_superior).mean())

    @property
    def counted_inferior(self) -> npt.NDArray[np.bool_]:
        """Which labelings the first one-sided p counts: those with less than was observed."""
        return _less(self.null_inferior, self.t_inferior, self.length)

    @property
    def counted_superior(self) -> npt.NDArray[np.bool_]:
        """Which labelings the second one-sided p counts."""
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
        How many labelings, for each comparison (of the first, where all are enumerated).
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
    """Pooled ranks of the distances within A and within B, each with those between, sorted."""
    places: tuple[Places, ...]
    """Where the medians of labelings lie; see :func:`core.caemsi._kernels.median_places`."""
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
    """Test whether two corpora are equivalent in style; the first `n_a` items are corpus A.

    The paper's section "Testing for Equivalence", read literally: both margins are added to the
    ranks of G, and lambda is the larger of both one-sided p-values. The prose there speaks of a
    union-intersection test; what the steps make is an intersection of two one-sided tests, in which
    both must be passed. Step 6's "Repeat steps 3 and 4" must mean 4 and 5.

    A small p_eqv says that the medians of w_A and b_AB, and of w_B and b_AB, lie within the margin
    of each other. Distances of the same item depend on each other and the test takes them as if
    they did not, so its level is not guaranteed.

    A margin, or the inferior and the superior one, is a share of the number of distances compared,
    len(F) + len(G). The paper takes 0.15, 0.1 and 0.075 for corpora of 25, 50 and 100. Distances
    are labeled here, so all labelings are enumerated up to 4 + 4 items only.
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
    """Prepare :func:`equivalence_test` for any margin."""
    from scipy.stats import rankdata  # as long to import as all else here

    matrix = read_matrix(distances, n_a)
    check_permutations(n_permutations)
    source = np.random.default_rng(0) if rng is None else rng
    between = matrix[:n_a, n_a:].ravel()
    ranks, places = [], []
    for within in (pairs_of(matrix[:n_a, :n_a]), pairs_of(matrix[n_a:, n_a:])):
        pooled = rankdata(np.concatenate([within, between]))
        # Each sorted: of two sorted parts the whole is soon sorted, at each margin anew.
        ranks.append((np.sort(pooled[: len(within)]), np.sort(pooled[len(within) :])))
        if exact:
            places.append(_all_places(len(within), len(between)))
            continue
        seeds = source.integers(0, 2**64, n_permutations, dtype=np.uint64)
        portions = min(n_permutations, -(-n_permutations * len(pooled) // _AT_ONCE))
        parts = []
        for portion in np.array_split(seeds, portions):
            parts.append(_kernels.median_places(portion, len(within), len(between)))
            drawn(len(portion))
        places.append(np.concatenate(parts))
    return Ranked(tuple(ranks), tuple(places), exact, compressor_of(distances))


def equivalence(
    ranked: Ranked, margin: float | tuple[float, float], *, plus_one: bool = False
) -> EquivalenceTest:
    """Test for equivalence within a margin; see :func:`equivalence_test`."""
    margins = margin if isinstance(margin, tuple) else (margin, margin)
    if len(margins) != 2:
        raise StyleError(f"a margin is one number or two, not {len(margins)}")
    inferior, superior = margins
    for share in margins:
        check_margin(share)
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


def check_margin(margin: float) -> None:
    if not 0 < margin < np.inf:
        raise StyleError(f"the margin {margin:g} is not a positive number")


def default_margin(a: int, b: int) -> float:
    """Give the margin for corpora of these sizes: 0.05 + 2.5 / n meets all four of Table 2."""
    share = (1 / max(a, _SMALLEST) + 1 / max(b, _SMALLEST)) / 2
    # Rounded, so that the paper's values come out as printed.
    return round(_NARROWEST + _WIDENING * share, 12)


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
    return Partial(
        t_inferior,
        t_superior,
        null_inferior,
        null_superior,
        _one_sided(null_inferior, t_inferior, length, plus_one),
        _one_sided(null_superior, t_superior, length, plus_one),
        difference,
        length,
    )


def _one_sided(null: FloatArray, observed: float, length: int, plus_one: bool) -> float:
    """Give a p-value: the share of labelings with less than was observed."""
    null.flags.writeable = False
    below = int(_less(null, observed, length).sum())
    return (below + plus_one) / (len(null) + plus_one)


def _less(null: FloatArray, observed: float, length: int) -> npt.NDArray[np.bool_]:
    return null < observed - _TIE * length


def _differences(first: FloatArray, second: FloatArray, places: Places) -> FloatArray:
    """Give the median of the first group less that of the second, of each labeling."""
    values = np.sort(np.concatenate([first, second]), kind="stable")[places]
    return (values[:, 0] + values[:, 1] - values[:, 2] - values[:, 3]) / 2


def _all_places(n_first: int, n_second: int) -> Places:
    """Give where the medians of all labelings lie."""
    check_labelings(n_first, n_second)
    length = n_first + n_second
    firsts = np.array(list(combinations(range(length), n_first)), dtype=np.int64)
    is_second = np.ones((len(firsts), length), bool)
    np.put_along_axis(is_second, firsts, False, axis=1)
    seconds = np.nonzero(is_second)[1].reshape(len(firsts), n_second)
    return np.column_stack(
        [
            group[:, middle]
            for group, size in ((firsts, n_first), (seconds, n_second))
            for middle in ((size - 1) // 2, size // 2)
        ]
    )


@dataclass(frozen=True)
class Flip:
    """Where the answer changes as the margin grows."""

    margin: float  # the first, in steps of 1 / `FINE`, with the new answer
    equivalent: bool


@dataclass(frozen=True, eq=False)
class MarginCurve:
    """The test at many margins, with the same labelings at each."""

    margins: tuple[float, ...]  # rising; the inferior ones
    tests: tuple[EquivalenceTest, ...]  # one a margin
    superior: float | None
    """The superior margin of all tests; if None, it equals the inferior one of each."""

    def without_labelings(self) -> MarginCurve:
        """Give the same without the results of single labelings, which are most of it."""
        none = np.empty(0)
        tests = (
            replace(
                test,
                a=replace(test.a, null_inferior=none, null_superior=none),
                b=replace(test.b, null_inferior=none, null_superior=none),
            )
            for test in self.tests
        )
        return replace(self, tests=tuple(tests))


def margin_curve(
    ranked: Ranked,
    margins: Sequence[float] = MARGINS,
    *,
    superior: float | None = None,
    plus_one: bool = False,
) -> MarginCurve:
    tests = tuple(
        equivalence(ranked, (margin, superior or margin), plus_one=plus_one) for margin in margins
    )
    return MarginCurve(tuple(margins), tests, superior)


def flips(ranked: Ranked, curve: MarginCurve, alpha: float) -> list[Flip]:
    """Find the margins at which the answer changes: whether p_eqv is below alpha."""
    answers = [test.p_value < alpha for test in curve.tests]
    changes = []
    for at in np.flatnonzero(np.diff(answers)).tolist():
        plus_one = curve.tests[at].plus_one
        low, high = (round(margin * FINE) for margin in curve.margins[at : at + 2])
        while high - low > 1:
            middle = (low + high) // 2
            margins = (middle / FINE, curve.superior or middle / FINE)
            is_below = equivalence(ranked, margins, plus_one=plus_one).p_value < alpha
            low, high = (middle, high) if is_below == answers[at] else (low, middle)
        changes.append(Flip(high / FINE, answers[at + 1]))
    return changes
