"""What the numbers of a table mean, judged from all its rows: ends, durations, values, nesting."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io._layers import Flat, Order, Point, Stack, flat_of, lasting, layers_of, stack_of
from core.io._text import parse_time
from core.io.limits import MAX_LAYERS, MAX_NUMBER, refuse_more
from core.io.units import HTK, in_htk
from core.notes import Note
from core.repair import JITTER, OVERLAP, SHORT, RawLayer, Segment, is_slip
from core.wording import clock, counted

DURATIONS, ENDS, VALUES = "durations", "ends", "values"
_SCORED = re.compile(r"(.*\S)[ \t]-?(?:\d+\.\d+|(?<=-)\d+)", re.ASCII)  # HTK's labels with scores
_SURE = 0.75  # share of rows that must end where the next starts


class Row(NamedTuple):
    """A row of a table as read: the second number may turn out to be an end or a duration."""

    line: int
    start: float
    second: float
    label: str

    @property
    def segment(self) -> Segment:
        """The row if its second number is an end."""
        return self[1:]


def row_of(start: str, second: str, label: str, *, line: int, decimal_comma: bool = False) -> Row:
    """Read the two numbers of a row; limits apply when their unit is known."""
    first, other = (
        parse_time(text, line=line, decimal_comma=decimal_comma, most=MAX_NUMBER)
        for text in (start, second)
    )
    return Row(line, first, other, label)


def row_in(
    content: str, line: int, advice: str, mark: str | None = None, *, decimal_comma: bool = True
) -> Row:
    """Read two numbers and an optional label from a line; by default separated by white space."""
    start, *rest = content.split(mark, 2)
    if not rest:
        problem = f"'{shortened(content)}' is not a start, an end and a label"
        raise ReadError(problem, line=line, advice=advice)
    label = "".join(rest[1:]).strip()
    return row_of(start, rest[0], label, line=line, decimal_comma=decimal_comma)


def fit(starts: Sequence[float], seconds: Sequence[float], what: str, slack: float) -> float:
    """Return the share of rows that end at the next row's start, or -1 if any overlap."""
    if what == DURATIONS:
        seconds = [start + value for start, value in zip(starts, seconds, strict=True)]
    if any(end < start for start, end in zip(starts, seconds, strict=True)):
        return -1
    steps = list(zip(seconds, starts[1:], strict=False))
    if any(end > after + slack for end, after in steps):
        return -1
    return sum(abs(end - after) <= slack for end, after in steps) / max(len(steps), 1)


def meaning(rows: Sequence[Row], *, sure: bool) -> tuple[str, str]:
    """Return what the second numbers are, and what else they may be; empty if nothing else.

    With `sure`, the format has ends there, so two rows are too few to say otherwise.
    """
    starts, seconds = [row.start for row in rows], [row.second for row in rows]
    as_durations = fit(starts, seconds, DURATIONS, JITTER)
    as_ends = fit(starts, seconds, ENDS, JITTER)
    backward = sum(row.second < row.start for row in rows)
    several = len(rows) > 1 + sure and any(second > 0 for second in seconds)
    if several and as_durations >= (1 if sure else _SURE) and as_ends < as_durations:
        return DURATIONS, ENDS if not backward else ""
    if several and as_ends == as_durations == 1:
        return ENDS, DURATIONS
    if several and backward and fit(starts, seconds, DURATIONS, OVERLAP) >= _SURE:
        return DURATIONS, ""
    rising = all(before.start < after.start for before, after in pairwise(rows))
    if rising and 2 * backward > len(rows):
        return VALUES, ""
    return ENDS, ""


def settled(
    rows: Sequence[Row], source: str, a_second: float = 1.0
) -> tuple[list[Row], list[Note]]:
    """Return rows with ends, without the slightly negative; refuse the other negative ones.

    A second is `a_second` long in the unit of the rows.
    """
    kept, notes = [], []
    backward = [row for row in rows if row.second < row.start]
    for at, row in enumerate(rows):
        short = (row.start - row.second) / a_second
        if short <= 0:
            kept.append(row)
        elif len(rows) > 1 and short <= (OVERLAP if row is rows[-1] else SHORT):
            text = (
                f"line {row.line} of {source} ends {round(1000 * short) or '<1'} ms before it "
                f"starts: '{shortened(row.label)}' was left out"
            )
            notes.append(Note("empty-segment", text, time=row.start))
        else:
            raise _refused(rows, at, len(backward))
    if rows and not kept:
        raise _refused(rows, 0, len(backward))
    return kept, notes


def segments_or_points(
    segments: Sequence[Segment], points: Sequence[Point], source: str, end: float, what: str
) -> tuple[list[Sequence[Segment]], tuple[Note, ...]]:
    """Return the layers of segments, without the points next to them; or points as boundaries."""
    if not segments:
        lasted, notes = lasting(points, source, end=end)
        return [lasted], notes
    layers = layers_of(segments, slips=True)
    text = f"{counted(len(points), what)} among the segments, left out"
    return [*layers], (Note("marks-left-out", text),) if points else ()


def segments_of(rows: Sequence[Row]) -> tuple[Segment, ...]:
    """Return rows with ends as segments."""
    return tuple(row.segment for row in rows)


