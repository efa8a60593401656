"""Compute flat boundary metrics of one pair of layers with mir_eval."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.vocabulary import SIDES, FloatArray

HIT_WINDOWS = (0.5, 3.0)


@dataclass(frozen=True)
class HitRate:
    """Boundary hit rate at one tolerance (Eq. 1 of the paper)."""

    window: float  # tolerance to each side in seconds
    trim: bool  # whether the first and the last boundary are left out
    precision: float
    recall: float
    f_measure: float


@dataclass(frozen=True)
class FlatMetrics:
    """Flat metrics between a reference layer and an estimate layer."""

    hit_rates: tuple[HitRate, ...]  # at 0.5 and 3 s, without and with trimming
    reference_to_estimate: float  # median deviations in seconds
    estimate_to_reference: float


def flat_metrics(
    reference: Hierarchy,
    estimate: Hierarchy,
    reference_layer: int | None = None,
    estimate_layer: int | None = None,
    *,
    beta: float = 1.0,
) -> FlatMetrics:
    """Score one layer's boundaries (1 = coarsest) against another's; by default the finest."""
    pair = []
    sides = zip(SIDES, (reference, estimate), (reference_layer, estimate_layer), strict=True)
    for side, hierarchy, layer in sides:
        level = len(hierarchy.layers) if layer is None else layer
        if not 1 <= level <= len(hierarchy.layers):
            raise ScoreError(f"The {side} has {len(hierarchy.layers)} layers, not {level}.")
        pair.append(hierarchy.layers[level - 1].intervals)
    rates = tuple(
        hit_rate(pair, window, trim, beta) for trim in (False, True) for window in HIT_WINDOWS
    )
    import mir_eval  # a slow import, with scipy

    deviations = mir_eval.segment.deviation(*pair)
    return FlatMetrics(rates, *map(float, deviations))


def hit_rate(pair: Sequence[FloatArray], window: float, trim: bool, beta: float = 1.0) -> HitRate:
    """Score boundaries that match within `window` seconds; `trim` leaves out the ends."""
    if trim and min(len(intervals) for intervals in pair) < 2:
        # Trimming leaves no boundary on one side: 0 as in mir_eval, but without its warning.
        return HitRate(window, trim, 0.0, 0.0, 0.0)
    import mir_eval  # as above

    precision, recall, f_measure = mir_eval.segment.detection(
        *pair, window=window, beta=beta, trim=trim
    )
    return HitRate(window, trim, float(precision), float(recall), float(f_measure))
