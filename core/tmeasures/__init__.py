"""T-measures: agreement of two hierarchical segmentations, counted in frame triplets."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from core.tmeasures.conventions import (
    CONVENTIONS,
    FRAMELESS,
    LOSE_THE_FRAMES,
    MIR_EVAL,
    PAPER_EQUATION,
    PAPER_TABLES,
    Convention,
)
from core.tmeasures.results import N_SCORES, Estimates, QueryScores, Score, Scores, TMeasures

if TYPE_CHECKING:
    from core.tmeasures.api import query_scores, score, score_alike
    from core.tmeasures.dropin import tmeasure

__all__ = [
    "CONVENTIONS",
    "FRAMELESS",
    "LOSE_THE_FRAMES",
    "MIR_EVAL",
    "N_SCORES",
    "PAPER_EQUATION",
    "PAPER_TABLES",
    "Convention",
    "Estimates",
    "QueryScores",
    "Score",
    "Scores",
    "TMeasures",
    "query_scores",
    "score",
    "score_alike",
    "tmeasure",
]

_HOMES = {
    "query_scores": "api",
    "score": "api",
    "score_alike": "api",
    "tmeasure": "dropin",
}


def __getattr__(name: str) -> Any:
    """Import what computes when it is asked for: numba, mir_eval and scipy take their time."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value