def _refused(rows: Sequence[Row], at: int, count: int) -> ReadError:
    """Name a fix only if it is one: for most rows at once, or for a row that then fits."""
    row = rows[at]
    problem = f"segment ends ({row.second:.15g}) before it starts ({row.start:.15g})"
    if count > 1 and 2 * count > len(rows):
        problem += f", as in {count} of {len(rows)} rows: the second number is probably no end"
        advice = "Name the columns for what they are, such as start,duration,label"
        return ReadError(problem, line=row.line, advice=advice)
    before = rows[at - 1].second if at else row.second
    after = rows[at + 1].start if at + 1 < len(rows) else row.start
    swapped = abs(before - row.second) <= OVERLAP or abs(after - row.start) <= OVERLAP
    advice = "Swap its start and end" if swapped else "Correct its start or its end"
    return ReadError(problem, line=row.line, advice=advice)


def guessed(what: str, other: str, column: int, source: str) -> tuple[Note, ...]:
    """Note what the second numbers of a table without a header are taken for."""
    text = f"column {column} of {source} is read as {what}"
    if other:
        text += f", but may be {other}; a header such as start,end,label decides"
        return (Note("columns-asked", text),)
    return (Note("columns-guessed", text),)


def read_rows(
    rows: Sequence[Row], file: File, notes: Sequence[Note], *, sure: bool
) -> Flat | Stack:
    """Read rows of two numbers and a label; the second may be an end, a duration or a value."""
    what, other = meaning(rows, sure=sure)
    other = "" if sure and what == ENDS else other
    asked = guessed(what, other, 2, file.display) if other or what != ENDS else ()
    every = [*notes, *asked]
    if what == VALUES:
        segments, more = lasting([(row.start, row.label) for row in rows], file.display)
        return flat_of(file, segments, [*every, *more])
    if what == DURATIONS:
        rows = [row._replace(second=row.start + row.second) for row in rows]
    if in_units := in_htk([time for row in rows for time in row[1:3]]):
        scored = [_SCORED.fullmatch(row.label) for row in rows]
        labels = [match[1] for match in scored if match]
        if len(labels) == len(rows):
            rows = [row._replace(label=label) for row, label in zip(rows, labels, strict=True)]
            every.append(
                Note("column-left-out", f"scores after labels of {file.display}, left out")
            )
    kept, slips = settled(rows, file.display, 1e7 if in_units else 1.0)
    flat = replace(flat_of(file, segments_of(kept), [*every, *slips]), second=what)
    if not in_units:
        return flat
    end = max(row.second for row in kept)
    evidence = f"whole numbers up to {end:,.0f}, as in HTK; the track would last {clock(end / 1e7)}"
    return stack_of([flat.layer], file, Order.OPEN, flat.notes, unit=HTK, evidence=evidence)


def counts_rows(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first cells number the rows, before start and end or duration."""
    if len(rows) < 2 or any(len(row) < 3 for row in rows):
        return False
    try:
        numbers, starts, seconds = (
            [parse_time(row[at], line=0, decimal_comma=True) for row in rows] for at in range(3)
        )
    except ReadError:
        return False
    counted_up = all(number == numbers[0] + at for at, number in enumerate(numbers))
    fits = [
        max(fit(first, second, what, JITTER) for what in (ENDS, DURATIONS))
        for first, second in ((starts, seconds), (numbers, starts), (numbers, seconds))
    ]
    return counted_up and numbers[0] in (0, 1) and fits[0] >= _SURE and max(fits[1:]) < _SURE


def without_numbers(
    rows: list[tuple[int, list[str]]], source: str
) -> tuple[list[tuple[int, list[str]]], list[Note]]:
    """Return rows of cells without a first column that numbers them, such as pandas' index."""
    if not counts_rows([cells for _, cells in rows]):
        return rows, []
    text = f"the first column of {source} numbers the rows and was left out"
    return [(line, cells[1:]) for line, cells in rows], [Note("column-left-out", text)]


def nested(segments: Sequence[Segment]) -> bool:
    """Return whether some segments contain others, and none overlap in another way."""
    around: list[Segment] = []
    contain = False
    for segment in sorted(segments, key=lambda part: (part[0], -part[1])):
        start, end, _ = segment
        while around and (around[-1][1] <= start + JITTER or is_slip(around[-1][:2], segment[:2])):
            around.pop()
        if around:
            if end > around[-1][1] + SHORT:
                return False
            contain = True
        around.append(segment)
    return contain


def apart(stack: Stack) -> Stack:
    """Separate one list of segments that contain others into layers, as Audacity's tracks are."""
    if len(stack.flats) != 1:
        return stack
    [flat] = stack.flats
    segments = [part for part in dict.fromkeys(flat.layer.segments) if part[1] > part[0]]
    notes = []
    if twice := len(flat.layer.segments) - len({*flat.layer.segments}):
        notes.append(Note("duplicate-left-out", f"duplicate rows, left out: {twice}"))
    if not nested(segments):
        if not notes:
            return stack
        kept = tuple(dict.fromkeys(flat.layer.segments))
        flat = replace(flat, layer=replace(flat.layer, segments=kept))
        return replace(stack, flats=(flat,), notes=(*stack.notes, *notes))
    layers = layers_of(segments)
    refuse_more(len(layers), MAX_LAYERS, "layers")
    text = (
        f"segments of {flat.source} contain others, so they were separated into "
        f"{counted(len(layers), 'layer')}"
    )
    if len({start for start, *_ in segments}) == len(segments):
        text += "; if an end is wrong, use starts only"
    notes.append(Note("nested-read", text))
    flats = tuple(
        Flat(RawLayer(tuple(layer), f"layer {at}"), flat.source, notes=flat.notes)
        for at, layer in enumerate(layers, 1)
    )
    return replace(
        stack,
        flats=flats,
        order=Order.CONTAINED,
        detail=counted(len(layers), "layer"),
        notes=(*stack.notes, *notes),
    )
