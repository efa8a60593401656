"""Tables of cells: what the formats that are CSV share."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from core.errors import ReadError
from core.files.names import escaped
from core.io._build import refuse_more
from core.io._files import File
from core.io._flat import Flat
from core.io._stack import Order, Stack
from core.io.limits import MAX_COLUMNS
from core.notes import Note
from core.repair import RawLayer


def delimiter(line: str) -> str:
    """Tell which of semicolon, comma and tab parts the cells of a line."""
    unquoted = re.sub(r'"[^"]*"', "", line)
    return next((mark for mark in (";", ",", "\t") if mark in unquoted), ",")


def header_of(cells: list[str], source: str, line: int) -> dict[str, int]:
    """Give the place of each column that a header names, in small letters; of two, the first.

    Raises
    ------
    ReadError
        If there are more than `MAX_COLUMNS`.
    """
    refuse_more(len(cells), MAX_COLUMNS, "columns", source=source, line=line)
    return {name.strip().lower(): index for index, name in reversed([*enumerate(cells)])}


def rows_of(file: File) -> Iterator[tuple[int, list[str]]]:
    """Yield line and cells of each row with content; comments may stand above the first."""
    skip, first = file.lines[0]
    stream = io.StringIO(file.text, newline="")
    for _ in range(skip - 1):
        stream.readline()
    reader = csv.reader(stream, delimiter=delimiter(first), strict=True)
    while True:
        line = skip + reader.line_num
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise ReadError(
                f"not a table of cells ({escaped(str(error))})",
                source=file.display,
                line=line,
                mend="Check the quotation marks",
            ) from error
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield line, cells


def stack_of(layers: list[RawLayer], file: File, order: Order, notes: Sequence[Note] = ()) -> Stack:
    """Give the layers of a table, all of which one annotator made."""
    flats = tuple(Flat(layer, file.display) for layer in layers)
    plural = "s" if len(layers) > 1 else ""
    return Stack(
        flats,
        file.display,
        file.display,
        f"{len(layers)} layer{plural}",
        order,
        notes=tuple(notes),
    )
