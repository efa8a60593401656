"""Find long segments of one side that swallow a stretch where the other side has boundaries.

The segment's layer, and other layers with almost no boundaries there, lack those of the other side.
The repair adds them to the matching layers and all deeper ones, and moves or removes the ends of
the segment. The error is the reference's if a coarser layer has boundaries within the segment: then
its layer was not annotated there, for example because of silence. Otherwise it is the estimate's.
"""

from collections.abc import Iterator

import numpy as np

from core.diagnosis.distance import AT_ONCE, SEEN
from core.diagnosis.forms import BoolArray, Form
from core.diagnosis.matching import AT_END, STILL, Sides
from core.vocabulary import SIDES, IntArray, Side

LEAST_SHARE = 0.15  # minimum length of such a segment, as share of the track

LEAST_BOUNDARIES = 3  # minimum number of the other side's boundaries within the segment

BY_CHANCE = 0.01
"""If boundaries are missing everywhere, some stretch lacks many by chance. A segment counts only if
this is less likely, or if its own side shows the error."""

CROSSED = 2
"""This many boundaries of coarser layers show that a segment's layer was not annotated."""

_EMPTY = 0.2  # a layer with less than this share of the other side's boundaries is filled
_TRIED = 3

Filled = tuple[float, Side, Form, dict[str, float]]
"""The price, the side with the error, its form after the repair, and the text's numbers."""


def swallowings(sides: Sides) -> Iterator[Filled]:
    """Yield the segments of each side that swallow most boundaries, and the repairs."""
    for side in SIDES:
        done: set[tuple[float, float]] = set()
        for _, layer, start, end, seen in sorted(_stretches(sides, side), reverse=True):
            if (start, end) not in done and len(done) < _TRIED:
                done.add((start, end))
                filled, count, ends = _filled(sides, side, start, end)
                if count:
                    detail = {"layer": layer + 1, "start": start, "end": end, "count": count}
                    price = SEEN / 2 if seen else AT_ONCE
                    yield price, side, filled, {**detail, "ends": ends}


def _stretches(sides: Sides, side: Side) -> Iterator[tuple[int, int, float, float, bool]]:
    """Yield swallowing segments: count, layer (from 0), start, end, and if its side shows it."""
    at_fault, other = _turned(sides, side)
    of_other, own = _pairs(sides, side)
    for layer, level in _layer_pairs(sides, side):
        row = at_fault.rows[layer]
        there = np.zeros(len(other.times), np.bool_)
        there[of_other] = at_fault.inner[layer, own]
        below = np.zeros(len(other.times), np.bool_)
        below[of_other] = at_fault.inner[layer + 1 :, own].any(axis=0)
        wanted, there = other.row(level), there[other.inner[level]]
        above = at_fault.times[at_fault.inner[:layer].any(axis=0)]
        for at in np.flatnonzero(np.diff(row) >= LEAST_SHARE * at_fault.end).tolist():
            start, end = float(row[at]), float(row[at + 1])
            inside = other.within(wanted, AT_END) & (wanted > start) & (wanted < end)
            count = int(inside.sum())
            crossed = int(((above > start) & (above < end)).sum())
            whole = not_annotated(at_fault, layer)
            seen = whole or (side == "reference" and crossed >= CROSSED)
            if count < (1 if whole else LEAST_BOUNDARIES):
                continue
            if not seen:
                if side == "reference" and not crossed:
                    continue
                lacking = (int((~there & ~inside).sum()) + 0.5) / (len(wanted) - count + 1)
                if len(wanted) * lacking**count > BY_CHANCE:
                    continue
                if side == "estimate" and 2 * (inside & below[other.inner[level]]).sum() > count:
                    continue  # a deeper layer has these boundaries
            yield count, layer, start, end, seen


def _filled(sides: Sides, side: Side, start: float, end: float) -> tuple[Form, int, int]:
    """Fill a stretch; also return the numbers of boundaries added and of ends moved inward."""
    at_fault, other = _turned(sides, side)
    inner = other.within(other.times, AT_END)
    inside = np.flatnonzero(inner & (other.times > start) & (other.times < end))
    known = dict(zip(*(times.tolist() for times in _pairs(sides, side)), strict=True))
    wanted = _belonging(sides, side, inside)
    there = at_fault.inner[:, (at_fault.times > start) & (at_fault.times < end)].sum(axis=1)
    wanted &= (there < _EMPTY * wanted.sum(axis=1))[:, np.newaxis]
    inside, wanted = inside[wanted.any(axis=0)], wanted[:, wanted.any(axis=0)]
    # Boundaries that already have a match keep their time.
    times, member = at_fault.times.copy(), at_fault.member.copy()
    new = []
    for column, time in enumerate(inside.tolist()):
        if time in known:
            member[:, known[time]] |= wanted[:, column]
        else:
            new.append(column)
    standing = {own: time for time, own in known.items()}
    ends = np.flatnonzero((times == start) | (times == end)).tolist()
    # The match of an end of the segment does not count as inside.
    count = sum(known.get(time) not in ends for time in inside.tolist())
    inward = 0
    for own in ends:
        if own in standing:
            there = other.times[standing[own]]
            if abs(there - times[own]) > STILL:
                times[own] = there
                inward += bool(start < there < end)
            member[:, own] = _belonging(sides, side, np.array([standing[own]]))[:, 0]
        else:
            member[:, own] = False
    after = Form.made(times, member, at_fault.end)
    after = after.with_times(other.times[inside[new]], wanted[:, new])
    if (start, end) == (0, at_fault.end):
        after = after.with_member(np.logical_or.accumulate(after.member, axis=0))
    return after, count, inward


def not_annotated(form: Form, layer: int) -> bool:
    """Return whether a layer (0 = layer 1) is one segment although a coarser layer is not."""
    return not form.annotated[layer] and bool(form.annotated[:layer].any())


def _belonging(sides: Sides, side: Side, times: IntArray) -> BoolArray:
    """Return the layers of a side to which times of the other side belong."""
    if side == "estimate":
        return sides.wanted[:, times]
    member = np.zeros((len(sides.reference), len(times)), np.bool_)
    for layer, level in _layer_pairs(sides, side):
        member[layer] = sides.estimate.inner[level, times]
    return member


def _turned(sides: Sides, side: Side) -> tuple[Form, Form]:
    both = (sides.reference, sides.estimate)
    return both if side == "reference" else (both[1], both[0])


def _pairs(sides: Sides, side: Side) -> tuple[IntArray, IntArray]:
    """Return the matched times of the other side, and their matches on this side."""
    of_ref, of_est = sides.pairs
    return (of_est, of_ref) if side == "reference" else (of_ref, of_est)


def _layer_pairs(sides: Sides, side: Side) -> list[tuple[int, int]]:
    """Return each layer of a side with its match on the other side."""
    pairs = [(layer, level) for layer, level in enumerate(sides.levels.tolist()) if level >= 0]
    return pairs if side == "reference" else [(level, layer) for layer, level in pairs]
