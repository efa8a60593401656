"""Test if two corpora are equivalent: a permutation test on median ranks (Eq. 8 of the paper)."""

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
"""Margins to choose from; at 0.5 the medians may differ by half of all ranks."""

FINE = 10_000  # margins at which the answer changes are in steps of 1 / `FINE`

Places = npt.NDArray[np.int64]
_AT_ONCE = 200_000_000  # labels drawn between two progress reports
_NARROWEST, _WIDENING, _SMALLEST = 0.05, 2.5, 25  # fitted to the paper's margins
_TIE = 1e-9  # relative; ranks are multiples of 1/2, but margins are not


@dataclass(frozen=True, eq=False)
class Partial:
    """One of two comparisons: distances within one corpus (F) against those between (G)."""

    t_inferior: float
    t_superior: float
    """The statistics T_I and T_S."""
    null_inferior: FloatArray
    null_superior: FloatArray
    """The same statistics of each labeling."""
    p_inferior: float
    p_superior: float
    """P-values of the tests that F's median rank is less than a margin above, or below, G's."""
    difference: float  # median rank of F minus that of G
    length: int  # L = len(F) + len(G)

    @property
    def value(self) -> float:
        """Lambda = max(1 - lambda_I, 1 - lambda_S): the larger of both p-values."""
        return max(self.p_inferior, self.p_superior)

    @property
    def lambda_inferior(self) -> float:
        """The share of labelings with at least T_I."""
        return float((~self.counted_inferior).mean())

    @property
    def lambda_superior(self) -> float:
        """The share of labelings with at least T_S."""
        return float((~self.counted_superior).mean())

    @property
    def counted_inferior(self) -> npt.NDArray[np.bool_]:
        """Mask of the labelings that `p_inferior` counts: those below the observed T_I."""
        return _less(self.null_inferior, self.t_inferior, self.length)

    @property
    def counted_superior(self) -> npt.NDArray[np.bool_]:
        """Mask of the labelings that `p_superior` counts: those below the observed T_S."""
        return _less(self.null_superior, self.t_superior, self.length)

    @property
    def effect(self) -> float:
        """The difference as a share of L; comparing it with the margin nearly decides the test."""
        return self.difference / self.length


@dataclass(frozen=True, eq=False)
class EquivalenceTest:
    """The result of the test for equivalence.

    Parameters
    ----------
    statistic : float
        The larger effect of both corpora: median rank of the distances within the corpus minus
        that of the distances between, as a share of the number of these distances.
    p_value : float
        p_eqv, Eq. 8: the larger lambda.
    a, b : Partial
        Distances within A, and within B, each against the distances between.
    inferior, superior : float
        The margins, as shares of the number of distances compared.
    n_permutations : int
        Number of labelings per comparison (of the first comparison if all are enumerated).
    exact, plus_one : bool
        The options of the test.
    compressor : str
        Name and version, if the distances name them; else empty.
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
    """Ranks and labelings of a matrix, which do not depend on the margin."""

    ranks: tuple[tuple[FloatArray, FloatArray], ...]
    """Pooled ranks of the distances within A and between, and within B and between, sorted."""
    places: tuple[Places, ...]
    """Positions of the medians; see :func:`core.caemsi._kernels.median_places`."""
    exact: bool
    compressor: str


def equivalence_test(
    distances: Any,
    n_a: int,
    *,
    margin: float | Sequence[float] = DEFAULT_MARGIN,
    n_permutations: int = 1000,
    exact: bool = False,
    rng: np.random.Generator | None = None,
    plus_one: bool = False,
) -> EquivalenceTest:
    """Test whether two corpora are equivalent in style; the first `n_a` items are corpus A.

    This follows the steps in the paper's section "Testing for Equivalence": both margins are added
    to the ranks of G, and lambda is the larger one-sided p-value. The paper's prose calls this a
    union-intersection test. But by its steps both one-sided tests must pass, so it is an
    intersection. "Repeat steps 3 and 4" in step 6 must mean steps 4 and 5.

    A small p_eqv means that the medians of w_A and b_AB, and of w_B and b_AB, differ by less than
    the margin. The test assumes independent distances, but distances of the same item are not, so
    its level is not guaranteed.

    `margin` is one number, or the inferior and the superior margin, as shares of the number of
    distances compared, len(F) + len(G). The paper uses 0.15, 0.1 and 0.075 for corpora of 25, 50
    and 100. The test labels distances, so it enumerates all labelings only up to 4 + 4 items.
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
    matrix = read_matrix(distances, n_a)
    check_permutations(n_permutations)
    source = rng or np.random.default_rng(0)
    between = matrix[:n_a, n_a:].ravel()
    ranks, places = [], []
    for within in (pairs_of(matrix[:n_a, :n_a]), pairs_of(matrix[n_a:, n_a:])):
        pooled = np.sort(np.concatenate([within, between]))
        # Sorted, since two sorted parts are merged quickly at each margin.
        ranks.append((_ranks(np.sort(within), pooled), _ranks(np.sort(between), pooled)))
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


