"""How long the segments of each layer are: the paper's argument for a window (section 5.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from core.hierarchy import Hierarchy
from core.vocabulary import FloatArray

_PERCENTILES = (0, 5, 50, 95, 100)
_ABOUT = 0.95  # of the 95th percentile, so that 15 s is enough for SALAMI's 15.69 s


@dataclass(frozen=True)
class Durations:
    """Durations of segments, in seconds: percentiles, interpolated linearly; NaN for none."""

    count: int  # of segments
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
        """The least window, in seconds, that is long enough for these segments.

        The paper argues from the lengths of segments: 15 s is "large enough to capture multiple
        small-scale segments", whose median is 6.66 s and whose 95th percentile 15.69 s (section
        5.1).
        It does not say which of these a window must reach. To take the 95th percentile, or up to 5
        %
        less, is hierscope's reading, under which the paper's window serves its segments.
        """
        return _ABOUT * self.p95


@dataclass(frozen=True)
class LayerDurations(Durations):
    """Durations of the segments of one layer, in seconds."""

    level: int = 1  # 1 = coarsest
    name: str = ""


def layer_durations(hierarchy: Hierarchy) -> tuple[LayerDurations, ...]:
    """Summarise the durations of the segments of each layer, coarsest first."""
    return tuple(
        replace(LayerDurations.of(np.diff(layer.boundaries)), level=level, name=layer.name)
        for level, layer in enumerate(hierarchy.layers, 1)
    )
