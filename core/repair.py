"""Repair hierarchies; notes report every change except moves below 1 ms."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from core.errors import HierarchyError
from core.files.names import shortened
from core.hierarchy import NEST_DECIMALS, NUL, Hierarchy, Layer, missing_boundaries
from core.notes import LITTLE, Note
from core.wording import TIME_NOTATIONS, TimeNotation, counted

JITTER = 0.01
"""Gaps and overlaps up to this many seconds are rounding errors: the end moves to the start."""

OVERLAP = 0.5
"""Overlaps up to this many seconds and below half a segment are slips: the end is moved."""

SHORT = 0.05
"""Overlaps up to this many seconds are slips even if a segment is shorter."""

_SILENT = 0.001  # seconds; shorter moves have no note

GAP_LABEL = ""

Segment = tuple[float, float, str]  # start, end and label


@dataclass(frozen=True)
class Repaired:
    """A hierarchy and notes on how it was repaired."""

    hierarchy: Hierarchy
    notes: tuple[Note, ...] = ()  # empty when nothing had to be changed


@dataclass(frozen=True)
class RawLayer:
    """A layer as read from a file: segments may be unsorted, empty or have gaps."""

    segments: Sequence[Segment]  # times in seconds
    name: str = ""


def from_segments(layers: Iterable[RawLayer], *, name: str = "", unit: str = "seconds") -> Repaired:
    """Build a hierarchy: sort segments, fill gaps and cut overlaps, with a note on each change."""
    notes: list[Note] = []
    units = TIME_NOTATIONS[unit]
    built = [
        _layer(_legible(raw, level, notes), level, notes, units)
        for level, raw in enumerate(layers, 1)
    ]
    if not built:
        raise HierarchyError("a hierarchy without layers", advice="Add at least one layer")
    start = min(float(layer.boundaries[0]) for layer in built)
    end = max(float(layer.boundaries[-1]) for layer in built)
    built = [
        _extend(layer, start, end, level, notes, units) for level, layer in enumerate(built, 1)
    ]
    return Repaired(Hierarchy(tuple(built), name, unit), tuple(notes))


def _legible(raw: RawLayer, level: int, notes: list[Note]) -> RawLayer:
    """Replace NUL characters of labels and the name, which files of text can't store."""
    count = sum(NUL in text for text in (raw.name, *(label for *_, label in raw.segments)))
    if not count:
        return raw
    text = f"layer {level}: NUL characters in {counted(count, 'label')} replaced by spaces"
    notes.append(Note("label-repaired", text, level))
    segments = [(start, end, label.replace(NUL, " ")) for start, end, label in raw.segments]
    return RawLayer(segments, raw.name.replace(NUL, " "))


def _note(
    kind: str, level: int, units: TimeNotation, time: float, text: str, seconds: float = 0.0
) -> Note:
    return Note(kind, f"layer {level} at {units.at(time)}: {text}", level, time, seconds=seconds)


