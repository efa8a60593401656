"""Flat measures of layers through mir_eval: of one pair of layers, and of all pairs."""

from core.flat.grid import FLAT_MEASURES, FlatGrid, FlatMeasure, Lack, flat_grid
from core.flat.pair import HIT_WINDOWS, FlatMetrics, HitRate, flat_metrics

__all__ = [
    "FLAT_MEASURES",
    "HIT_WINDOWS",
    "FlatGrid",
    "FlatMeasure",
    "FlatMetrics",
    "HitRate",
    "Lack",
    "flat_grid",
    "flat_metrics",
]
