"""AIST's annotations of RWC: ``start TAB end TAB "label"``, in hundredths of a second."""

from __future__ import annotations

import re

from core.errors import ReadError
from core.files.names import shortened
from core.io._build import Segment
from core.io._files import File
from core.io._flat import Flat, hints
from core.io._format import Format
from core.io._stack import Stack
from core.io._text import NUMBER, parse_segment
from core.io.units import SECONDS, Offer, whole_numbers
from core.repair import RawLayer
from core.timewords import long_clock

_LINE = re.compile(rf'{NUMBER}[ \t]+{NUMBER}[ \t]+".*"', re.ASCII)
_WHOLE = re.compile(r"\d+\s+\d+\s", re.ASCII)
_SURE = 3600.0  # whole numbers up to it may be seconds


def _recognises(file: File) -> bool:
    """Tell it by quotes; in a .lab, which keeps a label's quotes, only beside whole numbers."""
    first = file.lines[0][1]
    return bool(_LINE.fullmatch(first) and (_WHOLE.match(first) or not file.is_called(".lab")))


def _read(file: File) -> list[Stack | Flat]:
    source = file.display
    segments: list[Segment] = []
    for line, content in file.lines:
        cells = content.split(maxsplit=2)
        if len(cells) < 2:
            raise ReadError(
                f"'{shortened(content)}' is not a start, an end and a label",
                source=source,
                line=line,
                mend='Write lines such as: 0 1250 "intro"',
            )
        label = cells[2].removeprefix('"').removesuffix('"').strip() if len(cells) == 3 else ""
        segments.append(parse_segment(cells[0], cells[1], label, source=source, line=line))
    times = [time for start, end, _ in segments for time in (start, end)]
    layer = RawLayer(tuple(segments), file.stem)
    if max(times) <= _SURE or not whole_numbers(times):
        return [Flat(layer, source, hints(file.stem))]
    evidence = (
        f"whole numbers up to {max(times):,.0f} and labels in quotes, as in AIST's files; the "
        f"track would last {long_clock(max(times) / 100)}"
    )
    as_seconds = Offer(SECONDS, f"the track would last {long_clock(max(times))}")
    return [
        Stack(
            (Flat(layer, source),),
            source,
            source,
            unit="centiseconds",
            evidence=evidence,
            offers=(as_seconds,),
        )
    ]


RWC = Format(
    key="rwc",
    name="RWC",
    gist="AIST",
    about='`start end "label"` lines in hundredths of a second',
    suffixes=(".txt", ".lab"),
    recognises=_recognises,
    read=_read,
)
