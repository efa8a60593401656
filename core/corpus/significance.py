"""All methods of a corpus at once: which differ, with a correction for how many are compared."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from core.corpus.comparing import DECIMALS, Paired, complete_scores, paired
from core.corpus.results import Results
from core.vocabulary import FloatArray, Part, freeze

_LEAST = 3
"""Methods; with two, Wilcoxon's test says all."""


def holm(p_values: npt.ArrayLike) -> FloatArray:
    """Correct p-values for their number, by Holm's step-down.

    Of m p-values in ascending order, the k-th becomes max over j <= k of min(1, (m - j + 1) p_j).
    Whoever calls different what lies below a level then errs at all with at most that probability,
    however the tests depend on each other.

    Source: Holm, "A simple sequentially rejective multiple test procedure" (1979).
    """
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
    """Friedman's test of several methods on the same tracks; each array has shape (windows,)."""

    methods: tuple[str, ...]
    count: npt.NDArray[np.int64]
    """How many tracks have a score by all methods; the others are left out."""
    statistic: FloatArray
    """Chi-square of the ranks within tracks, corrected for ties. NaN for fewer than three methods
    or two tracks, or where no track tells any two methods apart."""
    p_value: FloatArray
    """By the chi-square distribution, which is near for more than about ten tracks."""
    agreement: FloatArray
    """Kendall's W, in [0, 1]: 1 where all tracks order the methods alike."""


def friedman(results: Results, variant: str, part: Part) -> Friedman:
    """Ask whether any method differs from the others, at every window."""
    from scipy.stats import friedmanchisquare  # as long to import as all else here

    methods, scores = complete_scores(results, variant, part)
    counts, rows = [], []
    for column in np.moveaxis(np.round(scores, DECIMALS), 2, 0):
        kept = column[:, ~np.isnan(column).any(axis=0)]
        counts.append(kept.shape[1])
        told = len(methods) >= _LEAST and kept.shape[1] > 1 and bool(np.ptp(kept, axis=0).any())
        found = friedmanchisquare(*kept) if told else (np.nan, np.nan)
        most = kept.shape[1] * (len(methods) - 1)
        rows.append((*found, found[0] / most if told else np.nan))
    statistic, p_value, agreement = np.array(rows, dtype=np.float64).reshape(-1, 3).T
    return Friedman(
        methods,
        np.array(counts, dtype=np.int64),
        *(freeze(each.copy()) for each in (statistic, p_value, agreement)),
    )


@dataclass(frozen=True, eq=False)
class Comparison:
    """All methods of a corpus against each other."""

    pairs: tuple[Paired, ...]
    """Every two methods but those that are baselines both, in the order in which they appear."""
    corrected: FloatArray
    """Their p-values by :func:`holm`, at each window for all these pairs."""
    friedman: Friedman
    """Over the methods that are no baselines: those are there to be beaten."""


def compare(results: Results, variant: str, part: Part) -> Comparison:
    """Compare all methods track by track, at every window."""
    own = results.without_baselines()
    judged = set(own.methods)
    pairs = tuple(
        paired(results, first, second, variant, part)
        for first, second in combinations(dict.fromkeys(results.methods), 2)
        if first in judged or second in judged
    )
    values = np.array([each.p_value for each in pairs]).reshape(len(pairs), len(results.windows))
    return Comparison(pairs, holm(values), friedman(own, variant, part))
