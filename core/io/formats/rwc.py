"""Read AIST's annotations of RWC: ``start TAB end TAB "label"``, in hundredths of a second.

Files of beats have ticks in the third column: 48 per quarter note, and 384 at bar lines.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from core.io._columns import row_in, segments_of, settled
from core.io._files import File
from core.io._layers import Flat, Format, Order, Stack, flat_of, lasting, stack_of
from core.io._text import NUMBER
from core.io.units import SECONDS, Offer, whole_numbers
from core.repair import RawLayer, Segment
from core.wording import long_clock

_LINE = re.compile(rf'{NUMBER}[ \t]+{NUMBER}[ \t]+".*"', re.ASCII)
_WHOLE = re.compile(r"\d+\s+\d+\s", re.ASCII)
_BEAT = re.compile(r"(\d{1,9})\s+(\d{1,9})\s+(-1|\d{1,3})", re.ASCII)
_BAR, _QUARTER, _TICKS = 384, 48, 12
_SURE = 3600.0  # whole numbers up to this can be seconds


class Beat(NamedTuple):
    """A beat in hundredths of a second, and its number in the bar, from 1; None if unknown."""

    line: int
    start: int
    end: int
    place: float | None


def beats_of(file: File) -> list[Beat]:
    """Return the beats of AIST's files of beats; empty for other files."""
    beats = []
    for line, content in file.all_lines:
        beat = _BEAT.fullmatch(content)
        if not beat or int(beat[3]) > _BAR or (beat[3] != "-1" and int(beat[3]) % _TICKS):
            return []
        tick = int(beat[3])
        place = None if tick < 0 else 1 + tick % _BAR / _QUARTER
        beats.append(Beat(line, int(beat[1]), int(beat[2]), place))
    return beats if len(beats) > 1 and any(beat.place == 1 for beat in beats) else []


def _recognises(file: File) -> bool:
    """Recognize it by quotes; in a .lab, where labels keep quotes, only with whole numbers."""
    first = file.lines[0][1]
    if _LINE.fullmatch(first) and (_WHOLE.match(first) or not file.is_called(".lab")):
        return True
    return bool(beats_of(file))


def _read(file: File) -> list[Stack | Flat]:
    if beats := beats_of(file):
        return [_beats(beats, file)]
    advice = 'Expected lines such as `0 1250 "intro"`'
    rows = [row_in(content, line, advice, decimal_comma=False) for line, content in file.lines]
    kept, notes = settled(rows, file.display)
    segments = [
        (start, end, label.removeprefix('"').removesuffix('"').strip())
        for start, end, label in segments_of(kept)
    ]
    times = [time for start, end, _ in segments for time in (start, end)]
    if max(times) <= _SURE or not whole_numbers(times):
        return [flat_of(file, segments, notes)]
    evidence = (
        f"whole numbers up to {max(times):,.0f} and quoted labels, as in AIST's files; the "
        f"track would last {long_clock(max(times) / 100)}"
    )
    as_seconds = Offer(SECONDS, f"the track would last {long_clock(max(times))}")
    return [_stack(file, segments, evidence, notes=notes, offers=(as_seconds,))]


def _beats(beats: Sequence[Beat], file: File) -> Stack:
    """Return one segment per beat, up to the next beat, labeled with its number in the bar."""
    points = [
        (float(beat.start), "" if beat.place is None else f"{beat.place:g}") for beat in beats
    ]
    segments, notes = lasting(points, file.display, end=float(beats[-1].end))
    evidence = (
        f"whole numbers, and ticks up to {_BAR} at bar lines, as in AIST's files; the track "
        f"would last {long_clock(beats[-1].end / 100)}"
    )
    return _stack(file, segments, evidence, notes=notes)


def _stack(file: File, segments: Iterable[Segment], evidence: str, **more: Any) -> Stack:
    layer = RawLayer(tuple(segments), file.stem)
    more |= {"unit": "centiseconds", "evidence": evidence, "detail": None}
    return stack_of([layer], file, Order.OPEN, **more)


RWC = Format(
    key="rwc",
    name="RWC",
    gist="AIST",
    about='`start end "label"` lines in centiseconds; also beats',
    suffixes=(".txt", ".lab"),
    recognises=_recognises,
    read=_read,
    by_line=True,
)
