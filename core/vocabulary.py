"""Shared type names: sides, directions, parts, variants, arrays. Measures: core.measures."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

Side = Literal["reference", "estimate"]
SIDES: tuple[Side, Side] = ("reference", "estimate")
"""The two hierarchies of a pair; the reference comes first everywhere."""

Direction = Literal["recall", "precision"]
DIRECTIONS: tuple[Direction, Direction] = ("recall", "precision")
"""Whose triplets are counted: the reference's for recall, the estimate's for precision."""

Part = Literal["recall", "precision", "f_measure"]
PARTS: tuple[Part, Part, Part] = ("recall", "precision", "f_measure")
"""The three scores of a measure."""

Variant = Literal["reduced", "full"]
VARIANTS: tuple[Variant, Variant] = ("reduced", "full")
"""T-measures with and without the transitive reduction (section 3.5 of the paper)."""


def freeze(array: FloatArray) -> FloatArray:
    """Make an array read-only and return it."""
    array.flags.writeable = False
    return array


def ratio(above: FloatArray, below: npt.NDArray[Any]) -> FloatArray:
    """Divide element by element; NaN where the divisor is not positive."""
    return np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0)


def mean(values: FloatArray, axis: int) -> FloatArray:
    """Return the mean of the values that are not NaN; NaN if there are none."""
    return ratio(np.nansum(values, axis=axis), (~np.isnan(values)).sum(axis=axis))
