"""Excel workbooks (.xlsx): the first sheet, as any of the tables that CSV may hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.errors import ReadError
from core.io._files import File
from core.io._flat import Flat
from core.io._format import Format
from core.io._stack import Stack
from core.io._workbook import first_sheet
from core.io._zip import is_workbook
from core.notes import Note


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
