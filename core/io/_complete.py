"""Check that no line with a time was lost: each gives a boundary, a note or an error."""

import re
from collections.abc import Sequence

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io._layers import Flat, Stack
from core.io._text import TIME, parse_time
from core.io.limits import MAX_NUMBER
from core.io.units import SECONDS, UNITS
from core.notes import Note
from core.wording import counted

_TIME = re.compile(TIME, re.ASCII)
_CELLS = re.compile(r"[;\t]|\s+|,(?!\d)|(?<!\d),")
_COMMAS = re.compile(r"[;,\s]+")
_LOOKED_AT = 6  # cells of a line


def lost_lines(file: File, parts: Sequence[Stack | Flat]) -> tuple[Note, ...]:
    """Note lines of a text that have a time, but gave no boundary and no note."""
    flats = [flat for part in parts for flat in (part.flats if isinstance(part, Stack) else [part])]
    units = {part.unit if isinstance(part, Stack) else SECONDS for part in parts}
    if any(UNITS[unit].musical for unit in units) or any(
        content.count('"') % 2 for _, content in file.lines
    ):
        return ()  # positions may be counted otherwise, and labels may go on in the next line
    known = {
        time for flat in flats for start, end, _ in flat.layer.segments for time in (start, end)
    }
    lost = [(line, content) for line, content in file.lines if _is_lost(content, known)]
    if len(lost) <= max(part.omitted for part in parts):
        return ()
    line, content = lost[0]
    text = (
        f"{counted(len(lost), 'line')} of {file.display} with a time gave no boundary, such as "
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
    if not _TIME.fullmatch(cell[:100]):
        return None
    try:
        return parse_time(cell, line=0, decimal_comma=True, most=MAX_NUMBER)
    except ReadError:
        return None
