"""Patches of a scape: how far a disagreement reaches in time and window, and what it is."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from core.hierarchy import Hierarchy, Layer
from core.settings import Settings
from core.tmeasures.scoring import query_scores
from core.triplets.blocks import Filter
from core.triplets.explaining import query_sweep
from core.triplets.task import Task
from core.vocabulary import DIRECTIONS, FloatArray
from core.windows import sweep
from core.wording import TimeNotation, percent

LITTLE = 0.1  # loss; where less is lost is no patch

_MOMENTS = 400  # equal parts of a track, which boundaries cut further
_EVERY = 3  # of so many windows of the slider one is a row
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_NEAR = 0.25  # of a segment; so near to its end a boundary is that end, elsewhere


@dataclass(frozen=True)
class Patch:
    """A part of a scape; see :func:`patch`."""

    times: tuple[float, float]  # from when to when, in seconds
    windows: tuple[float, float]  # of its first and last row, in seconds
    worst: tuple[float, float] | None  # query and window of the lowest g; None for no patch
    sentence: str


def patch(task: Task, query: float) -> Patch:
    """Give the patch of a scape that holds a query at the window of a task.

    From its query a patch reaches to either side, up and down, as far as at least half as much is
    lost and at least a tenth, and no farther than the segments that its sentence names. Where less
    is lost, or nothing can be compared, it reaches as far as that.
    """
    end, notation = task.reference.end, task.notation
    pair = task.reference, task.estimate
    rows, edges, losses = _losses(*pair, task.measure, replace(task.settings, beta=1.0))
    moments, loss = (edges[:-1] + edges[1:]) / 2, losses[task.side]
    row = int(np.abs(np.log(rows / min(task.window, end))).argmin())
    column = min(int(np.searchsorted(edges, query, side="right")), len(moments)) - 1
    here, moment = float(loss[row, column]), float(moments[column])
    stretch, worst = (0.0, end), None
    if here >= LITTLE:
        alike = loss >= max(here / 2, LITTLE)
        reason, stretch = _reason(replace(task, window=float(rows[row])), moment)
    else:
        alike = np.isnan(loss) if np.isnan(here) else loss < LITTLE
        reason = f"at least {percent(1 - LITTLE)} of the comparisons agree"
        reason += "; a disagreement in the question is an exception"
    low, high = _run(alike[:, column], row)
    windows = float(rows[low]), float(rows[high])
    if np.isnan(here):
        reason = "no score"
    inside = (edges[:-1] < stretch[1]) & (edges[1:] > stretch[0])
    inside[column] = True
    first, last = _run(alike[row] & inside, column)
    if here >= LITTLE:
        lost = np.nan_to_num(loss[low : high + 1, first : last + 1])
        most = np.argwhere(lost == lost.max()) - (row - low, column - first)
        up, along = most[np.hypot(*most.T).argmin()]  # the nearest
        worst = float(moments[column + along]), float(rows[row + up])
    times = float(edges[first]), float(edges[last + 1])
    reach = f"window of {notation.lasting(windows[1])}"
    if high == len(rows) - 1:
        reach = f"windows of {notation.lasting(windows[0])} or more"
    elif low < high:
        reach = f"windows of {windows[0]:g}–{notation.lasting(windows[1])}"
    sentence = f"{notation.span(*(round(time, 1) for time in times))}, {reach}: {reason}."
    return Patch(times, windows, worst, sentence)


@lru_cache(maxsize=4)  # the query and the window move often, the pair rarely
def _losses(
    reference: Hierarchy, estimate: Hierarchy, measure: str, settings: Settings
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return windows, edges of moments, and losses of recall and precision at each of both."""
    windows = sweep(reference.end)[-2::-_EVERY][::-1]
    even = np.linspace(0.0, reference.end, _MOMENTS + 1)
    edges = np.unique(np.concatenate([even, *reference.boundaries, *estimate.boundaries]))
    moments = (edges[:-1] + edges[1:]) / 2
    g = query_scores(
        reference, estimate, windows, settings=settings, queries=moments, measure=measure
    )
    losses = np.array([1 - g.of(measure, direction) for direction in DIRECTIONS])
    return windows, edges, losses


