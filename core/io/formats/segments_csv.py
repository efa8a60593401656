"""Read and write CSV with the columns ``start``, ``end``, and optional ``level``, ``label``."""

from dataclasses import replace

from core.hierarchy import Hierarchy
from core.io._files import File
from core.io._layers import Flat, Format, Order, Stack, by_level, flat_of, stack_of
from core.io._tables import Table, fields_of, names_in, segments_in, table_of, written
from core.io.units import SECONDS
from core.notes import Note
from core.repair import RawLayer

_OTHERS = {"end", "duration", "label"}


def _recognises(file: File) -> bool:
    fields = fields_of(file)
    return "start" in fields and (len(names_in(file)) == 1 or bool(fields & _OTHERS))


def _read(file: File) -> list[Stack | Flat]:
    table = table_of(file)
    layers, notes = _layers(table, file.display)
    in_unit = {"unit": table.unit, "evidence": f"named in the header: {table.unit}"}
    more = {} if table.unit in ("", SECONDS) else in_unit
    if "level" not in table.fields:
        flat = flat_of(file, layers[0].segments, notes)
        return [stack_of([flat.layer], file, Order.OPEN, notes, **more) if more else flat]
    # hierscope's own tables name layers and are in order.
    order = Order.SURE if "layer" in table.fields else Order.LEVELS
    return [stack_of(layers, file, order, notes, **more)]


def _layers(table: Table, source: str) -> tuple[list[RawLayer], list[Note]]:
    """Return the layers by level, with the names in their first rows."""
    rows, notes = segments_in(table, source)
    layers, more = by_level((level, row.segment) for level, row in rows)
    cells_of = dict(table.rows)
    names = {level: cells_of[row.line]["layer"] for level, row in reversed(rows)}
    named = [
        replace(layer, name=names[level])
        for level, layer in zip(sorted(names), layers, strict=True)
    ]
    return named, [*notes, *more]


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
    "without `level`, one layer; also `start_time`, `onset`, `duration`, `section` and the like",
    suffixes=(".csv",),
    recognises=_recognises,
    read=_read,
    by_line=True,
    write=write_csv,
)
