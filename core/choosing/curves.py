"""Where a curve T(w) is steep, where flat, and where two of them cross.

Windows increase, and distances between them are in octaves; the last may be infinite."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.vocabulary import FloatArray

TIE = 1e-9  # scores that differ by less are the same

_HALF_OCTAVE = math.sqrt(2)
_ROUNDING = 1e-12  # of sums and ratios of float64


@dataclass(frozen=True)
class Steepest:
    """Where a curve changes fastest; windows are in seconds."""

    window: float  # the middle (geometric mean) of the stretch
    low: float  # the ends of the stretch over which the change was measured
    high: float
    change: float  # for each doubling of the window; negative where the curve falls


def steepest(windows: FloatArray, values: FloatArray) -> Steepest | None:
    """Find where a curve changes fastest per doubling of the window, over half an octave."""
    kept = np.isfinite(windows) & ~np.isnan(values)
    w, v = windows[kept], values[kept]
    if len(w) < 2:
        return None
    ends = np.searchsorted(w, w * (_HALF_OCTAVE - _ROUNDING))
    begins = np.flatnonzero(ends < len(w))
    ends = ends[begins]
    if not len(begins):
        begins, ends = np.array([0]), np.array([len(w) - 1])
    change = (v[ends] - v[begins]) / np.log2(w[ends] / w[begins])
    at = int(np.abs(change).argmax())
    low, high = float(w[begins[at]]), float(w[ends[at]])
    return Steepest(math.sqrt(low * high), low, high, float(change[at]))


@dataclass(frozen=True)
class Stretch:
    """Consecutive windows over which a curve is nearly constant."""

    start: float  # the first window, in seconds
    end: float  # the last, which may be infinite
    low: float  # the least value in between
    high: float


def stable(windows: FloatArray, values: FloatArray, tolerance: float = 0.02) -> Stretch | None:
    """Find the longest stretch of windows, in octaves, where a curve stays near its middle."""
    finite = windows[np.isfinite(windows)]
    best, longest = None, -math.inf
    for first in range(len(windows)):
        highest = np.maximum.accumulate(values[first:])
        lowest = np.minimum.accumulate(values[first:])
        # NaN never fits, so a stretch ends where nothing is scored.
        fits = highest - lowest <= 2 * tolerance + _ROUNDING
        n_fits = len(fits) if fits.all() else int(fits.argmin())
        last = first + n_fits - 1
        if n_fits == 0:
            continue
        # The infinite window alone is a last resort.
        length = -1.0
        if first < len(finite):
            length = math.log2(float(finite[min(last, len(finite) - 1)] / windows[first]))
        if length > longest + _ROUNDING:
            longest = length
            best = Stretch(
                float(windows[first]),
                float(windows[last]),
                float(lowest[n_fits - 1]),
                float(highest[n_fits - 1]),
            )
    return best


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
