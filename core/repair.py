"""Mends for hierarchies that are not as they should be; every mend is reported, none is silent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.errors import HierarchyError, clock
from core.files.names import shortened
from core.hierarchy import NEST_DECIMALS, Hierarchy, Layer

JITTER = 0.01
"""Gaps and overlaps up to this many seconds are rounding in the file: ends are moved to starts."""

GAP_LABEL = ""


@dataclass(frozen=True)
class Note:
    """One thing that was changed, or that the user should know.

    Parameters
    ----------
    text : str
        What was done, in words that name layer and time.
    layer : int or None
        The layer it concerns, 1 = coarsest.
    time : float or None
        Where, in seconds.
    """

    text: str
    layer: int | None = None
    time: float | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Repaired:
    """A hierarchy and what was done to get it.

    Parameters
    ----------
    hierarchy : Hierarchy
    notes : tuple of Note
        Empty when nothing had to be changed.
    """

    hierarchy: Hierarchy
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class RawLayer:
    """A layer as a file has it: segments that may be unsorted, empty or apart.

    Parameters
    ----------
    segments : sequence of (start, end, label)
        Times in seconds.
    name : str
        What the layer is called.
    """

    segments: Sequence[tuple[float, float, str]]
    name: str = ""


def from_segments(layers: Iterable[RawLayer], *, name: str = "") -> Repaired:
    """Build a hierarchy from raw segments and report each mend.

    Unsorted segments are sorted, zero-length ones dropped, gaps filled with an unlabelled segment,
    ends that miss the next start by at most `JITTER` seconds moved there, and layers extended with
    an unlabelled segment to the widest span. Everything else that is wrong is an error.

    Parameters
    ----------
    layers : iterable of RawLayer
        Coarsest first.
    name : str
        A name for the hierarchy.

    Returns
    -------
    Repaired

    Raises
    ------
    HierarchyError
        For times that are no numbers or negative, segments that end before they start, and
        overlaps of more than `JITTER` seconds; names layer and time.
    """
    notes: list[Note] = []
    built = [_layer(raw, level, notes) for level, raw in enumerate(layers, 1)]
    if not built:
        raise HierarchyError("a hierarchy without layers", mend="Give at least one layer")
    start = min(float(layer.boundaries[0]) for layer in built)
    end = max(float(layer.boundaries[-1]) for layer in built)
    built = [_extend(layer, start, end, level, notes) for level, layer in enumerate(built, 1)]
    return Repaired(Hierarchy(tuple(built), name), tuple(notes))


def _layer(raw: RawLayer, level: int, notes: list[Note]) -> Layer:
    def note(text: str, time: float) -> None:
        notes.append(Note(f"layer {level} at {clock(time)}: {text}", level, time))

    segments = list(raw.segments)
    for start, end, _ in segments:
        if not (np.isfinite(start) and np.isfinite(end)):
            raise HierarchyError(
                f"segment from {start} to {end} has no time",
                layer=level,
                mend="Remove it or give its time in seconds",
            )
        if start < 0:
            raise HierarchyError(
                "negative time", layer=level, time=start, mend="Times start at 0:00.0"
            )
        if end < start:
            raise HierarchyError(
                f"segment ends ({clock(end)}) before it starts",
                layer=level,
                time=start,
                mend="Swap its start and its end",
            )
    for before, after in pairwise(segments):
        if after[0] < before[0]:
            note("segments were not in order of time, sorted", after[0])
            segments.sort(key=lambda segment: segment[:2])
            break
    kept = []
    for start, end, label in segments:
        if end == start:
            note(f"zero-length segment '{shortened(label)}' left out", start)
        else:
            kept.append((start, end, label))
    if not kept:
        raise HierarchyError("no segment", layer=level, mend="A layer needs at least one segment")

    boundaries, labels = [kept[0][0]], [kept[0][2]]
    for (_, end, _), (start, _, label) in pairwise(kept):
        if start - end > JITTER:
            note(f"gap until {clock(start)} filled with an unlabelled segment", end)
            boundaries.append(end)
            labels.append(GAP_LABEL)
        elif end - start > JITTER:
            raise HierarchyError(
                f"segments overlap ({clock(end)} is after the next start {clock(start)})",
                layer=level,
                time=start,
                mend="Each segment must start where the one before it ends",
            )
        elif start != end:
            note(f"end moved from {end:g} s to the next start {start:g} s", start)
        boundaries.append(start)
        labels.append(label)
    boundaries.append(kept[-1][1])
    try:
        return Layer(np.array(boundaries), tuple(labels), raw.name)
    except HierarchyError as error:
        raise HierarchyError(
            error.problem, layer=level, time=error.time, mend=error.mend
        ) from error


def _extend(layer: Layer, start: float, end: float, level: int, notes: list[Note]) -> Layer:
    boundaries, labels = layer.boundaries.tolist(), list(layer.labels)

    def note(time: float, what: str) -> None:
        notes.append(Note(f"layer {level} at {clock(time)}: {what}", level, time))

    for edge, wanted, word in ((0, start, "start"), (-1, end, "end")):
        missing = abs(boundaries[edge] - wanted)
        if missing == 0:
            continue
        if missing <= JITTER:
            note(boundaries[edge], f"{word} moved to {wanted:g} s, as in the other layers")
            boundaries[edge] = wanted
            continue
        when = "late" if edge == 0 else "early"
        note(
            boundaries[edge],
            f"{word}s {when}, extended to {clock(wanted)} with an unlabelled segment",
        )
        boundaries.insert(0 if edge == 0 else len(boundaries), wanted)
        labels.insert(0 if edge == 0 else len(labels), GAP_LABEL)
    return Layer(np.array(boundaries), tuple(labels), layer.name)


def insert_missing(hierarchy: Hierarchy) -> Repaired:
    """Make a hierarchy nested by adding each missing boundary to the layers below.

    The two halves of a split segment keep its label.

    Parameters
    ----------
    hierarchy : Hierarchy

    Returns
    -------
    Repaired
        Nested; one note a boundary.
    """
    notes = []
    boundaries = [layer.boundaries.tolist() for layer in hierarchy.layers]
    labels = [list(layer.labels) for layer in hierarchy.layers]
    for fault in hierarchy.nesting_faults():
        row = boundaries[fault.layer - 1]
        at = int(np.searchsorted(row, fault.time))
        row.insert(at, fault.time)
        labels[fault.layer - 1].insert(at, labels[fault.layer - 1][at - 1])
        notes.append(
            Note(
                f"layer {fault.layer} at {clock(fault.time)}: "
                f"boundary of layer {fault.above} inserted",
                fault.layer,
                fault.time,
            )
        )
    return Repaired(_rebuild(hierarchy, boundaries, labels), tuple(notes))


def snap(hierarchy: Hierarchy, tolerance: float = 0.5) -> Repaired:
    """Move boundaries of deeper layers onto nearby missing boundaries of the layers above.

    Parameters
    ----------
    hierarchy : Hierarchy
    tolerance : float > 0
        How far a boundary may be moved, in seconds.

    Returns
    -------
    Repaired
        One note a moved boundary. Faults with no boundary within the tolerance are left; see
        :func:`insert_missing`.
    """
    notes: list[Note] = []
    boundaries = [layer.boundaries.tolist() for layer in hierarchy.layers]
    labels = [list(layer.labels) for layer in hierarchy.layers]
    fixed: list[float] = boundaries[0]
    for level, row in enumerate(boundaries[1:], 2):
        for time in fixed:
            key = round(time, NEST_DECIMALS)
            if any(round(other, NEST_DECIMALS) == key for other in row):
                continue
            # A boundary that already agrees with a layer above stays where it is.
            anchored = {round(other, NEST_DECIMALS) for other in fixed}
            movable = [
                index
                for index in range(1, len(row) - 1)
                if round(row[index], NEST_DECIMALS) not in anchored
                and abs(row[index] - time) <= tolerance
                and row[index - 1] < time < row[index + 1]
            ]
            if not movable:
                continue
            index = min(movable, key=lambda index: abs(row[index] - time))
            notes.append(
                Note(
                    f"layer {level} at {clock(row[index])}: boundary moved to {clock(time)}",
                    level,
                    row[index],
                )
            )
            row[index] = time
        fixed = sorted({*fixed, *row})
    return Repaired(_rebuild(hierarchy, boundaries, labels), tuple(notes))


def _rebuild(
    hierarchy: Hierarchy, boundaries: list[list[float]], labels: list[list[str]]
) -> Hierarchy:
    return Hierarchy.from_boundaries(
        boundaries,
        labels,
        layer_names=[layer.name for layer in hierarchy.layers],
        name=hierarchy.name,
    )
