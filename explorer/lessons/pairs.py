"""The pairs that lessons are about: the papers' examples, with names for what is in them."""

from __future__ import annotations

import math

from core.hierarchy import Hierarchy
from core.samples import samples
from explorer.lessons.model import Scene

WHOLE = math.inf
"""The window that is the whole track."""


def sample(name: str, **how: object) -> Scene:
    """Give a sample pair as a scene."""
    found = next(each for each in samples() if each.id == name)
    return Scene(found.reference, found.estimate, **how)  # type: ignore[arg-type]


def inner(hierarchy: Hierarchy, level: int) -> list[float]:
    """Give the boundaries of a layer (1 = coarsest) but for the ends, in seconds."""
    boundaries: list[float] = hierarchy.boundaries[level - 1][1:-1].tolist()
    return boundaries


def flat(boundaries: list[float]) -> Hierarchy:
    """Give a hierarchy of one layer, without a name."""
    return Hierarchy.from_boundaries([boundaries])


def seconds(time: float) -> str:
    """Write a time or a window."""
    return "the whole track" if math.isinf(time) else f"{time:g} s"


def two(value: float) -> str:
    """Write a score as the papers do."""
    return f"{value:.2f}"


def percent(share: float) -> str:
    """Write a share."""
    return f"{share:.{int(0 < share < 0.0995)}%}".replace("%", " %")
