"""How long the small-scale segments of a corpus are: the paper's argument for 15 s."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.corpus.results import Results


@dataclass(frozen=True)
class Segments:
    """Durations of the segments of the references' finest layers, pooled over the tracks.

    Parameters
    ----------
    tracks, count : int
        How many tracks, and segments.
    median, p95 : float
        Median and 95th percentile in seconds, interpolated linearly; NaN for no segment.
    """

    tracks: int
    count: int
    median: float
    p95: float


def segments(results: Results) -> Segments:
    """Summarise the durations of small-scale segments.

    Section 5.1 of the paper: "the median small-scale segment duration was 6.66s, with a 95th
    percentile of 15.69s".

    Parameters
    ----------
    results : Results

    Returns
    -------
    Segments
        A reference counts once, whatever the number of methods.
    """
    once = {item.reference: row for row, item in enumerate(results.items)}
    pooled = np.concatenate(
        [
            np.empty(0, np.float32),
            *(results.segments[slice(*results.offsets[row : row + 2])] for row in once.values()),
        ]
    ).astype(np.float64)
    if not len(pooled):
        return Segments(len(once), 0, np.nan, np.nan)
    median, p95 = np.percentile(pooled, (50, 95)).tolist()
    return Segments(len(once), len(pooled), median, p95)
