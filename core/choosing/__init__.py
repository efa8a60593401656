"""The facts behind the choice of a window.

The setting of w "ultimately depends upon the practitioner's preference and characteristics of the
dataset" (section 6 of the paper). Here is what a choice can rest on: how long segments are
(:func:`layer_durations`), which layers a window sees (:func:`layer_weights`), where curves T(w) are
steep, flat, or cross, how several estimates rank (:func:`compare`), and what conventions and frame
rates change. :func:`advise` puts it together.
"""

from core.choosing._facts import CONDITIONS, Reason
from core.choosing.advice import Advice, advise
from core.choosing.conventions import (
    GIVEN_FRAMES,
    RATES,
    FrameRates,
    frame_rates,
    under_conventions,
    within,
)
from core.choosing.curves import (
    Crossing,
    Steepest,
    Stretch,
    crossings,
    runs,
    stable,
    steepest,
)
from core.choosing.durations import ABOUT, Durations, LayerDurations, layer_durations
from core.choosing.estimates import MOST_ESTIMATES, Comparison, Place, RankChange, compare
from core.choosing.layers import LayerWeights, layer_weights
from core.choosing.stating import default_reason, default_words, stable_reason
from core.choosing.steadiness import UNSTEADY, Around, around
from core.choosing.values import counted
from core.choosing.words import PAPER, listed, percent

__all__ = [
    "ABOUT",
    "CONDITIONS",
    "GIVEN_FRAMES",
    "MOST_ESTIMATES",
    "PAPER",
    "RATES",
    "UNSTEADY",
    "Advice",
    "Around",
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
    "around",
    "compare",
    "counted",
    "crossings",
    "default_reason",
    "default_words",
    "frame_rates",
    "layer_durations",
    "layer_weights",
    "listed",
    "percent",
    "runs",
    "stable",
    "stable_reason",
    "steepest",
    "under_conventions",
    "within",
]
