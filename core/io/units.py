"""Units of time in files: what each is in seconds, and which a file's numbers may be in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.timewords import clock
from core.vocabulary import FloatArray

SECONDS = "seconds"

LONG = 7200.0
"""Seconds: longer tracks with whole times only are doubted."""

# Seconds: what a track may last that is offered as what a unit would make of numbers.
_SHORT, _LONGEST = 20.0, 4 * 3600.0


class Unit(NamedTuple):
    """A unit that times may be in.

    Parameters
    ----------
    words : str
        Its name in the plural.
    seconds : float
        How long one is; 0 where that has to be said, by a rate or by the times of each.
    musical : bool
        Whether it counts beats or bars, so that hierarchies can be compared in it.
    """

    words: str
    seconds: float
    musical: bool = False


UNITS = {
    SECONDS: Unit("seconds", 1.0),
    "milliseconds": Unit("milliseconds", 0.001),
    "centiseconds": Unit("centiseconds", 0.01),
    "minutes": Unit("minutes", 60.0),
    "frames": Unit("frames", 0.0),
    "samples": Unit("samples", 0.0),
    "measures": Unit("measures", 0.0, musical=True),
    "beats": Unit("beats", 0.0, musical=True),
    "crotchets": Unit("crotchets", 0.0, musical=True),
}
"""All units; of those that are musical, positions count from 0 at the first beat or bar line."""


@dataclass(frozen=True)
class Offer:
    """A unit that times may be in.

    Parameters
    ----------
    unit : str
        Of :data:`UNITS`.
    words : str
        What speaks for it, such as "the track would last 3:58".
    rate : float
        How many make a second, where that has to be said; 0 where it has not.
    """

    unit: str
    words: str
    rate: float = 0.0


@dataclass(frozen=True)
class Grid:
    """The times of beats or bar lines, by which positions become seconds.

    Parameters
    ----------
    times : tuple of float
        Seconds, increasing; at least two.
    source : str
        The file they are from.
    """

    times: tuple[float, ...]
    source: str = ""

    def seconds(self, positions: FloatArray) -> FloatArray:
        """Give the times of positions, which count from 0 at the first; beyond both ends as the
        first and the last step go on, but not before 0."""
        times = np.asarray(self.times)
        steps = np.arange(len(times))
        found = np.interp(positions, steps, times)
        last = len(times) - 1
        found = np.where(
            positions > last, times[-1] + (positions - last) * (times[-1] - times[-2]), found
        )
        before = times[0] + positions * (times[1] - times[0])
        seconds: FloatArray = np.where(positions < 0, np.maximum(before, 0.0), found)
        return seconds


def whole_numbers(times: Iterable[float]) -> bool:
    """Tell whether all times are whole numbers."""
    return all(float(time).is_integer() for time in times)


def offers(times: Sequence[float]) -> list[Offer]:
    """Say which other units a file's numbers may be in, if they hardly are seconds.

    Parameters
    ----------
    times : sequence of float
        All that are in the file.

    Returns
    -------
    list of Offer
        Empty if nothing speaks against seconds.
    """
    end = max(times, default=0.0)
    if end <= LONG or not whole_numbers(times):
        return []
    found = [
        Offer(unit, f"the track would last {clock(end * known.seconds)}")
        for unit, known in UNITS.items()
        if known.seconds and _SHORT <= end * known.seconds <= _LONGEST
    ]
    return [*found, Offer("frames", "with their rate")]
