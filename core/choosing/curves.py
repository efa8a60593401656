"""Find where curves T(w) cross; between windows, curves are straight in log w."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.vocabulary import FloatArray

TIE = 1e-9  # scores that differ by less are equal


def runs(mask: npt.NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    """Return the first and last index of each run of True in a mask."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False]))))
    return tuple((first, after - 1) for first, after in edges.reshape(-1, 2).tolist())


@dataclass(frozen=True)
class Crossing:
    low: float  # the windows on either side, in seconds
    high: float  # may be infinite
    window: float  # the crossing, interpolated linearly in log w; `low` if `high` is infinite
    first_leads_after: bool  # whether the first curve is higher at `high`


def crossings(windows: FloatArray, first: FloatArray, second: FloatArray) -> tuple[Crossing, ...]:
    """Find where the order of two curves reverses; a tie in between counts once."""
    turns = []
    before: int | None = None
    for at, difference in enumerate((first - second).tolist()):
        if math.isnan(difference):
            before = None
        elif abs(difference) >= TIE:
            if before is not None and (difference > 0) != (first[before] > second[before]):
                turns.append(_crossing(windows, first - second, before, at))
            before = at
    return tuple(turns)


def _crossing(windows: FloatArray, differences: FloatArray, before: int, at: int) -> Crossing:
    low, high = float(windows[before]), float(windows[at])
    window = low
    if math.isfinite(high):
        here, there = abs(float(differences[before])), abs(float(differences[at]))
        window = low * (high / low) ** (here / (here + there))
    return Crossing(low, high, window, bool(differences[at] > 0))
