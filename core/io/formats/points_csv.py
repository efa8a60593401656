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
from core.io._columns import DURATIONS, ENDS, fit, guessed, segments_of
from core.io._files import File
from core.io._layers import Flat, Format, Order, Stack, hints, lasting
from core.io._tables import delimiter, names_in, rows_of, segments_in, table_of
from core.io._text import NUMBER, parse_time
from core.notes import Note
from core.repair import JITTER, OVERLAP, RawLayer, Segment
from core.wording import clock

_NUMBER = re.compile(rf"\s*{NUMBER}\s*", re.ASCII)
_FIELDS = {
    "start": ("time", "frame"),
    **{name: (name,) for name in ("end", "duration", "label")},
}
_COLUMNS = {"time", "frame", "value", "duration", "end", "level", "extent", "label", "uri"}
_COMMA = re.compile(r"\d+,\d+\s", re.ASCII)  # a decimal comma, before a blank or a tab
_LETTER = re.compile(r"[^\W\d_]")
_LOOKED_AT = 1000  # rows


class _Row(NamedTuple):
    line: int
    audio: str
    time: float
    numbers: tuple[str, ...]
    label: str


def _recognises(file: File) -> bool:
    """Recognize it by the header, or by rows with a file, a time, numbers and a label."""
    _, first = file.lines[0]
    mark = delimiter(first)
    if file.is_called(".lab") and mark != "\t":
        return False
    if mark not in first or _COMMA.match(first) or first.startswith(("{", "[", "<")):
        return False
    names = names_in(file)
    if {"time", "frame"} & names:
        return "label" in names and names <= _COLUMNS
    try:
        rows = [cells for _, (_, cells) in zip(range(_LOOKED_AT), rows_of(file), strict=False)]
    except ReadError:
        return False
    return _like(rows, tabs=mark == "\t")


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
    return (1, DURATIONS) if regions else None


def _read(file: File) -> list[Stack | Flat]:
    if {"time", "frame"} & names_in(file):
        return [_with_header(file)]
    rows = _rows(file)
    audios = list(dict.fromkeys(row.audio for row in rows))
    flats = [_flat([row for row in rows if row.audio == audio], file, audio) for audio in audios]
    if len(flats) == 1:
        return list(flats)
    return [
        Stack((flat,), shortened(audio), shortened(audio), order=Order.OPEN)
        for flat, audio in zip(flats, audios, strict=True)
    ]


def _rows(file: File) -> list[_Row]:
    rows: list[_Row] = []
    audio = ""
    named = None
    for line, cells in rows_of(file):
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
        label = delimiter(file.lines[0][1]).join(cells[1 + len(numbers) :])
        rows.append(_Row(line, audio, time, numbers, label))
    return rows


def _flat(rows: list[_Row], file: File, audio: str) -> Flat:
    times = [row.time for row in rows]
    numbered = _column(times, [row.numbers for row in rows], bool(audio))
    if numbered is None:
        labels = [row.label for row in rows]
        if not any(labels):
            labels = [row.numbers[0].strip() if len(row.numbers) == 1 else "" for row in rows]
        points = list(zip(times, labels, strict=True))
        segments, notes = lasting(points, file.display)
        return _of(segments, notes, file, audio)
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
    return replace(_of(tuple(spans), notes, file, audio), second=what)


def _of(segments: tuple[Segment, ...], notes: tuple[Note, ...], file: File, audio: str) -> Flat:
    name = stem(re.split(r"[/\\]", audio)[-1]) if audio else file.stem
    return Flat(RawLayer(segments, shortened(name)), file.display, hints(file.stem), notes)


def _with_header(file: File) -> Stack | Flat:
    table = table_of(file, _FIELDS)
    rows, notes = segments_in(table, file.display)
    flat = _of(segments_of([row for _, row in rows]), tuple(notes), file, "")
    if "time" in names_in(file):
        return flat
    # Frames of audio; their rate is not in the file.
    evidence = "the column FRAME counts frames of audio"
    return Stack((flat,), file.display, file.display, unit="samples", evidence=evidence)


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