def _ranks(values: FloatArray, pooled: FloatArray) -> FloatArray:
    """Return the ranks of values among all, from 1; equal ones share their mean rank. Importing
    scipy's function takes longer than the rest of a comparison."""
    return (np.searchsorted(pooled, values) + np.searchsorted(pooled, values, "right") + 1) / 2


def equivalence(
    ranked: Ranked, margin: float | Sequence[float], *, plus_one: bool = False
) -> EquivalenceTest:
    """Test for equivalence within a margin; see :func:`equivalence_test`."""
    margins = tuple(margin) if isinstance(margin, Sequence) else (margin, margin)
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
    """Raise StyleError unless a margin is positive and finite."""
    if not 0 < margin < np.inf:
        raise StyleError(f"the margin {margin:g} is not a positive number")


def default_margin(a: int, b: int) -> float:
    """Return the margin for these sizes: 0.05 + 2.5 / n reproduces all four margins of Table 2."""
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
    """Return a p-value: the share of labelings below the observed statistic."""
    null.flags.writeable = False
    below = int(_less(null, observed, length).sum())
    return (below + plus_one) / (len(null) + plus_one)


def _less(null: FloatArray, observed: float, length: int) -> npt.NDArray[np.bool_]:
    return null < observed - _TIE * length


def _differences(first: FloatArray, second: FloatArray, places: Places) -> FloatArray:
    """Return, for each labeling, the median of the first group minus that of the second."""
    values = np.sort(np.concatenate([first, second]), kind="stable")[places]
    return (values[:, 0] + values[:, 1] - values[:, 2] - values[:, 3]) / 2


def _all_places(n_first: int, n_second: int) -> Places:
    """Return the positions of the medians for all labelings."""
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
    """A margin at which the answer of the test changes."""

    margin: float  # the first one with the new answer, in steps of 1 / `FINE`
    equivalent: bool


@dataclass(frozen=True, eq=False)
class MarginCurve:
    """The test at many margins, with the same labelings at each."""

    margins: tuple[float, ...]  # increasing
    tests: tuple[EquivalenceTest, ...]  # one per margin

    def without_labelings(self) -> MarginCurve:
        """Return the curve without the results of single labelings, which take most memory."""
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
    ranked: Ranked, margins: Sequence[float] = MARGINS, *, plus_one: bool = False
) -> MarginCurve:
    """Test for equivalence at each margin; see :func:`equivalence`."""
    tests = tuple(equivalence(ranked, margin, plus_one=plus_one) for margin in margins)
    return MarginCurve(tuple(margins), tests)


def flips(ranked: Ranked, curve: MarginCurve, alpha: float) -> list[Flip]:
    """Find the margins at which p_eqv crosses alpha."""
    answers = [test.p_value < alpha for test in curve.tests]
    changes = []
    for at in np.flatnonzero(np.diff(answers)).tolist():
        plus_one = curve.tests[at].plus_one
        low, high = (round(margin * FINE) for margin in curve.margins[at : at + 2])
        while high - low > 1:
            middle = (low + high) // 2
            is_below = equivalence(ranked, middle / FINE, plus_one=plus_one).p_value < alpha
            low, high = (middle, high) if is_below == answers[at] else (low, middle)
        changes.append(Flip(high / FINE, answers[at + 1]))
    return changes
