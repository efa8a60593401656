"""Triplets, which T-measures count: blocks of them agree, tie or are inverted."""

from core.triplets._listed import TripletBlocks
from core.triplets.results import Blocks, QueryBlocks

__all__ = ["Blocks", "QueryBlocks", "TripletBlocks"]
