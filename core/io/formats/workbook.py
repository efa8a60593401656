"""Excel workbooks (.xlsx): the first sheet, as any of the tables that CSV may hold.

A workbook is a zip archive of XML. openpyxl (3.1.5) takes a minute and more for some of 9 kB that
are made to harm, so the parts that hold the cells are read here, within the bounds of other XML.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.errors import ReadError
from core.io._files import File
from core.io._format import Format
from core.io._layers import Flat, Stack
from core.io._tables import joined
from core.io._xml import parse
from core.io._zip import count_entries, is_workbook
from core.io.limits import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_PARTS,
    MAX_SHEET_BYTES,
    MAX_SHEET_CELLS,
    MAX_SHEET_ROWS,
    MAX_STYLES,
    MAX_TEXT_BYTES,
    refuse_more,
)
from core.notes import Note

_DAY = 86_400
_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})", re.ASCII)
# An unclosed quote or bracket extends to the end: searching its end from each one is quadratic.
_NOT_SHOWN = re.compile(r'"[^"]*(?:"|\Z)|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*(?:\]|\Z)', re.IGNORECASE)
# Numbers of formats that every workbook has: h:mm AM/PM, h:mm:ss AM/PM, h:mm, h:mm:ss, mm:ss, ...
_CLOCKS = {18: False, 19: True, 20: False, 21: True, 45: True, 46: True, 47: True}


@dataclass
class Sheet:
    """Cells of a sheet."""

    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    """By number of row and column, from 1 and from 0."""
    count: int = 1
    """Sheets of the workbook."""
    minutes: bool = False
    """Whether there are times that are shown as hours and minutes, and taken as minutes and
    seconds."""

    @property
    def text(self) -> str:
        """The rows as CSV, each on its line."""
        last = max(self.rows, default=0)
        lines = []
        for number in range(1, last + 1):
            cells = self.rows.get(number, {})
            width = max(cells, default=-1) + 1
            lines.append(joined([cells.get(column, "") for column in range(width)]))
        return "\n".join(lines)


def first_sheet(file: File) -> Sheet:
    """Read the first sheet of a workbook."""
    source = file.display
    refuse_more(count_entries(file), MAX_PARTS, "parts", source=source)
    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
            return _sheet(_Parts(archive, source))
    except ReadError:
        raise
    except Exception as error:
        # zipfile raises whatever Python, zlib and struct do where an archive is damaged.
        raise ReadError(
            "the workbook is damaged", source=source, mend="Save it again, or as CSV"
        ) from error


class _Parts:
    """The parts of a workbook that are read, within their bounds together."""

    def __init__(self, archive: zipfile.ZipFile, source: str) -> None:
        self._archive, self._source = archive, source
        self._left = MAX_SHEET_BYTES
        self._names = set(archive.namelist())

    def file(self, name: str) -> File | None:
        """Give a part, under the name of the workbook; None if there is none."""
        if name not in self._names:
            return None
        entry = self._archive.getinfo(name)
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError("packed in an uncommon way")
        with self._archive.open(entry) as stream:
            data = stream.read(self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise ReadError(
                f"the workbook has more than {MAX_SHEET_BYTES / 1e6:g} MB of cells",
                source=self._source,
                mend="A table of segments is far smaller; is it the right one?",
            )
        return File(self._source, data)


def _sheet(parts: _Parts) -> Sheet:
    sheets, where = _first(parts)
    reader = _Reader(_shared(parts), _clocks(parts))
    part = parts.file(where)
    if part is None:
        raise KeyError(where)
    reader.read(part)
    reader.sheet.count = sheets
    return reader.sheet


def _first(parts: _Parts) -> tuple[int, str]:
    """Give how many sheets there are, and the part that holds the first."""
    found: list[str] = []
    targets: dict[str, str] = {}

    def book(name: str, attributes: Mapping[str, str], line: int) -> None:
        if _plain(name) == "sheet":
            found.append(
                next((value for key, value in attributes.items() if _plain(key) == "id"), "")
            )

    def relation(name: str, attributes: Mapping[str, str], line: int) -> None:
        targets[attributes.get("Id", "")] = attributes.get("Target", "")

    for part, start in (("xl/workbook.xml", book), ("xl/_rels/workbook.xml.rels", relation)):
        if listed := parts.file(part):
            parse(listed, start, lambda *_: None)
    # Targets are relative to the workbook, or start at the top.
    return len(found), posixpath.normpath(posixpath.join("/xl", targets[found[0]])).lstrip("/")


def _shared(parts: _Parts) -> list[str]:
    """Give the texts that cells refer to by number."""
    texts: list[list[str]] = []
    phonetic = 0

    def start(name: str, attributes: Mapping[str, str], line: int) -> None:
        nonlocal phonetic
        if _plain(name) == "si":
            texts.append([])
        phonetic += _plain(name) == "rPh"

    def end(name: str, text: str) -> None:
        nonlocal phonetic
        phonetic -= _plain(name) == "rPh"
        if _plain(name) == "t" and texts and not phonetic:
            texts[-1].append(text)

    if part := parts.file("xl/sharedStrings.xml"):
        parse(part, start, end)
    return ["".join(pieces) for pieces in texts]


def _clocks(parts: _Parts) -> list[bool | None]:
    """Say of each style whether it shows times, with seconds or without; None if it does not."""
    codes = dict[int, bool | None](_CLOCKS)
    styles: list[bool | None] = []
    inside = False
    count = 0

    def start(name: str, attributes: Mapping[str, str], line: int) -> None:
        nonlocal inside, count
        plain = _plain(name)
        count += plain in ("numFmt", "xf")
        refuse_more(count, MAX_STYLES, "styles", source=source)
        inside = inside or plain == "cellXfs"
        if plain == "numFmt":
            codes[int(attributes["numFmtId"])] = _is_clock(attributes["formatCode"])
        if plain == "xf" and inside:
            styles.append(codes.get(int(attributes.get("numFmtId", "0"))))

    def end(name: str, text: str) -> None:
        nonlocal inside
        inside = inside and _plain(name) != "cellXfs"

    if part := parts.file("xl/styles.xml"):
        source = part.display
        parse(part, start, end)
    return styles


def _is_clock(code: str) -> bool | None:
    """Say whether a format shows times with seconds (True) or without; None if it shows others."""
    shown = _NOT_SHOWN.sub("", code.lower())
    if "y" in shown or "d" in shown or not ("h" in shown or "s" in shown):
        return None
    return "s" in shown


class _Reader:
    """The cells of a sheet, as they come."""

    def __init__(self, shared: list[str], clocks: list[bool | None]) -> None:
        self.sheet = Sheet()
        self._shared, self._clocks = shared, clocks
        self._row = self._column = self._count = 0
        self._attributes: Mapping[str, str] = {}
        self._text: list[str] = []

    def read(self, part: File) -> None:
        """Take the cells of a part."""
        self._source = part.display
        parse(part, self._start, self._end)
        rows = self.sheet.rows.values()
        # A row is written from its first column, and a shared text once for each cell.
        refuse_more(
            sum(map(max, rows)), MAX_CELLS, "cells, empty ones included", source=part.display
        )
        long = sum(len(text) for row in rows for text in row.values())
        refuse_more(long, MAX_TEXT_BYTES, "characters in all cells", source=part.display)

    def _start(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        plain = _plain(name)
        if plain == "row":
            self._row = int(attributes.get("r") or self._row + 1)
            self._column = -1
            refuse_more(self._row, MAX_SHEET_ROWS, "rows", source=self._source)
        elif plain == "c":
            found = _PLACE.fullmatch(attributes.get("r", ""))
            self._column = _number(found[1]) if found else self._column + 1
            self._attributes, self._text = attributes, []
            self._count += 1
            refuse_more(self._column + 1, MAX_COLUMNS, "columns", source=self._source)
            refuse_more(self._count, MAX_SHEET_CELLS, "cells", source=self._source)

    def _end(self, name: str, text: str) -> None:
        plain = _plain(name)
        if plain in ("v", "t"):
            self._text.append(text)
        elif plain == "c" and (value := self._value()):
            self.sheet.rows.setdefault(self._row, {})[self._column] = value

    def _value(self) -> str:
        kind, text = self._attributes.get("t", "n"), "".join(self._text).strip()
        if kind == "s" and text:
            return self._shared[int(text)]
        style = int(self._attributes.get("s", "0"))
        clock = self._clocks[style] if style < len(self._clocks) else None
        if kind != "n" or not text:
            return text
        if clock is None:
            # Some programs write 1.0 for 1, which is no level and no measure.
            return text.removesuffix(".0")
        self.sheet.minutes |= not clock
        # h:mm is what Excel makes of 1:23, which is typed for a minute and 23 seconds.
        return f"{round(float(text) * _DAY / (1 if clock else 60), 6):.15g}"


def _plain(name: str) -> str:
    """Give a name without its namespace."""
    return name.rpartition(":")[2]


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1


def workbook(tables: Sequence[Format]) -> Format:
    """Give the format of workbooks, whose sheets may be of some formats of text."""

    def read(file: File) -> list[Stack | Flat]:
        sheet = first_sheet(file)
        if not sheet.rows:
            raise ReadError("the first sheet has no cells", mend="Put the table there")
        inner = File(file.name, sheet.text.encode(errors="replace"))
        known = next((each for each in tables if each.recognises(inner)), None)
        if known is None:
            raise ReadError(
                "the first sheet is none of the tables that are read",
                line=inner.lines[0][0],
                mend="Name the columns start, end, level, label",
            )
        notes = []
        if sheet.count > 1:
            said = f"of {sheet.count} sheets the first is read"
            notes.append(Note("annotation-chosen", said))
        if sheet.minutes:
            said = "times that Excel shows as h:mm are taken as minutes and seconds"
            notes.append(Note("unit-read", said))
        return [_with(found, notes, f"{known.words} in a workbook") for found in known.read(inner)]

    return Format(
        key="xlsx",
        name="Excel",
        gist=".xlsx",
        about="the first sheet, as one of the tables here",
        suffixes=(".xlsx",),
        recognises=is_workbook,
        read=read,
    )


def _with(found: Stack | Flat, notes: Sequence[Note], words: str) -> Stack | Flat:
    every = (*notes, *found.notes)
    if isinstance(found, Stack):
        return replace(found, format=found.format or words, notes=every)
    return replace(found, notes=every)
