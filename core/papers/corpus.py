"""What section 5.1 of the paper says of a whole corpus (Figure 9)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from core.papers._document import read_document


@dataclass(frozen=True)
class PrintedCorpus:
    """The agreement of SALAMI's annotators, as printed.

    Parameters
    ----------
    source : str
    tracks : int
        How many have two annotations of one span.
    window : float
        The window that the paper takes, in seconds.
    segment_median, segment_p95 : float
        Median and 95th percentile of the durations of small-scale segments, in seconds.
    agreement : float
        T_F between two annotators, which the paper takes for the ceiling.
    note : str
        What other tracks give.
    """

    source: str
    tracks: int
    window: float
    segment_median: float
    segment_p95: float
    agreement: float
    note: str


@cache
def printed_corpus() -> PrintedCorpus:
    """Read what is printed of SALAMI as a whole."""
    return PrintedCorpus(**read_document()["corpus"])
