"""Read Dezrann's analyses, ``.dez``: JSON with labels that have a type, a start and a duration.

Positions are quarter notes from the start. In old files ``duration`` is the distance to the next
label; ``actual-duration`` is the length, if it differs.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io._json import field_of, label_of, time_of
from core.io._layers import Flat, Format, Order, Stack, hints, lasting, layers_of, overlap
from core.io.limits import MAX_LAYERS, MAX_SEGMENTS, refuse_more
from core.io.units import QUARTERS
from core.notes import Note
from core.repair import JITTER, RawLayer, Segment
from core.wording import counted


def _recognises(file: File) -> bool:
    if file.is_called(".dez"):
        return True
    match file.structure:
        case {"labels": [{"start": _, **first}, *_]}:
            return "end" not in first
    return False


def _read(file: File) -> list[Stack]:
    """Read labels of each type, or of each type and line, as a layer."""
    source = file.display
    labels = field_of(file.json, "labels")
    if not isinstance(labels, list):
        raise ReadError("this JSON is not a Dezrann file", advice="A Dezrann file has 'labels'")
    refuse_more(len(labels), MAX_SEGMENTS, "labels")
    groups: dict[str, list[tuple[float, float | None, str]]] = {}
    for number, label in enumerate(labels, 1):
        where = f"label {number}"
        if not isinstance(label, dict):
            raise ReadError(f"{where} is not an object", advice='Add a "start"')
        groups.setdefault(_group(label, where), []).append(_label(label, where))
    refuse_more(len(groups), MAX_LAYERS, "types and lines of labels")
    if not groups:
        raise ReadError("the file has no labels", advice="Add labels in Dezrann")
    layers, notes = _layers(groups, source)
    if not layers:
        problem = f"no type of labels divides the piece: {', '.join(groups)[:100]}"
        raise ReadError(problem, advice="Add a type whose labels have durations and do not overlap")
    flats = tuple(Flat(layer, source, hints(layer.name)) for layer in layers)
    bases = {flat.hints.base for flat in flats}
    numbers = {flat.hints.number for flat in flats} - {None}
    leveled = len(flats) > 1 and len(bases) == 1 and len(numbers) == len(flats)
    if leveled:
        flats = tuple(sorted(flats, key=lambda flat: flat.hints.number or 0))
    order = Order.LEVELS if leveled else Order.OPEN
    stack = Stack(flats, source, source, order=order, unit=QUARTERS, notes=tuple(notes))
    omitted = len(labels) - sum(len(layer.segments) for layer in layers)
    return [replace(stack, evidence="Dezrann counts quarter notes", omitted=omitted)]


def _group(label: Mapping[str, Any], where: str) -> str:
    kind, line = (
        label_of(label.get(field), f"the {field} of {where}") for field in ("type", "line")
    )
    return shortened(" ".join(filter(None, (kind, line)))) or "labels"


def _label(label: Mapping[str, Any], where: str) -> tuple[float, float | None, str]:
    """Return start, length (or None) and text of a label."""
    start = time_of(label.get("start"), "start", where)
    lengths = [
        time_of(label[field], field, where)
        for field in ("actual-duration", "duration")
        if label.get(field) is not None
    ]
    return start, lengths[0] if lengths else None, label_of(label.get("tag"), where)


def _layers(
    groups: Mapping[str, list[tuple[float, float | None, str]]], source: str
) -> tuple[list[RawLayer], list[Note]]:
    """Select types whose labels have lengths and do not cross, or else types of points."""
    spans: dict[str, list[Segment]] = {
        name: [(start, start + length, tag) for start, length, tag in labels if length]
        for name, labels in groups.items()
    }
    layers: list[RawLayer] = []
    left: list[str] = []
    notes: list[Note] = []
    for name, segments in spans.items():
        rows = layers_of(segments) if overlap(segments) else [segments]
        without = len(groups[name]) - len(segments)
        if without > len(segments) or (len(rows) > 1 and _cross(rows)):
            left.append(name)
            continue
        names = [name] if len(rows) == 1 else [f"{name} {at}" for at in range(1, len(rows) + 1)]
        layers += [RawLayer(tuple(row), called) for row, called in zip(rows, names, strict=True)]
        if without:
            text = f"{counted(without, 'label')} of {name} without duration, left out"
            notes.append(Note("marks-left-out", text))
    if not any(spans.values()):
        for name in left:
            points = [(start, tag) for start, _, tag in groups[name]]
            if len(points) > 1:
                lasted, more = lasting(points, source, name=name)
                layers.append(RawLayer(lasted, name))
                notes += more
    elif left:
        text = f"labels that do not divide the piece, left out: {', '.join(left)[:200]}"
        notes.append(Note("marks-left-out", text))
    return layers, notes


def _cross(rows: list[list[Segment]]) -> bool:
    """Return whether segments of a finer layer cross segments of the layer above."""
    for above, below in pairwise(rows):
        starts = [start for start, *_ in above]
        for start, end, _ in below:
            at = bisect_right(starts, start) - 1
            if at < 0 or end > above[at][1] + JITTER:
                return True
    return False


DEZRANN = Format(
    key="dezrann",
    name="Dezrann",
    gist=".dez",
    about="one layer per type of labels, or per type and line, in quarter notes",
    suffixes=(".dez",),
    recognises=_recognises,
    read=_read,
    by_object=True,
    stands_alone=True,
)
