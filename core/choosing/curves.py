"""Where curves T(w) cross.

Windows increase, and distances between them are in octaves; the last may be infinite."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.vocabulary import FloatArray

TIE = 1e-9  # scores that differ by less are the same


def runs(mask: npt.NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    """Give the first and the last window of each stretch in which a mask holds."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False]))))
    return tuple((first, after - 1) for first, after in edges.reshape(-1, 2).tolist())


@dataclass(frozen=True)
class Crossing:
    """Where one curve overtakes another."""

    low: float  # the windows on either side, in seconds
    high: float  # may be infinite
    window: float
    """Where straight lines in log w between those meet; `low` where `high` is infinite."""
    first_leads_after: bool  # whether the first curve is the higher one at `high`


def crossings(windows: FloatArray, first: FloatArray, second: FloatArray) -> tuple[Crossing, ...]:
    """Find where the order of two curves turns; a tie between opposite orders counts once."""
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
