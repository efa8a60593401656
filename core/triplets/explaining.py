"""Explain a triplet by both hierarchies, and the largest block of a query at many windows."""

import math
from functools import partial

import numpy as np
import numpy.typing as npt

from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.tmeasures.problem import check_windows
from core.triplets import _kernels
from core.triplets.blocks import Filter, middle, wanted
from core.triplets.results import OUTCOME_NAMES, Explanation, Outcome, QuerySweep, Segment
from core.triplets.task import Task
from core.vocabulary import FloatArray, freeze

Three = tuple[Segment, Segment, Segment]


def explain(task: Task, q: float, i: float, j: float) -> Explanation:
    """Explain a triplet (times in seconds) by both hierarchies, as in section 4.1 of the paper."""
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
        task.notation,
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
    """Count one query's triplets at many windows, with the block of `run` or the largest block."""
    problem = task.problem
    position = task.frame(query)
    times = None if task.settings.frames is None else problem.times
    column = int(position) if times is not None else 0
    back, ahead = (
        np.ascontiguousarray(side[:, column])
        for side in task.settings.convention.reach(
            check_windows(windows), task.settings.frame_size, times
        )
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
                notation=task.notation,
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
    """Return the segments or labels where q meets i, q meets j, and i meets j (H(q, i) etc.)."""
    hierarchy = (task.reference, task.estimate)[side]
    whole = Segment(0, hierarchy.start, hierarchy.end, "")
    meetings = (task.ancestors(side, *two) for two in ((q, i), (q, j), (i, j)))
    of_i, of_j, between = (
        [
            _segment(hierarchy, level, segment, other if task.of_labels else None)
            if level
            else whole
            for level, segment, other in zip(*(part.tolist() for part in meeting), strict=True)
        ]
        for meeting in meetings
    )
    return list(zip(of_i, of_j, between, strict=True))


def _segment(hierarchy: Hierarchy, level: int, segment: int, other: int | None) -> Segment:
    layer = hierarchy.layers[level - 1]
    start, end = layer.boundaries[segment : segment + 2].tolist()
    label = layer.shown_labels[segment]
    if other is None:
        return Segment(level, start, end, label, layer.name)
    its_start, its_end = layer.boundaries[other : other + 2].tolist()
    return Segment(level, start, end, label, layer.name, (its_start, its_end))


def question(triplet: Explanation) -> str:
    """Ask which of i and j is closer to q."""
    q, i, j = moments(triplet)
    return f"At {q}, which is closer: i {i} or j {j}?"


def moments(triplet: Explanation) -> list[str]:
    """Return q, i and j as text, to a tenth of a second."""
    q, i, j = (_tenths(time) for time in (triplet.q, triplet.i, triplet.j))
    return [triplet.notation.at(q), triplet.notation.bare(i), triplet.notation.bare(j)]


def answers(triplet: Explanation) -> list[str]:
    """Return which moment is closer in the reference, and in the estimate."""
    return [_answer(of_i, of_j) for of_i, of_j, _ in (triplet.reference, triplet.estimate)]


def _answer(of_i: Segment, of_j: Segment) -> str:
    if of_i.level == of_j.level:
        return "equally close"
    return "i is closer" if of_i.level > of_j.level else "j is closer"


def verdict(triplet: Explanation) -> str:
    """State whether the hierarchies agree about a triplet, or why it is not counted."""
    own, other = ("reference", "estimate")[:: -1 if triplet.direction == "precision" else 1]
    if triplet.outcome is None:
        return f"Not counted: i is not closer in the {own}."
    misses = "misses this distinction" if other == "estimate" else "does not make this distinction"
    agreement = {
        "agree": "Both agree.",
        "tie": f"The {other} {misses}.",
        "inverted": f"The {other} says the opposite.",
    }[triplet.outcome]
    if not triplet.counted:
        reason = "the reduced measure compares successive layers only"
    elif triplet.q in (triplet.i, triplet.j):
        reason = "q is never its own i or j"
    elif triplet.own_frame:
        reason = "i or j lies in the frame of q"
    elif not triplet.within:
        reason = "the window does not reach i or j"
    else:
        return agreement
    return f"{agreement} Not counted: {reason}."


def reasons(triplet: Explanation) -> str:
    """Explain the answer of each hierarchy, and add the verdict."""
    sides = [("Reference", triplet.reference[:2]), ("Estimate", triplet.estimate[:2])]
    if triplet.direction == "precision":
        sides.reverse()
    parts = []
    for side, (of_i, of_j) in sides:
        closer = _answer(of_i, of_j)
        answer = f"i and j are {closer}" if of_i.level == of_j.level else closer
        parts.append(f"{side}: {_shared(triplet, of_i, of_j)}, so {answer}.")
    return f"{' '.join(parts)} {verdict(triplet)}{_early(triplet)}"


def sentence(triplet: Explanation) -> str:
    """State the question of a triplet, and the answers of both hierarchies."""
    return f"{question(triplet)} {reasons(triplet)}"


def _early(triplet: Explanation) -> str:
    """State that a segment may begin early, if a moment lies outside its named segment."""
    for of_i, of_j, _ in (triplet.reference, triplet.estimate):
        for segment, time in ((of_i, triplet.i), (of_j, triplet.j)):
            start, end = segment.other or (segment.start, segment.end)
            if not (segment.start <= triplet.q <= segment.end and start <= time <= end):
                return " Boundaries are rounded to frames, so a segment may begin a frame early."
    return ""


def _shared(triplet: Explanation, of_i: Segment, of_j: Segment) -> str:
    """Describe the segments or labels that q shares with i and j in one hierarchy."""
    share = "has the same" if triplet.of_labels else "is in the same"
    call = partial(_call, triplet)
    if of_i.level == of_j.level == 0:
        return f"q shares no {'label' if triplet.of_labels else 'segment'} with i or j"
    if of_i.level == of_j.level:
        return f"{'all three have' if triplet.of_labels else 'all three are in'} one {call(of_i)}"
    (near, first), (far, second) = sorted(
        (("i", of_i), ("j", of_j)), key=lambda moment: -moment[1].level
    )
    if second.level == 0:
        return f"q {share} {call(first)} as {near}, not as {far}"
    return f"q shares the {call(first)} with {near}, but only the {call(second)} with {far}"


def _call(triplet: Explanation, segment: Segment) -> str:
    """Name a segment or its label, with the layer."""
    layer = shortened(segment.layer) or f"layer {segment.level}"
    label = segment.label.strip()
    if triplet.of_labels:
        return f"label “{label}” ({layer})" if label else f"empty label ({layer})"
    if label:
        return f"“{label}” segment ({layer})"
    start, end = (triplet.notation.bare(_tenths(time)) for time in (segment.start, segment.end))
    return f"segment {start}–{end} ({layer})"


def _tenths(time: float) -> float:
    return math.floor(10 * time + 0.5) / 10
