"""Units of time in files: conversion to seconds, and guesses from a file's numbers."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from core.errors import HierscopeError
from core.vocabulary import FloatArray
from core.wording import long_clock

SECONDS = "seconds"
MEASURES = "measures"
BEATS = "beats"
QUARTERS = "quarter notes"

HTK = "100 nanoseconds"
BAR_AND_BEAT = "measures and beats"  # 9.1 is measure 9, beat 1

LONG = 7200.0  # seconds; longer tracks with only whole times may be in another unit

# Seconds; a unit is offered if the track's duration would be in this range.
_CHANCE = 0.02  # of small decimals only, in random times
_SHORT, _LONGEST = 20.0, 4 * 3600.0


class Unit(NamedTuple):
    seconds: float  # length of the unit; 0 if a rate or times of beats are needed
    musical: bool = False
    """Whether it counts beats or measures; hierarchies can be compared in all but the last."""


UNITS = {
    SECONDS: Unit(1.0),
    "milliseconds": Unit(0.001),
    "centiseconds": Unit(0.01),
    HTK: Unit(1e-7),
    "minutes": Unit(60.0),
    "frames": Unit(0.0),
    "samples": Unit(0.0),
    MEASURES: Unit(0.0, musical=True),
    BEATS: Unit(0.0, musical=True),
    QUARTERS: Unit(0.0, musical=True),
    BAR_AND_BEAT: Unit(0.0, musical=True),
}


def unit_named(name: str) -> str:
    """Return the unit named in a link, file or command; a hyphen can replace the space."""
    return name.replace("-", " ")


@dataclass(frozen=True)
class Offer:
    unit: str
    reason: str  # such as "the track would last 3:58"
    rate: float = 0.0  # units per second, if it must be chosen


class GridError(HierscopeError, ValueError):
    """Times of beats or bars that are not enough to convert positions."""


@dataclass(frozen=True)
class Grid:
    """Times of beats or bar lines for positions from the first bar line; upbeats are negative."""

    times: tuple[float, ...]  # seconds, increasing; at least two
    source: str = ""  # name of their file
    unit: str = ""  # measures, beats or quarter notes; if empty, the unit of the positions
    at: tuple[float, ...] = ()
    """The position of each time, increasing, in `unit`; by default 0, 1, 2, ..."""
    bars: tuple[float, ...] = ()
    """Positions of bar lines among beats, at least two; empty if unknown."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", self.at or tuple(map(float, range(len(self.times)))))
        if len(self.at) != len(self.times):
            raise GridError(
                f"{len(self.at)} positions for {len(self.times)} times of beats or bars"
            )
        for row, least in ((self.times, 2), (self.at, 2), (self.bars, 2 if self.bars else 0)):
            if len(row) < least or not all(after > before for before, after in pairwise(row)):
                raise GridError("times of beats or bars must be at least two and increase")

    def seconds(self, positions: FloatArray, unit: str = "", meter: float = 0.0) -> FloatArray:
        """Return the times of positions; the first and last step continue beyond the ends."""
        return _along(self._own(positions, unit, meter), self.at, self.times)

    @property
    def meter(self) -> float:
        """The usual number of beats in a measure; 0 if bar lines are unknown."""
        lengths = Counter(after - before for before, after in pairwise(self.bars))
        return max(lengths, key=lambda length: lengths[length]) if lengths else 0.0

    def beyond(self, positions: FloatArray, unit: str = "", meter: float = 0.0) -> float:
        """Return how far positions go beyond the last time, in the grid's unit."""
        own = self._own(positions, unit, meter)
        return max(float(np.max(own, initial=0.0)) - self.at[-1], 0.0)

    def _own(self, positions: FloatArray, unit: str, meter: float) -> FloatArray:
        if not unit or not self.unit or unit == self.unit:
            return positions
        if self.unit == MEASURES:
            return positions / self._known(meter)
        if unit == MEASURES:
            return self._of_bars(positions) if self.bars else positions * self._known(meter)
        return self._of_bars(positions / meter) if self.bars and meter else positions

    def _of_bars(self, measures: FloatArray) -> FloatArray:
        return _along(measures, range(len(self.bars)), self.bars)

    def _known(self, meter: float) -> float:
        if meter:
            return meter
        raise GridError(
            f"the times are of {self.unit}, but the number of beats in a measure is unknown"
        )


