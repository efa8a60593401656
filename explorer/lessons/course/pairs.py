"""The pairs that lessons are about: the papers' examples, with names for what is in them."""

from __future__ import annotations

import math

from core import samples
from core.hierarchy import Hierarchy
from core.measures import SYMBOLS
from core.timewords import IN_SECONDS
from core.wording import number
from explorer.lessons.course.model import Scene

WHOLE = math.inf
"""The window that is the whole track."""


def sample(name: str, **how: object) -> Scene:
    """Give a sample pair as a scene."""
    found = samples.sample(name)
    return Scene(found.reference, found.estimate, **how)  # type: ignore[arg-type]


def inner(hierarchy: Hierarchy, level: int) -> list[float]:
    """Give the boundaries of a layer (1 = coarsest) but for the ends, in seconds."""
    boundaries: list[float] = hierarchy.boundaries[level - 1][1:-1].tolist()
    return boundaries


def flat(boundaries: list[float]) -> Hierarchy:
    """Give a hierarchy of one layer, without a name."""
    return Hierarchy.from_boundaries([boundaries])


seconds = IN_SECONDS.width
"""Writes a time or a window."""


SAME = 5e-4
"""Scores that differ by less look the same."""


def edited(scene: Scene, made: Scene) -> str:
    """Say how both measures changed by an edit."""
    said = (
        f"{SYMBOLS[name]} from {number(scene.value(name))} to {number(made.value(name))}"
        for name in ("recall", "precision")
    )
    return f"{', '.join(said)}."


_CHANGES = {
    (1, 1): "Both rise",
    (1, -1): "T_R rises, T_P falls",
    (-1, 1): "T_R falls, T_P rises",
    (0, -1): "T_R stays, T_P falls",
    (-1, -1): "Both fall",
}
_WORDS = {1: "rise", 0: "stay", -1: "fall"}
_STILL = 1e-9


def change(scene: Scene, low: float, high: float) -> tuple[tuple[str, ...], int]:
    """Give what may happen to T_R and T_P from one window to another, and which of it does."""
    signs = []
    for measure in ("recall", "precision"):
        rise = scene.value(measure, high) - scene.value(measure, low)
        signs.append(0 if abs(rise) < _STILL else 1 if rise > 0 else -1)
    return tuple(_CHANGES.values()), list(_CHANGES).index((signs[0], signs[1]))


def not_so(right: int, recall: str, precision: str) -> tuple[str, ...]:
    """Say of each of these changes what of it does not happen, and what speaks for that."""
    so = list(_CHANGES)[right]
    told = (("T_R", recall), ("T_P", precision))
    return tuple(
        " ".join(
            f"{name} does not {_WORDS[said]}: {why}"
            for (name, why), said, is_so in zip(told, each, so, strict=True)
            if said != is_so
        )
        for each in _CHANGES
    )
