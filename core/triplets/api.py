"""Triplets of a pair: all of one query, the costliest of a track, and where the loss lives.

A triplet (q, i, j) of the reference says that i meets the query q deeper in the hierarchy than j
does. Recall is the share of the reference's triplets to which the estimate agrees, precision the
share of the estimate's to which the reference agrees; a tie or an inversion is lost.

Every function takes a :class:`Task`: the pair, window, direction, measure and convention.

References
----------
B. McFee, O. Nieto, J. P. Bello, "Hierarchical evaluation of segment boundary detection", ISMIR
2015: Eq. 8 for the triplets of a query, section 3.5 for "reduced", section 4.1 for the example that
:func:`explain` explains.
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
from core.vocabulary import FloatArray, IntArray, freeze

Role = Literal["query", "i", "j"]
ROLES: tuple[Role, Role, Role] = ("query", "i", "j")
"""The three parts that a place in time plays in triplets."""


@dataclass(frozen=True)
class Filter:
    outcomes: Collection[Outcome] = LOST
    layers: tuple[int | None, int | None] = (None, None)
    """Depth of i and of j in the hierarchy whose triplets they are; None for any."""
    region: tuple[Role, float, float] | None = None
    """A role, and the stretch in seconds that it must meet, by the names of frames if any."""


_ALL = 1 << 40
_PROMINENCE = 0.02  # of 1 - g; lesser bumps are no maxima to look at
_FRAMELESS_BINS = 1200  # enough for a screen; each is integrated


def query_blocks(task: Task, query: float, only: Filter | None = None) -> QueryBlocks:
    """Give the blocks of the frame that holds a query; `only` filters the blocks, not the sums."""
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
    """List the blocks of a whole track that lose most, by default of all that are lost.

    Neighboring queries often lose the same block: `merge` lists a pair of runs once for all queries
    between two boundaries, ranked by their total loss, as it is at the query that loses most.
    """
    if top < 1:
        raise ScoreError(f"At least one block must be asked for, not {top}.")
    rows = list_rows(task, task.problem.positions, only or Filter(), top, merge=merge)
    return name_blocks(task, rows, task.problem.positions)


def survey(task: Task, *, pixels: int = 0) -> Survey:
    """Add up a track's losses by outcome, layers and place; `pixels` is the size of the table."""
    problem = task.problem
    value, counted = task.outcome
    scale = 1.0 / counted if counted else 0.0
    if problem.frameless:
        # Whole bins fill each part of the table.
        n_bins = pixels * math.ceil(_FRAMELESS_BINS / pixels) if pixels else _FRAMELESS_BINS
        width = problem.end / n_bins
        edges = np.linspace(0.0, problem.end, n_bins + 1)
        times = (edges[:-1] + edges[1:]) / 2
    else:
        n_bins, width = len(problem.positions), 1.0
        times, edges = task.own_times(problem.positions), np.append(problem.times, problem.end)
    positions, weights = _queries(task, n_bins)
    counts, by_ref, by_est, places, table = _kernels.survey(
        task.counting,
        _kernels.Queries(positions, *task.windows),
        weights * scale,
        n_bins,
        width,
        pixels,
        task.extent / max(pixels, 1),
    )
    bins = np.minimum((positions / width).astype(np.int64), n_bins - 1)
    some = counts[:, 0] > 0
    weight: FloatArray = np.bincount(bins[some], weights[some], n_bins).astype(np.float64)
    lost = places[0] * counted
    query_loss = np.full(n_bins, np.nan)
    np.divide(lost, weight, out=query_loss, where=weight > 0)
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
        freeze(query_loss),
        freeze(table / 2),
    )


def worst_queries(losses: Survey, top: int = 10, *, apart: float = 1.0) -> FloatArray:
    """Give times and losses 1 - g(q) of local maxima, `apart` seconds or more, worst first."""
    from scipy.signal import find_peaks  # as long to import as all else here

    loss = np.nan_to_num(losses.query_loss, nan=-1.0)
    # A peak at either end counts too, so the track stands between two walls.
    peaks, _ = find_peaks(np.concatenate([[-2.0], loss, [-2.0]]), prominence=_PROMINENCE)
    peaks = peaks[loss[peaks - 1] > 0] - 1
    kept: list[int] = []
    for peak in peaks[np.argsort(-loss[peaks], kind="stable")].tolist():
        if len(kept) < top and (np.abs(losses.times[peak] - losses.times[kept]) >= apart).all():
            kept.append(peak)
    return np.column_stack((losses.times[kept], loss[kept]))


def _queries(task: Task, n_bins: int) -> tuple[FloatArray, FloatArray]:
    """Give a track's queries and their weights: frames, or points that integrate over each bin."""
    problem = task.problem
    if not problem.frameless:
        return problem.positions, np.ones(len(problem.positions))
    back, ahead = task.windows
    width = problem.end / n_bins
    points, weights = _kernels.quadrature(task.counting, back[0], ahead[0], n_bins, width)
    return points, weights


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
    """Give a filter as the kernels take it."""
    outcomes = np.array([name in only.outcomes for name in OUTCOMES])
    depth_i, depth_j = (-1 if level is None else level for level in only.layers)
    name, low, high = only.region or ("query", -math.inf, math.inf)
    if only.region is not None and not task.problem.frameless:
        # Times to positions: a region holds the frames whose names are in it.
        ends = np.searchsorted(task.names[:-1], [low - SAME_TIME, high - SAME_TIME])
        low, high = ends.astype(np.float64).tolist()
    return _kernels.Wanted(outcomes, depth_i, depth_j, ROLES.index(name), low, high)


def name_blocks(task: Task, rows: FloatArray, positions: FloatArray) -> Blocks:
    """Name the kernel's rows; `positions` are those of the queries."""
    k = _kernels
    problem = task.problem
    counted = task.outcome[1]
    whole: IntArray = rows.astype(np.int64)
    count, total = rows[:, k.COUNT], rows[:, k.TOTAL]
    loss = np.where(whole[:, k.OUTCOME] == AGREE, 0.0, rows[:, k.SHARE] * problem.step)
    at = positions[whole[:, k.QUERY]]
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
        queries=task.seconds(_stretch(task, positions[whole[:, [k.FIRST_QUERY, k.LAST_QUERY]]])),
    )


def _stretch(task: Task, queries: FloatArray) -> FloatArray:
    """Widen first and last positions of queries to the stretch that they stand for."""
    problem = task.problem
    half = problem.step / 2
    around = np.array([-half, half] if problem.frameless else [0.0, 1.0])
    return np.clip(queries + around, 0.0, problem.size)


def middle(task: Task, runs: FloatArray, at: FloatArray) -> FloatArray:
    """Give a time in the middle of each run; beside its query (`at`), in the run that holds it."""
    problem = task.problem
    start, end = runs[:, 0].copy(), runs[:, 1].copy()
    holds = (start <= at) & (at < end)
    left = holds & (at - start >= end - at - problem.own)
    right = holds & ~left
    end[left] = at[left]
    start[right] = at[right] + problem.own
    # Names increase, so that the middle of two lies in the run.
    return task.seconds(np.column_stack((start, end))).mean(axis=1)