def _layer(raw: RawLayer, level: int, notes: list[Note], units: TimeNotation) -> Layer:
    def note(kind: str, text: str, time: float, seconds: float = 0.0) -> None:
        notes.append(_note(kind, level, units, time, text, seconds))

    def refused(problem: str, advice: str, time: float | None = None) -> HierarchyError:
        return HierarchyError(problem, layer=level, time=time, advice=advice, unit=units.unit)

    segments = list(raw.segments)
    latest = max((start for start, *_ in segments), default=0.0)
    for start, end, _ in segments:
        if not (np.isfinite(start) and np.isfinite(end)):
            problem = f"segment from {start} to {end} has no time"
            raise refused(problem, f"Remove it or write its time in {units.unit}")
        if start < 0:
            raise refused("negative time", f"Times start at {units.at(0.0)}", start)
        slip = OVERLAP if start == latest else SHORT
        if end < start and (units.musical or len(segments) == 1 or start - end > slip):
            problem = f"segment ends ({units.at(end)}) before it starts"
            raise refused(problem, "Swap its start and end", start)
    for before, after in pairwise(segments):
        if after[0] < before[0]:
            note("sorted", "segments were not in time order and were sorted", after[0])
            segments.sort(key=lambda segment: segment[:2])
            break
    kept = []
    for start, end, label in segments:
        if end <= start:
            ends = f"ends {1000 * (start - end):.0f} ms before it starts, left out"
            text = f"'{shortened(label)}' {ends}"
            empty = f"zero-length segment '{shortened(label)}' left out"
            note("empty-segment", text if end < start else empty, start)
        else:
            kept.append((start, end, label))
    if not kept:
        problem = "no segment" + " has a length" * bool(segments)
        raise refused(problem, "Add at least one segment")

    boundaries, labels = [kept[0][0]], [kept[0][2]]
    gaps, moves = [], []  # gaps that were closed: time and size
    for (first, end, _), (start, last, label) in pairwise(kept):
        if start - end > JITTER:
            if start - end > LITTLE:
                filled = f"gap until {units.at(start)} filled with an unlabeled segment"
                note("gap-filled", filled, end, start - end)
            else:
                gaps.append((end, start - end))
            boundaries.append(end)
            labels.append(GAP_LABEL)
        elif end - start > JITTER and (units.musical or not is_slip((first, end), (start, last))):
            advice = "End each segment where the next starts, or use starts only (option: starts)"
            if start == first:
                advice = "Put segments that contain others into a layer of their own"
            problem = (
                f"segments overlap ({units.at(end)} is after the next start {units.at(start)})"
            )
            raise refused(problem, advice, start)
        elif end - start > JITTER:
            cut = f"segments overlap by {end - start:.2f} s; the first was cut"
            note("overlap-cut", cut, start, end - start)
        elif abs(start - end) >= _SILENT:
            moves.append((start, abs(start - end)))
        boundaries.append(start)
        labels.append(label)
    boundaries.append(kept[-1][1])
    if gaps:
        closed = len(boundaries) - len(gaps)
        # All boundaries without the gaps are among these.
        rate = 2 * closed / (closed + len(boundaries))
        most = units.lasting(float(f"{max(size for _, size in gaps):.2g}"))
        filled = (
            f"{counted(len(gaps), 'gap')} of up to {most} filled with unlabeled segments: "
            f"{len(boundaries)} boundaries, not {closed}, which changes hit rates (F between the "
            f"two is {rate:.3f})"
        )
        note("short-gap-filled", filled, *gaps[0])
    if moves:
        most = units.lasting(float(f"{max(size for _, size in moves):.1g}"))
        moved = f"{counted(len(moves), 'end')} moved by up to {most} to the next start"
        note("end-moved", moved, moves[0][0])
    try:
        return Layer(np.array(boundaries), tuple(labels), raw.name)
    except HierarchyError as error:
        raise error.changed(layer=level, unit=units.unit) from error


def is_slip(before: tuple[float, float], after: tuple[float, float]) -> bool:
    """Whether they overlap by at most `SHORT`, or `OVERLAP` and less than half of the shorter."""
    overlap = before[1] - after[0]
    shorter = min(end - start for start, end in (before, after))
    return (overlap <= SHORT and before[0] < after[0]) or (
        overlap <= OVERLAP and overlap < shorter / 2
    )


def _extend(
    layer: Layer, start: float, end: float, level: int, notes: list[Note], units: TimeNotation
) -> Layer:
    boundaries, labels = layer.boundaries.tolist(), list(layer.labels)
    for edge, wanted, word in ((0, start, "start"), (-1, end, "end")):
        missing = abs(boundaries[edge] - wanted)
        if missing <= JITTER:
            if missing >= _SILENT:
                exactly = units.at(wanted) if units.musical else f"{wanted:g} s"
                text = f"{word} moved to {exactly}, as in the other layers"
                notes.append(_note("end-moved", level, units, boundaries[edge], text, missing))
            boundaries[edge] = wanted
            continue
        when = "late" if edge == 0 else "early"
        text = f"{word}s {when}, extended to {units.at(wanted)} with an unlabeled segment"
        notes.append(_note("extended", level, units, boundaries[edge], text, missing))
        boundaries.insert(0 if edge == 0 else len(boundaries), wanted)
        labels.insert(0 if edge == 0 else len(labels), GAP_LABEL)
    return Layer(np.array(boundaries), tuple(labels), layer.name)


