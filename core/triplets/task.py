"""A pair, a window and a direction, prepared for the kernels of triplets."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from core.errors import ScoreError
from core.frames import SAME_TIME
from core.hierarchy import Hierarchy
from core.lmeasures.labels import Marks, label_cells, segment_cells
from core.measures import BY_KEY
from core.settings import DEFAULT, Settings, WithSettings
from core.tmeasures import Scores, score
from core.tmeasures.problem import Problem, check_windows, pose
from core.triplets import _kernels
from core.vocabulary import DIRECTIONS, Direction, FloatArray, IntArray
from core.windows import DEFAULT_WINDOW
from core.wording import TimeNotation


@dataclass(frozen=True, eq=False)
class Task(WithSettings):
    """A task to count triplets; raises ScoreError if the pair can't be scored this way."""

    reference: Hierarchy
    estimate: Hierarchy
    window: float = DEFAULT_WINDOW
    direction: Direction = "recall"
    measure: str = "reduced"
    settings: Settings = DEFAULT

    def __post_init__(self) -> None:
        if self.direction not in DIRECTIONS:
            raise ScoreError(f"The direction must be recall or precision, not {self.direction!r}.")

    def __reduce__(self) -> tuple[type[Task], tuple[Any, ...]]:
        """Return the state for pickle, without cached values."""
        return Task, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def of_labels(self) -> bool:
        """Whether moments meet by label, not by segment."""
        return BY_KEY[self.measure].needs == "labels"

    @cached_property
    def problem(self) -> Problem:
        """The pair in the units of the kernels; raises ScoreError if it can't be scored."""
        self.settings.require_queries()
        windows = check_windows([self.window])
        problem = pose(self.reference, self.estimate, windows, self.settings)
        if self.of_labels and problem.lack:
            title = BY_KEY[self.measure].title
            raise ScoreError(f"{title} needs labels, and {problem.lack} has none.")
        return problem

    @property
    def notation(self) -> TimeNotation:
        """How times of the pair are written."""
        return self.reference.notation

    @property
    def side(self) -> int:
        """The hierarchy that has the triplets: 0 the reference, 1 the estimate."""
        return DIRECTIONS.index(self.direction)

    @cached_property
    def scores(self) -> Scores:
        """The scores of the measure at the window."""
        result = score(self.reference, self.estimate, [self.window], settings=self.settings)
        return result.scores[self.measure]

    @property
    def counted(self) -> float:
        """The share of queries that have a triplet."""
        return float(self.scores.share(self.direction)[0])

    @cached_property
    def outcome(self) -> tuple[float, float]:
        """The track's score (0 without any), and the number of queries (without frames, seconds)
        behind it."""
        counted = 1.0 if self.settings.convention.mean_over_all else self.counted
        return float(
            np.nan_to_num(self.scores.part(self.direction)[0])
        ), counted * self.problem.size

    @cached_property
    def names(self) -> FloatArray:
        """The increasing times that name all frames, and the end.

        A frame is named by its start, or by the boundary at its start. mir_eval's rounding can
        place a boundary some frames early; the names in between are then interpolated.
        """
        boundaries = [*self.reference.boundaries, *self.estimate.boundaries]
        seconds = np.unique(np.concatenate(boundaries))
        frames, first = np.unique(self.problem.place(seconds).astype(np.int64), return_index=True)
        # A boundary after the last frame names no frame.
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
        """Convert stretches of positions, shape (n, 2), to times."""
        return pair.copy() if self.problem.frameless else self.names[pair.astype(np.int64)]

    def frame(self, time: float) -> float:
        """Return the position of a time: the last frame whose name is not later."""
        problem = self.problem
        if not (math.isfinite(time) and 0 <= time <= problem.end):
            if self.notation.musical:
                place, track = self.notation.at(time), self.notation.span(0.0, problem.end)
            else:
                place, track = f"{time:g} s", f"0 to {problem.end:g} s"
            raise ScoreError(f"{place} lies outside the track ({track}).")
        if problem.frameless:
            return float(problem.at([time])[0][0])
        return float(self.frames_of(np.array([time]))[0])

    def frames_of(self, times: FloatArray) -> IntArray:
        """Return for each time the last frame whose name is not later."""
        return np.maximum(np.searchsorted(self.names[:-1], times + SAME_TIME, side="right") - 1, 0)

    def own_times(self, positions: FloatArray) -> FloatArray:
        """Return the names of positions; without frames, positions are times."""
        return positions if self.problem.frameless else self.names[positions.astype(np.int64)]

    def own_time(self, time: float) -> float:
        """Return the name of a time's frame; without frames, the time itself."""
        return float(self.own_times(np.array([self.frame(time)]))[0])

    def score_time(self, time: float) -> float:
        """Return the time of a frame in the arrays of `query_scores` of T-measures."""
        position = self.frame(time)
        return position if self.problem.frameless else float(self.problem.times[int(position)])

    @property
    def extent(self) -> float:
        """Length of the track in positions, with the partial frame at its end."""
        if self.problem.frameless or self.settings.frames is not None:
            return self.problem.size
        return max(self.problem.end / self.settings.frame_size, self.problem.size)

    @property
    def windows(self) -> tuple[FloatArray, FloatArray]:
        """The window's reach back and ahead, for all positions or for each."""
        return self.problem.back[0], self.problem.ahead[0]

    def reach(self, position: float) -> tuple[float, float]:
        """Return the window of a position: first position, and the one after the last."""
        back, ahead = self.windows
        at = int(position) if len(back) > 1 else 0
        return max(position - back[at], 0.0), min(position + ahead[at], self.problem.size)

    @cached_property
    def marks(self) -> Marks:
        """Numbers of segments or labels by layer and cell; moments with equal ones meet."""
        cells = self.problem.cells
        return label_cells(cells) if self.of_labels else segment_cells(cells)

    @property
    def counting(self) -> _kernels.Counting:
        """The pair for the kernels, with the triplets that count."""
        edges, every_layer = self.problem.cells.edges, self.measure != "reduced"
        return _kernels.Counting(edges, *self.marks, self.side, every_layer, self.problem.own)

    def ancestors(
        self, side: int, first: FloatArray, second: FloatArray
    ) -> tuple[IntArray, IntArray, IntArray]:
        """Return the deepest layers in which positions meet, 0 = none, and their segments."""
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
        """Return the numbers of a layer's segments at some positions, from 0."""
        segments = self.problem.segments[side]
        first, after = segments.offsets[level - 1], segments.offsets[level]
        # A segment without a frame is never the last to start at a position.
        starts = segments.starts[first:after]
        return np.searchsorted(starts, positions, side="right") - 1
