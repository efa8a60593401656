"""Triplets: the single judgements that T-measures count, as blocks that agree, tie or invert."""

from core.triplets._task import Task
from core.triplets.api import ROLES, Filter, Role, costliest, query_blocks, survey, worst_queries
from core.triplets.beside import beside
from core.triplets.explaining import explain, sentence
from core.triplets.listed import TripletBlocks
from core.triplets.results import (
    LOST,
    OUTCOME_NAMES,
    OUTCOMES,
    Blocks,
    Explanation,
    Outcome,
    QueryBlocks,
    QuerySweep,
    Segment,
    Survey,
)

__all__ = [
    "LOST",
    "OUTCOMES",
    "OUTCOME_NAMES",
    "ROLES",
    "Blocks",
    "Explanation",
    "Filter",
    "Outcome",
    "QueryBlocks",
    "QuerySweep",
    "Role",
    "Segment",
    "Survey",
    "Task",
    "TripletBlocks",
    "beside",
    "costliest",
    "explain",
    "query_blocks",
    "sentence",
    "survey",
    "worst_queries",
]
