"""Limit the pairs that are scored or diagnosed while a user waits."""

import numpy as np

from core.hierarchy import Hierarchy
from core.settings import Settings

MOST_WORK = 25e6
"""Most frames x layers: all windows take two seconds on one core."""

MOST_FRAMELESS = 12_000
"""Most segments of both sides without frames, where time grows with their square."""

MOST_MOMENTS = 1.2e7
"""Most times of one side x times of the other x layers: a diagnosis takes five seconds."""


def too_long(reference: Hierarchy, estimate: Hierarchy, settings: Settings) -> str:
    """Return advice if scoring a pair would take too long, else an empty text."""
    if work(reference, estimate, settings) <= 1:
        return ""
    if settings.convention.frameless:
        return "This would take too long: use frames, or fewer segments."
    return "This would take too long: use longer frames, or fewer layers. Are the times in seconds?"


def too_long_to_explain(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Return a message if a diagnosis would take too long, else an empty text."""
    sides = [np.unique(np.concatenate(side.boundaries)).size for side in (reference, estimate)]
    layers = len(reference.layers) + len(estimate.layers)
    if sides[0] * sides[1] * layers <= MOST_MOMENTS:
        return ""
    return (
        "The main cause was not computed: this pair has too many boundaries to search while you "
        "wait. The command hierscope diagnose computes it."
    )


def work(reference: Hierarchy, estimate: Hierarchy, settings: Settings) -> float:
    """Return the time of scoring as a share of the limit."""
    layers = (*reference.layers, *estimate.layers)
    if settings.convention.frameless:
        segments: int = sum(len(layer.labels) for layer in layers)
        return (segments / MOST_FRAMELESS) ** 2
    return reference.end / settings.frame_size * len(layers) / MOST_WORK