def _run(alike: npt.NDArray[np.bool_], at: int) -> tuple[int, int]:
    """Give the first and the last place around one that are all alike."""
    others = np.flatnonzero(~alike)
    after = others[others > at].min(initial=len(alike))
    return int(others[others < at].max(initial=-1)) + 1, int(after) - 1


def _reason(task: Task, query: float) -> tuple[str, tuple[float, float]]:
    """Say what the costliest block of a query is about, and give the stretch of what is named.

    The estimate joins two segments of the reference, or splits one. If no layer of either side has
    a boundary nearer to that of the other, the boundary is moved.
    """
    explanations = query_sweep(task, query, [task.window], Filter()).explanations
    if task.of_labels or not explanations:
        return "the analyses disagree about what is alike", (0.0, task.reference.end)
    (triplet,) = explanations
    recall, notation = task.direction == "recall", task.notation
    both = triplet.reference, triplet.estimate
    own, other = both if recall else both[::-1]
    i_after, j_after = triplet.i > triplet.q, triplet.j > triplet.q
    shared, inverted = other[0].level, other[0].level < other[1].level
    deepest = len((task.estimate if recall else task.reference).layers)
    apart = inverted or (shared < deepest and shared <= own[1].level)
    theirs = other[1].level if inverted else shared + apart
    level, its_level = (own[0].level, theirs) if recall else (theirs, own[0].level)
    position = np.array([task.frame(query)])
    at, its = (
        int(task.segments_at(side, (level, its_level)[side], position)[0]) for side in (0, 1)
    )
    layer, ends = task.reference.layers[level - 1], task.estimate.boundaries[its_level - 1]
    after = i_after if apart else j_after
    splits = inverted or apart == recall
    named = [at] if splits else [at, at + 1] if after else [at - 1, at]
    spans = layer.intervals[named]
    low, high = float(spans[0, 0]), float(spans[-1, 1])
    if inverted:
        edges = own[0].end if j_after else own[0].start, other[1].end if i_after else other[1].start
        there, here = edges if recall else edges[::-1]
    elif splits:
        here = float(ends[its + after])
        there = min(low, high, key=lambda end: abs(end - here))
    else:
        there = float(layer.boundaries[at + after])
        here = float(min(ends, key=lambda end: abs(end - there)))
    distance = abs(there - here)
    nearer = min(
        *(np.abs(row - there).min() for row in task.estimate.boundaries),
        *(np.abs(row - here).min() for row in task.reference.boundaries),
    )
    if 0 < distance <= nearer and (inverted or distance <= _NEAR * np.diff(spans).min()):
        places = [notation.at(round(time, 2)) for time in (there, here)]
        moved = f"the reference has a boundary at {places[0]}, the estimate at {places[1]}"
        return moved, (min(there, here), max(there, here)) if inverted else (low, high)
    margin = task.settings.frame_size
    layers = [
        ((row > low + margin) & (row < high - margin)).any()
        if splits
        else (np.abs(row - there) > margin).all()
        for row in task.estimate.boundaries
    ]
    where = f"in layer {its_level}"
    if all(layers):
        where = "in every layer" if len(layers) > 1 else "in its only layer"
    names = " and ".join(_name(layer, segment, notation) for segment in named)
    return f"the estimate {'splits' if splits else 'joins'} {names} {where}", (low, high)


def _name(layer: Layer, segment: int, notation: TimeNotation) -> str:
    """Name a segment of the reference by its label, or by its times if it has none."""
    labels = [label.strip() for label in layer.shown_labels]
    label, before = labels[segment], labels[:segment].count(labels[segment])
    if not label or before >= len(_ORDINALS):
        return notation.span(*(round(time, 1) for time in layer.intervals[segment].tolist()))
    return f"the {_ORDINALS[before]} “{label}”" if labels.count(label) > 1 else f"“{label}”"
