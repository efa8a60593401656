"""Read and write TiLiA's tables: ``start``, ``end``, ``level`` (1 = finest), and its own columns.

TiLiA imports by time or by measure (TimeLineAnnotator/desktop, in ``tilia/parsers/csv``). By
measure, ``start`` is the measure, counted from 1, and ``start_fraction`` the part of it before the
start. Tables without TiLiA's own columns are read by :mod:`core.io.formats.segments_csv`.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from core.errors import ReadError
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.io._columns import Row
from core.io._files import File
from core.io._layers import Format, Order, Stack, by_level, stack_of
from core.io._tables import level_in, names_in, segments_in, table_of, written
from core.io._text import NUMBER
from core.io._written import all_names
from core.io.limits import MAX_TIME
from core.io.units import MEASURES, SECONDS
from core.notes import Note
from core.wording import counted

_FRACTIONS = frozenset({"start_fraction", "end_fraction"})
_OWN = _FRACTIONS | {"pre_start", "post_end", "formal_type", "formal_function"}
_BY_TIME = ("start", "end", "level", "label", "pre_start", "post_end")
_BY_MEASURE = ("start", "start_fraction", "end", "end_fraction", "level", "label")
_MOST_DIGITS = 100
_FIELDS = {name: (name,) for name in ("start", "end", "level", "label", *sorted(_OWN))}


def _read(file: File) -> list[Stack]:
    table = table_of(file, _FIELDS)
    by_measure = bool(_FRACTIONS & table.fields)
    if by_measure:
        rows = [_in_measures(line, cells, table.commas) for line, cells in table.rows]
        notes = list(table.notes)
    else:
        rows, notes = segments_in(table, file.display)
    layers, more = by_level((level, row.segment) for level, row in rows)
    notes += more
    n_wider = sum(
        any(
            cells[wide].strip() not in ("", cells[field].strip())
            for wide, field in (("pre_start", "start"), ("post_end", "end"))
        )
        for _, cells in table.rows
    )
    if n_wider:
        text = f"pre-starts and post-ends of {counted(n_wider, 'unit')}, left out"
        notes.append(Note("upbeats-left-out", text))
    if not by_measure:
        return [stack_of(layers, file, Order.FINEST, notes)]
    evidence = "the table has fractions of measures"
    stack = stack_of(layers, file, Order.FINEST, notes, unit=MEASURES, evidence=evidence)
    return [replace(stack, omitted=len(rows))]  # measures are counted from 1, with fractions


def _in_measures(line: int, cells: dict[str, str], commas: bool) -> tuple[int, Row]:
    start, end = (_position(cells, field, line, commas) for field in ("start", "end"))
    if end < start:
        problem = f"the unit ends (measure {end + 1:g}) before it starts ({start + 1:g})"
        raise ReadError(problem, line=line, advice="Swap its start and end")
    return level_in(cells["level"], line), Row(line, start, end, cells["label"])


def _position(cells: dict[str, str], field: str, line: int, commas: bool) -> float:
    """Convert a measure (counted from 1) and its fraction to a position from 0."""
    text = cells[field].strip()
    if not re.fullmatch(r"0*[1-9]\d{0,9}(\.0*)?", text, re.ASCII) or float(text) > MAX_TIME:
        missing = "the number of a measure is missing"
        problem = f"'{shortened(text)}' is not the number of a measure" if text else missing
        advice = "Use whole measures 1, 2, 3, ...; put parts in start_fraction and end_fraction"
        raise ReadError(problem, line=line, advice=advice)
    measure = float(text) - 1
    text = cells[f"{field}_fraction"].strip()
    if not text:
        return measure
    fraction = text.replace(",", ".") if commas else text
    if not (
        len(fraction) <= _MOST_DIGITS
        and re.fullmatch(NUMBER, fraction, re.ASCII)
        and 0 <= float(fraction) <= 1
    ):
        problem = f"'{shortened(text)}' is not a fraction of a measure"
        raise ReadError(problem, line=line, advice="Use a fraction from 0 to 1")
    return measure + float(fraction)


def write_tilia_csv(hierarchy: Hierarchy) -> bytes:
    """Write a table that TiLiA imports, level 1 = finest; by measure if times are in measures."""
    by_measure = hierarchy.unit == MEASURES
    columns = _BY_MEASURE if by_measure else _BY_TIME
    rows: list[Sequence[object]] = [columns]
    n_layers = len(hierarchy.layers)
    for depth, layer in enumerate(hierarchy.layers):
        for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True):
            row = {"start": repr(start), "end": repr(end), "level": n_layers - depth}
            row |= {"label": label, "pre_start": row["start"], "post_end": row["end"]}
            if by_measure:
                measure, last = math.floor(start), math.ceil(end)
                row |= {"start": measure + 1, "start_fraction": _fraction(start, measure)}
                row |= {"end": last, "end_fraction": _fraction(end, last - 1)}
            rows.append([row[column] for column in columns])
    return written(rows)


def _fraction(position: float, whole: int) -> str:
    """Format the fraction of a measure with as few digits as possible."""
    short = float(Decimal(repr(position)) - whole)
    return repr(short if whole + short == position else position - whole)


TILIA_CSV = Format(
    key="tilia-csv",
    name="TiLiA CSV",
    gist="",
    about="tables for TiLiA's import, by time or by measure and fraction; level 1 is the finest",
    suffixes=(".tilia.csv", ".csv"),
    recognises=lambda file: (
        {"start", "end", "level"} <= names_in(file) and bool(_OWN & names_in(file))
    ),
    read=_read,
    by_line=True,
    write=write_tilia_csv,
    units=(SECONDS, MEASURES),
    loses=all_names,
)
