"""Read tables that list files: CSV with a header row; and write CSV that spreadsheets won't run."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple, TextIO

from core.errors import ReadError, naming
from core.files.access import opening, read_file
from core.files.names import escaped, is_text, shortened

SEPARATOR = re.compile('"?sep=.?"?\\s*', re.IGNORECASE)  # Excel's own first line
RUN = r"'*(?:[=@\t\r\n]|[+-](?s:.*)[^\d.,eE+ -])"
"""The beginning of a text that a spreadsheet may take for a formula, such as ``=1`` or ``-A``, also
after quotes, so that a quote before it can be removed. Numbers and ``-`` are none."""


def guarded(cell: Any) -> Any:
    """Put a quote before a text that a spreadsheet may take for a formula."""
    return f"'{cell}" if isinstance(cell, str) and re.match(RUN, cell) else cell


def bare(cell: str) -> str:
    """Remove the quote that :func:`guarded` put before a text."""
    return cell[1:] if cell[:1] == "'" and re.match(RUN, cell) else cell


def csv_text(
    rows: Iterable[Sequence[Any]], end: str = "\n", quoting: Literal[0, 2] = csv.QUOTE_MINIMAL
) -> str:
    """Write rows as CSV; all CSV of hierscope is written here, or with this guard."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator=end, quoting=quoting)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return stream.getvalue()


def delimiter(line: str, needed: Sequence[str] = ()) -> str:
    """Return the delimiter of a line: semicolon, tab, bar or comma.

    If columns are needed, it is the delimiter with which a header has them.
    """
    for mark in ",;\t|" if needed else "":
        names = {name.strip(' "\r\n').lower() for name in line.split(mark)}
        if set(needed) <= names and (len(names) > 1 or mark == ","):
            return mark
    unquoted = re.sub(r'"[^"]*"', "", line)
    if ";" in unquoted:
        return ";"
    if "|" in unquoted and not re.search(r"[,\t]", unquoted):
        return "|"
    # A comma before a tab is the delimiter, and the tab is white space.
    return "\t" if re.search(r"(?:^|[^,\s])[ ]*\t", unquoted) else ","


class Row(NamedTuple):
    line: int
    cells: dict[str, str]  # by column, stripped of white space; empty cells are left out
    surplus: bool


class Bounds(NamedTuple):
    size: int
    columns: int
    characters: int


def read_table(
    path: str,
    needed: Sequence[str],
    optional: Sequence[str] = (),
    *,
    bounds: Bounds,
    content: bytes | None = None,
) -> Iterator[Row]:
    """Read a table with a header, separated by commas, semicolons, tabs or bars, in UTF-8."""
    if content is None:
        content = _content(path, bounds.size)
    stream = io.TextIOWrapper(
        io.BytesIO(content), "utf-8-sig", errors="surrogateescape", newline=""
    )
    with naming(path):
        lines = _short(stream, bounds.characters)
        first = next(lines, "")
        skipped = 0
        if SEPARATOR.fullmatch(first):
            first, skipped = next(lines, ""), 1
        mark = delimiter(first, needed)
        reader = csv.DictReader(chain([first], lines), strict=True, delimiter=mark)
        try:
            header = [name.strip() for name in reader.fieldnames or ()]
            _refuse_more(len(header), bounds.columns, "columns", 1)
            names = [name.lower() for name in header]
            _check_header(names, needed, optional)
            own = {*needed, *optional}
            reader.fieldnames = [
                name if name in own else as_written
                for name, as_written in zip(names, header, strict=True)
            ]
            for row in reader:
                cells = {name: bare(cell.strip()) for name, cell in row.items() if name and cell}
                yield Row(reader.line_num + skipped, cells, None in row)
        except csv.Error as error:
            raise ReadError(
                f"is not valid CSV ({escaped(str(error))})",
                line=reader.line_num + skipped + 1,
                advice='Put text with quotes or line breaks into quotes, and write quotes as ""',
            ) from error


def _content(path: str, most: int) -> bytes:
    with opening(path):
        content = read_file(path, most)
    if len(content) > most:
        raise ReadError(
            f"is larger than {most / 1e6:g} MB", source=path, advice="Split it into several tables"
        )
    return content


def _short(stream: TextIO, most: int) -> Iterator[str]:
    """Yield the lines; refuse a line that is too long without reading all of it."""
    line = 0
    while text := stream.readline(most + 1):
        line += 1
        _refuse_more(len(text), most, "characters", line)
        yield text


def _refuse_more(count: int, most: int, what: str, line: int) -> None:
    if count > most:
        problem = f"has more than the {most:,} {what} allowed"
        raise ReadError(problem, line=line, advice="Is this the right file?")


def _check_header(names: Sequence[str], needed: Sequence[str], optional: Sequence[str]) -> None:
    twice = sorted(name for name, count in Counter(names).items() if name and count > 1)
    if twice:
        raise ReadError(
            f"has two columns {shortened(twice[0])}", line=1, advice="Rename one of them"
        )
    if not is_text("".join(names)):
        raise ReadError("is not in UTF-8", line=1, advice="Save it as UTF-8")
    lacking = [name for name in needed if name not in names]
    if lacking:
        raise ReadError(
            f"has no column {' and no column '.join(lacking)}",
            line=1,
            advice=f"Begin with a line such as: {','.join((*needed, *optional[:1]))}",
        )
