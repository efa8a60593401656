"""Several estimates of one reference: which is best depends on the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from core.choosing.curves import TIE, Crossing, crossings
from core.errors import ScoreError
from core.files.names import told_apart
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.tmeasures import MIR_EVAL, Convention, TMeasures, score
from core.vocabulary import FloatArray, Part, freeze

MOST_ESTIMATES = 12


@dataclass(frozen=True)
class Place:
    """The place of an estimate in a ranking.

    Parameters
    ----------
    name : str
    rank : int or None
        1 = best; equal scores share the better place and leave the next ones out (1, 2, 2, 4). None
        where nothing is counted.
    value : float
        The score; NaN where nothing is counted.
    """

    name: str
    rank: int | None
    value: float


@dataclass(frozen=True)
class RankChange:
    """A window at which two estimates change places.

    Parameters
    ----------
    first, second : str
        Names.
    crossing : Crossing
        Of their scores.
    """

    first: str
    second: str
    crossing: Crossing


@dataclass(frozen=True, eq=False)
class Comparison:
    """Scores of several estimates for the same windows.

    Parameters
    ----------
    names : tuple of str, length n
        All different.
    results : tuple of TMeasures, length n
    """

    names: tuple[str, ...]
    results: tuple[TMeasures, ...]

    @property
    def windows(self) -> FloatArray:
        """Seconds, shape (w,)."""
        return self.results[0].windows

    def values(self, variant: str, part: Part) -> FloatArray:
        """Give one score of every estimate at every window.

        Parameters
        ----------
        variant : str, the key of a measure
        part : {"recall", "precision", "f_measure"}

        Returns
        -------
        ndarray, shape (n, w)
            NaN where nothing is counted.
        """
        return freeze(np.array([result.scores[variant].counted(part) for result in self.results]))

    def ranking(self, index: int, variant: str, part: Part) -> tuple[Place, ...]:
        """Order the estimates at one window.

        Parameters
        ----------
        index : int
            Which window.
        variant : str, the key of a measure
        part : {"recall", "precision", "f_measure"}

        Returns
        -------
        tuple of Place, length n
            Best first, equal ones in their own order, those without a score last.
        """
        values = self.values(variant, part)[:, index]
        ranks = [
            None if np.isnan(value) else 1 + int((values > value + TIE).sum()) for value in values
        ]
        places = [
            Place(name, rank, value)
            for name, rank, value in zip(self.names, ranks, values.tolist(), strict=True)
        ]
        return tuple(sorted(places, key=lambda place: place.rank or len(places) + 1))

    def crossings(self, variant: str, part: Part) -> tuple[RankChange, ...]:
        """Find the windows at which any two estimates change places.

        Parameters
        ----------
        variant : str, the key of a measure
        part : {"recall", "precision", "f_measure"}

        Returns
        -------
        tuple of RankChange
            By window, then in the order of the estimates.
        """
        return rank_changes(self.names, self.windows, self.values(variant, part))


def rank_changes(
    names: Sequence[str], windows: FloatArray, values: FloatArray
) -> tuple[RankChange, ...]:
    """Find the windows at which any two curves change places, in the order of windows."""
    found = [
        RankChange(names[one], names[other], crossing)
        for one, other in combinations(range(len(names)), 2)
        for crossing in crossings(windows, values[one], values[other])
    ]
    return tuple(sorted(found, key=lambda change: change.crossing.window))


def compare(
    reference: Hierarchy,
    estimates: Sequence[tuple[str, Hierarchy]],
    windows: npt.ArrayLike,
    *,
    convention: Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> Comparison:
    """Score several estimates of one reference.

    Parameters
    ----------
    reference : Hierarchy
    estimates : sequence of (str, Hierarchy)
        Names and hierarchies of the reference's span; see :func:`core.align`. A name that occurs
        again gets a number.
    windows : array_like, shape (w,)
        Seconds, increasing; ``inf`` is the whole track.
    convention : Convention
    frame_size : float > 0
        Seconds.
    beta : float > 0
        Weight of recall in the F-measure.

    Returns
    -------
    Comparison

    Raises
    ------
    ScoreError
        If there is no estimate or more than 12, if a span differs, or a parameter is out of range.
    """
    if not estimates:
        raise ScoreError("There is no estimate to compare. Give at least one.")
    if len(estimates) > MOST_ESTIMATES:
        raise ScoreError(
            f"{len(estimates)} estimates are more than the {MOST_ESTIMATES} that can be compared "
            "at once. Leave some out."
        )
    for name, estimate in estimates:
        if (estimate.start, estimate.end) != (reference.start, reference.end):
            raise ScoreError(
                f"{name} spans {estimate.words.at(estimate.start)} to "
                f"{estimate.words.at(estimate.end)}, the reference "
                f"{reference.words.at(reference.start)} to {reference.words.at(reference.end)}. "
                "Align the pair first."
            )
    results = tuple(
        score(reference, estimate, windows, convention=convention, frame_size=frame_size, beta=beta)
        for _, estimate in estimates
    )
    return Comparison(told_apart(name for name, _ in estimates), results)
