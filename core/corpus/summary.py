"""Summarize the scores of many tracks (Figures 9 and 11 of the paper); NaN is left out."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.vocabulary import FloatArray, freeze

LEVEL = 0.95
RESAMPLES = 999
_SEED = 2015
_DRAWN = 2_000_000  # bootstrap indices in memory at once
_FENCE = 1.5  # interquartile ranges (Tukey)


def nearest_window(windows: FloatArray, window: float) -> int:
    """Find the window with the nearest ratio; the whole track is nearest only to itself."""
    if np.isinf(window) or np.isinf(windows[0]):
        return len(windows) - 1
    return int(np.abs(np.log(windows / window)).argmin())


@dataclass(frozen=True, eq=False)
class Description:
    """Statistics over tracks; each array has the shape of one track's scores."""

    count: FloatArray
    mean: FloatArray
    low: FloatArray
    high: FloatArray
    """The 95 % bootstrap interval of the mean; NaN for fewer than two tracks."""
    median: FloatArray
    q1: FloatArray
    q3: FloatArray
    whisker_low: FloatArray
    whisker_high: FloatArray
    """The lowest and highest score within 1.5 interquartile ranges of the quartiles (Tukey)."""


def describe(scores: npt.ArrayLike) -> Description:
    """Describe scores of pairs, shape (pairs, ...): count, mean and its interval, median,
    quartiles, whiskers; NaN is left out."""
    values = np.asarray(scores, dtype=np.float64)
    columns = values.reshape(len(values), math.prod(values.shape[1:]))
    low, high = _intervals(columns)
    count, mean, *others = _rows(columns)
    rows = (count, mean, low, high, *others)
    return Description(*(freeze(row.reshape(values.shape[1:]).copy()) for row in rows))


def _rows(columns: FloatArray) -> FloatArray:
    """Describe each column but for the interval of its mean."""
    rows = np.full((7, columns.shape[1]), np.nan)
    rows[0] = 0
    for at, column in enumerate(columns.T):
        kept = column[~np.isnan(column)]
        if len(kept):
            rows[:, at] = _describe(kept)
    return rows


def _describe(kept: FloatArray) -> tuple[float, ...]:
    q1, median, q3 = np.quantile(kept, (0.25, 0.5, 0.75))
    reach = _FENCE * (q3 - q1)
    within = kept[(kept >= q1 - reach) & (kept <= q3 + reach)]
    # No score may lie between an interpolated quartile and its fence.
    return len(kept), kept.mean(), median, q1, q3, min(within.min(), q1), max(within.max(), q3)


def _intervals(columns: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return bootstrap intervals of the columns' means; all columns share the draws of tracks."""
    counted = ~np.isnan(columns)
    enough = counted.sum(axis=0) >= 2
    low, high = np.full((2, columns.shape[1]), np.nan)
    n = len(columns)
    if enough.any():
        from scipy.stats import bootstrap  # a slow import

        shown, weights = np.nan_to_num(columns[:, enough]), counted[:, enough].astype(np.float64)
        own = shown.sum(axis=0) / weights.sum(axis=0)

        def means(drawn: npt.NDArray[np.intp], axis: int = -1) -> FloatArray:
            # One row per draw: how often it contains each track.
            flat = drawn.reshape(-1, n)
            places = flat + n * np.arange(len(flat))[:, None]
            times = np.bincount(places.ravel(), minlength=flat.size).reshape(flat.shape)
            above, below = times @ shown, times @ weights
            # A draw without any score counts as the mean of all.
            ratio = np.divide(above, below, out=np.tile(own, (len(flat), 1)), where=below > 0)
            return ratio.T.reshape(-1, *drawn.shape[:-1])

        interval = bootstrap(
            (np.arange(n),),
            means,
            n_resamples=RESAMPLES,
            batch=max(1, _DRAWN // n),
            confidence_level=LEVEL,
            method="percentile",
            rng=np.random.default_rng(_SEED),
        ).confidence_interval
        low[enough], high[enough] = interval.low, interval.high
    return low, high


def outliers(scores: FloatArray) -> npt.NDArray[np.bool_]:
    """Mark the scores beyond the whiskers of their column, shape (n, columns)."""
    low, high = _rows(scores)[-2:]
    return np.asarray((scores < low) | (scores > high))
