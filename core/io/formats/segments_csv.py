"""CSV with a header: the columns ``start``, ``end`` and, optional, ``level`` and ``label``."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from core.errors import ReadError
from core.hierarchy import Hierarchy
from core.io._files import File
from core.io._format import Format
from core.io._layers import Flat, Order, Stack, hints
from core.io._segments import by_level
from core.io._tables import has_decimal_commas, level_in, names_in, stack_of, table_of
from core.io._text import encode, parse_segment
from core.repair import RawLayer, Segment


def _read(file: File) -> list[Stack | Flat]:
    source = file.display
    table = table_of(file, ("start", "end", "level", "label", "layer"))
    commas = has_decimal_commas(file)
    leveled: list[tuple[int, Segment]] = []
    names: dict[int, str] = {}
    for line, cells in table.rows:
        level = level_in(cells["level"], line) if "level" in table.names else 1
        segment = parse_segment(
            cells["start"], cells["end"], cells["label"], line=line, decimal_comma=commas
        )
        leveled.append((level, segment))
        names.setdefault(level, cells["layer"])
    if not leveled:
        raise ReadError("the table has no segments", mend="Give a row for each segment")
    if "level" not in table.names:
        layer = RawLayer(tuple(segment for _, segment in leveled), file.stem)
        return [Flat(layer, source, hints(file.stem))]
    layers, notes = by_level(leveled)
    layers = [
        replace(layer, name=names[level])
        for level, layer in zip(sorted(names), layers, strict=True)
    ]
    # Our own tables name the layers, too, and are in order.
    order = Order.SURE if "layer" in table.names else Order.LEVELS
    return [stack_of(layers, file, order, notes)]


def write_csv(hierarchy: Hierarchy) -> bytes:
    """Write a table ``start,end,level,label,layer``, a row a segment, level 1 = coarsest."""
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
    "the finest is told by which level holds which; without `level` one layer",
    suffixes=(".csv",),
    recognises=lambda file: {"start", "end"} <= names_in(file),
    read=_read,
    write=write_csv,
)
