"""Segments as tools list them: several layers in one list."""

from __future__ import annotations

from collections.abc import Sequence

from core.io._build import Segment, refuse_more
from core.io._files import File
from core.io._flat import Flat, hints
from core.io._stack import Order, Stack
from core.io.limits import MAX_LAYERS
from core.notes import Note
from core.repair import JITTER, RawLayer, is_slip


def as_found(
    layers: Sequence[Sequence[Segment]], file: File, notes: Sequence[Note] = ()
) -> Stack | Flat:
    """Give one layer as what combines with other files, several as a hierarchy of the file."""
    source = file.display
    refuse_more(len(layers), MAX_LAYERS, "layers")
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


def layers_of(segments: Sequence[Segment], *, slips: bool = False) -> list[list[Segment]]:
    """Part a list in which layers are merged: what holds others is in a coarser layer."""
    layers: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda each: (each[0], -each[1])):
        start = segment[0]
        found = next((layer for layer in layers if layer[-1][1] == start), None)
        if found is None:
            found = next((layer for layer in layers if layer[-1][1] <= start + JITTER), None)
        if found is None and slips:
            found = next((layer for layer in layers if is_slip(layer[-1][:2], segment[:2])), None)
        if found is None:
            if len(layers) > MAX_LAYERS:
                break
            layers.append([])
            found = layers[-1]
        found.append(segment)
    return layers
