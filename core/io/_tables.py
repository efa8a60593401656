"""Read tables of cells, for all formats based on CSV."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from core.errors import ReadError
from core.files.names import escaped, shortened
from core.io._files import File
from core.io._text import TIME, encode, parse_segment, parse_time
from core.io.limits import MAX_COLUMNS, MAX_LAYERS, MAX_SEGMENTS, refuse_more
from core.repair import Segment

_TIME = re.compile(TIME, re.ASCII)
_LOOKED_AT = 100  # cells of a row


def delimiter(line: str) -> str:
    """Return the delimiter of a line: semicolon, tab or comma."""
    unquoted = re.sub(r'"[^"]*"', "", line)
    if ";" in unquoted:
        return ";"
    # A comma before a tab is the delimiter, and the tab is white space.
    return "\t" if re.search(r"(?:^|[^,\s])[ ]*\t", unquoted) else ","


def has_decimal_commas(file: File) -> bool:
    """Return whether commas in a table's cells are decimal commas."""
    return delimiter(file.lines[0][1]) != ","


def number_in(cell: str) -> float:
    """Read the number of a cell, which may have a decimal comma."""
    return float(cell.replace(",", "."))


def header_of(cells: list[str], line: int) -> dict[str, int]:
    """Return the index of each column by its lower-case name; the first of equal names counts."""
    refuse_more(len(cells), MAX_COLUMNS, "columns", line=line)
    return {name.strip().lower(): index for index, name in reversed([*enumerate(cells)])}


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
            yield line, cells


def are_rows_of_boundaries(file: File) -> bool:
    """Return whether cells between tabs are rising times, as rows copied from a spreadsheet are."""
    if len(file.lines) > MAX_LAYERS:
        return False
    rows = [content.split("\t", _LOOKED_AT)[:_LOOKED_AT] for _, content in file.lines]
    if any(len(row) < 3 for row in rows):
        return False
    if not _TIME.fullmatch(rows[0][0].strip()):
        rows = [row[1:] for row in rows]  # names of layers
    if not all(_TIME.fullmatch(cell.strip()) for row in rows for cell in row):
        return False
    try:
        times = [[parse_time(cell, line=0, decimal_comma=True) for cell in row] for row in rows]
    except ReadError:
        return False
    rising = all(before < after for row in times for before, after in pairwise(row))
    from_one = len(times) > 1 and len({row[0] for row in times}) == 1
    return rising and (from_one or max(map(len, times)) > 3)


class Table(NamedTuple):
    line: int
    names: frozenset[str]  # lower-case names
    rows: Iterator[tuple[int, dict[str, str]]]
    """The line of each row, and its cells in the requested columns, by name."""


def names_in(file: File) -> frozenset[str]:
    """Return the lower-case cells of the first line, which are columns if it is a header."""
    _, first = file.lines[0]
    return frozenset(cell.strip(' "').lower() for cell in first.split(delimiter(first)))


def table_of(file: File, wanted: Sequence[str]) -> Table:
    """Read the wanted columns of a table with a header; an absent cell is empty."""
    rows = rows_of(file)
    first, header = next(rows)
    columns = header_of(header, first)
    places = {name: columns.get(name, len(header)) for name in wanted}
    by_name = (
        (line, {name: cells[at] if at < len(cells) else "" for name, at in places.items()})
        for line, cells in rows
    )
    return Table(first, frozenset(columns), by_name)


def level_in(text: str, line: int) -> int:
    """Read the number of a level; raise ReadError with the line if it is none."""
    if re.fullmatch(r"\d{1,6}(\.0*)?", text.strip(), re.ASCII):
        return int(float(text))
    problem = f"'{shortened(text)}' is not a level" if text.strip() else "a level is missing"
    raise ReadError(problem, line=line, advice="Write levels as 1, 2, 3, ...")


def written(rows: Iterable[Sequence[object]], quoting: Literal[0, 2] = csv.QUOTE_MINIMAL) -> bytes:
    """Write rows as CSV in UTF-8."""
    stream = io.StringIO(newline="")
    csv.writer(stream, quoting=quoting).writerows(rows)
    return encode(stream.getvalue())


def joined(cells: Iterable[object]) -> str:
    """Write cells as a line of CSV, without line breaks and with single spaces."""
    return ",".join(_quoted(" ".join(str(cell).split())) for cell in cells)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if re.search('[",;#]', text) else text


def segments_of(
    file: File, starts: Sequence[str], ends: Sequence[str], labels: Sequence[str]
) -> tuple[Segment, ...]:
    """Read a table with a header and one row per segment."""
    choices = (starts, ends, labels)
    table = table_of(file, [name for names in choices for name in names])
    fields = [next((name for name in names if name in table.names), names[0]) for names in choices]
    commas = has_decimal_commas(file)
    segments = []
    for line, cells in table.rows:
        start, end, label = (cells[field] for field in fields)
        segments.append(parse_segment(start, end, label.strip(), line=line, decimal_comma=commas))
    if not segments:
        raise ReadError("the table has no segments", advice="Add a row for each segment")
    refuse_more(len(segments), MAX_SEGMENTS, "segments")
    return tuple(segments)
