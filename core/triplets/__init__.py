"""Triplets: the single judgements that T-measures count, as blocks that agree, tie or invert."""

from core.triplets.listed import TripletBlocks
from core.triplets.results import Blocks, QueryBlocks

__all__ = ["Blocks", "QueryBlocks", "TripletBlocks"]
