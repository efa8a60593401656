"""Read CSV of Sonic Visualiser and sonic-annotator: one row per point or region, one layer a file.

Sonic Visualiser writes ``TIME,VALUE,DURATION,LABEL`` for regions and ``TIME,LABEL`` for instants,
with or without a header. sonic-annotator writes ``"file",time,duration,value,"label"``, with the
file in the first row, in all rows or in none. Without a header, the start of the next row shows
which number is a duration or an end. (svcore's ``Event.h``, sonic-annotator's
``CSVFeatureWriter.cpp``.)
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from core.errors import ReadError
from core.files.names import shortened, stem
from core.files.tables import delimiter
from core.io._columns import (
    DURATIONS,
    ENDS,
    VALUES,
    fit,
    guessed,
    read_rows,
    row_of,
    without_numbers,
)
from core.io._files import File
from core.io._layers import Flat, Format, Order, Stack, hints, lasting
from core.io._tables import rows_of
from core.io._text import IS_TIME, NUMBER, parse_time
from core.notes import Note
from core.repair import JITTER, OVERLAP, RawLayer, Segment
from core.wording import clock

_NUMBER = re.compile(rf"\s*{NUMBER}\s*", re.ASCII)
_COMMA = re.compile(r"\d+,\d+\s", re.ASCII)  # a decimal comma, before a blank or a tab
_LETTER = re.compile(r"[^\W\d_]")
_CLOCK = re.compile(rf"\d{{1,9}}(?::[0-5]?\d){{1,2}}(?:\.\d++)?|{NUMBER}", re.ASCII)
_SURE = 0.75  # share of rows that must end where the next starts
_LOOKED_AT = 1000  # rows


class _Row(NamedTuple):
    line: int
    audio: str
    time: float
    numbers: tuple[str, ...]
    label: str


def _recognises(file: File) -> bool:
    """Recognize it by rows with a file, a time, numbers and a label, without a header."""
    _, first = file.lines[0]
    mark = delimiter(first)
    if file.is_called(".lab") and mark != "\t":
        return False
    if mark not in first or _COMMA.match(first) or first.startswith(("{", "[", "<")):
        return False
    try:
        rows = _head(file)
    except ReadError:
        return False
    return _like(rows, tabs=mark == "\t") or _are_segments(rows, mark)


def _head(file: File) -> list[list[str]]:
    rows = [row for _, row in zip(range(_LOOKED_AT), rows_of(file), strict=False)]
    return [cells for _, cells in without_numbers(rows, file.display)[0]]


def _are_segments(rows: Sequence[list[str]], mark: str) -> bool:
    """Return whether rows have two times, which may have decimal commas, and a label."""
    time = _CLOCK if mark == "," else IS_TIME
    return (
        mark != "\t"
        and len(rows) > 0
        and all(
            len(row) > 2
            and time.fullmatch(row[0].strip())
            and time.fullmatch(row[1].strip())
            and _is_word(row[2])
            for row in rows
        )
    )


def _refuse_cut_decimals(rows: Sequence[tuple[int, list[str]]]) -> None:
    """Refuse rows such as 0,0,12,5,A: times with decimal commas between commas."""
    if len(rows) < 2 or not all(
        len(cells) > 4 and all(map(str.isdecimal, cells[:4])) for _, cells in rows
    ):
        return
    starts, seconds = ([float(".".join(cells[at : at + 2])) for _, cells in rows] for at in (0, 2))
    if max(fit(starts, seconds, what, JITTER) for what in (ENDS, DURATIONS)) >= _SURE:
        problem = "commas seem to be decimal as well as separators"
        advice = "Separate cells with semicolons, or write decimal points"
        raise ReadError(problem, line=rows[0][0], advice=advice)


def _like(rows: Sequence[list[str]], tabs: bool) -> bool:
    """Return whether rows without a header have increasing times, and labels or durations."""
    audios = [""] * len(rows)
    named = _is_word(rows[0][0]) if rows else False
    if named:
        for at, row in enumerate(rows):
            audios[at] = row[0].strip() or audios[at - 1]
        rows = [row[1:] for row in rows]
    # Rows of boundaries can also have names, but different ones.
    if not rows or min(Counter(audios).values()) < 2:
        return False
    if not all(row and _is_number(row[0]) for row in rows):
        return False
    times = [float(row[0]) for row in rows]
    numbers = [_leading(row[1:]) for row in rows]
    column = _column(times, numbers, named)
    if tabs and not named:
        # Rows with ends are from a .lab or Audacity, rows without numbers from SALAMI.
        if column != (1, DURATIONS):
            return False
        ends, durations = ([float(row[at]) for row in numbers] for at in (0, 1))
        later = sum(time <= end for time, end in zip(times, ends, strict=True))
        fits = fit(times, ends, ENDS, OVERLAP), fit(times, durations, DURATIONS, OVERLAP)
        if 2 * later > len(times) and fits[0] >= fits[1]:
            return False
    labeled = named or any(_is_word(cell) for row in rows for cell in row[1:])
    if not labeled:
        # Rows of increasing numbers with different lengths are boundaries.
        risen = all(
            float(a) <= float(b)
            for time, row in zip(times, numbers, strict=True)
            for a, b in pairwise((str(time), *row))
        )
        labeled = {len(row) for row in rows} < {3, 4} and not risen and column is not None
    return labeled and all(
        before < after or old != new
        for (before, after), (old, new) in zip(pairwise(times), pairwise(audios), strict=True)
    )


def _is_word(cell: str) -> bool:
    return bool(_LETTER.search(cell)) and not _is_number(cell)


def _is_number(cell: str) -> bool:
    return len(cell) <= 100 and bool(_NUMBER.fullmatch(cell))


def _leading(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the numbers at the start of a row."""
    at = next((at for at, cell in enumerate(cells) if not _is_number(cell)), len(cells))
    return tuple(cells[:at])


