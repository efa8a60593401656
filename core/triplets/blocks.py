"""List the triplets of one query, the costliest of a track, and the losses over time.

A triplet (q, i, j) of the reference means that i meets the query q deeper in the hierarchy than j
does. Recall is the share of the reference's triplets with which the estimate agrees; precision is
the reverse. A tie or an inversion is a loss.

Every function takes a :class:`Task`: the pair, window, direction, measure and convention.

References
----------
B. McFee, O. Nieto, J. P. Bello, "Hierarchical evaluation of segment boundary detection", ISMIR
2015: Eq. 8 for the triplets of a query, section 3.5 for "reduced", section 4.1 for the example of
:func:`explain`.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.errors import ScoreError
from core.frames import SAME_TIME
from core.triplets import _kernels
from core.triplets._kernels import AGREE, INVERTED, TIE
from core.triplets.results import LOST, OUTCOMES, Blocks, Outcome, QueryBlocks, Survey
from core.triplets.task import Task
from core.vocabulary import FloatArray, IntArray, freeze, ratio

Role = Literal["query", "i", "j"]
ROLES: tuple[Role, Role, Role] = ("query", "i", "j")
"""The three roles of a moment in triplets."""


@dataclass(frozen=True)
class Filter:
    """Which blocks to list."""

    outcomes: Collection[Outcome] = LOST
    layers: tuple[int | None, int | None] = (None, None)
    """Depths of i and j in the hierarchy that has the triplets; None for any."""
    region: tuple[Role, float, float] | None = None
    """A role, and the stretch in seconds that it must meet; frames count by their names."""


_ALL = 1 << 40
_FRAMELESS_BINS = 1200  # enough for a screen; g is integrated over each


def query_blocks(task: Task, query: float, only: Filter | None = None) -> QueryBlocks:
    """Return the blocks of a query's frame; `only` filters the blocks, not the sums."""
    position = task.frame(query)
    rows = list_rows(task, np.array([position]), Filter(tuple(OUTCOMES)), _ALL, merge=False)
    agree, tie, inverted = (
        float(rows[rows[:, _kernels.OUTCOME] == code, _kernels.COUNT].sum())
        for code in (AGREE, TIE, INVERTED)
    )
    if only is not None:
        rows = list_rows(task, np.array([position]), only, _ALL, merge=False)
    reach = task.seconds(np.array([task.reach(position)]))[0].tolist()
    blocks = name_blocks(task, rows, np.array([position]))
    return QueryBlocks(task.own_time(query), (reach[0], reach[1]), blocks, agree, tie, inverted)


def costliest(
    task: Task, top: int = 100, only: Filter | None = None, *, merge: bool = False
) -> Blocks:
    """List the blocks of a whole track with the largest loss, by default among all lost blocks.

    Neighboring queries often lose the same block. With `merge`, a pair of runs has one row for all
    queries between two boundaries, ranked by total loss; the row describes the query that loses
    most.
    """
    if top < 1:
        raise ScoreError(f"The number of blocks must be 1 or more, not {top}.")
    rows = list_rows(task, task.problem.positions, only or Filter(), top, merge=merge)
    return name_blocks(task, rows, task.problem.positions)


def survey(task: Task, *, pixels: int = 0) -> Survey:
    """Sum a track's losses by outcome, layers and place; `pixels` is the size of the table."""
    problem = task.problem
    value, counted = task.outcome
    scale = 1.0 / counted if counted else 0.0
    back, ahead = task.windows
    if problem.frameless:
        # Each cell of the table consists of whole bins.
        n_bins = pixels * math.ceil(_FRAMELESS_BINS / pixels) if pixels else _FRAMELESS_BINS
        width = problem.end / n_bins
        edges = np.linspace(0.0, problem.end, n_bins + 1)
        times = (edges[:-1] + edges[1:]) / 2
        # The queries are points that integrate over each bin.
        positions, weights = _kernels.quadrature(task.counting, back[0], ahead[0], n_bins, width)
    else:
        positions = problem.positions
        n_bins, width, weights = len(positions), 1.0, np.ones(len(positions))
        times, edges = task.own_times(positions), np.append(problem.times, problem.end)
    counts, by_ref, by_est, places, table = _kernels.survey(
        task.counting,
        _kernels.Queries(positions, back, ahead),
        weights * scale,
        n_bins,
        width,
        pixels,
        task.extent / max(pixels, 1),
    )
    bins = np.minimum((positions / width).astype(np.int64), n_bins - 1)
    some = counts[:, 0] > 0
    weight: FloatArray = np.bincount(bins[some], weights[some], n_bins).astype(np.float64)
    return Survey(
        value,
        float(by_ref[0].sum()),
        float(by_ref[1].sum()),
        freeze(by_ref),
        freeze(by_est),
        freeze(edges),
        freeze(times.copy()),
        freeze(places[0]),
        freeze(places[1]),
        freeze(places[2]),
        freeze(ratio(places[0] * counted, weight)),
        freeze(table / 2),
    )


