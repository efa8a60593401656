"""T-measures: agreement of two hierarchical segmentations, counted in frame triplets."""

from core.tmeasures.api import query_scores, score
from core.tmeasures.conventions import (
    CONVENTIONS,
    FRAMELESS,
    MIR_EVAL,
    PAPER_EQUATION,
    PAPER_TABLES,
    Convention,
)
from core.tmeasures.dropin import tmeasure
from core.tmeasures.results import SYMBOLS, QueryScores, Scores, TMeasures

__all__ = [
    "CONVENTIONS",
    "FRAMELESS",
    "MIR_EVAL",
    "PAPER_EQUATION",
    "PAPER_TABLES",
    "SYMBOLS",
    "Convention",
    "QueryScores",
    "Scores",
    "TMeasures",
    "query_scores",
    "score",
    "tmeasure",
]
