"""A pair, a window and a direction, ready for the kernels of triplets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.errors import ScoreError
from core.frames import SAME_TIME
from core.hierarchy import Hierarchy
from core.tmeasures import MIR_EVAL, Convention, score
from core.tmeasures.problem import Problem, check_windows, pose
from core.triplets.results import DIRECTIONS, Direction, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Task:
    """What every function of :mod:`core.triplets` asks about.

    Parameters
    ----------
    reference, estimate : Hierarchy
        Of the same span; see :func:`core.align`.
    window : float
        Seconds; infinite is the whole track.
    direction : {"recall", "precision"}
        The reference's triplets, or the estimate's.
    transitive : bool
        Whether to take all pairs of layers ("full") or successive ones only ("reduced").
    convention : Convention
    frame_size : float
        Seconds.
    frames : array_like, optional
        Given frame times in seconds.

    Raises
    ------
    ScoreError
        If the spans differ, or a parameter is out of range.
    """

    reference: Hierarchy
    estimate: Hierarchy
    window: float = 15.0
    direction: Direction = "recall"
    transitive: bool = False
    convention: Convention = MIR_EVAL
    frame_size: float = 0.1
    frames: npt.ArrayLike | None = None

    def __post_init__(self) -> None:
        if self.direction not in DIRECTIONS:
            raise ScoreError(f"The direction is recall or precision, not {self.direction!r}.")

    @cached_property
    def problem(self) -> Problem:
        """The pair in frames or seconds."""
        return pose(
            self.reference,
            self.estimate,
            check_windows([self.window]),
            self.convention,
            self.frame_size,
            self.frames,
        )

    @property
    def side(self) -> int:
        """Which hierarchy the triplets are of: 0 the reference, 1 the estimate."""
        return DIRECTIONS.index(self.direction)

    @cached_property
    def outcome(self) -> tuple[float, float]:
        """The track's score, and how many queries (seconds, when frameless) share in it."""
        result = score(
            self.reference,
            self.estimate,
            [self.window],
            convention=self.convention,
            frame_size=self.frame_size,
            frames=self.frames,
        )
        scores = result.full if self.transitive else result.reduced
        share = getattr(scores, f"{self.direction}_share")[0]
        counted = 1.0 if self.convention.mean_over_all else float(share)
        return float(getattr(scores, self.direction)[0]), counted * self.problem.size

    @cached_property
    def _names(self) -> FloatArray:
        """The times of all positions, the end included: of a boundary, where there is one."""
        problem = self.problem
        seconds = np.unique(np.concatenate([*self.reference.boundaries, *self.estimate.boundaries]))
        # Where several boundaries fall into one frame, the first names it.
        frames = problem.place(seconds).astype(np.int64)
        positions, first = np.unique(frames, return_index=True)
        names = self._own_times.copy()
        names[positions] = seconds[first]
        return names

    @cached_property
    def _own_times(self) -> FloatArray:
        return np.append(self.problem.times, self.problem.end)

    def seconds(self, pair: FloatArray) -> FloatArray:
        """Give stretches of positions, shape (n, 2), as times.

        An end that is a boundary is given as the boundary's own time, which its frame may miss by
        a frame (mir_eval's rounding), unless nothing would be left of the stretch.

        Returns
        -------
        ndarray, shape (n, 2)
        """
        if self.problem.frameless:
            return pair.copy()
        frames = pair.astype(np.int64)
        named = self._names[frames]
        empty = named[:, 1] - named[:, 0] < SAME_TIME
        named[empty] = self._own_times[frames[empty]]
        return named

    def frame(self, time: float) -> float:
        """Give the position of a time: of the frame that begins there or last before."""
        if not (math.isfinite(time) and 0 <= time <= self.problem.end):
            raise ScoreError(f"{time:g} s lies outside the track (0 to {self.problem.end:g} s).")
        return float(self.problem.at([time])[0][0])

    def own_time(self, time: float) -> float:
        """Give where the frame that holds a time begins; when frameless the time itself."""
        position = self.frame(time)
        return position if self.problem.frameless else float(self.problem.times[int(position)])

    @property
    def windows(self) -> tuple[FloatArray, FloatArray]:
        """How far the window reaches back and ahead, for all positions or for each."""
        return self.problem.back[0], self.problem.ahead[0]

    def reach(self, position: float) -> tuple[float, float]:
        """Give the window of a position: first position, and the one after the last."""
        back, ahead = self.windows
        at = int(position) if len(back) > 1 else 0
        return max(position - back[at], 0.0), min(position + ahead[at], self.problem.size)

    def ancestors(self, side: int, one: FloatArray, other: FloatArray) -> tuple[IntArray, IntArray]:
        """Find the deepest layers with a segment that holds both of two positions.

        Parameters
        ----------
        side : int
            0 the reference, 1 the estimate.
        one, other : ndarray, shape (n,)
            Positions.

        Returns
        -------
        levels, segments : ndarray of int, shape (n,)
            Level 0 where there is none; segments count from 0 within their layer.
        """
        found = self.problem.segments[side]
        levels = np.zeros(len(one), np.int64)
        segments = np.zeros(len(one), np.int64)
        for level, (first, after) in enumerate(pairwise(found.offsets.tolist()), 1):
            # Of segments without a frame of their own, none is the last to start at a position.
            starts = found.starts[first:after]
            mine = np.searchsorted(starts, one, side="right") - 1
            both = mine == np.searchsorted(starts, other, side="right") - 1
            levels[both] = level
            segments[both] = mine[both]
        return levels, segments
