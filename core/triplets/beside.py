"""Compare L with T: how much labels change, where, and which repeated label causes it."""

import math
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.settings import DEFAULT, Settings
from core.tmeasures import TMeasures, score
from core.tmeasures.results import QueryScores
from core.tmeasures.scoring import query_scores
from core.triplets.task import Task
from core.vocabulary import DIRECTIONS, SIDES, Direction, FloatArray, IntArray, Side
from core.windows import DEFAULT_WINDOW
from core.wording import IN_SECONDS, TimeNotation, number

_SAME = 1e-9  # values of g that differ by less are equal
_NOTHING = 1e-9  # smallest difference of scores


@dataclass(frozen=True)
class Again:
    """A repeated label, which makes two moments closer for L than for T."""

    side: Side
    level: int
    label: str
    at: tuple[float, float]  # start and end of the query's segment, in seconds
    again: tuple[float, float]
    """Start and end of the longest other stretch with the label in the query's window."""


@dataclass(frozen=True)
class Beside:
    """L and T (full) of one pair at one window."""

    direction: Direction  # the direction with the larger difference
    of_labels: float  # L; NaN without a score
    of_segments: float  # T
    stretch: tuple[float, float] | None = None
    """The queries with the largest part of the difference: one segment of the deepest layer, on the
    side whose triplets are counted. None if all queries have the same g."""
    part: float = 0.0
    """The part of L minus T from these queries; 0 if either has no score. If both scores look
    equal, the total change in these queries, in either direction."""
    query: float = 0.0  # the middle of the queries that add to `part`, in seconds
    again: Again | None = None  # the repeated label there
    notation: TimeNotation = IN_SECONDS

    @property
    def sentence(self) -> str:
        """Both scores, where the difference comes from, and the label that causes it."""
        if math.isnan(self.of_labels) and math.isnan(self.of_segments):
            return "No query has a triplet at this window, for L or for T (full)."
        if self.stretch is None or self.again is None:
            return "L equals T (full) for every query here: no repeated label changes a score."
        l_name, t_name = (BY_KEY[key].score(self.direction) for key in ("l", "full"))
        l_score, t_score = number(self.of_labels), number(self.of_segments)
        again = self.again
        stretch, here, there = (
            self.notation.span(*(round(time, 1) for time in ends))
            for ends in (self.stretch, again.at, again.again)
        )
        if math.isnan(self.of_labels) or math.isnan(self.of_segments):
            lacks = "L" if math.isnan(self.of_labels) else "T (full)"
            what = f"for {lacks} no query has a triplet at this window"
        elif l_score != t_score:
            what = f"queries in {stretch} make the largest part of the difference"
        elif self.part > _NOTHING:
            what = f"queries in {stretch} differ most, although the scores are equal"
        else:
            what = "the scores are equal, but different queries have a triplet"
        label = f"“{again.label}”" if again.label.strip() else "the empty label"
        return (
            f"{l_name} {l_score}, {t_name} {t_score}: {what}. "
            f"At q = {self.notation.at(round(self.query, 1))} "
            f"{label} of the {again.side}'s layer {again.level} ({here}) is repeated at {there}, "
            "which is closer to q for L than for T."
        )


def beside(
    reference: Hierarchy,
    estimate: Hierarchy,
    window: float = DEFAULT_WINDOW,
    *,
    settings: Settings = DEFAULT,
) -> Beside:
    """Find where L differs from T (full) in a pair, and the label that causes it.

    Moments in the same segment have the same label, so no two moments are farther apart for L than
    for T. If layers are nested, moments in different segments with the same label are closer.
    """
    task = Task(reference, estimate, window, "recall", "l", settings)
    queries, weights = _queries(task)
    result = score(reference, estimate, [window], settings=settings)
    g = query_scores(reference, estimate, [window], settings=settings, queries=queries)

    def weight(difference: Beside) -> tuple[bool, bool, float]:
        off = abs(difference.of_labels - difference.of_segments)
        return difference.stretch is not None, not math.isnan(off), float(np.nan_to_num(off))

    both = (
        _beside(replace(task, direction=direction), result, g, queries, weights)
        for direction in DIRECTIONS
    )
    return max(both, key=weight)