def _column(
    times: Sequence[float], numbers: Sequence[Sequence[str]], named: bool
) -> tuple[int, str] | None:
    """Detect which number is a duration or an end."""
    width = min(map(len, numbers), default=0)
    if len(times) == 1 and width:
        return (1 if width > 1 and not float(numbers[0][0]) else 0), DURATIONS
    # Regions of Sonic Visualiser: a value, a duration, and labels that can be numbers.
    regions = not named and (width == 2 or {*map(len, numbers)} == {3})
    slack = OVERLAP if regions else JITTER
    columns = (1, 0) if regions else range(width)
    fits = {
        (at, what): fit(times, [float(row[at]) for row in numbers], what, slack)
        for what in (DURATIONS, ENDS)
        for at in columns
    }
    best = max(fits, key=fits.__getitem__, default=None)
    if best is not None and fits[best] >= 0.5:
        return best
    if width == 1 and fits[0, ENDS] >= 0:
        return 0, ENDS
    return (1, DURATIONS) if regions else None


def _read(file: File) -> list[Stack | Flat]:
    mark = delimiter(file.lines[0][1])
    listed, notes = without_numbers([*rows_of(file)], file.display)
    if not _like([cells for _, cells in listed[:_LOOKED_AT]], tabs=mark == "\t"):
        return [_segments(listed, notes, file, mark)]
    rows = _rows(listed, mark)
    audios = list(dict.fromkeys(row.audio for row in rows))
    flats = [
        _flat([row for row in rows if row.audio == audio], notes, file, audio) for audio in audios
    ]
    if len(flats) == 1:
        return list(flats)
    return [
        Stack((flat,), shortened(audio), shortened(audio), order=Order.OPEN)
        for flat, audio in zip(flats, audios, strict=True)
    ]


def _segments(
    listed: list[tuple[int, list[str]]], notes: Sequence[Note], file: File, mark: str
) -> Stack | Flat:
    rows = []
    for line, cells in listed:
        start, second, *label = [*cells, "", ""][: max(len(cells), 2)]
        text = mark.join(label).strip()
        rows.append(row_of(start, second, text, line=line, decimal_comma=mark != ","))
    return read_rows(rows, file, notes, sure=False)


def _rows(listed: list[tuple[int, list[str]]], mark: str) -> list[_Row]:
    rows: list[_Row] = []
    audio = ""
    named = None
    _refuse_cut_decimals(listed)
    for line, cells in listed:
        if named is None:
            named = _is_word(cells[0])
        if named:
            audio = cells.pop(0).strip() or audio
        time = parse_time(cells[0] if cells else "", line=line)
        if rows and rows[-1].audio == audio and time < rows[-1].time:
            problem = f"times go back, from {clock(rows[-1].time)} to {clock(time)}"
            raise ReadError(problem, line=line, advice="Use one file per layer")
        numbers = _leading(cells[1:])
        # Labels can contain the delimiter: older versions write no quotation marks.
        label = mark.join(cells[1 + len(numbers) :])
        rows.append(_Row(line, audio, time, numbers, label))
    return rows


def _flat(rows: list[_Row], left: list[Note], file: File, audio: str) -> Flat:
    times = [row.time for row in rows]
    numbered = _column(times, [row.numbers for row in rows], bool(audio))
    if numbered is None:
        labels = [row.label for row in rows]
        if not any(labels):
            labels = [row.numbers[0].strip() if len(row.numbers) == 1 else "" for row in rows]
        points = list(zip(times, labels, strict=True))
        segments, notes = lasting(points, file.display)
        if any(row.numbers and row.label for row in rows):
            notes = (*guessed(VALUES, "", 2, file.display), *notes)
        return _of(segments, (*left, *notes), file, audio)
    column, what = numbered
    spans = []
    for row in rows:
        value = parse_time(row.numbers[column], line=row.line)
        label = row.label or "".join(row.numbers[2:3]).strip()
        spans.append((row.time, value if what == ENDS else row.time + value, label))
    values = [float(row.numbers[column]) for row in rows]
    bare = not audio and all(len(row.numbers) == 1 for row in rows)  # columns that no tool writes
    asked = bare and what == DURATIONS and any(times) and fit(times, values, ENDS, JITTER) >= 0.5
    notes = guessed(what, ENDS if asked else "", column + 2, file.display)
    return replace(_of(tuple(spans), (*left, *notes), file, audio), second=what)


def _of(segments: tuple[Segment, ...], notes: tuple[Note, ...], file: File, audio: str) -> Flat:
    name = stem(re.split(r"[/\\]", audio)[-1]) if audio else file.stem
    return Flat(RawLayer(segments, shortened(name)), file.display, hints(file.stem), notes)


POINTS_CSV = Format(
    key="points",
    name="CSV",
    gist="time,value,duration,label",
    about="of Sonic Visualiser (with or without a header) or sonic-annotator; one file per layer",
    suffixes=(".csv", ".txt"),
    recognises=_recognises,
    read=_read,
    by_line=True,
)
