"""Read JSON with a list of segments: ``{"segments": [{"start", "end", "label"}]}``, or the list.

All-In-One (``allin1``) writes an object with beats and segments, other algorithms only the list.
Segments with a ``level`` form several layers.
"""

from typing import Any

from core.errors import ReadError
from core.io._files import File
from core.io._json import level_of, segment_of
from core.io._layers import Flat, Format, Order, Stack, by_level, flat_of, stack_of
from core.io.limits import MAX_SEGMENTS, refuse_more


def _listed(data: object) -> list[Any] | None:
    listed = data.get("segments") if isinstance(data, dict) else data
    if not isinstance(listed, list):
        return None
    first = listed[0] if listed else None
    if isinstance(first, dict) and {"start", "end"} <= first.keys():
        return listed
    return listed if isinstance(data, dict) and not listed and "annotations" not in data else None


def _read(file: File) -> list[Stack | Flat]:
    listed = _listed(file.json) or []
    refuse_more(len(listed), MAX_SEGMENTS, "segments")
    if not listed:
        raise ReadError("the list of segments is empty", advice="Add at least one segment")
    leveled = isinstance(listed[0], dict) and "level" in listed[0]
    rows = []
    for number, record in enumerate(listed, 1):
        where = f"segment {number}"
        if not isinstance(record, dict):
            raise ReadError(f"{where} is not an object", advice='Use "start", "end" and "label"')
        level = level_of(record.get("level"), where) if leveled else 1
        rows.append((level, segment_of(record, where)))
    if leveled:
        layers, notes = by_level(rows)
        return [stack_of(layers, file, Order.LEVELS, notes)]
    return [flat_of(file, (segment for _, segment in rows))]


SEGMENTS_JSON = Format(
    key="segments-json",
    name="JSON",
    gist="segments",
    about="All-In-One, or lists of objects with `start`, `end`, `label` and optionally `level`",
    suffixes=(".json",),
    recognises=lambda file: _listed(file.structure) is not None,
    read=_read,
)
