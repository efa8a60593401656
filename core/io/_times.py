"""Read frame times, such as beats or onsets (footnote 1 of the paper), and bar lines."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from core.errors import ReadError, naming
from core.io._files import File
from core.io._jams import load, to_annotation
from core.io._text import NUMBER, parse_time
from core.io.formats.jams import JAMS
from core.io.formats.rwc import beats_of
from core.io.limits import MAX_TIMES, refuse_more
from core.io.units import BEATS, MEASURES, QUARTERS, Grid, offers
from core.wording import clock, counted

NAMESPACES = ("beat", "beat_position", "onset")

_PART = re.compile(r"[,;\s]+")
_CELLS = re.compile(r"\s*[;\t]\s*")
_MOST_COLUMNS = 5
_MOSTLY = 0.8  # share of steps to the next beat
_WHOLE = re.compile(r"\d{1,6}(?:\.0*)?", re.ASCII)
_BAR_AND_BEAT = re.compile(r"(\d{1,5})[.:|/](\d{1,2})", re.ASCII)
_MARK = re.compile(
    r"(?:(?P<bar>db|d|down_?beat|down|bar|bar_?line)|b|br|beat|x)(?![a-z])", re.IGNORECASE
)
_HEADER = re.compile(r"(?!(nan|inf)\b)[^\W\d]", re.IGNORECASE)

_NUMBER = re.compile(NUMBER, re.ASCII)
_LONGEST = 30  # characters of a number next to a time
_MOST_IN_BAR = 32  # beats; larger numbers next to a time have another meaning
_OF_BARS = re.compile(r"down_?beat|dbeat|(?<![a-z])bars?(?![a-z])|measure", re.IGNORECASE)
_OF_BEATS = re.compile("beat", re.IGNORECASE)
_AIST = "beats in hundredths of a second"


class _Row(NamedTuple):
    """A time, its line in a text, and the number next to it, if any."""

    line: int | None
    time: float
    beside: float | None = None
    cells: tuple[str, ...] = ()  # all that follows the time


def read_times(file: File) -> npt.NDArray[np.float64]:
    """Read the frame times of a track: at least two seconds, strictly increasing.

    A JAMS file must have an annotation of beats, or else of onsets, of which the first is used. In
    text, each line starts with a time. AIST's beats of RWC are in hundredths of a second.
    """
    with naming(file.display):
        return np.array([row.time for row in _rows(file)[0]])


def grid_from(file: File, unit: str = "") -> Grid:
    """Read the beats or bar lines of a track from a file like in :func:`read_times`.

    A number next to each time is its beat in the bar, 1 = bar line, or the measure's number."""
    with naming(file.display):
        rows, header = _rows(file)
    times = tuple(row.time for row in rows)
    source = f"{file.display} ({header})" if header == _AIST else file.display
    counted_in = unit or _unit_named(header) or _unit_named(file.stem)
    places = _places(rows)
    first = next((bar for bar, beat in places if beat == 1), 1)
    if first != 1 and len({beat for _, beat in places}) > 1:
        return Grid(times, source, MEASURES, _in_measures(places))
    if places and unit != MEASURES:
        rows = [row._replace(beside=place[1]) for row, place in zip(rows, places, strict=True)]
    beside = [row.beside for row in rows if row.beside is not None]
    bars_only = unit == MEASURES and not places and _unit_named(header) != MEASURES
    if len(beside) < len(rows) or bars_only:
        return Grid(times, source, counted_in)
    rises = all(after > before for before, after in pairwise(beside))
    if rises and _unit_named(header) == MEASURES:
        return Grid(times, source, MEASURES, tuple(number - 1 for number in beside))
    lines = [place for place, number in enumerate(beside) if number == 1]
    if rises or len(lines) < 2 or not all(0 <= number <= _MOST_IN_BAR for number in beside):
        return Grid(times, source, counted_in)
    if len(lines) == len(beside):
        return Grid(times, source, MEASURES)
    at = tuple(float(place - lines[0]) for place in range(len(rows)))
    bars = tuple(float(place - lines[0]) for place in lines)
    return Grid(times, source, QUARTERS if unit == QUARTERS else BEATS, at, bars)


def _places(rows: Sequence[_Row]) -> list[tuple[int, float]]:
    """Return measure and beat of each row, if columns say so by numbers or marks; else nothing."""
    width = min((len(row.cells) for row in rows), default=0)
    columns = [[row.cells[at].strip() for row in rows] for at in range(min(width, _MOST_COLUMNS))]
    for column in columns:
        if len(column) > 2 and (both := [_BAR_AND_BEAT.fullmatch(cell) for cell in column]):
            places = [(int(match[1]), float(match[2])) for match in both if match]
            if len(places) == len(rows) and _counts(places):
                return places
        marks = [_MARK.match(cell) for cell in column]
        if all(marks) and len({bool(match and match["bar"]) for match in marks}) == 2:
            return _numbered([bool(match and match["bar"]) for match in marks])
    whole = [column for column in columns if all(map(_WHOLE.fullmatch, column))]
    for bars, beats in permutations(whole, 2):
        places = [(int(float(bar)), float(beat)) for bar, beat in zip(bars, beats, strict=True)]
        if _counts(places):
            return places
    return []


