"""Read JSON with one list per layer: ``[intervals, labels]``, intervals, or boundaries.

The first form is that of mir_eval's hierarchies, Adobe's multi-level segmentations, and bnl's
estimates. Layers need not be nested.
"""

from collections.abc import Sequence
from itertools import pairwise

from core.errors import ReadError
from core.io._files import File
from core.io._json import segment_of, time_of
from core.io._layers import Format, Order, Stack, stack_of
from core.io.limits import MAX_LAYERS, MAX_SEGMENTS, refuse_more
from core.repair import RawLayer, Segment
from core.wording import counted

_ADVICE = "Use one list per layer: [[[start, end], ...], [label, ...]] or [time, time, ...]"


def _recognises(file: File) -> bool:
    data = file.structure
    return isinstance(data, list) and bool(data) and all(isinstance(layer, list) for layer in data)


def _read(file: File) -> list[Stack]:
    data = file.json
    if not isinstance(data, list):
        raise ReadError("this JSON is not a list of layers", advice=_ADVICE)
    match data:
        case [[[_, _], *_], [str() | None, *_]]:
            data = [data]  # intervals and labels of one layer
        case [[_, _, str()], *_] if all(isinstance(row, list) and len(row) == 3 for row in data):
            data = [[[row[:2] for row in data], [row[2] for row in data]]]
    refuse_more(len(data), MAX_LAYERS, "layers")
    layers = [RawLayer(_layer(layer, f"layer {number}")) for number, layer in enumerate(data, 1)]
    return [stack_of(layers, file, Order.COARSEST)]


def _layer(value: object, where: str) -> tuple[Segment, ...]:
    """Detect the form of a layer's list by its first values."""
    match value:
        case [[[_, _], *_] as intervals, list(labels)] if not (labels and _is_list(labels[0])):
            return _intervals(intervals, labels, where)
        case [[_, _], *_]:
            return _intervals(value, None, where)
        case [_, _, *_] if not any(map(_is_list, value)):
            return _boundaries(value, where)
    raise ReadError(f"{where} has no intervals and no boundaries", advice=_ADVICE)


def _is_list(value: object) -> bool:
    return isinstance(value, list | dict)


def _intervals(
    intervals: Sequence[object], labels: Sequence[object] | None, where: str
) -> tuple[Segment, ...]:
    refuse_more(len(intervals), MAX_SEGMENTS, f"segments in {where}")
    if labels is not None and len(labels) != len(intervals):
        counts = f"{counted(len(intervals), 'interval')} and {counted(len(labels), 'label')}"
        raise ReadError(f"{where} has {counts}", advice="Write one label per interval")
    segments = []
    pairs = zip(intervals, labels or [None] * len(intervals), strict=True)
    for number, (interval, label) in enumerate(pairs, 1):
        place = f"{where}, segment {number}"
        if not isinstance(interval, list) or len(interval) != 2:
            raise ReadError(f"{place} is not [start, end]", advice=_ADVICE)
        start, end = interval
        segments.append(segment_of({"start": start, "end": end, "label": label}, place))
    return tuple(segments)


def _boundaries(times: Sequence[object], where: str) -> tuple[Segment, ...]:
    refuse_more(len(times), MAX_SEGMENTS + 1, f"boundaries in {where}")
    checked = [time_of(time, f"boundary {number}", where) for number, time in enumerate(times, 1)]
    for before, after in pairwise(checked):
        if after < before:
            raise ReadError(
                f"{where}: boundaries are not sorted ({after:g} after {before:g})",
                advice="Sort them",
            )
    return tuple((*pair, "") for pair in pairwise(checked))


LISTS_JSON = Format(
    key="lists-json",
    name="JSON",
    gist="one list per layer",
    about="coarsest first: intervals with labels (mir_eval, bnl, Adobe), intervals, or boundaries; "
    "one layer as `[intervals, labels]` or `[start, end, label]` rows",
    suffixes=(".json",),
    recognises=_recognises,
    read=_read,
    stands_alone=True,
)