def _beside(
    of_labels: Task,
    result: TMeasures,
    g: QueryScores,
    queries: FloatArray | None,
    weights: FloatArray,
) -> Beside:
    of_segments = replace(of_labels, measure="full")
    direction = of_labels.direction
    l_g, t_g = (g.of(key, direction)[0] for key in ("l", "full"))
    l_score, t_score = (result.scores[key].part(direction)[0] for key in ("l", "full"))
    scores = float(l_score), float(t_score)
    same = (l_g == t_g) | (np.isnan(l_g) & np.isnan(t_g)) | (np.abs(l_g - t_g) < _SAME)
    if same.all():
        return Beside(direction, *scores)
    added = _added(l_g, t_g, same, weights, of_labels.settings.convention.no_triplet)
    if np.isnan(scores).any():
        added[:] = 0.0
    layers = (of_labels.reference, of_labels.estimate)[of_labels.side].layers
    own = layers[-1].boundaries
    positions = of_labels.problem.positions if queries is None else queries
    segment = of_labels.segments_at(of_labels.side, len(layers), positions)
    # If the scores are equal, single queries can still differ in either direction.
    alike = bool(np.isnan(scores).any()) or number(scores[0]) == number(scores[1])
    towards = np.abs(added) if alike else np.sign(scores[0] - scores[1]) * added
    parts = np.bincount(segment, towards, len(own) - 1)
    # Exclude segments in which labels change no query.
    parts[np.bincount(segment, ~same, len(own) - 1) == 0] = -np.inf
    first = int(np.argmax(parts))
    inside = np.flatnonzero((segment == first) & ~same)
    adding = inside[towards[inside] > 0]
    others = adding if len(adding) else inside
    at = int(others[len(others) // 2])
    return Beside(
        direction,
        *scores,
        (float(own[first]), float(own[first + 1])),
        float(parts[first] if alike else added[segment == first].sum()),
        float(of_labels.own_times(positions[[at]])[0]),
        _again(of_labels, of_segments, float(positions[at])),
        of_labels.notation,
    )


def _queries(task: Task) -> tuple[FloatArray | None, FloatArray]:
    """Return queries and weights; without frames, the middles between breakpoints."""
    problem = task.problem
    if not problem.frameless:
        return None, np.ones(len(problem.positions))
    edges, reach = problem.cells.edges, float(problem.back[0, 0])
    grid = np.arange(0.0, problem.end, task.settings.frame_size)
    cuts = np.concatenate((edges, edges - reach, edges + reach, grid))
    cuts = np.unique(cuts[(cuts >= 0) & (cuts <= problem.end)])
    lengths = np.diff(cuts)
    # Closer cuts are the same time with different rounding errors.
    long = lengths > _SAME
    return (cuts[:-1] + lengths / 2)[long], lengths[long]


def _added(
    l_g: FloatArray,
    t_g: FloatArray,
    same: npt.NDArray[np.bool_],
    weights: FloatArray,
    no_triplet: float | None,
) -> FloatArray:
    """Return the part of each query in L minus T; queries with the same g have none.

    Labels can change which queries have a triplet, and so the mean. Therefore g is measured from
    the mean over queries with the same g, which does not change.
    """
    every = no_triplet is not None
    sides = [
        (np.nan_to_num(g, nan=no_triplet or 0.0), weights * (every | ~np.isnan(g)))
        for g in (l_g, t_g)
    ]
    kept = same & (sides[0][1] > 0)
    middle = float(np.average(sides[0][0][kept], weights=weights[kept])) if kept.any() else 0.0
    l_part, t_part = ((g - middle) * has / max(float(has.sum()), _SAME) for g, has in sides)
    return np.where(same, 0.0, l_part - t_part)


def _again(of_labels: Task, of_segments: Task, position: float) -> Again | None:
    """Find a stretch that is closer to a query for L than for T, first on the counted side."""
    edges = of_labels.problem.cells.edges
    cell = int(np.searchsorted(edges, position, side="right")) - 1
    low, high = of_labels.reach(position)
    for side in (of_labels.side, 1 - of_labels.side):
        labels, segments = (task.marks[side] for task in (of_labels, of_segments))
        meets = _meets(labels, cell)
        nearer = (meets > _meets(segments, cell)) & (edges[1:] > low) & (edges[:-1] < high)
        if not nearer.any():
            continue
        turns = np.flatnonzero(np.diff(np.where(nearer, meets, 0), prepend=0, append=0))
        runs = [(start, after) for start, after in pairwise(turns.tolist()) if nearer[start]]
        start, after = max(runs, key=lambda run: min(edges[run[1]], high) - max(edges[run[0]], low))
        level = int(meets[start])
        ends = np.array([[max(edges[start], low), min(edges[after], high)]])
        again_from, again_to = of_labels.seconds(ends)[0].tolist()
        (number,) = of_labels.segments_at(side, level, np.array([position])).tolist()
        layer = (of_labels.reference, of_labels.estimate)[side].layers[level - 1]
        own_from, own_to = layer.boundaries[number : number + 2].tolist()
        return Again(
            SIDES[side], level, layer.labels[number], (own_from, own_to), (again_from, again_to)
        )
    return None


def _meets(marks: IntArray, cell: int) -> IntArray:
    """Return the depth at which each cell meets `cell`."""
    alike = (marks == marks[:, [cell]]) & (marks[:, [cell]] >= 0)
    levels = np.arange(1, len(marks) + 1)[:, None]
    return (alike * levels).max(axis=0)
