"""Where several people set a boundary: density over time, peaks, and their consensus."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.vocabulary import FloatArray, IntArray, mean

STEP = 0.05  # seconds between two times of a density


class Peak(NamedTuple):
    """A place where people set a boundary: the median of their times, and how many they are."""

    time: float
    people: int


class Density:
    """How many people set a boundary at most `tolerance` seconds from each time."""

    def __init__(self, people: Sequence[FloatArray], end: float, tolerance: float) -> None:
        self.times = np.arange(0, end + STEP, STEP)
        self._left = [list(own) for own in people]
        self._tolerance = tolerance
        self._covers = np.zeros((len(people), len(self.times)), np.int64)
        for at, own in enumerate(people):
            for time in own:
                self._covers[at, self._near(time)] += 1

    @property
    def counts(self) -> IntArray:
        return np.count_nonzero(self._covers, axis=0)

    def _near(self, time: float) -> slice:
        first = np.ceil(round((time - self._tolerance) / STEP, 6))
        last = np.floor(round((time + self._tolerance) / STEP, 6))
        return slice(max(int(first), 0), int(last) + 1)

    def peaks(self, least: int = 1) -> Iterator[Peak]:
        """Take the places with most people first, while there are at least `least`.

        A peak takes from each person the boundary that is nearest to its middle. So each boundary
        belongs to one peak. Call this once.
        """
        while (counts := self.counts).max(initial=0) >= max(least, 1):
            first = int(np.argmax(counts))
            others = np.flatnonzero(counts[first:] != counts[first])
            last = first + (int(others[0]) if len(others) else len(counts) - first) - 1
            middle = (first + last) // 2
            taken = []
            for at in np.flatnonzero(self._covers[:, middle]):
                own = self._left[at]
                time = min(own, key=lambda time: abs(time - self.times[middle]))
                own.remove(time)
                self._covers[at, self._near(time)] -= 1
                taken.append(time)
            yield Peak(float(np.median(taken)), len(taken))


def medoid(matrix: FloatArray) -> int:
    """Return the row with the best mean score against all others, of a matrix of F."""
    return int(np.argmax(np.nan_to_num(mean(matrix, axis=1), nan=-1)))


def consensus(annotations: Sequence[Hierarchy], tolerance: float, name: str = "") -> Hierarchy:
    """Return the boundaries that at least half of the people set, within a tolerance in seconds.

    Each layer also has the boundaries of the layers above.
    """
    if not annotations:
        raise ScoreError("There is no annotation, so there is no consensus.")
    first = annotations[0]
    shape = first.start, first.end, len(first.layers)
    if any((each.start, each.end, len(each.layers)) != shape for each in annotations):
        raise ScoreError(
            "A consensus needs annotations with equally many layers and the same start and end."
        )
    layers: list[list[float]] = []
    above: list[float] = []
    for level in range(len(first.layers)):
        people = [each.boundaries[level][1:-1] for each in annotations]
        found = Density(people, first.end, tolerance).peaks((len(annotations) + 1) // 2)
        own = [round(peak.time, 3) for peak in found]
        # A boundary of the layer above replaces the one near it.
        new = [time for time in own if all(abs(time - other) > tolerance for other in above)]
        above = sorted({*above, *new})
        layers.append([first.start, *above, first.end])
    return Hierarchy.from_boundaries(layers, name=name, unit=first.unit)
