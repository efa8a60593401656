"""A pair, a window and a direction, ready for the kernels of triplets."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import ScoreError
from core.frames import DEFAULT_FRAME_SIZE, SAME_TIME
from core.hierarchy import Hierarchy
from core.lmeasures.api import Marks, label_cells, segment_cells
from core.measures import BY_KEY
from core.tmeasures import MIR_EVAL, Convention, Scores, score
from core.tmeasures.problem import Problem, check_windows, pose
from core.triplets import _kernels
from core.vocabulary import DIRECTIONS, Direction, FloatArray, IntArray
from core.windows import DEFAULT_WINDOW
from core.wording import TimeWords


@dataclass(frozen=True, eq=False)
class Task:
    """Triplets to count; raises ScoreError where the pair can't be scored so."""

    reference: Hierarchy
    estimate: Hierarchy
    window: float = DEFAULT_WINDOW
    direction: Direction = "recall"
    measure: str = "reduced"
    convention: Convention = MIR_EVAL
    frame_size: float = DEFAULT_FRAME_SIZE
    frames: npt.ArrayLike | None = None

    def __post_init__(self) -> None:
        if self.direction not in DIRECTIONS:
            raise ScoreError(f"The direction is recall or precision, not {self.direction!r}.")

    def __reduce__(self) -> tuple[type[Task], tuple[Any, ...]]:
        """Be pickled without what is computed of it."""
        return Task, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def of_labels(self) -> bool:
        """Whether moments meet by having the same label, not by sharing a segment."""
        return BY_KEY[self.measure].needs == "labels"

    @cached_property
    def problem(self) -> Problem:
        problem = pose(
            self.reference,
            self.estimate,
            check_windows([self.window]),
            self.convention,
            self.frame_size,
            self.frames,
        )
        if self.of_labels and problem.lack:
            title = BY_KEY[self.measure].title
            raise ScoreError(f"{title} needs labels, and {problem.lack} has none.")
        return problem

    @property
    def words(self) -> TimeWords:
        return self.reference.words

    @property
    def side(self) -> int:
        """Which hierarchy the triplets are of: 0 the reference, 1 the estimate."""
        return DIRECTIONS.index(self.direction)

    @cached_property
    def scores(self) -> Scores:
        result = score(
            self.reference,
            self.estimate,
            [self.window],
            convention=self.convention,
            frame_size=self.frame_size,
            frames=self.frames,
        )
        return result.scores[self.measure]

    @property
    def counted(self) -> float:
        """The share of queries that have a triplet."""
        return float(self.scores.share(self.direction)[0])

    @cached_property
    def outcome(self) -> tuple[float, float]:
        """The track's score, and how many queries (seconds, when frameless) share in it."""
        counted = 1.0 if self.convention.mean_over_all else self.counted
        return float(self.scores.part(self.direction)[0]), counted * self.problem.size

    @cached_property
    def names(self) -> FloatArray:
        """The increasing times that name all frames, and the end.

        A frame is named by its beginning, or by the boundary that begins it. mir_eval's rounding
        may put a boundary some frames early; names that it passes are spread up to the next frame.
        """
        boundaries = [*self.reference.boundaries, *self.estimate.boundaries]
        seconds = np.unique(np.concatenate(boundaries))
        frames, first = np.unique(self.problem.place(seconds).astype(np.int64), return_index=True)
        # What begins after the last frame has no frame to name.
        frames, seconds = frames[:-1], seconds[first[:-1]]
        names = np.append(self.problem.times, self.problem.end)
        marks = np.full(len(names), -np.inf)
        marks[frames] = seconds
        marks[-1] = self.problem.end
        before = np.maximum.accumulate(marks)
        marks[np.isneginf(marks)] = np.inf
        after = np.minimum.accumulate(marks[::-1])[::-1]
        fits = (names > before + SAME_TIME) & (names < after - SAME_TIME)
        names[frames] = seconds
        fits[frames] = fits[-1] = True
        at = np.arange(len(names))
        return np.asarray(np.interp(at, at[fits], names[fits]), dtype=np.float64)

    def seconds(self, pair: FloatArray) -> FloatArray:
        """Give stretches of positions, shape (n, 2), as times."""
        return pair.copy() if self.problem.frameless else self.names[pair.astype(np.int64)]

    def frame(self, time: float) -> float:
        """Give the position of a time: of the last frame whose name is not after it."""
        problem = self.problem
        if not (math.isfinite(time) and 0 <= time <= problem.end):
            if self.words.musical:
                place, track = self.words.at(time), self.words.span(0.0, problem.end)
            else:
                place, track = f"{time:g} s", f"0 to {problem.end:g} s"
            raise ScoreError(f"{place} lies outside the track ({track}).")
        if problem.frameless:
            return float(problem.at([time])[0][0])
        return float(self.frames_of(np.array([time]))[0])

    def frames_of(self, times: FloatArray) -> IntArray:
        """Give the last frames whose names are not after the given times."""
        frames: IntArray = np.searchsorted(self.names[:-1], times + SAME_TIME, side="right") - 1
        return np.maximum(frames, 0)

    def own_times(self, positions: FloatArray) -> FloatArray:
        """Give the times that name positions; when frameless these are times."""
        return positions if self.problem.frameless else self.names[positions.astype(np.int64)]

    def own_time(self, time: float) -> float:
        """Give the time that names the frame of a time; when frameless the time itself."""
        return float(self.own_times(np.array([self.frame(time)]))[0])

    def score_time(self, time: float) -> float:
        """Give the time by which `query_scores` of T-measures knows the frame of a time."""
        position = self.frame(time)
        return position if self.problem.frameless else float(self.problem.times[int(position)])

    @property
    def extent(self) -> float:
        """How many positions the track is long, the part of a frame at its end included."""
        if self.problem.frameless or self.frames is not None:
            return self.problem.size
        return max(self.problem.end / self.frame_size, self.problem.size)

    @property
    def windows(self) -> tuple[FloatArray, FloatArray]:
        """How far the window reaches back and ahead, for all positions or for each."""
        return self.problem.back[0], self.problem.ahead[0]

    def reach(self, position: float) -> tuple[float, float]:
        """Give the window of a position: first position, and the one after the last."""
        back, ahead = self.windows
        at = int(position) if len(back) > 1 else 0
        return max(position - back[at], 0.0), min(position + ahead[at], self.problem.size)

    @cached_property
    def marks(self) -> Marks:
        """What moments of each cell must have alike to meet in a layer: segments, or labels."""
        cells = self.problem.cells
        return label_cells(cells) if self.of_labels else segment_cells(cells)

    @property
    def counting(self) -> _kernels.Pair:
        """The pair as the kernels take it, with which of its triplets count."""
        edges, every_layer = self.problem.cells.edges, self.measure != "reduced"
        return _kernels.Pair(edges, *self.marks, self.side, every_layer, self.problem.own)

    def ancestors(
        self, side: int, first: FloatArray, second: FloatArray
    ) -> tuple[IntArray, IntArray, IntArray]:
        """Give the deepest layers in which positions meet, 0 = none, and their segments."""
        levels, of_first, of_second = np.zeros((3, len(first)), np.int64)
        edges = self.problem.cells.edges
        cells = [np.searchsorted(edges, at, side="right") - 1 for at in (first, second)]
        for level, row in enumerate(self.marks[side], 1):
            mine, its = row[cells[0]], row[cells[1]]
            both = (mine == its) & (mine >= 0)
            levels[both] = level
            of_first[both] = self.segments_at(side, level, first[both])
            of_second[both] = self.segments_at(side, level, second[both])
        return levels, of_first, of_second

    def segments_at(self, side: int, level: int, positions: FloatArray) -> IntArray:
        """Number the segments of a layer that hold some positions, from 0."""
        segments = self.problem.segments[side]
        first, after = segments.offsets[level - 1], segments.offsets[level]
        # Of segments without a frame of their own, none is the last to start at a position.
        starts = segments.starts[first:after]
        return np.searchsorted(starts, positions, side="right") - 1
