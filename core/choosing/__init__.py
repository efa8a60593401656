"""The facts behind the choice of a window.

The setting of w "ultimately depends upon the practitioner's preference and characteristics of the
dataset" (section 6 of the paper). Here is what a choice can rest on: how long segments are
(:func:`layer_durations`), which layers a window sees (:func:`layer_weights`), where curves T(w) are
steep, flat, or cross, how several estimates rank (:func:`compare`), and what conventions and frame
rates change. :func:`advise` needs no scores; :func:`choose` is its rule.
"""

from core.choosing.advice import HALF, PAPER, Advice, Reason, advise, chance_reason
from core.choosing.chance import DRAWS, boundary_counts, chance, layered, random_boundaries
from core.choosing.conventions import (
    GIVEN_FRAMES,
    RATES,
    FrameRates,
    frame_rates,
    under_conventions,
)
from core.choosing.curves import Crossing, Steepest, Stretch
from core.choosing.durations import Durations, LayerDurations, layer_durations
from core.choosing.estimates import MOST_ESTIMATES, Comparison, Place, RankChange, compare
from core.choosing.layers import LayerWeights, layer_weights

__all__ = [
    "DRAWS",
    "GIVEN_FRAMES",
    "HALF",
    "MOST_ESTIMATES",
    "PAPER",
    "RATES",
    "Advice",
    "Comparison",
    "Crossing",
    "Durations",
    "FrameRates",
    "LayerDurations",
    "LayerWeights",
    "Place",
    "RankChange",
    "Reason",
    "Steepest",
    "Stretch",
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
