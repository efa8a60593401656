"""Read the first sheet of an Excel workbook (.xlsx) like any table in CSV.

A workbook is a zip archive of XML. openpyxl (3.1.5) takes over a minute for some malicious files of
9 kB. So the parts with the cells are read here, within the limits for XML.
"""

import posixpath
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from core.errors import ReadError
from core.io import limits
from core.io._files import File
from core.io._layers import Flat, Format, Stack
from core.io._tables import joined
from core.io._xml import Element, parse
from core.io.archives import count_entries, is_streamed, is_workbook, opened
from core.io.limits import refuse_larger, refuse_more
from core.notes import Note

_DAY = 86_400
_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})", re.ASCII)
# An unclosed quote or bracket extends to the end; searching its end each time would be quadratic.
_NOT_SHOWN = re.compile(r'"[^"]*(?:"|\Z)|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*(?:\]|\Z)', re.IGNORECASE)
# Numbers of built-in formats: h:mm AM/PM, h:mm:ss AM/PM, h:mm, h:mm:ss, mm:ss, ...
_CLOCKS = {18: False, 19: True, 20: False, 21: True, 45: True, 46: True, 47: True}


@dataclass
class Sheet:
    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    """Cells by row number (from 1) and column number (from 0)."""
    count: int = 1
    minutes: bool = False
    """Whether times shown as hours and minutes are read as minutes and seconds."""

    @property
    def text(self) -> str:
        """The rows as CSV, with the same line numbers."""
        last = max(self.rows, default=0)
        lines = []
        for number in range(1, last + 1):
            cells = self.rows.get(number, {})
            width = max(cells, default=-1) + 1
            lines.append(joined([cells.get(column, "") for column in range(width)]))
        return "\n".join(lines)


def first_sheet(file: File) -> Sheet:
    """Read the first sheet of a workbook."""
    refuse_more(count_entries(file), limits.MAX_PARTS, "parts")
    with opened(file, "workbook", "Save it again, or as CSV") as archive:
        return _sheet(_Parts(archive))


