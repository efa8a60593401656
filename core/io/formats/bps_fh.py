"""Read BPS-FH's phrases: start, end, section, theme and phrase in quarter notes, no header.

These are the tables ``phrases.xlsx`` of Tsung-Ping/functional-harmony (Chen and Su 2018), also as
CSV. An upbeat is before 0. Phrases can overlap, if one ends with the first note of the next.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from core.errors import ReadError
from core.files.names import shortened
from core.files.tables import delimiter
from core.io._files import File
from core.io._layers import Format, Order, Stack, runs, stack_of
from core.io._tables import number_in, rows_of
from core.io._text import refuse_backward
from core.io.limits import MAX_LAYERS, MAX_SEGMENTS, refuse_more
from core.io.units import QUARTERS, Offer, whole_numbers
from core.notes import Note
from core.repair import RawLayer, Segment

_NAMES = ("sections", "themes", "phrases")
_POSITION = re.compile(r"-?\d{1,7}(?:[.,]\d{0,20})?", re.ASCII)
_NO_LABEL = re.compile(r"[-+]?[\d.,]+(?:e[-+]?\d+)?", re.ASCII | re.IGNORECASE)
_DIVISIONS = 24  # parts of a quarter note; notes are on such a grid, times in seconds rarely
_NEAR = 0.005  # tolerance, for example of 0.33 for a third
_COLUMNS = 5
_SEPARATOR = "\0"  # separates labels of layers; no label contains it
_LOOKED_AT = 20


def _recognises(file: File) -> bool:
    """Recognize it by two positions on a grid of notes and three columns of labels."""
    mark = delimiter(file.lines[0][1])
    rows = [[cell.strip(' "') for cell in line.split(mark)] for _, line in file.lines[:_LOOKED_AT]]
    if max(map(len, rows)) < _COLUMNS or not all(map(_is_row, rows)):
        return False
    # In a table of measures and beats, the second number is usually smaller.
    return sum(number_in(cells[1]) > number_in(cells[0]) for cells in rows) > len(rows) / 2


def _is_row(cells: Sequence[str]) -> bool:
    if len(cells) < 3 or not all(map(_POSITION.fullmatch, cells[:2])):
        return False
    on_grid = all(
        abs(position - round(position * _DIVISIONS) / _DIVISIONS) <= _NEAR
        for position in map(number_in, cells[:2])
    )
    return on_grid and any(cells[2:]) and not any(map(_NO_LABEL.fullmatch, cells[2:]))


def _read(file: File) -> list[Stack]:
    rows = [(line, [cell.strip() for cell in cells]) for line, cells in rows_of(file)]
    refuse_more(len(rows), MAX_SEGMENTS, "rows")
    columns = max(len(cells) for _, cells in rows)
    refuse_more(columns - 2, MAX_LAYERS, "columns of labels")
    labels = [""] * (columns - 2)
    segments: list[Segment] = []
    for line, cells in rows:
        start, end = (_position(cells, at, line) for at in range(2))
        refuse_backward(start, end, "the phrase", line=line)
        own = [*cells[2:], *[""] * (columns - len(cells))]
        # A section or theme without a name continues; a phrase does not.
        labels = [new or old for new, old in zip(own[:-1], labels, strict=False)] + own[-1:]
        segments.append((start, end, _SEPARATOR.join(labels)))
    parts, notes = _one_after_another(segments)
    layers = []
    for level in range(columns - 2):
        whole = partial(_down_to, level)
        merged, more = runs(parts, whole, again=level == 0)
        notes += more
        name = _NAMES[level] if columns == _COLUMNS else ""
        spans = parts if level == columns - 3 else merged
        layer = ((start, end, label.split(_SEPARATOR)[level]) for start, end, label in spans)
        layers.append(RawLayer(tuple(layer), name))
    stack = stack_of(layers, file, Order.COARSEST, notes)
    return [_in_its_unit(stack, file, [time for start, end, _ in parts for time in (start, end)])]


def _position(cells: Sequence[str], at: int, line: int) -> float:
    text = cells[at] if at < len(cells) else ""
    if not _POSITION.fullmatch(text):
        problem = f"'{shortened(text)}' is not a position" if text else "a position is missing"
        raise ReadError(problem, line=line, advice="Write start and end in quarter notes")
    return number_in(text)


def _one_after_another(segments: list[Segment]) -> tuple[list[Segment], list[Note]]:
    """Sort phrases, and end each at the start of the next, if not before."""
    notes = []
    parts = sorted(segments, key=lambda part: part[:2])
    if parts != segments:
        notes.append(Note("sorted", "phrases were not in time order and were sorted"))
    over = [before[1] - after[0] for before, after in pairwise(parts)]
    if any(length > 0 for length in over):
        count, most = sum(length > 0 for length in over), max(over)
        text = f"overlapping phrases were cut at the next start: {count}, by up to {most:g}"
        notes.append(Note("overlap-cut", text, seconds=most))
        starts = [*(start for start, *_ in parts[1:]), math.inf]
        parts = [
            (start, min(end, after), label)
            for (start, end, label), after in zip(parts, starts, strict=True)
        ]
    return parts, notes


def _down_to(level: int, label: str) -> str:
    return _SEPARATOR.join(label.split(_SEPARATOR)[: level + 1])


def _in_its_unit(stack: Stack, file: File, times: Sequence[float]) -> Stack:
    if file.stem.lower().startswith("phrases"):
        return replace(stack, unit=QUARTERS, evidence="the file has the name of a BPS-FH table")
    if min(times) < 0 or not whole_numbers(times):
        return replace(stack, unit=QUARTERS, evidence="the times are note positions, as in BPS-FH")
    return replace(stack, offers=(Offer(QUARTERS, "as in BPS-FH tables"),))


BPS_FH = Format(
    key="bps-fh",
    name="BPS-FH",
    gist="start, end, section, theme, phrase",
    about="`phrases.xlsx` or CSV, without a header, in quarter notes",
    suffixes=(".csv",),
    recognises=_recognises,
    read=_read,
    by_line=True,
)
