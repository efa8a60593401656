"""Count the edits between a pair; a diagnosis prefers the explanation with the fewest."""

import numpy as np

from core.diagnosis.matching import TOLERANCE, Sides

AT_ONCE = 2.0
"""Cost of reversing the layers, of a swallowed stretch, of a superfluous layer or a missing one."""

ALL_TIMES = 1.0  # cost of an offset, or of a scale

SEEN = 0.5  # cost of nesting a hierarchy, an error that its own layers show

_BROUGHT = 0.5  # cost of a boundary in a layer that is inserted as a whole


def distance(sides: Sides) -> float:
    """Return the cost of turning the estimate into the reference.

    Adding a boundary, or changing its layer, costs 1; removing one costs 0.7. A boundary that is
    off by d seconds costs ``0.3 + 0.7 d / reach``, or nothing within 0.05 s. A superfluous or
    missing layer costs 2, and each boundary that only a missing layer has costs 0.5.
    """
    return of_boundaries(sides) + of_layers(sides)


def of_boundaries(sides: Sides) -> float:
    """Return the cost of single boundaries in :func:`distance`."""
    return sides.cost + float(sides.misplaced.sum())


def of_layers(sides: Sides) -> float:
    """Return the cost of whole layers in :func:`distance`."""
    skipped = int((sides.levels < 0).sum() + (~sides.stands).sum())
    brought = int((sides.reference.inside & ~sides.of_layers[0]).sum())
    return AT_ONCE * skipped + _BROUGHT * brought


def travel(sides: Sides) -> float:
    """Return by how many seconds boundaries are off in total; one without a match counts 3 s."""
    lacked, extra = sides.alone
    off = np.minimum(np.abs(sides.gaps), TOLERANCE)
    return float(off.sum() + TOLERANCE * (len(lacked) + len(extra)))
