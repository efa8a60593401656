"""Read a manifest: a CSV file with one row per pair."""

import os
import re

from core.corpus.items import Item, Pairs, Problem
from core.errors import ReadError
from core.files.access import exists, expanded
from core.files.names import is_text, shortened
from core.files.tables import Row, read_table
from core.io.limits import TABLE_BOUNDS

SEPARATOR = ";"  # separates the files of one hierarchy

METHOD = "estimate"

_CHOICES = ("reference_annotation", "estimate_annotation")
_NEEDED = ("track", "reference", "estimate")
_OPTIONAL = ("method", *_CHOICES)
_OWN = (*_NEEDED, *_OPTIONAL)


def from_manifest(path: str | os.PathLike[str]) -> Pairs:
    """Read pairs from a CSV file with a header row."""
    source = os.path.abspath(expanded(path))
    items: list[Item] = []
    problems: list[Problem] = []
    first: dict[tuple[str, str], int] = {}
    for row in read_table(source, _NEEDED, _OPTIONAL, bounds=TABLE_BOUNDS):
        entry = _item(row, source)
        if isinstance(entry, Item):
            before = first.setdefault((entry.track, entry.method), row.line)
            if before == row.line:
                items.append(entry)
                continue
            reason = f"ignored: line {before} has the same track and method"
            entry = _problem(reason, source, row.line, entry.track)
        problems.append(entry)
    return Pairs(tuple(items), tuple(problems))


def _item(row: Row, source: str) -> Item | Problem:
    line, cells, surplus = row
    track = cells.get("track", "")
    if not is_text("".join(cells.values())):
        return _problem("is not in UTF-8", source, line)
    if any("\0" in cell for cell in cells.values()):
        return _problem("a cell holds a null character", source, line)
    if surplus:
        return _problem("more cells than columns", source, line, track)
    for name in _NEEDED:
        if not cells.get(name, "").strip(SEPARATOR + " "):
            return _problem(f"no {name}", source, line, track)
    reference, estimate = (_paths(cells[name], source) for name in ("reference", "estimate"))
    for path in (*reference, *estimate):
        try:
            there = exists(path)
        except ReadError as error:
            return _problem(error.problem, source, line, track, path)
        if not there:
            return _problem("no such file", source, line, track, path)
    numbers = [cells.get(name) or "1" for name in _CHOICES]
    for name, number in zip(_CHOICES, numbers, strict=True):
        if not re.fullmatch(r"[1-9]\d{0,8}", number, re.ASCII):
            return _problem(
                f"{name} '{shortened(number)}' is not a whole number from 1", source, line, track
            )
    first, second = (int(number) - 1 for number in numbers)
    metadata = tuple((name, text) for name, text in cells.items() if name not in _OWN and text)
    method = cells.get("method") or METHOD
    item = Item(track, method, reference, estimate, first, second, metadata)
    if item.is_against_itself:
        what = "reference and estimate are the same annotation; choose two in the columns"
        return _problem(f"{what} {' and '.join(_CHOICES)}", source, line, track, reference[0])
    return item


def _problem(reason: str, source: str, line: int, track: str = "", path: str = "") -> Problem:
    return Problem(track, path or source, f"{os.path.basename(source)}, line {line}: {reason}")


def _paths(cell: str, source: str) -> tuple[str, ...]:
    folder = os.path.dirname(source)
    names = map(str.strip, cell.split(SEPARATOR))
    return tuple(os.path.join(folder, expanded(name)) for name in names if name)
