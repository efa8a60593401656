"""Find errors of all times at once: late, stretched, or in another unit."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from core.diagnosis._forms import Form
from core.diagnosis.matching import TOLERANCE, Matching, pair_rows
from core.vocabulary import FloatArray

FARTHEST = 15.0  # maximum offset of all times, in seconds

STEEPEST = 0.15
"""Maximum share by which all times are stretched or shrunk, except for :data:`UNITS`."""

UNITS = (1000.0, 100.0, 60.0, 44100 / 512, 22050 / 512, 10.0)
"""Factors or divisors of other units: ms, 1/100 s, minutes, frames of 512 samples, 1/10 s."""

_Times = TypeVar("_Times", float, FloatArray)
_ALL_TIMES = 1.0  # cost of an offset, or of a scale
_LAST = 0.3  # earliest place of the last boundary, as share of the track
_LEAST_OFFSET, _LEAST_SCALE = 0.05, 0.0005  # in seconds, and as share of all times
_MOST = 400  # boundaries per side that are compared
_FINE, _COARSE = 0.1, 1.0  # seconds
_CLOSER = (TOLERANCE, TOLERANCE / 4, TOLERANCE / 12)  # seconds


@dataclass(frozen=True)
class Clock:
    """The relation between the times of the estimate and of the reference.

    The reference's time t is ``factor * (t + late)`` in the estimate. To repair its times, divide
    by ``factor`` (scale), then subtract ``late`` (offset, in seconds).
    """

    factor: float = 1.0
    late: float = 0.0

    @property
    def scaled(self) -> bool:
        return abs(self.factor - 1) >= _LEAST_SCALE

    @property
    def offset(self) -> bool:
        return abs(self.late) >= _LEAST_OFFSET

    @property
    def price(self) -> float:
        """The cost of naming an offset and a scale."""
        return _ALL_TIMES * (self.scaled + self.offset)

    def after(self, times: _Times) -> _Times:
        """Convert the estimate's times to the reference's."""
        return times / self.factor - self.late

    def before(self, times: _Times) -> _Times:
        """Convert the reference's times to the estimate's."""
        return self.factor * (times + self.late)

    def fixed(self, form: Form) -> Form:
        return form.made(self.after(form.times), form.member, form.end)

    def applied(self, sides: Matching) -> Matching:
        kin = sides.kin
        if kin is not None:
            kin = replace(kin, estimate=self.after(kin.estimate))
        return replace(sides, estimate=self.fixed(sides.estimate), kin=kin)


def clocks(sides: Matching) -> Iterator[Clock]:
    """Yield candidates: an offset, a scale, or both.

    Offsets are the medians of peaks in the histogram of all differences between estimated and
    reference boundaries. Scales are peaks of the ratios, the ratio of the ends, and units of other
    tools; each is fitted to the boundaries that it brings together. For both, lines are fitted from
    these starting points, with and without an offset after scaling.
    """
    ref, est = _looked_at(sides.reference), _looked_at(sides.estimate)
    late = [shift for shift in _offsets(ref, est) if Clock(1.0, shift).offset]
    factors = _factors(ref, est, sides.reference.end)
    candidates = [Clock(1.0, shift) for shift in late]
    candidates += [_fitted(ref, est, Clock(factor), both=False) for factor in factors]
    starts = [Clock(1.0, shift) for shift in late] + [Clock(factor) for factor in factors]
    starts += [Clock(factor, shift) for factor in factors for shift in _offsets(ref, est / factor)]
    candidates += [_fitted(ref, est, start, both=True) for start in starts]
    seen: set[tuple[float, float]] = set()
    for clock in candidates:
        rounded = (round(clock.factor, 6), round(clock.late, 4))
        if rounded not in seen and (clock.scaled or clock.offset):
            seen.add(rounded)
            # Parts that are too small to name are not repaired.
            yield Clock(clock.factor if clock.scaled else 1.0, clock.late if clock.offset else 0.0)


def _looked_at(form: Form) -> FloatArray:
    """Return the times of a hierarchy, limited to the coarsest."""
    if len(form.times) <= _MOST:
        return form.times
    return form.times[np.sort(np.argsort(form.coarsest, kind="stable")[:_MOST])]


def _offsets(ref: FloatArray, est: FloatArray) -> list[float]:
    gaps = (est - ref[:, np.newaxis]).ravel()
    gaps = gaps[np.abs(gaps) <= FARTHEST]
    return _peaks(gaps, _FINE, 3) + _peaks(gaps, _COARSE, 1)


def _factors(ref: FloatArray, est: FloatArray, end: float) -> list[float]:
    ref, est = ref[ref > end / 10], est[est > 0]
    if not len(ref) or not len(est):
        return []
    ratios = np.log(est / ref[:, np.newaxis]).ravel()
    near = ratios[np.abs(ratios) <= STEEPEST]
    factors = [float(np.exp(peak)) for peak in _peaks(near, 0.002, 3)]
    last = float(est[-1])
    # In seconds a hierarchy ends near the end of the track, in another unit far from it.
    units = [unit for factor in UNITS for unit in (factor, 1 / factor)]
    factors += [unit for unit in units if _LAST < last / unit / end < 1 + STEEPEST]
    return [*factors, last / end]


def _peaks(values: FloatArray, width: float, count: int) -> list[float]:
    """Return the medians of the fullest stretches, each of twice the width."""
    if not len(values):
        return []
    bins = np.floor(values / width).astype(np.int64)
    bins -= bins.min()
    counts = np.bincount(bins, minlength=2)
    both = counts[:-1] + counts[1:]
    peaks = []
    for at in np.argsort(-both, kind="stable")[:count].tolist():
        if not both[at]:
            break
        here = values[(bins == at) | (bins == at + 1)]
        peaks.append(float(np.median(here)))
    return peaks


def _fitted(ref: FloatArray, est: FloatArray, clock: Clock, *, both: bool) -> Clock:
    """Fit a clock to the boundaries that it brings together, with decreasing tolerances."""
    for within in _CLOSER:
        times = clock.after(est)
        of_ref, of_est = pair_rows(ref, times)
        near = np.abs(ref[of_ref] - times[of_est]) < within
        if near.sum() < 3:
            break
        wanted, estimated = ref[of_ref[near]], est[of_est[near]]
        if not both:
            clock = Clock(float((estimated @ wanted) / (wanted @ wanted)))
            continue
        spread = wanted - wanted.mean()
        slope = float((spread @ estimated) / (spread @ spread))
        if not 0.5 < slope / clock.factor < 2:
            break
        clock = Clock(slope, float(estimated.mean() / slope - wanted.mean()))
    return clock
