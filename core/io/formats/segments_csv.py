"""Readers of CSV: ``start,end,level,label`` with a header, or a row of boundaries a layer."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.errors import ReadError
from core.files.names import shortened
from core.io._build import MAX_SEGMENTS, Segment, build, by_level, doubtful_order, refuse_more
from core.io._files import Candidate, File
from core.io._text import NUMBER, data_lines, parse_segment, parse_time
from core.repair import Note, RawLayer

_TIME_LIKE = re.compile(rf"{NUMBER}|[+-]?\d+,\d+|[+-]?(nan|inf|infinity)", re.ASCII | re.IGNORECASE)


def delimiter(line: str) -> str:
    """Tell which of semicolon, comma and tab parts the cells of a line."""
    unquoted = re.sub(r'"[^"]*"', "", line)
    return next((mark for mark in (";", ",", "\t") if mark in unquoted), ",")


def is_header(line: str) -> bool:
    """Tell whether a line names the columns of a table of segments."""
    cells = {cell.strip(' "').lower() for cell in line.split(delimiter(line))}
    return {"start", "end"} <= cells


def read_segments(text: str, file: File) -> Candidate:
    """Read a table with the columns ``start``, ``end``, ``level`` and, optional, ``label``.

    Parameters
    ----------
    text : str
        The decoded content, with a header as :func:`is_header` knows it.
    file : File

    Returns
    -------
    Candidate

    Raises
    ------
    ReadError
        Names the line.
    HierarchyError
        If the segments make no hierarchy.
    """
    source = file.display
    rows = _rows(text, file)
    first, header = next(rows)
    columns = {name.strip().lower(): index for index, name in reversed([*enumerate(header)])}
    if "level" not in columns:
        raise ReadError(
            "the table has no column 'level'",
            source=source,
            line=first,
            mend="Name the columns start,end,level,label",
        )
    leveled: list[tuple[int, Segment]] = []
    for line, cells in rows:
        start, end, level, label = (
            cells[columns[name]] if name in columns and columns[name] < len(cells) else ""
            for name in ("start", "end", "level", "label")
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
    if not leveled:
        raise ReadError(
            "the table has no segments", source=source, mend="Give a row for each segment"
        )
    layers, notes = by_level(leveled)
    return _candidate(layers, file, notes)


def read_boundaries(text: str, file: File) -> Candidate:
    """Read a row of boundaries a layer, coarsest first; the first cell may name the layer.

    Parameters
    ----------
    text : str
        The decoded content.
    file : File

    Returns
    -------
    Candidate

    Raises
    ------
    ReadError
        Names the line.
    HierarchyError
        If the boundaries make no hierarchy.
    """
    source = file.display
    layers = []
    for line, cells in _rows(text, file):
        name = ""
        if not _TIME_LIKE.fullmatch(cells[0].strip()):
            name = shortened(cells.pop(0))
        while cells and not cells[-1].strip():  # Spreadsheets fill short rows with empty cells.
            cells.pop()
        refuse_more(len(cells), MAX_SEGMENTS + 1, "boundaries in a row", source=source)
        times = [parse_time(cell, source=source, line=line) for cell in cells]
        if len(times) < 2:
            raise ReadError(
                f"{len(times)} boundaries make no segment",
                source=source,
                line=line,
                mend="Give each layer a row with at least its start and its end",
            )
        for before, after in pairwise(times):
            if after < before:
                raise ReadError(
                    f"boundaries are not sorted ({after:g} after {before:g})",
                    source=source,
                    line=line,
                    mend="Sort them; decimals need a point",
                )
        layers.append(RawLayer(tuple((*pair, "") for pair in pairwise(times)), name))
    if not layers:
        raise ReadError(
            "the table has no boundaries", source=source, mend="Give a row for each layer"
        )
    return _candidate(layers, file)


def _rows(text: str, file: File) -> Iterator[tuple[int, list[str]]]:
    """Yield line and cells of each row with content; comments may stand above the first."""
    skip, first = next(data_lines(text))
    stream = io.StringIO(text, newline="")
    for _ in range(skip - 1):
        stream.readline()
    reader = csv.reader(stream, delimiter=delimiter(first), strict=True)
    while True:
        line = skip + reader.line_num
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise ReadError(
                f"not a table of cells ({error})",
                source=file.display,
                line=line,
                mend="Check the quotation marks",
            ) from error
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield line, cells


def _candidate(layers: list[RawLayer], file: File, notes: Sequence[Note] = ()) -> Candidate:
    repaired = build(layers, [file.display] * len(layers), name=file.display)
    plural = "s" if len(layers) > 1 else ""
    title = f"{file.display} ({len(layers)} layer{plural})"
    order = doubtful_order(repaired.hierarchy)
    return Candidate(repaired.hierarchy, title, (*notes, *order, *repaired.notes))
