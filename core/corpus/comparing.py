"""Compare methods on the tracks that they share: two of them, or all with a correction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from core.corpus.results import Results
from core.corpus.summary import LEVEL, describe
from core.vocabulary import FloatArray, Part, freeze, ratio
from core.wording import DASH, p_value, signed

DECIMALS = 9
SIGNIFICANT = 0.05


@dataclass(frozen=True, eq=False)
class Paired:
    """Two methods on the tracks with a score by both; every array has shape (windows,)."""

    first: str
    second: str
    count: npt.NDArray[np.int64]
    difference: FloatArray
    """Median over tracks of the first score minus the second; NaN without tracks."""
    mean: FloatArray
    """Mean of these differences."""
    low: FloatArray
    high: FloatArray
    """The 95 % bootstrap interval of the mean difference; NaN for fewer than two tracks."""
    effect: FloatArray
    """The matched-pairs rank-biserial correlation, in [-1, 1]; 0 if no track differs."""
    p_value: FloatArray
    """P-value of Wilcoxon's two-sided signed-rank test, not corrected; NaN if no track differs."""
    baseline: bool = False
    """Whether one of the two is a baseline."""

    def cells(self, at: int) -> dict[str, str]:
        """Return the statistics at one window as text."""
        low, high = self.low[at], self.high[at]
        return {
            "tracks": f"{self.count[at]}",
            "median difference": signed(self.difference[at]),
            "mean difference": signed(self.mean[at]),
            f"{LEVEL:.0%} interval": f"{signed(low)} to {signed(high)}" if low == low else DASH,
            "r": signed(self.effect[at]) if self.count[at] else DASH,
            "p": p_value(float(self.p_value[at])),
        }


def paired(results: Results, first: str, second: str, variant: str, part: Part) -> Paired:
    """Compare two methods track by track, at every window."""
    scores, others = results.score(variant, part)[shared_rows(results, (first, second))]
    baselines = {item.method for item in results.items if item.baseline}
    is_baseline = not baselines.isdisjoint((first, second))
    return replace(paired_of(first, second, scores, others), baseline=is_baseline)


def paired_of(first: str, second: str, scores: FloatArray, others: FloatArray) -> Paired:
    """Compare scores of the same tracks by two methods, shape (tracks, windows)."""
    differences = np.round(scores - others, DECIMALS)
    described = describe(differences)
    effect, p = _tested(differences.T)
    return Paired(
        first,
        second,
        described.count.astype(np.int64),
        described.median,
        described.mean,
        described.low,
        described.high,
        freeze(effect),
        freeze(p),
    )


def _tested(rows: FloatArray) -> FloatArray:
    """Return the rank-biserial correlation and Wilcoxon's p of each row of differences."""
    from scipy.stats import rankdata, wilcoxon  # a slow import

    effect, p = np.zeros(len(rows)), np.full(len(rows), np.nan)
    unequal = ~np.isnan(rows) & (rows != 0)
    count = unequal.sum(axis=1)
    steps = np.diff(np.sort(np.where(unequal, np.abs(rows), np.nan), axis=1), axis=1)
    tied = (steps == 0).any(axis=1)
    # SciPy chooses one method for all its rows, by their length and ties.
    for length, ties in np.unique(np.array([count, tied]).T[count > 0], axis=0):
        alike = (count == length) & (tied == ties)
        values = rows[alike][unequal[alike]].reshape(-1, length)
        ranks = rankdata(np.abs(values), axis=1)
        effect[alike] = (ranks * np.sign(values)).sum(axis=1) / ranks.sum(axis=1)
        p[alike] = wilcoxon(values, axis=1).pvalue
    return np.array([effect, p])


def shared_rows(runs: Results | Sequence[Results], methods: Sequence[str]) -> npt.NDArray[np.intp]:
    """Return the rows of tracks that all these methods have, shape (methods, tracks).

    All methods are of one run, or each is of a run of its own. Tracks are in the first one's order.
    """
    several = [runs] * len(methods) if isinstance(runs, Results) else runs
    rows = [
        {run.tracks[row]: row for row in run.rows_by_method[method]}
        for run, method in zip(several, methods, strict=True)
    ]
    shared = [track for track in rows[0] if all(track in own for own in rows)]
    return np.array([[own[track] for track in shared] for own in rows], np.intp)


@dataclass(frozen=True, eq=False)
class Ranking:
    """The ranking of methods on the tracks with a score by all of them."""

    methods: tuple[str, ...]
    count: npt.NDArray[np.int64]
    """Number of these tracks."""
    means: FloatArray
    """NaN without tracks."""
    ranks: npt.NDArray[np.int64]
    """1 = highest mean; equal means share the better rank; 0 without a mean."""


def ranking(results: Results, variant: str, part: Part) -> Ranking:
    """Rank methods by their mean score at each window, over the tracks that all of them have."""
    from scipy.stats import rankdata  # as above

    methods, scores = complete_scores(results, variant, part)
    scored = ~np.isnan(scores).any(axis=0)
    count = scored.sum(axis=0)
    sums = np.where(scored, scores, 0.0).sum(axis=1)
    means = np.round(ratio(sums, count), DECIMALS)
    ranks = np.where(count > 0, rankdata(-means, method="min", axis=0, nan_policy="omit"), 0)
    return Ranking(
        methods,
        count,
        freeze(means),
        np.nan_to_num(ranks).astype(np.int64),
    )


