"""CSV with a header: the columns ``start``, ``end``, ``level`` and, optional, ``label``."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

from core.errors import ReadError
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.io._build import Segment, by_level
from core.io._cells import delimiter, header_of, rows_of, stack_of
from core.io._files import File
from core.io._format import Format
from core.io._stack import Order, Stack
from core.io._text import encode, parse_segment


def _recognises(file: File) -> bool:
    """Tell whether the first line names the columns of a table of segments."""
    _, first = file.lines[0]
    cells = {cell.strip(' "').lower() for cell in first.split(delimiter(first))}
    return {"start", "end"} <= cells


def _read(file: File) -> list[Stack]:
    source = file.display
    rows = rows_of(file)
    first, header = next(rows)
    columns = header_of(header, source, first)
    if "level" not in columns:
        raise ReadError(
            "the table has no column 'level'",
            source=source,
            line=first,
            mend="Name the columns start,end,level,label",
        )
    leveled: list[tuple[int, Segment]] = []
    names: dict[int, str] = {}
    for line, cells in rows:
        start, end, level, label, layer = (
            cells[columns[name]] if name in columns and columns[name] < len(cells) else ""
            for name in ("start", "end", "level", "label", "layer")
        )
        if not re.fullmatch(r"\d{1,6}(\.0*)?", level.strip(), re.ASCII):
            raise ReadError(
                f"'{shortened(level)}' is not a level",
                source=source,
                line=line,
                mend="Give levels as 1, 2, 3, ..., 1 = coarsest",
            )
        segment = parse_segment(start, end, label, source=source, line=line)
        leveled.append((int(float(level)), segment))
        names.setdefault(leveled[-1][0], layer)
    if not leveled:
        raise ReadError(
            "the table has no segments", source=source, mend="Give a row for each segment"
        )
    layers, notes = by_level(leveled)
    layers = [
        replace(layer, name=names[level])
        for level, layer in zip(sorted(names), layers, strict=True)
    ]
    # Our own tables name the layers, too, and are in order.
    order = Order.SURE if "layer" in columns else Order.LEVELS
    return [stack_of(layers, file, order, notes)]


def write_csv(hierarchy: Hierarchy) -> bytes:
    """Write a table ``start,end,level,label,layer``, a row a segment, level 1 = coarsest.

    Parameters
    ----------
    hierarchy : Hierarchy

    Returns
    -------
    bytes
        UTF-8; times in seconds with all their digits. The last column has the layers' names; the
        hierarchy's is not in the table.
    """
    stream = io.StringIO(newline="")
    table = csv.writer(stream)
    table.writerow(("start", "end", "level", "label", "layer"))
    table.writerows(
        (repr(start), repr(end), level, label, layer.name)
        for level, layer in enumerate(hierarchy.layers, 1)
        for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
    )
    return encode(stream.getvalue())


SEGMENTS_CSV = Format(
    key="csv",
    name="CSV",
    gist="start,end,level,label",
    about="a header with these columns and a row a segment; whether level 1 is the coarsest or "
    "the finest is told by which level holds which",
    suffixes=(".csv",),
    recognises=_recognises,
    read=_read,
    write=write_csv,
)
