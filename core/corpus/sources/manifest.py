"""A table of pairs: a CSV file with a row for each."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TextIO

from core.corpus.items import Found, Item, Problem
from core.corpus.sources.patterns import is_text
from core.errors import ReadError

SEPARATOR = ";"
"""Between the files of one hierarchy."""

METHOD = "estimate"
"""The method where the table names none."""

_CHOICES = ("reference_annotation", "estimate_annotation")
_OWN = ("track", "reference", "estimate", "method", *_CHOICES)
_NEEDED = _OWN[:3]

_Row = Mapping[str | None, str | list[str] | None]


def from_manifest(path: str | os.PathLike[str]) -> Found:
    """Read pairs from a CSV file.

    Parameters
    ----------
    path : str or path-like
        A header and a row for each pair, in UTF-8, separated by commas. Columns: ``track``,
        ``reference``, ``estimate`` (files, or folders of layers, relative to the manifest; several
        files of one hierarchy are separated by semicolons), ``method`` (optional),
        ``reference_annotation`` and ``estimate_annotation`` (optional; which annotation of the
        file, 1 = first). All other columns are metadata.

    Returns
    -------
    Found
        Items in the order of the rows. Rows that are no pair, and those that repeat the track and
        method of one before, are problems that name the line.

    Raises
    ------
    ReadError
        If the file can't be read or is no such table.
    """
    source = os.path.abspath(os.path.expanduser(path))
    items: list[Item] = []
    problems: list[Problem] = []
    first: dict[tuple[str, str], int] = {}
    try:
        # One name in another encoding is a problem of its row.
        with open(source, encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
            for line, row in _rows(stream, source):
                found = _item(row, source, line)
                if isinstance(found, Item):
                    before = first.setdefault((found.track, found.method), line)
                    if before == line:
                        items.append(found)
                        continue
                    reason = f"track and method stand in line {before}, which is kept"
                    found = _problem(reason, source, line, found.track)
                problems.append(found)
    except OSError as error:
        raise ReadError(
            f"can't be opened ({error.strerror})", source=source, mend="Check the path"
        ) from error
    return Found(tuple(items), tuple(problems))


def _rows(stream: TextIO, source: str) -> Iterator[tuple[int, _Row]]:
    reader = csv.DictReader(stream, strict=True)
    try:
        names = [name.strip().lower() for name in reader.fieldnames or ()]
        _check_header(names, source)
        # Own columns in any case; the names of metadata stay as they are.
        reader.fieldnames = [
            name if name in _OWN else (reader.fieldnames or ())[at].strip()
            for at, name in enumerate(names)
        ]
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise ReadError(
            f"is no CSV ({error})",
            source=source,
            line=reader.line_num + 1,
            mend='Put text with quotes or line breaks into quotes, and write quotes in it as ""',
        ) from error


def _check_header(names: Sequence[str], source: str) -> None:
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise ReadError(
            f"has two columns {twice[0]}", source=source, line=1, mend="Rename one of them"
        )
    if not is_text("".join(names)):
        raise ReadError("is not in UTF-8", source=source, line=1, mend="Save it as UTF-8")
    lacking = [name for name in _NEEDED if name not in names]
    if lacking:
        raise ReadError(
            f"has no column {' and no column '.join(lacking)}",
            source=source,
            line=1,
            mend="Begin with a line such as: track,reference,estimate,method",
        )


def _item(row: _Row, source: str, line: int) -> Item | Problem:
    cells = {name: value.strip() for name, value in row.items() if name and isinstance(value, str)}
    track = cells.get("track", "")
    if not is_text("".join(cells.values())):
        return _problem("is not in UTF-8", source, line)
    if None in row:
        return _problem("more cells than columns", source, line, track)
    for name in _NEEDED:
        if not cells.get(name, "").strip(SEPARATOR + " "):
            return _problem(f"no {name}", source, line, track)
    reference, estimate = (_paths(cells[name], source) for name in ("reference", "estimate"))
    for path in (*reference, *estimate):
        if not os.path.exists(path):
            return _problem("no such file", source, line, track, path)
    numbers = [cells.get(name) or "1" for name in _CHOICES]
    for name, number in zip(_CHOICES, numbers, strict=True):
        if not re.fullmatch(r"[1-9]\d{0,8}", number, re.ASCII):
            return _problem(f"{name} '{number}' is no number from 1", source, line, track)
    reference_choice, estimate_choice = (int(number) - 1 for number in numbers)
    item = Item(
        track,
        cells.get("method") or METHOD,
        reference,
        estimate,
        reference_choice,
        estimate_choice,
        tuple((name, text) for name, text in cells.items() if name not in _OWN and text),
    )
    if item.is_against_itself:
        what = "reference and estimate are one annotation; tell them apart in the columns"
        return _problem(f"{what} {' and '.join(_CHOICES)}", source, line, track, reference[0])
    return item


def _problem(reason: str, source: str, line: int, track: str = "", path: str = "") -> Problem:
    return Problem(track, path or source, f"{os.path.basename(source)}, line {line}: {reason}")


def _paths(cell: str, source: str) -> tuple[str, ...]:
    folder = os.path.dirname(source)
    return tuple(
        os.path.join(folder, os.path.expanduser(name.strip()))
        for name in cell.split(SEPARATOR)
        if name.strip()
    )
