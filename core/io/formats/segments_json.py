"""Read JSON with lists of segments: objects with ``start``, ``end`` and a label, or the like.

All-In-One (``allin1``) writes an object with beats and segments, label-studio a list of tasks,
pandas records, columns or lines; mirdata's objects have intervals and labels. Segments with a
``level`` form several layers, and so do several lists in one object.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io._json import field_of, level_of, segment_of, time_of
from core.io._layers import Flat, Format, Order, Stack, by_level, flat_of, stack_of
from core.io._tables import FIELDS, fields_in
from core.io.limits import MAX_COLUMNS, MAX_LAYERS, MAX_SEGMENTS, refuse_more
from core.notes import Note
from core.repair import RawLayer, Segment

_SEGMENTS = "segments"
_DEEPEST = 20  # lists and objects around a list of segments


class _List(NamedTuple):
    path: tuple[str, ...]
    records: Sequence[Any]

    @property
    def name(self) -> str:
        return shortened(self.path[-1]) if self.path else ""


def _lists(data: object, path: tuple[str, ...] = ()) -> Iterator[_List]:
    """Yield lists of segments; in an object with a list named segments, only this one."""
    if records := _records(data):
        yield _List(path, records)
    elif isinstance(data, dict | list) and len(path) < _DEEPEST:
        own = field_of(data, _SEGMENTS)
        items = data.items() if isinstance(data, dict) else enumerate(data, 1)
        for key, value in [(_SEGMENTS, own)] if _records(own) else items:
            yield from _lists(value, (*path, str(key)))


def _records(data: object) -> Sequence[Any]:
    """Return segments as a list of objects; empty if the data has another form."""
    match data:
        case [dict(), *_]:
            records: Sequence[Any] = data
        case {"columns": [*names], "data": [[*_], *_] as rows}:  # pandas
            records = [dict(zip(map(str, names), row, strict=False)) for row in rows]
        case {"intervals": [[_, _], *_] as pairs, "labels": [*labels]} if len(pairs) == len(labels):
            records = [
                {"interval": pair, "label": label}
                for pair, label in zip(pairs, labels, strict=True)
            ]
        case dict(columns) if _fields(columns):
            cells = [[*each.values()] if isinstance(each, dict) else each for each in data.values()]
            if not all(isinstance(each, list) and len(each) == len(cells[0]) for each in cells):
                return ()
            records = [dict(zip(data, row, strict=True)) for row in zip(*cells, strict=True)]
        case _:
            return ()
    return records if records and _fields(_inside(records[0])) else ()


def _inside(record: object) -> Any:
    """Return the fields of a segment, which label-studio nests, and mirdata has in an interval."""
    match record:
        case {"value": dict(inside)}:
            return inside
        case {"interval": [start, end], "label": label}:
            return {"start": start, "end": end, "label": label}
    return record


def _fields(record: object) -> dict[str, str]:
    """Return the names of an object's fields; empty if it is no segment."""
    names = [*record] if isinstance(record, dict) and len(record) <= MAX_COLUMNS else []
    fields = {field: names[at] for field, at in fields_in(names, FIELDS).items()}
    return fields if "start" in fields and fields.keys() & {"end", "duration"} else {}


def _recognises(file: File) -> bool:
    data = file.structure
    match data:
        case {"annotations": [dict(first), *_]} if "result" not in first:  # JAMS
            return False
        case {"annotations": []} | {"annotations": dict()} | {"sections": _}:
            return False
    return not file.is_called(".jams", ".jamz") and (
        any(True for _ in _lists(data)) or field_of(data, _SEGMENTS) == []
    )


def _read(file: File) -> list[Stack | Flat]:
    lists = [*_lists(file.json)]
    if not lists:
        raise ReadError("the list of segments is empty", advice="Add at least one segment")
    refuse_more(len(lists), MAX_LAYERS, "lists of segments")
    by_parent: dict[tuple[str, ...], list[_List]] = {}
    for one in lists:
        by_parent.setdefault(one.path[:-1], []).append(one)
    return [_stack(group, file, len(by_parent) > 1) for group in by_parent.values()]


def _stack(group: Sequence[_List], file: File, several: bool) -> Stack | Flat:
    layers: list[RawLayer] = []
    notes: list[Note] = []
    for one in group:
        where = f"{one.name}: segment" if several or len(group) > 1 else "segment"
        rows = [*_rows(one.records, where)]
        leveled = bool(rows) and rows[0][0] is not None
        by_levels, more = by_level((level or 0, segment) for level, segment in rows)
        own = [layer if leveled else replace(layer, name=one.name) for layer in by_levels]
        layers, notes = [*layers, *own], [*notes, *more]
    if not several and len(group) == 1:
        if leveled:
            return stack_of(layers, file, Order.LEVELS, notes)
        return flat_of(file, layers[0].segments, notes)
    title = shortened(" ".join(group[0].path[:-1])) or file.display
    return replace(stack_of(layers, file, Order.OPEN, notes, detail=None), title=title)


def _rows(records: Sequence[Any], where: str) -> Iterator[tuple[int | None, Segment]]:
    """Yield level and segment of each object; label-studio also lists choices without times."""
    refuse_more(len(records), MAX_SEGMENTS, "segments")
    fields = {"label": "value"} | _fields(_inside(records[0]))
    for number, record in enumerate(records, 1):
        place, inside = f"{where} {number}", _inside(record)
        if not isinstance(inside, dict):
            raise ReadError(f"{place} is not an object", advice='Use "start", "end" and "label"')
        if inside is not record and fields["start"] not in inside:
            continue
        values = {field: inside.get(name) for field, name in fields.items()}
        if "end" not in values:
            start, length = (time_of(values[key], key, place) for key in ("start", "duration"))
            values["end"] = start + length
        level = level_of(values["level"], place) if "level" in values else None
        yield level, segment_of(values, place)


SEGMENTS_JSON = Format(
    key="segments-json",
    name="JSON",
    gist="segments",
    about="All-In-One, label-studio, pandas, mirdata, or lists of objects with `start`, `end`, "
    "`label` and optionally `level`, or with names like those of CSV",
    suffixes=(".json",),
    recognises=_recognises,
    read=_read,
    by_object=True,
)
