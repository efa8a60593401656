"""Read tables of cells, for all formats based on CSV."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from core.errors import ReadError
from core.files.names import escaped, shortened
from core.files.tables import bare, csv_text, delimiter, guarded
from core.io._columns import Row, row_of, settled
from core.io._files import File
from core.io._layers import lasting
from core.io._text import IS_TIME, parse_time
from core.io.limits import MAX_COLUMNS, MAX_LAYERS, MAX_NUMBER, MAX_SEGMENTS, refuse_more
from core.io.units import SECONDS, UNITS
from core.notes import Note
from core.wording import counted

_LOOKED_AT = 100  # cells of a row


def has_decimal_commas(file: File) -> bool:
    """Return whether commas in a table's cells are decimal commas."""
    return delimiter(file.lines[0][1]) != ","


def number_in(cell: str) -> float:
    """Read the number of a cell, which may have a decimal comma."""
    return float(cell.replace(",", "."))


def rows_of(file: File) -> Iterator[tuple[int, list[str]]]:
    """Yield line and cells of each row with content; comments are allowed above the first."""
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
            problem = f"not a valid table ({escaped(str(error))})"
            raise ReadError(problem, line=line, advice="Check the quotation marks") from error
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield line, [bare(cell) for cell in cells]


def are_rows_of_boundaries(file: File) -> bool:
    """Return whether cells between tabs are rising times, as rows copied from a spreadsheet are."""
    if len(file.lines) > MAX_LAYERS:
        return False
    rows = [content.split("\t", _LOOKED_AT)[:_LOOKED_AT] for _, content in file.lines]
    if any(len(row) < 3 for row in rows):
        return False
    if not IS_TIME.fullmatch(rows[0][0].strip()):
        rows = [row[1:] for row in rows]  # names of layers
    if not all(IS_TIME.fullmatch(cell.strip()) for row in rows for cell in row):
        return False
    try:
        times = [[parse_time(cell, line=0, decimal_comma=True) for cell in row] for row in rows]
    except ReadError:
        return False
    rising = all(before < after for row in times for before, after in pairwise(row))
    from_one = len(times) > 1 and len({row[0] for row in times}) == 1
    return rising and (from_one or max(map(len, times)) > 3)


_PARTS = ("segment", "section", "interval", "region")
FIELDS = {
    "start": (
        *("start", "start_time", "t_start", "tstart", "tmin", "xmin", "onset", "onset_time"),
        *("begin", "begin_time", "from", *(f"{part}_start" for part in _PARTS)),
        *("beginn", "anfang", "début", "debut", "inicio", "inizio", "início"),
        *("t", "time", "frame", "boundary", "boundary_time", "position"),
    ),
    "end": (
        *("end", "end_time", "t_end", "tend", "tmax", "xmax", "offset", "offset_time"),
        *(
            "stop",
            "stop_time",
            "to",
            "finish",
            *(f"{part}_{end}" for part in _PARTS for end in ("end", "stop")),
        ),
        *("ende", "fin", "fine", "fim"),
    ),
    "duration": ("duration", "dur", "length", "dauer", "durée", "duree", "duración", "durata"),
    "label": (
        *("label", "labels", "section", "segment", "structure", "name", "trial_type"),
        *(f"{part}_{what}" for part in _PARTS for what in ("label", "name", "type")),
        *("annotation", "function", "text", "description", "bezeichnung", "étiquette", "etiqueta"),
        *("etichetta", "rótulo"),
    ),
    "level": ("level", "depth", "niveau", "ebene", "nivel", "livello"),
    "layer": ("layer",),
}
"""Names of columns, by hierscope, pandas, mir_eval, mirdata, BIDS, Raven and spreadsheets."""

_UNITS = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), SECONDS),
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds"), "milliseconds"),
}
_WITH_UNIT = re.compile(rf"(.+?)[\s_]*(?:[\[(]|(?<=[\s_]))({'|'.join(_UNITS)})[\])]?")


@lru_cache(1000)
def _column(cell: str) -> tuple[str, str]:
    """Return the name of a column in lower case with underscores, and its unit, if named."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", "_", cell.strip(' "')[:100]).lower()
    unit = "samples" if name == "frame" else ""
    if with_unit := _WITH_UNIT.fullmatch(name):
        name, unit = with_unit[1], _UNITS[with_unit[2]]
    return re.sub(r"[\s\-]+", "_", name), unit


def fields_in(cells: Iterable[str], fields: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the index of each field's column; of several, that with the first of its names."""
    places: dict[str, int] = {}
    for at, cell in enumerate(cells):
        places.setdefault(_column(cell)[0], at)
    known = {
        field: next((places[name] for name in names if name in places), None)
        for field, names in fields.items()
    }
    return {field: at for field, at in known.items() if at is not None}


def names_in(file: File) -> frozenset[str]:
    """Return the lower-case cells of the first line, which are columns if it is a header."""
    _, first = file.lines[0]
    return frozenset(cell.strip(' "').lower() for cell in first.split(delimiter(first)))


def fields_of(file: File, fields: Mapping[str, Sequence[str]] = FIELDS) -> frozenset[str]:
    """Return the fields that the first line names, if it is a header."""
    _, first = file.lines[0]
    return frozenset(fields_in(first.split(delimiter(first)), fields))


class Table(NamedTuple):
    """A table with a header: the fields that it has, and their cells in each row."""

    fields: frozenset[str]
    rows: list[tuple[int, dict[str, str]]]  # the line of each row; an absent cell is empty
    commas: bool  # whether commas are decimal
    unit: str  # named in the header of the starts
    notes: list[Note]


