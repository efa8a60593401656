"""Triplets: the single judgements that T-measures count, as blocks that agree, tie or invert."""

from core.triplets._task import Task
from core.triplets.api import (
    ROLES,
    Filter,
    Role,
    costliest,
    explain,
    query_blocks,
    sample,
    survey,
    worst_queries,
)
from core.triplets.depths import depth_extents, depth_matrices
from core.triplets.results import (
    DIRECTIONS,
    LOST,
    OUTCOMES,
    Blocks,
    Direction,
    Explanation,
    Outcome,
    QueryBlocks,
    Segment,
    Survey,
)
from core.triplets.words import sentence

__all__ = [
    "DIRECTIONS",
    "LOST",
    "OUTCOMES",
    "ROLES",
    "Blocks",
    "Direction",
    "Explanation",
    "Filter",
    "Outcome",
    "QueryBlocks",
    "Role",
    "Segment",
    "Survey",
    "Task",
    "costliest",
    "depth_extents",
    "depth_matrices",
    "explain",
    "query_blocks",
    "sample",
    "sentence",
    "survey",
    "worst_queries",
]
