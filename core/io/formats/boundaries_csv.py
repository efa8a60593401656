"""Read and write CSV with one row of boundaries per layer, coarsest first, and optional names."""

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.errors import ReadError
from core.files.names import shortened
from core.files.tables import delimiter
from core.hierarchy import Hierarchy
from core.io._columns import read_rows, row_of
from core.io._files import File
from core.io._layers import Flat, Format, Order, Stack, stack_of
from core.io._tables import are_rows_of_boundaries, has_decimal_commas, rows_of, written
from core.io._text import IS_TIME, TIME, parse_time
from core.io.limits import MAX_ALL_SEGMENTS, MAX_SEGMENTS, refuse_more
from core.notes import Note
from core.repair import RawLayer
from core.wording import counted

_TIME_LIKE = re.compile(rf"{TIME}|[+-]?(nan|inf|infinity)", re.ASCII | re.IGNORECASE)
_LABEL = re.compile(r"\s*(?!nan|inf)[^\W\d_]", re.IGNORECASE)


def _recognises(file: File) -> bool:
    """Recognize it by a time in the first row, and by its file name or delimiters."""
    first = file.lines[0][1]
    cells = [cell.strip(' "') for cell in first.split(delimiter(first))]
    marked = file.is_called(".csv") or bool(re.search("[,;]", first))
    return (marked and any(map(_TIME_LIKE.fullmatch, cells))) or are_rows_of_boundaries(file)


def _read(file: File) -> list[Stack | Flat]:
    commas = has_decimal_commas(file)
    layers = []
    count = 0
    listed = [*rows_of(file)]
    if _are_segments(listed):
        rows = [
            row_of(start, second, label, line=line, decimal_comma=commas)
            for line, (label, start, second) in listed
        ]
        left = Note("columns-guessed", f"column 1 of {file.display} is read as labels")
        return [read_rows(rows, file, [left], sure=False)]
    for line, cells in listed:
        name = ""
        if not _TIME_LIKE.fullmatch(cells[0].strip()):
            name = shortened(cells.pop(0))
        while cells and not cells[-1].strip():  # spreadsheets fill short rows with empty cells
            cells.pop()
        refuse_more(len(cells), MAX_SEGMENTS + 1, "boundaries in a row")
        count += len(cells)
        refuse_more(count, MAX_ALL_SEGMENTS, "boundaries in all rows")
        if label := next(filter(_LABEL.match, cells), ""):
            advice = "Rows of boundaries have only times; labels need a header: start,end,label"
            raise ReadError(f"'{shortened(label)}' is not a time", line=line, advice=advice)
        times = [parse_time(cell, line=line, decimal_comma=commas) for cell in cells]
        if len(times) < 2:
            problem = "a layer with fewer than two boundaries"
            raise ReadError(problem, line=line, advice="Add at least its start and its end")
        for before, after in pairwise(times):
            if after < before:
                problem = f"boundaries are not sorted ({after:g} after {before:g})"
                advice = "Sort them, or separate cells with semicolons if commas are decimal"
                raise ReadError(problem, line=line, advice=advice)
        layers.append(RawLayer(tuple((*pair, "") for pair in pairwise(times)), name))
    return [stack_of(layers, file, Order.COARSEST)]


def _are_segments(rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Return whether rows are a label, a start that rises, and another number."""
    if len(rows) < 2 or any(
        len(cells) != 3
        or _TIME_LIKE.fullmatch(cells[0].strip())
        or not all(IS_TIME.fullmatch(cell.strip()) for cell in cells[1:])
        for _, cells in rows
    ):
        return False
    starts = [parse_time(cells[1], line=line, decimal_comma=True) for line, cells in rows]
    return all(before < after for before, after in pairwise(starts))


def write_boundaries(hierarchy: Hierarchy) -> bytes:
    """Write one row of boundaries per layer, coarsest first, with the layer's name in front."""
    rows = [
        [*([layer.name] if _holds(layer.name) else []), *layer.boundaries.tolist()]
        for layer in hierarchy.layers
    ]
    # Quotes keep names such as [ or 10.0 A from being read as other formats.
    return written(rows, quoting=csv.QUOTE_NONNUMERIC)


def _holds(name: str) -> bool:
    """Whether a name in front of a row is read again unchanged."""
    plain = name == shortened(name) and not name.startswith("#")
    return bool(name) and plain and not _TIME_LIKE.fullmatch(name)


def _loses(hierarchy: Hierarchy) -> Iterator[str]:
    if any(label for layer in hierarchy.layers for label in layer.labels):
        yield "labels"
    names = [layer.name for layer in hierarchy.layers if layer.name and not _holds(layer.name)]
    if names:
        yield f"{counted(len(names), 'name')} of layers"


BOUNDARIES_CSV = Format(
    key="boundaries",
    name="CSV",
    gist="one row of boundaries per layer",
    about="coarsest first, such as `0, 20, 40, 60`, or with tabs, as copied from a "
    "spreadsheet; the first cell may name the layer",
    suffixes=(".csv",),
    recognises=_recognises,
    read=_read,
    by_line=True,
    write=write_boundaries,
    loses=lambda hierarchy: [*_loses(hierarchy)],
)
