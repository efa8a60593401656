"""T-measures: agreement of two hierarchical segmentations, counted by triplets of frames."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from core.conventions import (
    CONVENTIONS,
    FRAMELESS,
    LOSE_THE_FRAMES,
    MIR_EVAL,
    PAPER_EQUATION,
    PAPER_TABLES,
    Convention,
)
from core.tmeasures.results import Scores, TMeasures

if TYPE_CHECKING:
    from core.tmeasures.scoring import score

__all__ = [
    "CONVENTIONS", "FRAMELESS", "LOSE_THE_FRAMES", "MIR_EVAL", "PAPER_EQUATION", "PAPER_TABLES",
    "Convention", "Scores", "TMeasures", "score",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the functions on first use, because numba and scipy import slowly."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.scoring"), name)
    return value
