"""Read and write CSV with the columns ``start``, ``end``, and optional ``level``, ``label``."""

from dataclasses import replace

from core.errors import ReadError
from core.hierarchy import Hierarchy
from core.io._files import File
from core.io._layers import Flat, Format, Order, Stack, by_level, flat_of, stack_of
from core.io._tables import has_decimal_commas, level_in, names_in, table_of, written
from core.io._text import parse_segment
from core.repair import Segment


def _read(file: File) -> list[Stack | Flat]:
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
        raise ReadError("the table has no segments", advice="Add a row for each segment")
    if "level" not in table.names:
        return [flat_of(file, (segment for _, segment in leveled))]
    layers, notes = by_level(leveled)
    layers = [
        replace(layer, name=names[level])
        for level, layer in zip(sorted(names), layers, strict=True)
    ]
    # hierscope's own tables name layers and are in order.
    order = Order.SURE if "layer" in table.names else Order.LEVELS
    return [stack_of(layers, file, order, notes)]


def write_csv(hierarchy: Hierarchy) -> bytes:
    """Write a table ``start,end,level,label,layer``, one row per segment, level 1 = coarsest."""
    rows = (
        (repr(start), repr(end), level, label, layer.name)
        for level, layer in enumerate(hierarchy.layers, 1)
        for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
    )
    return written([("start", "end", "level", "label", "layer"), *rows])


SEGMENTS_CSV = Format(
    key="csv",
    name="CSV",
    gist="start,end,level,label",
    about="a header with these columns and one row per segment; the coarsest level is detected; "
    "without `level`, one layer",
    suffixes=(".csv",),
    recognises=lambda file: {"start", "end"} <= names_in(file),
    read=_read,
    write=write_csv,
)
