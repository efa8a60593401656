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
from core.tmeasures.results import (
    COLUMNS,
    N_SCORES,
    SYMBOLS,
    VARIANTS,
    QueryScores,
    Scores,
    TMeasures,
)

__all__ = [
    "COLUMNS",
    "CONVENTIONS",
    "FRAMELESS",
    "MIR_EVAL",
    "N_SCORES",
    "PAPER_EQUATION",
    "PAPER_TABLES",
    "SYMBOLS",
    "VARIANTS",
    "Convention",
    "QueryScores",
    "Scores",
    "TMeasures",
    "query_scores",
    "score",
    "tmeasure",
]
