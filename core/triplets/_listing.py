"""Lists of blocks: which are wanted, and the kernels' rows by name."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.frames import SAME_TIME
from core.triplets import _kernels
from core.triplets._kernels import AGREE
from core.triplets._task import Task
from core.triplets.results import LOST, OUTCOMES, Blocks, Outcome
from core.vocabulary import FloatArray, IntArray

Role = Literal["query", "i", "j"]
ROLES: tuple[Role, Role, Role] = ("query", "i", "j")
"""The three parts that a place in time plays in triplets."""


@dataclass(frozen=True)
class Filter:
    """Which blocks to list."""

    outcomes: Collection[Outcome] = LOST
    layers: tuple[int | None, int | None] = (None, None)
    """Depth of i and of j in the hierarchy whose triplets they are; None for any."""
    region: tuple[Role, float, float] | None = None
    """A role, and the stretch of time that it must meet, in seconds: with frames, a frame whose
    name is there."""


def list_rows(
    task: Task, positions: FloatArray, only: Filter, top: int, *, merge: bool
) -> FloatArray:
    """List blocks of queries at some positions, as the kernel's rows."""
    back, ahead = task.windows
    if len(positions) == 1 and len(back) > 1:
        at = int(positions[0])
        back, ahead = back[at : at + 1], ahead[at : at + 1]
    queries = _kernels.Queries(positions, back, ahead)
    rows: FloatArray = _kernels.list_blocks(task.counting, queries, wanted(task, only), merge, top)
    return rows


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
    stretch: FloatArray = np.clip(queries + around, 0.0, problem.size)
    return stretch


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
    times: FloatArray = task.seconds(np.column_stack((start, end))).mean(axis=1)
    return times
