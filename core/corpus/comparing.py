"""Methods against each other, on the tracks that they share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.choosing import RankChange
from core.choosing.estimates import rank_changes
from core.corpus.results import Results
from core.corpus.summary import one_score
from core.vocabulary import FloatArray, Part, freeze

DECIMALS = 9
"""As TIE of core.choosing: scores that differ by less are the same."""


@dataclass(frozen=True, eq=False)
class Paired:
    """Two methods on the tracks that both have scored; every array has shape (windows,)."""

    first: str
    second: str
    """Names of the methods."""
    count: npt.NDArray[np.int64]
    """How many tracks have a score by both."""
    difference: FloatArray
    """Median over these tracks of the first's score less the second's; NaN for no track."""
    effect: FloatArray
    """The matched-pairs rank-biserial correlation, in [-1, 1]: of the ranked differences, the share
    of the sum in favour of the first less that in favour of the second. 0 where no track
    differs."""
    p_value: FloatArray
    """Of Wilcoxon's signed-rank test, two-sided, zero differences left out; not corrected for the
    number of comparisons, as :func:`core.corpus.significance.compare` does. NaN where no track
    differs."""


def paired(results: Results, first: str, second: str, variant: str, part: Part) -> Paired:
    """Compare two methods track by track, at every window."""
    of_first, of_second = _by_track(results, first), _by_track(results, second)
    shared = [track for track in of_first if track in of_second]
    scores = one_score(results, variant, part)
    differences = np.round(
        scores[[of_first[track] for track in shared]]
        - scores[[of_second[track] for track in shared]],
        DECIMALS,
    )
    rows = [_compared(column[~np.isnan(column)]) for column in differences.T]
    count, *others = zip(*rows, strict=True)
    return Paired(
        first, second, np.array(count), *(freeze(np.array(values, float)) for values in others)
    )


def _compared(differences: FloatArray) -> tuple[int, float, float, float]:
    """Give count, median, effect and p of one window."""
    if not len(differences):
        return 0, np.nan, 0.0, np.nan
    median = float(np.median(differences))
    unequal = differences[differences != 0]
    if not len(unequal):
        return len(differences), median, 0.0, np.nan
    from scipy.stats import rankdata, wilcoxon  # as long to import as all else here

    ranks = rankdata(np.abs(unequal))
    effect = float((ranks * np.sign(unequal)).sum() / ranks.sum())
    return len(differences), median, effect, float(wilcoxon(unequal).pvalue)


def _by_track(results: Results, method: str) -> dict[str, int]:
    return {
        track: row
        for row, (track, name) in enumerate(zip(results.tracks, results.methods, strict=True))
        if name == method
    }


@dataclass(frozen=True, eq=False)
class Ranking:
    """The order of methods, on the tracks that all of them have a score for."""

    methods: tuple[str, ...]
    count: npt.NDArray[np.int64]
    """How many tracks these are."""
    means: FloatArray
    """NaN for no track."""
    ranks: npt.NDArray[np.int64]
    """1 = highest mean; equal ones share the better place. 0 where there is no mean."""
    changes: tuple[RankChange, ...]
    """Where two methods change places, by window."""


def ranking(results: Results, variant: str, part: Part) -> Ranking:
    """Order the methods by their mean, at every window."""
    from scipy.stats import rankdata  # as above

    methods, scores = complete_scores(results, variant, part)
    scored = ~np.isnan(scores).any(axis=0)
    count = scored.sum(axis=0)
    sums = np.where(scored, scores, 0.0).sum(axis=1)
    means = np.round(
        np.divide(sums, count, out=np.full_like(sums, np.nan), where=count > 0), DECIMALS
    )
    ranks = np.where(count > 0, rankdata(-means, method="min", axis=0, nan_policy="omit"), 0)
    return Ranking(
        methods,
        count,
        freeze(means),
        np.nan_to_num(ranks).astype(np.int64),
        rank_changes(methods, results.windows, means),
    )


def complete_scores(
    results: Results, variant: str, part: Part
) -> tuple[tuple[str, ...], FloatArray]:
    """Give the methods in order of appearance, and their scores of the tracks that all have."""
    methods = tuple(dict.fromkeys(results.methods))
    rows = [_by_track(results, method) for method in methods]
    shared = [track for track in rows[0] if all(track in found for found in rows)]
    scores = one_score(results, variant, part)[
        np.array([[found[track] for track in shared] for found in rows], dtype=np.intp)
    ]
    return methods, scores.reshape(len(methods), len(shared), len(results.windows))
