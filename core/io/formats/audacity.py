"""Read and write Audacity's label tracks: ``start TAB end TAB label`` with six decimals.

A line ``\\ TAB low TAB high`` after a label has the frequencies of a spectral selection. In a
point, start and end are equal. Several tracks follow each other, each in order of time
(audacity/audacity, ``LabelTrack.cpp``: ``LabelStruct::Export``, ``LabelTrack::Export``).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from core.hierarchy import Hierarchy
from core.io._columns import row_in, segments_of, segments_or_points, settled
from core.io._files import File
from core.io._layers import Flat, Format, Stack, layer_or_stack, overlap
from core.io._tables import number_in
from core.io._written import digits, files_of, lines_of, lost_in_lines
from core.io.formats.rwc import beats_of
from core.repair import OVERLAP, Segment

_EXPORTED = re.compile(r"\d+[.,]\d{6,}\t\d+[.,]\d{6,}(\t|$)", re.ASCII)
_TIMES = re.compile(r"[\d.,]+\t[\d.,]+(\t|$)", re.ASCII)
_DECIMALS = 20  # no exponent, and all digits of times from a hundredth of a second on
_PLAIN = re.compile(r"\d{1,9}(?:[.,]\d{0,99})?", re.ASCII)
_SPECTRAL = re.compile(r"\\(\t|$)")


def _recognises(file: File) -> bool:
    """Recognize it by six decimals and tabs, spectral lines, or several tracks, unlike a .lab."""
    if file.is_called(".lab") or not _TIMES.match(file.lines[0][1]):
        return False
    if _EXPORTED.match(file.lines[0][1]):
        return not _goes_back(file)
    return any(_SPECTRAL.match(content) for _, content in file.lines) or _by_times(file)


def _goes_back(file: File) -> bool:
    """Whether a number is before its start, so it is a value or a duration; a slip is no sign."""
    times = [content.split("\t")[:2] for _, content in file.lines]
    return any(
        number_in(end) < number_in(start) - OVERLAP
        for start, end in (pair for pair in times if len(pair) == 2)
        if _PLAIN.fullmatch(start) and _PLAIN.fullmatch(end)
    )


def _by_times(file: File) -> bool:
    """Recognize only points, or several tracks, with any number of decimals."""
    rows = [content.split("\t") for _, content in file.lines]
    plain = all(len(row) > 1 and all(map(_PLAIN.fullmatch, row[:2])) for row in rows)
    if len(rows) < 2 or not plain or beats_of(file):
        return False
    times = [(number_in(row[0]), number_in(row[1]), "") for row in rows]
    if all(start == end for start, end, _ in times):
        return True
    back = any(after[0] < before[0] for before, after in pairwise(times))
    return back and overlap(times)


def _read(file: File) -> list[Flat | Stack]:
    source = file.display
    advice = "Put a tab between start and end, as Audacity does"
    lines = [(line, content) for line, content in file.lines if not _SPECTRAL.match(content)]
    rows, notes = settled([row_in(content, line, advice, "\t") for line, content in lines], source)
    tracks: list[list[Segment]] = []
    before = np.inf
    for segment in segments_of(rows):
        if segment[0] < before:
            tracks.append([])
        tracks[-1].append(segment)
        before = segment[0]
    end = max(end for track in tracks for _, end, _ in track)
    layers: list[Sequence[Segment]] = []
    for track in tracks:
        regions = [part for part in track if part[1] > part[0]]
        points = [(start, label) for start, ended, label in track if ended == start]
        track_layers, left_out = segments_or_points(regions, points, source, end, "point")
        layers += track_layers
        notes += left_out
    read = layer_or_stack(layers, file, notes)
    # Points next to segments have a note; spectral lines have frequencies.
    n_points = sum(row.start == row.second for row in rows)
    return [replace(read, omitted=len(file.lines) - len(lines) + n_points)]


def _decimals(time: float) -> str:
    return np.format_float_positional(
        time, precision=_DECIMALS, unique=True, min_digits=6, trim="k"
    )


def _loses(hierarchy: Hierarchy) -> list[str]:
    lost = digits(hierarchy, lambda time: float(_decimals(time)), f"{_DECIMALS} decimals")
    return [*lost, *lost_in_lines(hierarchy)]


AUDACITY = Format(
    key="audacity",
    name="Audacity",
    gist="labels",
    about="one or more label tracks; points are boundaries",
    suffixes=(".txt",),
    recognises=_recognises,
    read=_read,
    by_line=True,
    # Audacity imports each file as a label track.
    write_layers=lambda hierarchy: files_of(
        hierarchy, ".txt", lambda layer: lines_of(layer, _decimals)
    ),
    loses=_loses,
)