def table_of(file: File, fields: Mapping[str, Sequence[str]] = FIELDS) -> Table:
    """Read the columns of these fields, wherever they are and whatever else there is."""
    lines = rows_of(file)
    first, header = next(lines)
    refuse_more(len(header), MAX_COLUMNS, "columns", line=first)
    places = fields_in(header, fields)
    notes = _labels_elsewhere(file, header, fields, places)
    mark = delimiter(file.lines[0][1])
    rows: list[tuple[int, dict[str, str]]] = []
    joined_lines: list[int] = []
    for line, cells in lines:
        while len(cells) > len(header) and not cells[-1].strip():
            cells.pop()
        if len(cells) > len(header):
            cells = _rejoined(cells, len(header), places.get("label"), mark, line)
            joined_lines.append(line)
        row = dict.fromkeys(fields, "")
        row |= {field: cells[at] for field, at in places.items() if at < len(cells)}
        rows.append((line, row))
    if not rows:
        raise ReadError("the table has no segments", advice="Add a row for each segment")
    refuse_more(len(rows), MAX_SEGMENTS, "segments")
    if joined_lines:
        what = {";": "semicolons", "\t": "tabs", "|": "bars"}.get(mark, "commas")
        text = (
            f"labels with {what} but without quotation marks were joined in "
            f"{counted(len(joined_lines), 'row')}, such as line {joined_lines[0]}"
        )
        notes.append(Note("label-joined", text))
    unit = _column(header[places["start"]])[1] if "start" in places else ""
    return Table(frozenset(places), rows, mark != ",", unit, notes)


def _labels_elsewhere(
    file: File, header: Sequence[str], fields: object, places: dict[str, int]
) -> list[Note]:
    """Take the only other column with words for labels, if no column is named so."""
    if fields is not FIELDS or "label" in places:
        return []
    cells = [row for _, (_, row) in zip(range(_LOOKED_AT), rows_of(file), strict=False)][1:]
    words = [
        at
        for at, name in enumerate(header)
        if name.strip()
        and at not in places.values()
        and any(re.search(r"[^\W\d_]", row[at]) for row in cells if at < len(row))
    ]
    if not words:
        return []
    named = ", ".join(f"'{shortened(header[at].strip())}'" for at in words)
    if len(words) > 1:
        return [Note("column-left-out", f"no column is named label; left out: {named}")]
    places["label"] = words[0]
    return [Note("columns-guessed", f"labels are read from the column {named}")]


def _rejoined(cells: list[str], width: int, label: int | None, mark: str, line: int) -> list[str]:
    """Join a label that was cut at its delimiters; refuse if other cells could be cut."""
    surplus = len(cells) - width
    if label is not None:
        parts = cells[label : label + surplus + 1]
        others = [*cells[:label], *cells[label + surplus + 1 :]]
        if not IS_TIME.fullmatch(parts[0].strip()) and all(
            not cell.strip() or IS_TIME.fullmatch(cell.strip()) for cell in others
        ):
            return [*cells[:label], mark.join(parts), *cells[label + surplus + 1 :]]
    problem = f"{len(cells)} cells, but the header has {width}"
    advice = "Name each column, and put labels with the delimiter into quotation marks"
    n_times = sum(bool(IS_TIME.fullmatch(cell.strip())) for cell in cells)
    if mark == "," and surplus > 1 and n_times > 3:
        advice = "If commas are decimal, separate cells with semicolons; else quote the labels"
    raise ReadError(problem, line=line, advice=advice)


def time_in(table: Table, cells: Mapping[str, str], field: str, line: int) -> float:
    """Read a time in the table's unit."""
    return parse_time(cells[field], line=line, decimal_comma=table.commas, most=MAX_NUMBER)


def segments_in(table: Table, source: str) -> tuple[list[tuple[int, Row]], list[Note]]:
    """Return the segments of a table with their levels (1 if there is none), and notes.

    Without ends and durations, each start lasts to the next.
    """
    if not table.fields & {"end", "duration"}:
        if "level" in table.fields:
            problem = "the table has levels, but neither ends nor durations"
            raise ReadError(problem, advice="Add a column end or duration")
        points = [(time_in(table, row, "start", line), row["label"]) for line, row in table.rows]
        segments, ends = lasting(points, source)
        line = table.rows[0][0]
        return [(1, Row(line, *segment)) for segment in segments], [*table.notes, *ends]
    rows = []
    levels: dict[int, int] = {}
    for line, cells in table.rows:
        levels[line] = level_in(cells["level"], line) if "level" in table.fields else 1
        second = cells["end"] if "end" in table.fields else cells["duration"]
        label = cells["label"]
        row = row_of(cells["start"], second, label, line=line, decimal_comma=table.commas)
        if "end" not in table.fields:
            row = row._replace(second=row.start + row.second)
        rows.append(row)
    kept, notes = settled(rows, source, 1 / UNITS[table.unit or SECONDS].seconds)
    return [(levels[row.line], row) for row in kept], [*table.notes, *notes]


def level_in(text: str, line: int) -> int:
    """Read the number of a level; raise ReadError with the line if it is none."""
    if re.fullmatch(r"\d{1,6}(\.0*)?", text.strip(), re.ASCII):
        return int(float(text))
    problem = f"'{shortened(text)}' is not a level" if text.strip() else "a level is missing"
    raise ReadError(problem, line=line, advice="Write levels as 1, 2, 3, ...")


def written(rows: Iterable[Sequence[object]], quoting: Literal[0, 2] = csv.QUOTE_MINIMAL) -> bytes:
    """Write rows as CSV in UTF-8."""
    return csv_text(rows, "\r\n", quoting).encode()


def joined(cells: Iterable[object]) -> str:
    """Write cells as a line of CSV, guarded, without line breaks and with single spaces."""
    return ",".join(_quoted(guarded(" ".join(str(cell).split()))) for cell in cells)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if re.search('[",;#]', text) else text
