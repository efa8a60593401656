"""How many edits a pair is apart: the shortest explanation is the one that is believed."""

import numpy as np

from core.diagnosis.matching import TOLERANCE, Sides

AT_ONCE = 2.0
"""What it costs to turn layers round, to name a stretch that is swallowed, a layer too many, or
one too few."""

ALL_TIMES = 1.0
"""What an offset costs, or a scale."""

SEEN = 0.5
"""What it costs to say that a hierarchy is not nested, which is seen without the other."""

_BROUGHT = 0.5  # a boundary of a layer that is inserted as a whole


def distance(sides: Sides) -> float:
    """Say what it takes to turn the estimate into the reference.

    A boundary that must be added, or put into another layer, costs 1, one that must be removed
    0.7, one that is off by d seconds ``0.3 + 0.7 d / reach`` (nothing within 0.05 s). A layer too
    many or too few costs 2, and each boundary of one too few that no other layer has 0.5.
    """
    return of_boundaries(sides) + of_layers(sides)


def of_boundaries(sides: Sides) -> float:
    """Give the part of :func:`distance` that single boundaries cost."""
    return sides.cost + float(sides.misplaced.sum())


def of_layers(sides: Sides) -> float:
    """Give the part of :func:`distance` that whole layers cost."""
    skipped = int((sides.levels < 0).sum() + (~sides.stands).sum())
    brought = int((sides.reference.inside & ~sides.of_layers[0]).sum())
    return AT_ONCE * skipped + _BROUGHT * brought


def travel(sides: Sides) -> float:
    """Say how far boundaries are off, all in all, in seconds; one that stands for none 3 s."""
    lacked, extra = sides.alone
    off = np.minimum(np.abs(sides.gaps), TOLERANCE)
    return float(off.sum() + TOLERANCE * (len(lacked) + len(extra)))