def list_rows(
    task: Task, positions: FloatArray, only: Filter, top: int, *, merge: bool
) -> FloatArray:
    """List blocks of queries at some positions, as the kernel's rows."""
    back, ahead = task.windows
    if len(positions) == 1 and len(back) > 1:
        at = int(positions[0])
        back, ahead = back[at : at + 1], ahead[at : at + 1]
    queries = _kernels.Queries(positions, back, ahead)
    return _kernels.list_blocks(task.counting, queries, wanted(task, only), merge, top)


def wanted(task: Task, only: Filter) -> _kernels.Wanted:
    """Convert a filter to codes and positions for the kernels."""
    outcomes = np.array([name in only.outcomes for name in OUTCOMES])
    depth_i, depth_j = (-1 if level is None else level for level in only.layers)
    name, low, high = only.region or ("query", -math.inf, math.inf)
    if only.region is not None and not task.problem.frameless:
        # Times to positions: a region contains the frames whose names are in it.
        ends = np.searchsorted(task.names[:-1], [low - SAME_TIME, high - SAME_TIME])
        low, high = ends.astype(np.float64).tolist()
    return _kernels.Wanted(outcomes, depth_i, depth_j, ROLES.index(name), low, high)


def name_blocks(task: Task, rows: FloatArray, positions: FloatArray) -> Blocks:
    """Convert the kernel's rows to times; `positions` are the queries' positions."""
    k = _kernels
    problem = task.problem
    counted = task.outcome[1]
    whole: IntArray = rows.astype(np.int64)
    count, total = rows[:, k.COUNT], rows[:, k.TOTAL]
    loss = np.where(whole[:, k.OUTCOME] == AGREE, 0.0, rows[:, k.SHARE] * problem.step)
    at = positions[whole[:, k.QUERY]]
    # Without frames, a query represents the time around it.
    around = [-problem.step / 2, problem.step / 2] if problem.frameless else [0.0, 1.0]
    queries = positions[whole[:, [k.FIRST_QUERY, k.LAST_QUERY]]] + np.array(around)
    i, j = (rows[:, [k.START_I, k.END_I]], rows[:, [k.START_J, k.END_J]])
    return Blocks(
        query=task.own_times(at),
        i=task.seconds(i),
        j=task.seconds(j),
        example=np.column_stack((middle(task, i, at), middle(task, j, at))),
        depth_reference=whole[:, [k.REF_I, k.REF_J]],
        depth_estimate=whole[:, [k.EST_I, k.EST_J]],
        outcome=whole[:, k.OUTCOME],
        count=count,
        share=count / total,
        loss=loss / counted if counted else np.zeros(len(rows)),
        run=whole[:, [k.RUN_I, k.RUN_J]],
        queries=task.seconds(np.clip(queries, 0.0, problem.size)),
    )


def middle(task: Task, runs: FloatArray, at: FloatArray) -> FloatArray:
    """Return a time in the middle of each run's widest part between boundaries of any layer.

    In the query's own run (`at`), the parts end at the query.
    """
    problem = task.problem
    start, end = runs[:, 0].copy(), runs[:, 1].copy()
    holds = (start <= at) & (at < end)
    left = holds & (at - start >= end - at - problem.own)
    right = holds & ~left
    end[left] = at[left]
    start[right] = at[right] + problem.own
    edges = problem.cells.edges
    firsts, afters = np.searchsorted(edges, start, "right"), np.searchsorted(edges, end, "left")
    for row in np.flatnonzero(afters > firsts):
        parts = np.concatenate([start[[row]], edges[firsts[row] : afters[row]], end[[row]]])
        off = np.abs(parts[:-1] + parts[1:] - start[row] - end[row])  # equal ones: the middle one
        widest = int(np.argmax(np.diff(parts) - 1e-6 * off))
        start[row], end[row] = parts[widest : widest + 2]
    # Names increase, so the mean of two lies in the run.
    return task.seconds(np.column_stack((start, end))).mean(axis=1)
