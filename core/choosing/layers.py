"""Describe the layers of a hierarchy: segment durations, and each layer's weight at a window."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from core.hierarchy import Hierarchy
from core.settings import DEFAULT, Settings
from core.tmeasures import score
from core.vocabulary import FloatArray, freeze
from core.windows import DEFAULT_WINDOW

_DEEP = 8
_MOST_WINDOWS = 48
_PERCENTILES = (0, 5, 50, 95, 100)
_ABOUT = 0.95  # tolerance on the 95th percentile: 15 s is enough for SALAMI's 15.69 s


@dataclass(frozen=True)
class Durations:
    """Linearly interpolated percentiles of segment durations in seconds; NaN without segments."""

    count: int  # number of segments
    shortest: float
    p5: float
    median: float
    p95: float
    longest: float

    @classmethod
    def of(cls, seconds: FloatArray) -> Self:
        """Summarize durations, shape (n,)."""
        if not len(seconds):
            return cls(0, *[np.nan] * len(_PERCENTILES))
        return cls(len(seconds), *np.percentile(seconds, _PERCENTILES).tolist())

    @property
    def spanned_from(self) -> float:
        """The smallest window, in seconds, as long as about 95 % of the segments (section 5.1)."""
        return _ABOUT * self.p95


@dataclass(frozen=True)
class LayerDurations(Durations):
    """Durations of the segments of one layer, in seconds."""

    level: int = 1  # 1 = coarsest
    name: str = ""


def layer_durations(hierarchy: Hierarchy) -> tuple[LayerDurations, ...]:
    """Summarize the durations of the segments of each layer."""
    return tuple(
        replace(LayerDurations.of(np.diff(layer.boundaries)), level=level, name=layer.name)
        for level, layer in enumerate(hierarchy.layers, 1)
    )


@dataclass(frozen=True, eq=False)
class LayerWeights:
    """The weight of each layer of a hierarchy at each window."""

    windows: FloatArray  # the windows that were computed, see :func:`layer_weights`
    weights: FloatArray  # (layers, windows), in [0, 1]; NaN if no query has a reduced triplet


def layer_weights(
    hierarchy: Hierarchy,
    windows: npt.ArrayLike,
    *,
    settings: Settings = DEFAULT,
) -> LayerWeights:
    """Compute the weight of each layer in the reduced T_R against a hierarchy.

    The weight of a layer is the reduced T_R of a flat estimate that has only this layer. It is the
    mean over queries q of the share of triplets (q, i, j) that the layer decides, with i in q's
    segment and j outside. In a nested hierarchy exactly one layer decides each reduced triplet
    (section 3.5): layer a if i has depth a and j depth a - 1. So the weights sum to 1, and an
    estimate that lacks only one layer loses exactly its weight. If layers are not nested, several
    can decide a triplet, and the sum is larger. Every convention skips queries without triplets.

    Parameters
    ----------
    hierarchy : Hierarchy
        Starts at 0.
    windows : array_like, shape (w,)
        Seconds, increasing; the last may be infinite. With more than 8 layers, only 48 evenly
        spread windows are computed to save time; 15 s is among them if it is in the list.
    settings : Settings
    """
    chosen = np.array(windows, dtype=np.float64, ndmin=1)
    if len(hierarchy.layers) > _DEEP:
        chosen = _spread(chosen)
    settings.require_queries()
    convention = replace(settings.convention, no_triplet=None)
    settings = replace(settings, convention=convention)
    scores = [
        score(
            hierarchy,
            replace(hierarchy, layers=(layer,)),
            chosen,
            settings=settings,
        ).scores["reduced"]
        for layer in hierarchy.layers
    ]
    weights = np.array([np.where(own.recall_share > 0, own.recall, np.nan) for own in scores])
    return LayerWeights(freeze(chosen), freeze(weights))


def _spread(windows: FloatArray) -> FloatArray:
    """Select evenly spread windows with the first, the last, and the default if it is there."""
    if len(windows) <= _MOST_WINDOWS:
        return windows
    picked = np.rint(np.linspace(0, len(windows) - 1, _MOST_WINDOWS)).astype(np.int64)
    default = np.flatnonzero(windows == DEFAULT_WINDOW)
    if len(default):
        inner = picked[1:-1]
        inner[np.abs(inner - default[0]).argmin()] = default[0]
    return windows[np.unique(picked)]