def insert_missing(hierarchy: Hierarchy) -> Repaired:
    """Add missing boundaries to deeper layers; both parts of a split segment keep its label."""
    notes: list[Note] = []
    layers = []
    units, lacked = hierarchy.notation, missing_boundaries(hierarchy.boundaries)
    for level, (layer, lack) in enumerate(zip(hierarchy.layers, lacked, strict=True), 1):
        at = np.searchsorted(layer.boundaries, lack.times)
        boundaries = np.insert(layer.boundaries, at, lack.times)
        segments = np.searchsorted(layer.boundaries, boundaries[:-1], side="right") - 1
        labels = tuple(layer.labels[segment] for segment in segments.tolist())
        layers.append(replace(layer, boundaries=boundaries, labels=labels))
        notes += [
            _note("boundary-inserted", level, units, time, f"boundary of layer {above} inserted")
            for above, time in zip(lack.above.tolist(), lack.times.tolist(), strict=True)
        ]
    return Repaired(replace(hierarchy, layers=tuple(layers)), tuple(notes))


def snap(hierarchy: Hierarchy, tolerance: float = 0.5) -> Repaired:
    """Move boundaries of deeper layers onto nearby missing boundaries of the layers above."""
    notes: list[Note] = []
    units = hierarchy.notation
    above = _Above()
    layers = []
    for level, layer in enumerate(hierarchy.layers, 1):
        row = layer.boundaries.tolist()
        for before, time in above.snap(row, tolerance):
            moved = f"boundary moved to {units.at(time)}"
            notes.append(_note("boundary-moved", level, units, before, moved))
        above.add(row)
        layers.append(replace(layer, boundaries=np.array(row)))
    return Repaired(replace(hierarchy, layers=tuple(layers)), tuple(notes))


class _Above:
    """The boundaries of the layers above, in order, and their keys for comparison."""

    def __init__(self) -> None:
        self._times: list[float] = []
        self._keys: list[float] = []
        self._known: set[float] = set()
        self._anchors: set[float] = set()

    def add(self, row: list[float]) -> None:
        new = [time for time in row if time not in self._known]
        self._times = sorted(self._times + new)
        self._keys = sorted(self._keys + [_key(time) for time in new])
        self._known.update(new)
        self._anchors.update(map(_key, new))

    def snap(self, row: list[float], tolerance: float) -> list[tuple[float, float]]:
        """Change a row in place; return old and new time of each move, in order of the new time.

        Each time above attracts one of its two neighbors in the row: the nearer one that is free
        and within the tolerance.
        """
        last = len(row) - 1
        free = [0 < at < last and _key(time) not in self._anchors for at, time in enumerate(row)]
        moves: list[tuple[float, float]] = []
        turn = 0  # the next time above to place
        for at in range(1, last):
            while free[at]:
                here = row[at]
                turn = bisect_right(self._times, row[at - 1], turn)
                turn = bisect_left(self._times, -tolerance, turn, key=lambda time: time - here)
                if turn == len(self._times):
                    return moves
                time, key = self._times[turn], self._keys[turn]
                if time - here > tolerance or time >= row[at + 1]:
                    break
                if key in (_key(row[at - 1]), _key(row[at + 1])):
                    turn = bisect_right(self._keys, key, turn)
                    continue
                nearer = free[at + 1] and row[at + 1] - time < time - here
                chosen = at + 1 if nearer else at
                moves.append((row[chosen], time))
                row[chosen], free[chosen] = time, False
                turn += 1
        return moves


def _key(time: float) -> float:
    return round(time, NEST_DECIMALS)
