"""How long the segments of each layer are: the paper's argument for a window (section 5.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from core.hierarchy import Hierarchy
from core.vocabulary import FloatArray

_PERCENTILES = (0, 5, 50, 95, 100)
ABOUT = 0.95
"""Of the 95th percentile of durations, so that 15 s is enough for SALAMI's 15.69 s."""


@dataclass(frozen=True)
class Durations:
    """Durations of segments, in seconds.

    Parameters
    ----------
    count : int
        The number of segments.
    shortest, p5, median, p95, longest : float
        Percentiles 0, 5, 50, 95 and 100, interpolated linearly; NaN where there is no segment.
    """

    count: int
    shortest: float
    p5: float
    median: float
    p95: float
    longest: float

    @classmethod
    def of(cls, seconds: FloatArray) -> Self:
        """Summarise durations, shape (n,)."""
        if not len(seconds):
            return cls(0, *[np.nan] * len(_PERCENTILES))
        return cls(len(seconds), *np.percentile(seconds, _PERCENTILES).tolist())

    @property
    def spanned_from(self) -> float:
        """From which window on windows are long enough for these segments, in seconds.

        The paper argues from the lengths of segments: 15 s is "large enough to capture multiple
        small-scale segments", whose median is 6.66 s and whose 95th percentile 15.69 s (section
        5.1). It does not say which of these a window must reach. To take the 95th percentile, or up
        to 5 % less, is hierscope's reading, under which the paper's window serves its segments.
        """
        return ABOUT * self.p95


@dataclass(frozen=True)
class LayerDurations(Durations):
    """Durations of the segments of one layer, in seconds.

    Parameters
    ----------
    count, shortest, p5, median, p95, longest
        As in :class:`Durations`.
    level : int
        1 = coarsest.
    name : str
        The layer's name; may be empty.
    """

    level: int = 1
    name: str = ""


def layer_durations(hierarchy: Hierarchy) -> tuple[LayerDurations, ...]:
    """Summarise the durations of the segments of each layer.

    Section 5.1 of the paper finds 15 s reasonable for SALAMI since that is "large enough to capture
    multiple small-scale segments", whose median is 6.66 s and whose 95th percentile 15.69 s.

    Parameters
    ----------
    hierarchy : Hierarchy

    Returns
    -------
    tuple of LayerDurations
        Coarsest first.
    """
    return tuple(
        replace(LayerDurations.of(np.diff(layer.boundaries)), level=level, name=layer.name)
        for level, layer in enumerate(hierarchy.layers, 1)
    )
