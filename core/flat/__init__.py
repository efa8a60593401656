"""Compute flat measures with mir_eval, for one pair of layers or all pairs."""

from core.flat.grid import FlatGrid

__all__ = ["FlatGrid"]
