"""Which pairs take too long to be scored while a page, or a question, waits."""

from __future__ import annotations

from core.hierarchy import Hierarchy
from core.tmeasures import Convention

MOST_WORK = 100e6
"""Frames times layers: two seconds of a core for all windows. An hour in frames of 0.1 s with 100
layers on both sides is 7.2 million."""

MOST_FRAMELESS = 12_000
"""Segments of both sides without frames, where the time grows with their square."""


def too_long(
    reference: Hierarchy, estimate: Hierarchy, convention: Convention, frame_size: float
) -> str:
    """Say what to do where scoring a pair would take too long; empty where it does not.

    Parameters
    ----------
    reference, estimate : Hierarchy
        Of one span.
    convention : Convention
    frame_size : float
        Seconds.

    Returns
    -------
    str
    """
    if work(reference, estimate, convention, frame_size) <= 1:
        return ""
    if convention.frameless:
        return "This would take too long: take frames, or fewer segments."
    return (
        "This would take too long: take longer frames, or fewer layers. Are the times in seconds?"
    )


def work(
    reference: Hierarchy, estimate: Hierarchy, convention: Convention, frame_size: float
) -> float:
    """Give how long scoring takes, as a share of what is allowed; parameters as above."""
    layers = (*reference.layers, *estimate.layers)
    if convention.frameless:
        segments: int = sum(len(layer.labels) for layer in layers)
        return (segments / MOST_FRAMELESS) ** 2
    return reference.end / frame_size * len(layers) / MOST_WORK
