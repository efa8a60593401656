"""Convert the rows of a file to segments and layers."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io._layers import Flat, Order, Stack, hints
from core.io.limits import MAX_LAYERS, refuse_more
from core.notes import Note
from core.repair import JITTER, RawLayer, Segment, is_slip
from core.wording import clock, counted

Point = tuple[float, str]


def lasting(
    points: Sequence[Point], source: str, *, end: float = 0.0, name: str = ""
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    """Convert points to segments; each lasts to the next point."""
    notes = []
    where = f"{name} of {source}" if name else source
    in_order = sorted(points, key=lambda point: point[0])
    if in_order != list(points):
        notes.append(Note("sorted", f"points of {where} were not in time order and were sorted"))
    time, label = in_order[-1]
    if label.strip().lower() == "end":
        in_order[-1] = (time, "")
    elif end > time:
        in_order.append((end, ""))
    elif len(in_order) > 1:
        last = f"'{shortened(label)}' at {clock(time)}" if label else clock(time)
        notes.append(Note("no-end", f"{where} has no end; the last point, {last}, is used"))
    if len(in_order) < 2:
        problem = "one point does not make a segment" + (f" ({name})" if name else "")
        raise ReadError(problem, advice="Add a point for each boundary, including the end")
    segments = tuple((start, stop, label) for (start, label), (stop, _) in pairwise(in_order))
    return segments, tuple(notes)


def runs(
    parts: Sequence[Segment],
    whole: Callable[[str], str],
    *,
    again: bool = False,
    named: Callable[[Sequence[str]], str] | None = None,
) -> tuple[tuple[Segment, ...], list[Note]]:
    """Merge neighbors; with `again`, a segment also starts anew where its first part repeats."""
    merged: list[list[Segment]] = []
    begun_again = 0
    for part in parts:
        run = merged[-1] if merged else []
        same = bool(run) and whole(run[0][2]) == whole(part[2])
        anew = again and same and part[2] == run[0][2] != run[-1][2]
        begun_again += anew
        if same and not anew:
            run.append(part)
        else:
            merged.append([part])
    segments = []
    for run in merged:
        label = named([label for *_, label in run]) if named else whole(run[0][2])
        segments.append((run[0][0], max(end for _, end, _ in run), label))
    text = (
        "adjacent sections with one name were split where the first part repeats "
        f"({begun_again} of {len(segments)})"
    )
    return tuple(segments), [Note("layer-inferred", text)] if begun_again else []


def flat_of(file: File, segments: Iterable[Segment], notes: Sequence[Note] = ()) -> Flat:
    """Return the only layer of a file; it has the file's name and combines with other files."""
    layer = RawLayer(tuple(segments), file.stem)
    return Flat(layer, file.display, hints(file.stem), tuple(notes))


def stack_of(
    layers: Sequence[RawLayer], file: File, order: Order, notes: Sequence[Note] = (), **more: Any
) -> Stack:
    """Return the layers of a file as one annotator's; `more` are fields of :class:`Stack`."""
    flats = tuple(Flat(layer, file.display) for layer in layers)
    more = {"detail": counted(len(layers), "layer"), **more}
    return Stack(flats, file.display, file.display, order=order, notes=tuple(notes), **more)


def layer_or_stack(
    layers: Sequence[Sequence[Segment]], file: File, notes: Sequence[Note] = ()
) -> Stack | Flat:
    """Return a single layer to combine with other files, or several layers as a hierarchy."""
    refuse_more(len(layers), MAX_LAYERS, "layers")
    if len(layers) == 1:
        return flat_of(file, layers[0], notes)
    tracks = [RawLayer(tuple(layer), f"track {at}") for at, layer in enumerate(layers, 1)]
    return stack_of(tracks, file, Order.OPEN, notes, detail=None)


def overlap(segments: Sequence[Segment]) -> bool:
    """Return whether segments overlap by more than rounding."""
    reached = 0.0
    for start, end, _ in sorted(segments, key=lambda segment: segment[:2]):
        if start < reached - JITTER:
            return True
        reached = max(reached, end)
    return False


def layers_of(segments: Sequence[Segment], *, slips: bool = False) -> list[list[Segment]]:
    """Split a list of segments into layers: segments that contain others are coarser."""
    layers: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda part: (part[0], -part[1])):
        start = segment[0]
        ending = next((layer for layer in layers if layer[-1][1] == start), None)
        if ending is None:
            ending = next((layer for layer in layers if layer[-1][1] <= start + JITTER), None)
        if ending is None and slips:
            ending = next((layer for layer in layers if is_slip(layer[-1][:2], segment[:2])), None)
        if ending is None:
            if len(layers) > MAX_LAYERS:
                break
            layers.append([])
            ending = layers[-1]
        ending.append(segment)
    return layers


def by_level(rows: Iterable[tuple[int, Segment]]) -> tuple[list[RawLayer], list[Note]]:
    """Gather segments by level, in ascending order, and note levels that are skipped."""
    layers: dict[int, list[Segment]] = {}
    for level, segment in rows:
        layers.setdefault(level, []).append(segment)
    levels = sorted(layers)
    notes = []
    if levels and levels[-1] - levels[0] != len(levels) - 1:
        text = "levels are not consecutive; their ascending order is used"
        notes.append(Note("levels-apart", text))
    return [RawLayer(tuple(layers[level])) for level in levels], notes
