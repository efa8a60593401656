"""Estimate how long an answer will take: upper bounds, measured on random pairs.

Time budgets instead of estimates were tried. Beside a hostile client (``benchmarks/hostile.py``,
8 people), 95 % of answers arrived within 53 to 66 ms with estimates. Threads that give up after
0.1 s made it 107 to 157 ms, since a kernel can't be stopped. If all questions went to the process,
they waited for seconds.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from core.tmeasures.problem import lacking_labels
from explorer.messages.edited import BUDGET
from explorer.messages.inspection import Setup
from explorer.messages.pair import STRIP_COLUMNS
from explorer.messages.triplets import PIXELS

LONGEST = 5.0  # maximum seconds of a core for an answer; users do not wait longer

_STEP = 1e-9  # seconds of a core for one step of an inner loop
_WINDOWS = 211  # maximum of a slider
_MOST_RUNS = 2000  # of a query; each pair of them takes up to 72 bytes


class CostlyError(Exception):
    """An answer would take too long."""


class GoneError(Exception):
    """The answer is no longer needed."""


class Allowance:
    """The limit of an answer: `patience` seconds, and until its question is dropped."""

    def __init__(self, patience: float = LONGEST, gone: Callable[[], bool] = lambda: False) -> None:
        self._patience = patience
        self._gone = gone

    def take(self, seconds: float) -> None:
        """Raise a CostlyError with the estimated seconds if an answer would take longer."""
        if seconds > self._patience:
            raise CostlyError(seconds)

    def go_on(self) -> None:
        """Raise a GoneError if the question was dropped; called between steps."""
        if self._gone():
            raise GoneError


@dataclass(frozen=True)
class Size:
    """The size of a pair for the kernels."""

    cells: int  # stretches between neighboring boundaries of either side
    queries: float  # queries in a score of the track
    moments: int  # distinct times of one side, times those of the other
    layers: int  # of both sides
    depths: int  # pairs of depths that a moment can have
    frameless: bool
    labeled: bool  # whether labels are scored, too

    def score(self, windows: float, queries: float = 0.0) -> float:
        """Return the price of g of some queries, or of the score of the track."""
        track = 3 * self.cells * (self.layers + 2) if self.frameless else self.queries
        price = (self.cells + 2 * windows * (queries or track)) * self.layers
        if self.labeled:
            track = 9 * self.cells if self.frameless else self.queries
            price += min(self.cells, queries or track) * self.cells * (self.layers + windows)
            price += windows * (queries or track) * self.depths
        return _STEP * price

    def scape(self, windows: int, queries: int, of_labels: bool, deciding: bool) -> float:
        """Return the price of g of both sides, and of the deciding layers if requested."""
        bare = replace(self, labeled=False).score(windows, queries)
        scored = self.score(windows, queries) if of_labels else bare
        return 0.05 + scored + deciding * self.layers * bare

    def survey(self, of_labels: bool) -> float:
        runs = self._runs(of_labels)
        kinds = min(runs, self.depths)
        if kinds > _MOST_RUNS:
            return math.inf
        queries = self.queries
        if self.frameless:
            # Pieces end where a window's end meets a run; each has 24 nodes, twice as it is halved.
            queries = (self.cells * (runs + 2) + 1200) * 48
        return _STEP * (self.cells**2 * self.layers + queries * (8 * runs + kinds**2))

    def listing(self, of_labels: bool) -> float:
        queries = min(self.queries, 20 * self.cells + self.queries / 20)
        blocks = (self.cells * 2 + queries) * self._pairs(of_labels)
        return _STEP * self.cells**2 * self.layers + blocks

    def _runs(self, of_labels: bool) -> int:
        """Return the most runs of a query: a segment has two ends, a label may occur anywhere."""
        return self.cells if of_labels else min(self.cells, 2 * self.layers + 1)

    def _pairs(self, of_labels: bool) -> float:
        runs = self._runs(of_labels)
        return math.inf if runs > _MOST_RUNS else _STEP * runs**2

    def look(self, of_labels: bool, strips: bool) -> float:
        return self.score(1, STRIP_COLUMNS * strips + 1) + 4 * self._pairs(of_labels)

    def track(self, of_labels: bool, whole: bool) -> float:
        price = 2 * self.score(1) + self.listing(of_labels)
        if whole:
            price += 2 * self.survey(of_labels)
        else:
            price += 4 * (self.score(1) + self.survey(False))
            price += 2 * self.survey(True) if of_labels else 0.0
        if of_labels:
            price += 2 * self.score(1) + self.score(1, self.queries)
        return price

    def drawing(self, effects: bool) -> float:
        windows = min(_WINDOWS, math.ceil(2 * BUDGET / (self.layers * self.queries))) + 2
        price = self.score(windows) + self.score(1, STRIP_COLUMNS + 1)
        return price + 6 * effects * self.score(1)

    def pictures(self, of_labels: bool) -> float:
        pixels = self.cells * PIXELS
        price: float = pixels * (12 * self.layers + PIXELS)
        if of_labels:
            price += self.cells**2 * (3 * self.layers + PIXELS / 5)
        return _STEP * price

    def reasons(self, windows: int) -> float:
        matched = 400 * self.moments * self.layers + 25_000 * self.layers**2
        return 0.05 + _STEP * matched + 10 * self.score(windows)

    def sample(self) -> float:
        return self.score(_WINDOWS) + 2 * (self.score(1) + self.listing(self.labeled))


def size_of(setup: Setup) -> Size:
    sides = setup.reference, setup.estimate
    times = [np.unique(np.concatenate(side.boundaries)) for side in sides]
    gaps = np.union1d(*times).size - 1
    frames = max(setup.reference.end / setup.settings.frame_size, 1.0)
    frameless = setup.settings.convention.frameless
    return Size(
        cells=gaps if frameless else min(gaps, math.ceil(frames)),
        queries=frames,
        moments=times[0].size * times[1].size,
        layers=sum(len(side.layers) for side in sides),
        depths=math.prod(len(side.layers) + 1 for side in sides),
        frameless=frameless,
        labeled=not lacking_labels(*sides),
    )