def _counts(places: Sequence[tuple[int, float]]) -> bool:
    """Whether places count beats through measures."""
    steps = [
        (bar == last_bar and beat == last + 1) or (bar == last_bar + 1 and beat == 1)
        for (last_bar, last), (bar, beat) in pairwise(places)
    ]
    rising = all(before < after for before, after in pairwise(places)) and places[0][1] >= 1
    rising = rising and min(beat for _, beat in places) >= 1
    return rising and sum(steps) >= _MOSTLY * len(steps) and len({bar for bar, _ in places}) > 1


def _numbered(marks: Sequence[bool]) -> list[tuple[int, float]]:
    """Count measures and beats from marks of bar lines; an upbeat is in measure 0."""
    bar, beat = 0, 1
    places = []
    for mark in marks:
        bar, beat = (bar + 1, 1) if mark else (bar, beat + 1)
        places.append((bar, float(beat)))
    return places


def _in_measures(places: Sequence[tuple[int, float]]) -> tuple[float, ...]:
    """Return positions in measures; the usual number of beats divides a measure with fewer."""
    most = Counter[int]()
    for bar, beat in places:
        most[bar] = max(most[bar], int(beat))
    usual = Counter(most.values()).most_common(1)[0][0]
    return tuple(bar - 1 + (beat - 1) / max(most[bar], usual) for bar, beat in places)


def _unit_named(text: str) -> str:
    if _OF_BARS.search(text):
        return MEASURES
    return BEATS if _OF_BEATS.search(text) else ""


def _rows(file: File) -> tuple[list[_Row], str]:
    """Return the checked rows of a file, and its header."""
    rows, header = _from_jams(file) if JAMS.recognises(file) else _from_lines(file)
    refuse_more(len(rows), MAX_TIMES, "times")
    if len(rows) < 2:
        problem = f"{counted(len(rows), 'time')} can't define frames"
        raise ReadError(problem, advice="Write at least two times in seconds, one per line")
    for before, after in pairwise(rows):
        if after.time <= before.time:
            raise ReadError(
                f"times must increase, but {clock(before.time)} is followed by {clock(after.time)}",
                line=after.line,
                advice="Sort the times and remove duplicates",
            )
    if header != _AIST and (offered := offers([row.time for row in rows])):
        units = ", ".join(offer.unit for offer in offered)
        problem = f"whole numbers up to {rows[-1].time:,.0f} are probably not seconds"
        raise ReadError(problem, advice=f"Convert them to seconds; these may be {units}")
    return rows, header


def _from_lines(file: File) -> tuple[list[_Row], str]:
    if beats := beats_of(file):
        return [_Row(beat.line, beat.start / 100, beat.place) for beat in beats], _AIST
    rows: list[_Row] = []
    header = ""
    for turn, (line, content) in enumerate(file.all_lines):
        if turn == 0 and _HEADER.match(content.lstrip('"')):
            header = content
            continue
        apart = _CELLS if _CELLS.search(content) else _PART
        cell, *rest = (part.strip('"') for part in apart.split(content))
        time = parse_time(cell, line=line, decimal_comma=apart is _CELLS)
        rows.append(_Row(line, time, _number(rest), tuple(rest[:_MOST_COLUMNS])))
    return rows, header


def _number(cells: Sequence[str]) -> float | None:
    if not cells or len(cells[0]) > _LONGEST or not _NUMBER.fullmatch(cells[0]):
        return None
    return number if abs(number := float(cells[0])) <= MAX_TIMES else None


def _from_jams(file: File) -> tuple[list[_Row], str]:
    # min returns the first of equal annotations.
    number, raw = min(
        load(file, NAMESPACES, "beats or onsets"),
        key=lambda numbered: NAMESPACES.index(numbered[1]["namespace"]),
    )
    annotation = to_annotation(raw, f"annotation {number} ({raw['namespace']})")
    rows = [_Row(None, beat.time, _place(beat.value)) for beat in annotation.data]
    return rows, raw["namespace"]


def _place(value: Any) -> float | None:
    """Return the beat in the bar from an observation of beats."""
    position = value.get("position") if isinstance(value, dict) else value
    if isinstance(position, bool) or not isinstance(position, int | float):
        return None
    return float(position) if 0 <= position <= _MOST_IN_BAR else None
