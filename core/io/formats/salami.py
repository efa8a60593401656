"""Read SALAMI's text files: ``time label`` lines that end with ``End``.

A parsed file has one layer. A line of an annotator's file has an uppercase letter (large scale), a
lowercase letter (small scale), functions and instruments; letters become two layers.
``textfile1b`` and ``textfile2b`` have a layer above those of ``textfile1`` and ``textfile2``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from core.errors import ReadError
from core.io._files import File
from core.io._layers import KIND_NAMES, Flat, Format, Hints, Kind, hints
from core.io._tables import are_rows_of_boundaries
from core.io._text import NUMBER, parse_time
from core.notes import Note
from core.repair import RawLayer, Segment
from core.wording import clock

# A decimal comma only before a label, since a row of boundaries can have one without.
_LINE = re.compile(
    rf"{NUMBER}(\s|$)|\d++(?::\d++)+(?:[.,]\d++)?(\s|$)|\d++,\d++[ \t]+[^\d,;]", re.ASCII
)
_LETTERS = {
    Kind.UPPER: re.compile("[A-Z]'*"),
    # aa, ab, ... follow z.
    Kind.LOWER: re.compile("[a-z]{1,2}'*"),
}


class _Event(NamedTuple):
    """A time, its label, and the label's parts; the letters are the first of each scale."""

    line: int
    time: float
    label: str
    letters: Mapping[Kind, str]
    is_silence: bool
    is_end: bool
    has_several: bool

    @classmethod
    def of(cls, line: int, time: float, label: str) -> _Event:
        tokens = [token.strip() for token in label.split(",")]
        lowered = {token.lower() for token in tokens}
        letters = {
            kind: token
            for kind, pattern in _LETTERS.items()
            if (token := next(filter(pattern.fullmatch, tokens), ""))
        }
        silence, end = "silence" in lowered, "end" in lowered
        return cls(line, time, label, letters, silence, end, len(tokens) > 1)


def _read(file: File) -> list[Flat]:
    """Return one layer of a parsed file, or uppercase and lowercase of an annotator's file."""
    events, end, notes = _events(file)
    parsed = hints(file.stem)
    kinds = [] if parsed.kind is not None else _lettered(events, bool(parsed.annotator))
    if not kinds:
        return [_plain(events, end, notes, file, parsed)]
    flats = []
    for kind in kinds:
        own = [
            (event.time, event.letters.get(kind, "Silence"))
            for event in events
            if kind in event.letters or event.is_silence
        ]
        layer = RawLayer(_segments(own, end), _layer_name(kind, parsed))
        flats.append(
            Flat(layer, file.display, replace(parsed, kind=kind, number=None), notes, raw=True)
        )
    return flats


def _events(file: File) -> tuple[list[_Event], float, tuple[Note, ...]]:
    """Return the events without the end, sorted by time; the end; and notes on repairs."""
    source = file.display
    every = []
    for line, content in file.lines:
        cell, *label = content.split(maxsplit=1)
        time = parse_time(cell, line=line, decimal_comma=True)
        every.append(_Event.of(line, time, "".join(label)))
    notes = []
    ends = [event for event in every if event.is_end]
    if not ends:
        notes.append(Note("no-end", f"no End line in {source}; the last time is used"))
    last = ends[-1] if ends else max(every, key=lambda event: event.time)
    events = [event for event in every if event is not last]
    if not events:
        raise ReadError("one time does not make a segment", line=last.line, advice="Add a start")
    if late := next((event for event in every if event.time > last.time), None):
        problem = f"an event after the End at {clock(last.time)}"
        raise ReadError(problem, line=late.line, advice="Correct its time or that of the End line")
    in_order = sorted(events, key=lambda event: event.time)
    if in_order != events:
        notes.append(Note("sorted", f"events of {source} were not in time order and were sorted"))
    return in_order, last.time, tuple(notes)


def _segments(events: list[tuple[float, str]], end: float) -> tuple[Segment, ...]:
    ends = [*(time for time, _ in events[1:]), end]
    return tuple((time, at, label) for (time, label), at in zip(events, ends, strict=True))


def _lettered(events: list[_Event], by_annotator: bool) -> list[Kind]:
    """The scales in an annotator's file; empty for a file with one label per line."""
    kinds = [kind for kind in _LETTERS if any(kind in event.letters for event in events)]
    several = any(event.has_several and event.letters for event in events)
    return kinds if by_annotator or several or len(kinds) == len(_LETTERS) else []


def _plain(
    events: list[_Event], end: float, notes: tuple[Note, ...], file: File, parsed: Hints
) -> Flat:
    segments = _segments([(event.time, event.label) for event in events], end)
    if not parsed.annotator:
        return Flat(RawLayer(segments, file.stem), file.display, parsed, notes)
    # An annotator's file without letters (886/textfile1b.txt) has only functions.
    kind = Kind.FUNCTION if parsed.kind is None else parsed.kind
    layer = RawLayer(segments, _layer_name(kind, parsed))
    return Flat(layer, file.display, replace(parsed, kind=kind), notes, raw=parsed.kind is None)


def _layer_name(kind: Kind, parsed: Hints) -> str:
    return KIND_NAMES[kind] + (f" ({parsed.annotator}{parsed.part})" if parsed.part else "")


SALAMI = Format(
    key="salami",
    name="SALAMI",
    gist="raw or parsed",
    about="`textfile1.txt`, or `textfile1_uppercase.txt` and `..._lowercase.txt`",
    suffixes=(".txt",),
    recognises=lambda file: (
        bool(_LINE.match(file.lines[0][1])) and not are_rows_of_boundaries(file)
    ),
    read=_read,
)
