"""Reader of frame times, such as beats or onsets (footnote 1 of the paper)."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.errors import ReadError
from core.io._build import refuse_more
from core.io._files import File
from core.io._jams_data import load, to_annotation
from core.io._text import parse_time
from core.io.formats.jams import JAMS
from core.io.limits import MAX_TIMES
from core.timewords import clock

NAMESPACES = ("beat", "beat_position", "onset")
"""Of JAMS; the first that a file has is read."""

_PART = re.compile(r"[,;\s]+")
_HEADER = re.compile(r"(?!(nan|inf)\b)[^\W\d]", re.IGNORECASE)

_Times = list[tuple[int | None, float]]


def read_times(file: File) -> npt.NDArray[np.float64]:
    """Read the frame times of a track.

    Parameters
    ----------
    file : File
        JAMS, whose first annotation of beats, or else of onsets, is taken; or text with a time at
        the begin of each line, followed by anything after a comma, semicolon, tab or blank. There
        may be ``#`` comments and a header.

    Returns
    -------
    ndarray, shape (n,)
        Seconds, strictly increasing, from 0 on; at least 2.

    Raises
    ------
    ReadError
        If it is none of these, or the times do not increase; names the line.
    """
    source = file.display
    times = (_from_jams if JAMS.recognises(file) else _from_lines)(file)
    refuse_more(len(times), MAX_TIMES, "times", source=source)
    if len(times) < 2:
        raise ReadError(
            f"{len(times)} time{'' if len(times) == 1 else 's'} can't sample a track",
            source=source,
            mend="Give at least two times in seconds, one a line",
        )
    for (_, before), (line, after) in pairwise(times):
        if after <= before:
            raise ReadError(
                f"times must increase, but {clock(before)} is followed by {clock(after)}",
                source=source,
                line=line,
                mend="Sort the times and remove what is repeated",
            )
    return np.array([time for _, time in times])


def _from_lines(file: File) -> _Times:
    source = file.display
    times: _Times = []
    for turn, (line, content) in enumerate(file.all_lines):
        if turn == 0 and _HEADER.match(content.lstrip('"')):
            continue
        cell = _PART.split(content, maxsplit=1)[0].strip('"')
        times.append((line, parse_time(cell, source=source, line=line)))
    return times


def _from_jams(file: File) -> _Times:
    source = file.display
    # min takes the first of those that are equal.
    number, raw = min(
        load(file, NAMESPACES, "beats or onsets"),
        key=lambda found: NAMESPACES.index(found[1]["namespace"]),
    )
    annotation = to_annotation(raw, source, f"annotation {number} ({raw['namespace']})")
    return [(None, observation.time) for observation in annotation.data]
