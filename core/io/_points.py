"""Points in time to segments, each of which lasts to the next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from core.errors import ReadError
from core.files.names import shortened
from core.io._build import Segment
from core.notes import Note
from core.timewords import clock

Point = tuple[float, str]


def lasting(
    points: Sequence[Point], source: str, *, end: float = 0.0, name: str = ""
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    """Make a segment of each point, which lasts to the next."""
    notes = []
    where = f"{name} of {source}" if name else source
    in_order = sorted(points, key=lambda point: point[0])
    if in_order != list(points):
        notes.append(Note("sorted", f"points of {where} were not in order of time, sorted"))
    time, label = in_order[-1]
    if label.strip().lower() == "end":
        in_order[-1] = (time, "")
    elif end > time:
        in_order.append((end, ""))
    elif len(in_order) > 1:
        last = f"'{shortened(label)}' at {clock(time)}" if label else clock(time)
        notes.append(Note("no-end", f"nothing ends {where}, its last point {last} is the end"))
    if len(in_order) < 2:
        raise ReadError(
            "one point makes no segment" + (f" ({name})" if name else ""),
            mend="Give a point for each boundary, the end included",
        )
    segments = tuple((start, stop, label) for (start, label), (stop, _) in pairwise(in_order))
    return segments, tuple(notes)
