"""How long the segments of each layer are, and which layers a window sees."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.tmeasures import MIR_EVAL, Convention, score
from core.vocabulary import FloatArray, freeze
from core.windows import DEFAULT_WINDOW

_DEEP = 8
_MOST_WINDOWS = 48
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
        """Summarize durations, shape (n,)."""
        if not len(seconds):
            return cls(0, *[np.nan] * len(_PERCENTILES))
        return cls(len(seconds), *np.percentile(seconds, _PERCENTILES).tolist())

    @property
    def spanned_from(self) -> float:
        """The least window in seconds that spans about 95 % of these segments (section 5.1)."""
        return _ABOUT * self.p95


@dataclass(frozen=True)
class LayerDurations(Durations):
    """Durations of the segments of one layer, in seconds."""

    level: int = 1  # 1 = coarsest
    name: str = ""


def layer_durations(hierarchy: Hierarchy) -> tuple[LayerDurations, ...]:
    return tuple(
        replace(LayerDurations.of(np.diff(layer.boundaries)), level=level, name=layer.name)
        for level, layer in enumerate(hierarchy.layers, 1)
    )


@dataclass(frozen=True, eq=False)
class LayerWeights:
    """How much each layer of a hierarchy counts at each window."""

    windows: FloatArray  # computed ones, see :func:`layer_weights`
    weights: FloatArray  # (layers, windows), in [0, 1]; NaN where no query has a reduced triplet


def layer_weights(
    hierarchy: Hierarchy,
    windows: npt.ArrayLike,
    *,
    convention: Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
) -> LayerWeights:
    """Say how much each layer counts in the reduced T_R against a hierarchy.

    The weight of a layer is the reduced T_R of the flat estimate that has this layer alone: the
    mean over queries q of the share of q's triplets (q, i, j) that the layer tells apart, with i in
    q's segment and j outside. In a nested hierarchy that is one layer for each reduced triplet
    (section 3.5): if i is of depth a and j of depth a - 1, then layer a. So the weights of all
    layers sum to 1, and an estimate that misses one layer but has all others loses exactly its
    weight. Where layers are not nested, others may tell a triplet apart too, and the sum is larger.
    Queries without a triplet are left out in every convention.

    Parameters
    ----------
    hierarchy : Hierarchy
        From 0 on.
    windows : array_like, shape (w,)
        Seconds, increasing; the last may be infinite. Of a hierarchy with more than 8 layers only
        48 of them are computed, evenly spread and 15 s among them if given, to stay quick.
    convention : Convention
    frame_size : float > 0
        Seconds; not used when frameless.
    """
    chosen = np.array(windows, dtype=np.float64, ndmin=1)
    if len(hierarchy.layers) > _DEEP:
        chosen = _spread(chosen)
    scores = [
        score(
            hierarchy,
            replace(hierarchy, layers=(layer,)),
            chosen,
            convention=replace(convention, no_triplet=None),
            frame_size=frame_size,
        ).scores["reduced"]
        for layer in hierarchy.layers
    ]
    weights = np.array([np.where(own.recall_share > 0, own.recall, np.nan) for own in scores])
    return LayerWeights(freeze(chosen), freeze(weights))


def _spread(windows: FloatArray) -> FloatArray:
    """Take evenly spread windows, the first and the last always, the default if it is there."""
    if len(windows) <= _MOST_WINDOWS:
        return windows
    picked = np.rint(np.linspace(0, len(windows) - 1, _MOST_WINDOWS)).astype(np.int64)
    default = np.flatnonzero(windows == DEFAULT_WINDOW)
    if len(default):
        inner = picked[1:-1]
        inner[np.abs(inner - default[0]).argmin()] = default[0]
    return windows[np.unique(picked)]
