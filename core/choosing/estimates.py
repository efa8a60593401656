"""Score and rank several estimates of one reference; ranks change where curves T(w) cross."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from core.errors import ScoreError
from core.files.names import with_numbers
from core.hierarchy import Hierarchy
from core.settings import DEFAULT, Settings
from core.tmeasures import score
from core.tmeasures.results import Estimates
from core.vocabulary import FloatArray, Part, freeze

TIE = 1e-9  # scores that differ by less are equal

MOST_ESTIMATES = 12


@dataclass(frozen=True)
class Crossing:
    """A reversal of two curves T(w), which are straight in log w between windows."""

    low: float  # the windows on either side, in seconds
    high: float  # may be infinite
    window: float  # the crossing, interpolated linearly in log w; `low` if `high` is infinite
    first_leads_after: bool  # whether the first curve is higher at `high`


@dataclass(frozen=True)
class Place:
    name: str
    rank: int | None
    """1 = best; equal scores share the better rank (1, 2, 2, 4); None without a score."""
    value: float  # NaN without a score


@dataclass(frozen=True)
class RankChange:
    """A window at which two estimates change ranks."""

    first: str
    second: str
    crossing: Crossing  # of their scores


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Estimates):
    """Scores of several estimates at the same windows, and their ranking."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.results)

    @property
    def windows(self) -> FloatArray:
        return next(iter(self.results.values())).windows

    def values(self, measure: str, part: Part) -> FloatArray:
        """Return one score of every estimate at every window; a missing score is NaN."""
        every = self.results.values()
        return freeze(np.array([result.scores[measure].part(part) for result in every]))

    def ranking(self, index: int, measure: str, part: Part) -> tuple[Place, ...]:
        """Order the estimates at one window: best first, missing scores last."""
        values = self.values(measure, part)[:, index]
        ranks = [
            None if np.isnan(value) else 1 + int((values > value + TIE).sum()) for value in values
        ]
        places = [
            Place(name, rank, value)
            for name, rank, value in zip(self.names, ranks, values.tolist(), strict=True)
        ]
        return tuple(sorted(places, key=lambda place: place.rank or len(places) + 1))

    def crossings(self, measure: str, part: Part) -> tuple[RankChange, ...]:
        """Find the windows at which any two estimates change ranks."""
        return rank_changes(self.names, self.windows, self.values(measure, part))


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


def rank_changes(
    names: Sequence[str], windows: FloatArray, values: FloatArray
) -> tuple[RankChange, ...]:
    """Find the windows at which any two curves cross, in order of windows."""
    changes = [
        RankChange(names[first], names[second], crossing)
        for first, second in combinations(range(len(names)), 2)
        for crossing in crossings(windows, values[first], values[second])
    ]
    return tuple(sorted(changes, key=lambda change: change.crossing.window))


def compare(
    reference: Hierarchy,
    estimates: Sequence[tuple[str, Hierarchy]],
    windows: npt.ArrayLike,
    *,
    settings: Settings = DEFAULT,
) -> Comparison:
    """Score several estimates of one reference; repeated names get a number."""
    if not estimates:
        raise ScoreError("No estimate to compare. Add at least one.")
    if len(estimates) > MOST_ESTIMATES:
        raise ScoreError(
            f"{len(estimates)} estimates exceed the limit of {MOST_ESTIMATES}. Leave some out."
        )
    for name, estimate in estimates:
        if (estimate.start, estimate.end) != (reference.start, reference.end):
            own, other = (
                f"{side.notation.at(side.start)} to {side.notation.at(side.end)}"
                for side in (estimate, reference)
            )
            raise ScoreError(f"{name} spans {own}, the reference {other}. Align the pair first.")
    names = with_numbers(name for name, _ in estimates)
    results = {
        name: score(reference, estimate, windows, settings=settings)
        for name, (_, estimate) in zip(names, estimates, strict=True)
    }
    return Comparison(results, reference.name or "reference")


def runs(mask: npt.NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    """Return the first and last index of each run of True in a mask."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False]))))
    return tuple((first, after - 1) for first, after in edges.reshape(-1, 2).tolist())
