"""Flat measures of layers through mir_eval: of one pair of layers, and of all pairs."""

from core.flat.grid import FlatGrid

__all__ = ["FlatGrid"]
