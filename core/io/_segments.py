"""Segments as tools list them: several layers in one list, and points in the place of segments."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import clock
from core.io._build import Segment, refuse_more
from core.io._files import File
from core.io._flat import Flat, hints
from core.io._stack import Order, Stack
from core.io.limits import MAX_LAYERS
from core.notes import Note
from core.repair import JITTER, RawLayer


def from_points(
    points: Sequence[tuple[float, str]], source: str, end: float = 0.0
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    """Make segments of points: each lasts to the next.

    Parameters
    ----------
    points : sequence of (time, label)
        In any order; at least one.
    source : str
        The file, for the note.
    end : float
        What the last one lasts to, where the file says it; else the last point is the end.

    Returns
    -------
    segments : tuple of Segment
        None if there is one point without an end after it.
    notes : tuple of Note
        Says so if the last point is taken as the end.
    """
    in_order = sorted(points, key=lambda point: point[0])
    last, label = in_order[-1]
    notes: tuple[Note, ...] = ()
    if end > last:
        in_order.append((end, ""))
    else:
        named = f" '{label}'" if label else ""
        said = f"no end in {source}, the last point{named} at {clock(last)} is taken as the end"
        notes = (Note("no-end", said),)
    ends = [time for time, _ in in_order[1:]]
    return tuple((time, at, said) for (time, said), at in zip(in_order, ends, strict=False)), notes


def as_found(
    layers: Sequence[Sequence[Segment]], file: File, notes: Sequence[Note] = ()
) -> Stack | Flat:
    """Give one layer as what combines with other files, several as a hierarchy of the file."""
    source = file.display
    refuse_more(len(layers), MAX_LAYERS, "layers", source=source)
    if len(layers) == 1:
        layer = RawLayer(tuple(layers[0]), file.stem)
        return Flat(layer, source, hints(file.stem), tuple(notes))
    flats = tuple(
        Flat(RawLayer(tuple(layer), f"track {number}"), source)
        for number, layer in enumerate(layers, 1)
    )
    return Stack(flats, source, source, order=Order.OPEN, notes=tuple(notes))


def overlap(segments: Sequence[Segment]) -> bool:
    """Tell whether segments overlap by more than the rounding of a file."""
    reached = 0.0
    for start, end, _ in sorted(segments, key=lambda each: each[:2]):
        if start < reached - JITTER:
            return True
        reached = max(reached, end)
    return False


def layers_of(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Part a list in which layers are merged: what holds others is in a coarser layer.

    Parameters
    ----------
    segments : sequence of Segment
        Of any order.

    Returns
    -------
    list of list of Segment
        In none of them do segments overlap. Each segment goes to the coarsest layer that ends where
        it starts, or else to the coarsest that has ended; of two that start together the longer
        first. It stops at the first layer beyond `MAX_LAYERS`, which no hierarchy may have.
    """
    layers: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda each: (each[0], -each[1])):
        start = segment[0]
        found = next((layer for layer in layers if layer[-1][1] == start), None)
        if found is None:
            found = next((layer for layer in layers if layer[-1][1] <= start + JITTER), None)
        if found is None:
            if len(layers) > MAX_LAYERS:
                break
            layers.append([])
            found = layers[-1]
        found.append(segment)
    return layers
