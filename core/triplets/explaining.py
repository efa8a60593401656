"""What both hierarchies make of a triplet, and of the costliest of a query in many windows."""

import math
from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt

from core.hierarchy import Hierarchy
from core.tmeasures.problem import check_windows
from core.triplets import _kernels
from core.triplets.api import Filter, middle, wanted
from core.triplets.results import OUTCOME_NAMES, Explanation, Outcome, QuerySweep, Segment
from core.triplets.task import Task
from core.vocabulary import FloatArray, freeze
from core.wording import TimeWords

_TWO_LINES = 380  # characters, with room for what the pages say after it

Three = tuple[Segment, Segment, Segment]


def explain(task: Task, q: float, i: float, j: float) -> Explanation:
    """Say what both hierarchies make of one triplet, in seconds, as section 4.1 of the paper
    does."""
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
    """Give the counts of one query for many windows, and of each the block of `run`, or its
    largest."""
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


def sentence(triplet: Explanation) -> str:
    """Say, in the paper's terms, what both hierarchies make of a triplet, and what that does to the
    score."""
    whole = _sentence(triplet, named=True)
    return whole if len(whole) <= _TWO_LINES else _sentence(triplet, named=False)


def _sentence(triplet: Explanation, *, named: bool) -> str:
    words = triplet.words
    own, other = ("reference", "estimate")
    own_two, other_two = triplet.reference[:2], triplet.estimate[:2]
    if triplet.direction == "precision":
        own, other, own_two, other_two = other, own, other_two, own_two
    names = f"q = {words.at(_tenths(triplet.q))} and i = {words.bare(_tenths(triplet.i))}"
    of_j = f"j = {words.bare(_tenths(triplet.j))}"
    call, apart = partial(_segment_words, words=words, named=named), "part at layer 1"
    if triplet.of_labels:
        call, apart = partial(_label_words, named=named), "share no label"
    first = f"In the {own}, {_shared(*own_two, names, of_j, call, apart)}"
    second = f"in the {other}, {_shared(*other_two, 'q and i', 'j', call, apart)}"
    if triplet.outcome is None:
        verdict = f"The {own} does not call i closer than j, so this is none of its triplets."
        return f"{first}; {second}. {verdict}"
    says = {
        "agree": f"the {other} agrees",
        "tie": f"the {other} calls it a tie",
        "inverted": f"the {other} calls j closer",
    }[triplet.outcome]
    if not triplet.counted:
        cost = "not counted by the reduced measure, whose layers must follow each other"
    elif triplet.q in (triplet.i, triplet.j):
        cost = "not counted, for q is never its own i or j"
    elif triplet.own_frame:
        cost = "not counted, for no i or j lies in the frame of q"
    elif not triplet.within:
        cost = "not counted, for it does not fit into the window"
    else:
        cost = f"{'won' if triplet.outcome == 'agree' else 'lost'} for {triplet.direction}"
    return f"{first}; {second}. The {own} calls i closer than j, {says}: {cost}.{_early(triplet)}"


def _early(triplet: Explanation) -> str:
    """Say so where a segment that is named does not hold the time that is said to be in it."""
    for of_i, of_j, _ in (triplet.reference, triplet.estimate):
        for segment, time in ((of_i, triplet.i), (of_j, triplet.j)):
            start, end = segment.other or (segment.start, segment.end)
            if not (segment.start <= triplet.q <= segment.end and start <= time <= end):
                return " (In frames, as rounded here, a segment may begin a frame early.)"
    return ""


def _shared(
    of_i: Segment,
    of_j: Segment,
    q_and_i: str,
    j: str,
    call: Callable[[Segment], str],
    apart: str,
) -> str:
    """Say which segments, or labels, q shares with i and with j, in one hierarchy."""
    mine = f"share {call(of_i)}" if of_i.level else apart
    if of_i.level == of_j.level:
        return f"{q_and_i} {mine}, and so do q and {j}"
    if of_j.level == 0:
        return f"{q_and_i} {mine}, but q and {j} {apart}"
    return f"{q_and_i} {mine}, and q and {j} share {call(of_j)}"


def _segment_words(segment: Segment, words: TimeWords, named: bool) -> str:
    label = f" “{segment.label}”" if segment.label else ""
    name = f" ({segment.layer})" if segment.layer and named else ""
    stretch = f"{words.bare(_tenths(segment.start))}–{words.bare(_tenths(segment.end))}"
    return f"the layer-{segment.level}{name} segment{label} {stretch}"


def _label_words(segment: Segment, named: bool) -> str:
    name = f" ({segment.layer})" if segment.layer and named else ""
    if segment.label.strip():
        return f"the layer-{segment.level}{name} label “{segment.label}”"
    return f"the empty label of layer {segment.level}{name}"


def _tenths(time: float) -> float:
    """Round a time as it is said; boundaries are known more closely than that."""
    return math.floor(10 * time + 0.5) / 10
