"""The facts behind the choice of a window, which the paper leaves to the user (section 6)."""

from core.choosing.advice import PAPER, Advice, Reason, advise, chance_reason
from core.choosing.chance import DRAWS, boundary_counts, chance, layered, random_boundaries
from core.choosing.conventions import GIVEN_FRAMES, FrameRates, frame_rates, under_conventions
from core.choosing.estimates import MOST_ESTIMATES, Comparison, RankChange, compare
from core.choosing.layers import (
    Durations,
    LayerDurations,
    LayerWeights,
    layer_durations,
    layer_weights,
)

__all__ = [
    "DRAWS",
    "GIVEN_FRAMES",
    "MOST_ESTIMATES",
    "PAPER",
    "Advice",
    "Comparison",
    "Durations",
    "FrameRates",
    "LayerDurations",
    "LayerWeights",
    "RankChange",
    "Reason",
    "advise",
    "boundary_counts",
    "chance",
    "chance_reason",
    "compare",
    "frame_rates",
    "layer_durations",
    "layer_weights",
    "layered",
    "random_boundaries",
    "under_conventions",
]
