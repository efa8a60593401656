"""Check that nothing with a time was lost: it gives a boundary, a note or an error."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io._layers import Flat, Format, Stack
from core.io._tables import FIELDS
from core.io._text import IS_TIME, parse_time
from core.io.limits import MAX_NUMBER
from core.notes import Note
from core.wording import counted

_CELLS = re.compile(r"[;\t]|\s+|,(?!\d)|(?<!\d),")
_COMMAS = re.compile(r"[;,\s]+")
_LOOKED_AT = 6  # cells of a line
_NESTED = {dict, list}
_STARTS = frozenset(FIELDS["start"])  # fields of JSON objects


def lost(known: Format, file: File, parts: Sequence[Stack | Flat]) -> tuple[Note, ...]:
    """Note lines of a text, or objects of JSON, with a time that gave no boundary and no note."""
    if not (known.by_line or known.by_object):
        return ()
    flats = [flat for part in parts for flat in (part.flats if isinstance(part, Stack) else [part])]
    times = {time for flat in flats for part in flat.layer.segments for time in part[:2]}
    omitted = max(part.omitted for part in parts)
    if known.by_object:
        return _lost_objects(file, times, omitted)
    if any(content.count('"') % 2 for _, content in file.lines):
        return ()  # labels may go on in the next line
    lines = [(line, content) for line, content in file.lines if _is_lost(content, times)]
    if len(lines) <= omitted:
        return ()
    line, content = lines[0]
    text = (
        f"{counted(len(lines), 'line')} of {file.display} with a time gave no boundary, such as "
        f"line {line}, '{shortened(content)}'"
    )
    return (Note("lines-unread", text),)


def _is_lost(content: str, known: set[float]) -> bool:
    """Whether a line has times, and none of them is a boundary."""
    has_time = False
    for mark in (_CELLS, _COMMAS):
        for cell in mark.split(content, _LOOKED_AT):
            time = _time(cell.strip(' "'))
            if time in known:  # nearly always the first cell
                return False
            has_time |= time is not None
    return has_time


def _time(cell: str) -> float | None:
    if not IS_TIME.fullmatch(cell[:100]):
        return None
    try:
        return parse_time(cell, line=0, decimal_comma=True, most=MAX_NUMBER)
    except ReadError:
        return None


def _lost_objects(file: File, known: set[float], omitted: int) -> tuple[Note, ...]:
    """Note objects by the list that has them: another list than that of segments matters less."""
    lists: dict[tuple[str, ...], list[tuple[str, bool]]] = {}
    for path, key, time in _timed(file.structure):
        lists.setdefault(path, []).append((key, time in known))
    notes = []
    for kind, partly in (("lines-unread", True), ("lines-left-out", False)):
        places = [
            (*path, key)
            for path, objects in lists.items()
            if any(is_known for _, is_known in objects) == partly
            for key, is_known in objects
            if not is_known
        ]
        if len(places) > omitted * partly:
            objects = f"{counted(len(places), 'object')} of {file.display} with a time"
            place = shortened(" ".join(places[0]))
            notes.append(Note(kind, f"{objects} gave no boundary, such as {place}"))
    return tuple(notes)


def _timed(data: object) -> Iterator[tuple[tuple[str, ...], str, float]]:
    """Yield path, key and time of each object that starts at a time."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), data)]
    while waiting:  # JSON can be nested deeper than calls
        path, value = waiting.pop()
        items = value.items() if isinstance(value, dict) else enumerate(_listed(value), 1)
        for key, inside in items:
            if isinstance(inside, dict) and (time := _start(inside)) is not None:
                yield path, str(key), time
            if not _NESTED.isdisjoint(map(type, _listed(inside))):
                waiting.append(((*path, str(key)), inside))


def _listed(value: object) -> Collection[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _start(value: Mapping[str, object]) -> float | None:
    """Return the start of an object; an annotation of JAMS lasts as long as the track."""
    for key in value.keys() & _STARTS:
        time = value[key]
        time = time.get("value") if isinstance(time, dict) else time  # JAMS before 2015
        if isinstance(time, int | float) and "namespace" not in value and abs(time) <= MAX_NUMBER:
            return float(time)
    return None