def complete_scores(
    results: Results, variant: str, part: Part
) -> tuple[tuple[str, ...], FloatArray]:
    """Return the methods in order of appearance, and their scores on tracks that all have."""
    methods = tuple(results.rows_by_method)
    return methods, results.score(variant, part)[shared_rows(results, methods)]


_LEAST = 3


def holm(p_values: npt.ArrayLike) -> FloatArray:
    """Correct p-values for their number, by Holm's step-down (1979)."""
    values = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(values, axis=0)  # NaN comes last
    ranked = np.take_along_axis(values, order, axis=0)
    turns = np.arange(len(values)).reshape(-1, *[1] * (values.ndim - 1))
    left = np.count_nonzero(~np.isnan(values), axis=0) - turns
    stepped = np.minimum(np.maximum.accumulate(ranked * left, axis=0), 1.0)
    corrected = np.empty_like(values)
    np.put_along_axis(corrected, order, stepped, axis=0)
    return freeze(corrected)


@dataclass(frozen=True, eq=False)
class Friedman:
    """Friedman's test of several methods on the same tracks; arrays have shape (windows,)."""

    methods: tuple[str, ...]
    count: npt.NDArray[np.int64]
    """Number of tracks with a score by all methods; other tracks are left out."""
    statistic: FloatArray
    """Chi-square of the ranks within tracks, corrected for ties; NaN without ranks."""
    p_value: FloatArray
    """By the chi-square distribution, a good approximation from about ten tracks on."""
    agreement: FloatArray
    """Kendall's W, in [0, 1]: 1 if all tracks rank the methods in the same order."""


def friedman(results: Results, variant: str, part: Part) -> Friedman:
    """Test at every window whether any method differs from the others."""
    from scipy.stats import friedmanchisquare  # a slow import

    methods, scores = complete_scores(results, variant, part)
    counts, rows = [], []
    for column in np.moveaxis(np.round(scores, DECIMALS), 2, 0):
        kept = column[:, ~np.isnan(column).any(axis=0)]
        counts.append(kept.shape[1])
        enough = len(methods) >= _LEAST and kept.shape[1] > 1 and bool(np.ptp(kept, axis=0).any())
        test = friedmanchisquare(*kept) if enough else (np.nan, np.nan)
        most = kept.shape[1] * (len(methods) - 1)
        rows.append((*test, test[0] / most if enough else np.nan))
    columns = np.array(rows, dtype=np.float64).reshape(-1, 3).T.copy()
    return Friedman(methods, np.array(counts, dtype=np.int64), *map(freeze, columns))


@dataclass(frozen=True, eq=False)
class Comparison:
    """All methods of a corpus against each other."""

    variant: str
    part: Part
    pairs: tuple[Paired, ...]
    """All pairs of methods in order of appearance, except pairs of two baselines; those with a
    baseline come last."""
    corrected: FloatArray
    """P-values corrected by Holm, shape (pairs, windows). Pairs of methods are one family of
    tests, pairs with a baseline another."""
    friedman: Friedman  # without baselines

    @cached_property
    def better(self) -> npt.NDArray[np.int64]:
        """Which method is better, shape (pairs, windows): 1 the first, −1 the second, 0 if Holm's
        p is not below 0.05. Holm corrects for the pairs of a family, not for the windows."""
        effects = np.array([pair.effect for pair in self.pairs]).reshape(self.corrected.shape)
        return np.where(self.corrected < SIGNIFICANT, np.sign(effects), 0).astype(np.int64)

    def cells(self, at: int) -> list[dict[str, str]]:
        """Return a row per pair of methods at one window."""
        several = len({pair.baseline for pair in self.pairs}) > 1
        return [
            {
                "methods": f"{pair.first} − {pair.second}",
                **({"family": "baselines" if pair.baseline else "methods"} if several else {}),
                **pair.cells(at),
                "p (Holm)": p_value(float(corrected[at])),
            }
            for pair, corrected in zip(self.pairs, self.corrected, strict=True)
        ]


def compare(results: Results, variant: str, part: Part) -> Comparison:
    """Test pairs of methods, but of two baselines, corrected by Holm; and methods by Friedman."""
    own = results.without_baselines()
    judged = set(own.methods)
    every = (
        paired(results, first, second, variant, part)
        for first, second in combinations(dict.fromkeys(results.methods), 2)
        if first in judged or second in judged
    )
    pairs = tuple(sorted(every, key=lambda pair: pair.baseline))
    values = np.array([pair.p_value for pair in pairs]).reshape(len(pairs), len(results.windows))
    methods = sum(not pair.baseline for pair in pairs)
    corrected = np.concatenate([holm(values[:methods]), holm(values[methods:])])
    return Comparison(variant, part, pairs, freeze(corrected), friedman(own, variant, part))
