"""What both hierarchies make of a triplet, and of the costliest of a query in many windows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.hierarchy import Hierarchy
from core.tmeasures.problem import check_windows
from core.triplets import _kernels
from core.triplets._listing import Filter, middle, wanted
from core.triplets._task import Task
from core.triplets.results import OUTCOME_NAMES, Explanation, Outcome, QuerySweep, Segment
from core.vocabulary import FloatArray, freeze

Three = tuple[Segment, Segment, Segment]


def explain(task: Task, q: float, i: float, j: float) -> Explanation:
    """Say what both hierarchies make of one triplet, as section 4.1 of the paper does.

    Parameters
    ----------
    task : Task
    q, i, j : float
        Seconds.

    Returns
    -------
    Explanation
    """
    at = [task.frame(time) for time in (q, i, j)]
    reference, estimate = (
        _ancestors(task, side, *np.array(at)[:, np.newaxis])[0] for side in (0, 1)
    )
    own, other_side = (reference, estimate)[:: -1 if task.side else 1]
    fall = own[0].level - own[1].level
    rise = other_side[0].level - other_side[1].level
    outcome: Outcome | None = None
    if fall > 0:
        outcome = "agree" if rise > 0 else "tie" if rise == 0 else "inverted"
    first, after = task.reach(at[0])
    own_frame = at[0] in at[1:] and not task.problem.frameless
    within = all(first <= place < after for place in at[1:]) and not own_frame
    return Explanation(
        q,
        i,
        j,
        task.direction,
        reference,
        estimate,
        outcome,
        fall == 1 or (fall > 1 and task.measure != "reduced"),
        within,
        task.words,
        task.of_labels,
        own_frame,
    )


def query_sweep(
    task: Task,
    query: float,
    windows: npt.ArrayLike,
    only: Filter | None = None,
    run: tuple[int, int] | None = None,
) -> QuerySweep:
    """Give the counts of one query for many windows, and one block for each.

    The block is that of `run` where the window has it, else the one with the most triplets.
    """
    problem = task.problem
    position = task.frame(query)
    times = None if task.frames is None else problem.times
    column = int(position) if times is not None else 0
    back, ahead = (
        np.ascontiguousarray(side[:, column])
        for side in task.convention.reach(check_windows(windows), task.frame_size, times)
    )
    counts, rows = _kernels.sweep_query(
        task.counting, position, back, ahead, wanted(task, only or Filter()), *(run or (0, 0))
    )
    k = _kernels
    with_block = np.flatnonzero(rows[:, k.SHARE] > 0)
    rows = rows[with_block]
    i, j = rows[:, [k.START_I, k.END_I]], rows[:, [k.START_J, k.END_J]]
    at = np.full(len(rows), position)
    own_time = task.own_time(query)
    example = np.column_stack((middle(task, i, at), middle(task, j, at)))
    places = example if problem.frameless else task.frames_of(example).astype(np.float64)
    start, end = np.maximum(position - back, 0.0), np.minimum(position + ahead, problem.size)
    return QuerySweep(
        reach=task.seconds(np.column_stack((start, end))),
        counts=freeze(counts),
        with_block=with_block,
        i=task.seconds(i),
        j=task.seconds(j),
        count=rows[:, k.COUNT],
        run=rows[:, [k.RUN_I, k.RUN_J]].astype(np.int64),
        explanations=tuple(
            Explanation(
                own_time,
                of_i,
                of_j,
                task.direction,
                reference,
                estimate,
                OUTCOME_NAMES[int(code)],
                counted=True,
                within=True,
                words=task.words,
                of_labels=task.of_labels,
            )
            for (of_i, of_j), code, reference, estimate in zip(
                example.tolist(),
                rows[:, k.OUTCOME].tolist(),
                _ancestors(task, 0, at, *places.T),
                _ancestors(task, 1, at, *places.T),
                strict=True,
            )
        ),
    )


def _ancestors(task: Task, side: int, q: FloatArray, i: FloatArray, j: FloatArray) -> list[Three]:
    """Give where q meets i and j, and i meets j: H(q, i), H(q, j) and H(i, j), or their labels."""
    hierarchy = (task.reference, task.estimate)[side]
    whole = Segment(0, hierarchy.start, hierarchy.end, "")
    meetings = (task.ancestors(side, *two) for two in ((q, i), (q, j), (i, j)))
    of_i, of_j, between = (
        [
            _segment(hierarchy, level, one, other if task.of_labels else None) if level else whole
            for level, one, other in zip(*(part.tolist() for part in meeting), strict=True)
        ]
        for meeting in meetings
    )
    return list(zip(of_i, of_j, between, strict=True))


def _segment(hierarchy: Hierarchy, level: int, segment: int, other: int | None) -> Segment:
    layer = hierarchy.layers[level - 1]
    start, end = layer.boundaries[segment : segment + 2].tolist()
    if other is None:
        return Segment(level, start, end, layer.labels[segment], layer.name)
    its_start, its_end = layer.boundaries[other : other + 2].tolist()
    return Segment(level, start, end, layer.labels[segment], layer.name, (its_start, its_end))
