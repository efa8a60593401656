"""Read REAPER's exported regions and markers: ``#,Name,Start,End,Length``.

Times are in the format of the project's ruler: minutes and seconds, or seconds.
"""

import re
from dataclasses import replace

from core.errors import ReadError
from core.files.names import shortened
from core.io._columns import Row, row_of, segments_of, settled
from core.io._files import File
from core.io._layers import Flat, Format, Stack, lasting, layer_or_stack, layers_of
from core.io._tables import delimiter, header_of, rows_of
from core.io._text import parse_time
from core.notes import Note
from core.wording import counted

_FIELDS = ("#", "name", "start", "end")
_HEADER = re.compile(r'\s*"?#"?[,;\t]"?name"?[,;\t]"?start"?[,;\t]"?end"?', re.IGNORECASE)
_LONGEST = 10_000  # characters of the header
_MEASURES = re.compile(r"\d+\.\d+\.\d+", re.ASCII)


def _header(file: File) -> tuple[str, list[str]]:
    """Return delimiter and cells of the first line, which other formats treat as a comment."""
    first = re.split("[\r\n]", file.text.lstrip()[:_LONGEST], maxsplit=1)[0]
    mark = delimiter(first)
    return mark, [cell.strip(' "').lower() for cell in first.split(mark)]


def _read(file: File) -> list[Stack | Flat]:
    source = file.display
    mark, header = _header(file)
    columns = header_of(header, 1)
    if missing := [field for field in _FIELDS if field not in columns]:
        raise ReadError(
            f"the table has no column '{missing[0]}'", line=1, advice="Export it from REAPER again"
        )
    commas = mark != ","
    regions: list[Row] = []
    points: list[tuple[float, str]] = []
    for line, cells in rows_of(file):
        number, name, start, end = (
            cells[columns[field]].strip() if columns[field] < len(cells) else ""
            for field in _FIELDS
        )
        if musical := next(filter(_MEASURES.fullmatch, (start, end)), ""):
            problem = f"'{shortened(musical)}' is a measure and beat, not a time"
            advice = "Set REAPER's ruler to seconds and export again"
            raise ReadError(problem, line=line, advice=advice)
        if number[:1].upper() == "M" or not end:
            time = parse_time(start, line=line, decimal_comma=commas)
            points.append((time, name))
        else:
            regions.append(row_of(start, end, name, line=line, decimal_comma=commas))
    if regions:
        kept, notes = settled(regions, source)
        if points:
            text = f"{counted(len(points), 'marker')} left out, since the file has regions"
            notes.append(Note("marks-left-out", text))
        read = layer_or_stack(layers_of(segments_of(kept), slips=True), file, notes)
        return [replace(read, omitted=len(points))]
    if not points:
        raise ReadError("the file has no regions", advice="Export regions, or markers")
    lasted, more = lasting(points, source)
    return [layer_or_stack([lasted], file, more)]


REAPER = Format(
    key="reaper",
    name="REAPER",
    gist="regions",
    about="CSV of its region and marker manager, with times as m:ss or in seconds",
    suffixes=(".csv",),
    recognises=lambda file: bool(_HEADER.match(file.text)),
    read=_read,
    by_line=True,
)