class _Parts:
    """The parts of a workbook that are read, within a common limit."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._left = limits.MAX_SHEET_BYTES
        self._names = set(archive.namelist())

    def root(self, name: str) -> Element | None:
        if name not in self._names:
            return None
        entry = self._archive.getinfo(name)
        if not is_streamed(entry):
            raise ValueError("packed in an uncommon way")
        with self._archive.open(entry) as stream:
            data = stream.read(self._left + 1)
        self._left -= len(data)
        refuse_larger(
            limits.MAX_SHEET_BYTES - self._left, limits.MAX_SHEET_BYTES, "the first sheet"
        )
        return parse(File(name, data))


def _sheet(parts: _Parts) -> Sheet:
    book = parts.root("xl/workbook.xml")
    relations = parts.root("xl/_rels/workbook.xml.rels")
    sheets = [*book.all("sheet")] if book else []
    targets = {node.get("Id"): node.get("Target") for node in relations.inner} if relations else {}
    first = next(value for key, value in sheets[0].attributes.items() if key.endswith(":id"))
    # Targets are relative to the workbook, or absolute.
    place = posixpath.normpath(posixpath.join("/xl", targets[first])).lstrip("/")
    shared, clocks = _shared(parts), _clocks(parts)
    root = parts.root(place)
    if root is None:
        raise KeyError(place)
    sheet = Sheet(count=len(sheets))
    _read_cells(root, sheet, shared, clocks)
    rows = sheet.rows.values()
    # The CSV starts rows at the first column, and repeats shared texts in each cell.
    width = sum(map(max, rows))
    refuse_more(width, limits.MAX_CELLS, "cells, empty ones included")
    long = sum(len(text) for row in rows for text in row.values())
    refuse_more(long, limits.MAX_TEXT_BYTES, "characters in all cells")
    return sheet


def _shared(parts: _Parts) -> list[str]:
    """Return the texts that cells refer to by number, without phonetic guides."""
    root = parts.root("xl/sharedStrings.xml")
    return ["".join(_texts(item)) for item in root.all("si")] if root else []


def _texts(item: Element) -> Iterator[str]:
    for part in item.inner:
        if part.name == "t":
            yield part.text
        elif part.name != "rPh":
            yield from _texts(part)


def _clocks(parts: _Parts) -> list[bool | None]:
    """Return for each style whether it shows times with seconds (True), without, or none (None)."""
    root = parts.root("xl/styles.xml")
    if root is None:
        return []
    formats = [*root.all("numFmt")]
    count = len(formats) + sum(1 for _ in root.all("xf"))
    refuse_more(count, limits.MAX_STYLES, "styles")
    own = {int(node.get("numFmtId")): _is_clock(node.get("formatCode")) for node in formats}
    codes: dict[int, bool | None] = {**_CLOCKS, **own}
    cells = (node for styles in root.all("cellXfs") for node in styles.all("xf"))
    return [codes.get(int(node.get("numFmtId") or "0")) for node in cells]


def _is_clock(code: str) -> bool | None:
    """Return whether a format shows times with seconds (True) or without; None for no times."""
    shown = _NOT_SHOWN.sub("", code.lower())
    if "y" in shown or "d" in shown or not ("h" in shown or "s" in shown):
        return None
    return "s" in shown


def _read_cells(root: Element, sheet: Sheet, shared: list[str], clocks: list[bool | None]) -> None:
    row_number = count = 0
    for row in root.all("row"):
        row_number = int(row.get("r") or row_number + 1)
        refuse_more(row_number, limits.MAX_SHEET_ROWS, "rows")
        column = -1
        for cell in row.all("c"):
            place = _PLACE.fullmatch(cell.get("r"))
            column = _number(place[1]) if place else column + 1
            count += 1
            refuse_more(column + 1, limits.MAX_COLUMNS, "columns")
            refuse_more(count, limits.MAX_SHEET_CELLS, "cells")
            text = "".join(node.text for node in cell.all("v", "t")).strip()
            kind = cell.get("t") or "n"
            style = int(cell.get("s") or "0")
            clock = clocks[style] if style < len(clocks) else None
            if kind == "s" and text:
                text = shared[int(text)]
            elif kind == "n" and text and clock is None:
                # Some programs write 1.0 for 1, which would be no level and no measure.
                text = text.removesuffix(".0")
            elif kind == "n" and text:
                sheet.minutes |= not clock
                # Excel reads 1:23, typed for a minute and 23 seconds, as h:mm.
                text = f"{round(float(text) * _DAY / (1 if clock else 60), 6):.15g}"
            if text:
                sheet.rows.setdefault(row_number, {})[column] = text


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1


def workbook(tables: Sequence[Format]) -> Format:
    """Return the format of workbooks, whose sheets can have these text formats."""

    def read(file: File) -> list[Stack | Flat]:
        sheet = first_sheet(file)
        if not sheet.rows:
            raise ReadError(
                "the first sheet has no cells", advice="Put the table on the first sheet"
            )
        inner = File(file.name, sheet.text.encode(errors="replace"))
        known = next((table for table in tables if table.recognises(inner)), None)
        if known is None:
            problem = "the table on the first sheet was not recognized"
            advice = "Name the columns start, end, level, label"
            raise ReadError(problem, line=inner.lines[0][0], advice=advice)
        notes = []
        if sheet.count > 1:
            text = f"only the first of {sheet.count} sheets is read"
            notes.append(Note("annotation-chosen", text))
        if sheet.minutes:
            text = "times that Excel shows as h:mm are read as minutes and seconds"
            notes.append(Note("unit-read", text))
        return [_with(part, notes, f"{known.title} in a workbook") for part in known.read(inner)]

    return Format(
        key="xlsx",
        name="Excel",
        gist=".xlsx",
        about="the first sheet, in the form of one of the tables here",
        suffixes=(".xlsx",),
        recognises=is_workbook,
        read=read,
    )


def _with(part: Stack | Flat, notes: Sequence[Note], name: str) -> Stack | Flat:
    every = (*notes, *part.notes)
    if isinstance(part, Stack):
        return replace(part, format=part.format or name, notes=every)
    return replace(part, notes=every)
