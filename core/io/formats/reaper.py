"""Read REAPER's exported regions and markers: ``#,Name,Start,End,Length``.

Times are in the format of the project's ruler: minutes and seconds, or seconds.
"""

import re
from dataclasses import replace

from core.errors import ReadError
from core.files.names import shortened
from core.io._columns import Row, row_of, segments_of, segments_or_points, settled
from core.io._files import File
from core.io._layers import Flat, Format, Stack, layer_or_stack
from core.io._tables import fields_of, table_of
from core.io._text import parse_time

_FIELDS = {"number": ("#",), **{name: (name,) for name in ("name", "start", "end")}}
_MEASURES = re.compile(r"\d+\.\d+\.\d+", re.ASCII)


def _read(file: File) -> list[Stack | Flat]:
    source = file.display
    table = table_of(file, _FIELDS)
    regions: list[Row] = []
    points: list[tuple[float, str]] = []
    for line, cells in table.rows:
        number, name, start, end = (cells[field].strip() for field in _FIELDS)
        if musical := next(filter(_MEASURES.fullmatch, (start, end)), ""):
            problem = f"'{shortened(musical)}' is a measure and beat, not a time"
            advice = "Set REAPER's ruler to seconds and export again"
            raise ReadError(problem, line=line, advice=advice)
        if number[:1].upper() == "M" or not end:
            time = parse_time(start, line=line, decimal_comma=table.commas)
            points.append((time, name))
        else:
            regions.append(row_of(start, end, name, line=line, decimal_comma=table.commas))
    kept, notes = settled(regions, source)
    layers, more = segments_or_points(segments_of(kept), points, source, 0.0, "marker")
    read = layer_or_stack(layers, file, [*notes, *more])
    return [replace(read, omitted=len(points))]


REAPER = Format(
    key="reaper",
    name="REAPER",
    gist="regions",
    about="CSV of its region and marker manager, with times as m:ss or in seconds",
    suffixes=(".csv",),
    recognises=lambda file: fields_of(file, _FIELDS) == _FIELDS.keys(),
    read=_read,
    by_line=True,
)