def _along(
    positions: FloatArray, knots: Sequence[float] | range, values: Sequence[float]
) -> FloatArray:
    """Interpolate linearly between knots; the first and last piece continue beyond the ends."""
    x, y = np.asarray(knots, dtype=float), np.asarray(values, dtype=float)
    # The piece of each position; positions beyond an end use the piece at that end.
    piece = np.clip(np.searchsorted(x, positions, side="right") - 1, 0, len(x) - 2)
    share = (positions - x[piece]) / (x[piece + 1] - x[piece])
    # Knots keep their exact values.
    return np.where(share == 1, y[piece + 1], y[piece] + share * np.diff(y)[piece])


def rate_of(unit: str, bpm: float, meter: float = 4.0) -> float:
    """Return how many beats or measures a second has at a tempo."""
    return bpm / 60 / (meter if unit == MEASURES else 1.0)


def whole_numbers(times: Iterable[float]) -> bool:
    """Return whether all times are whole numbers."""
    return all(float(time).is_integer() for time in times)


def in_htk(times: Sequence[float]) -> bool:
    """Return whether times can only be HTK's, in steps of 0.1 ms, of a track of usual length."""
    end = max(times, default=0.0)
    usual = _SHORT <= end * UNITS[HTK].seconds <= _LONGEST
    return usual and all(time % 1000 == 0 for time in times)


def bars_offered(times: Sequence[float]) -> list[Offer]:
    """Offer measures and beats if all times have one decimal, which is mostly the same beat."""
    tenths = sorted({round(10 * time) for time in times if abs(10 * time) < 1e6})
    if by_clock(times):
        bars = math.ceil(measures_of(max(times), 4, clock=True) - 1)
        return [Offer(BAR_AND_BEAT, f"the piece would have {bars:,} measures")]
    if len(tenths) < 3 or any(abs(10 * time - round(10 * time)) > 1e-6 for time in times):
        return []
    beats = Counter(tenth % 10 for tenth in tenths)
    _, usual = beats.most_common(1)[0]
    most = 6 if len(tenths) >= 8 else 4  # few times have such decimals by chance
    needed = 1.0 if len(tenths) == 3 else 0.6
    by_chance = (max(beats) / 10) ** len(tenths)
    if 0 in beats or max(beats) > most or (usual < needed * len(tenths) and by_chance > _CHANCE):
        return []
    reason = f"the piece would have {math.ceil(measures_of(tenths[-1] / 10, most) - 1):,} measures"
    return [Offer(BAR_AND_BEAT, reason)]


def by_clock(times: Sequence[float]) -> bool:
    """Return whether times were written as 9:3, and can be measures with beats up to 6."""
    return len({*times}) > 2 and all(
        float(time).is_integer() and time > 60 and 1 <= time % 60 <= 6 for time in times
    )


def measures_of(time: float, meter: float, *, clock: bool = False) -> float:
    """Convert measure and beat, such as 9.3 or 9:3, to a position in measures, counted from 1."""
    bar, beat = divmod(round(time if clock else 10 * time), 60 if clock else 10)
    return bar + (max(beat, 1) - 1) / meter


def offers(times: Sequence[float]) -> list[Offer]:
    """List other possible units of a file's numbers, if they are probably not seconds."""
    end = max(times, default=0.0)
    if end <= LONG or not whole_numbers(times):
        return []
    plausible = [
        Offer(unit, f"the track would last {long_clock(end * known.seconds)}")
        for unit, known in UNITS.items()
        if known.seconds and _SHORT <= end * known.seconds <= _LONGEST
    ]
    return [*plausible, Offer("frames", "with their rate")]
