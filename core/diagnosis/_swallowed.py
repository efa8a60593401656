"""One segment that swallows a stretch where the other side has structure.

All boundaries of the other side within the segment are lacking then, in its layer and in all that
have next to nothing there. The repair adds them, each in the layer that stands for its own and in
all below, and puts the ends of the segment where they belong, or removes them. A segment of the
reference is at fault where a layer above it goes on having boundaries (as where it is called
silence, for that layer was not annotated there); else it is the estimate's.
"""

from collections.abc import Iterator

import numpy as np

from core.diagnosis.distance import AT_ONCE, SEEN
from core.diagnosis.forms import BoolArray, Form
from core.diagnosis.matching import AT_END, STILL, Sides
from core.vocabulary import SIDES, IntArray, Side

LEAST_SHARE = 0.15
"""Of the track: a segment that is shorter swallows nothing."""

LEAST_BOUNDARIES = 3
"""Of the other side, within the segment."""

BY_CHANCE = 0.01
"""Where boundaries are lacking everywhere, some stretch lacks many of them: one is named only if
that is less likely by chance, or if the reference itself shows it."""

CROSSED = 2
"""Boundaries of coarser layers within a segment: so many show that its layer was not annotated."""

_EMPTY = 0.2  # a layer that has less than that share of what the other has is filled
_TRIED = 3

Filled = tuple[float, Side, Form, dict[str, float]]
"""The price, the side at fault, its form after the repair, and what is said."""


def swallowings(sides: Sides) -> Iterator[Filled]:
    """Give the segments that swallow most, of either side, each filled."""
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
    """Give segments that swallow: how many boundaries, their layer (0 = layer 1) and ends.

    Last comes whether that is seen without the other side.
    """
    at_fault, other = _turned(sides, side)
    of_other, own = _pairs(sides, side)
    for layer, level in _layer_pairs(sides, side):
        row = at_fault.rows[layer]
        there = np.zeros(len(other.times), np.bool_)
        there[of_other] = at_fault.held[layer, own]
        below = np.zeros(len(other.times), np.bool_)
        below[of_other] = at_fault.held[layer + 1 :, own].any(axis=0)
        wanted, there = other.row(level), there[other.held[level]]
        above = at_fault.times[at_fault.held[:layer].any(axis=0)]
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
                if side == "estimate" and 2 * (inside & below[other.held[level]]).sum() > count:
                    continue  # they are in a deeper layer
            yield count, layer, start, end, seen


def _filled(sides: Sides, side: Side, start: float, end: float) -> tuple[Form, int, int]:
    """Fill a stretch; say how many boundaries that brings in, and how many ends it moves inward."""
    at_fault, other = _turned(sides, side)
    inner = other.within(other.times, AT_END)
    inside = np.flatnonzero(inner & (other.times > start) & (other.times < end))
    known = dict(zip(*(times.tolist() for times in _pairs(sides, side)), strict=True))
    wanted = _belonging(sides, side, inside)
    there = at_fault.held[:, (at_fault.times > start) & (at_fault.times < end)].sum(axis=1)
    wanted &= (there < _EMPTY * wanted.sum(axis=1))[:, np.newaxis]
    inside, wanted = inside[wanted.any(axis=0)], wanted[:, wanted.any(axis=0)]
    # What stands for a boundary already keeps its own time.
    times, member = at_fault.times.copy(), at_fault.member.copy()
    new = []
    for column, time in enumerate(inside.tolist()):
        if time in known:
            member[:, known[time]] |= wanted[:, column]
        else:
            new.append(column)
    standing = {own: time for time, own in known.items()}
    ends = np.flatnonzero((times == start) | (times == end)).tolist()
    # What an end of the segment stands for is not in it.
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
    """Say whether a layer (0 = layer 1) is one segment, and one above it is not."""
    return not form.annotated[layer] and bool(form.annotated[:layer].any())


def _belonging(sides: Sides, side: Side, times: IntArray) -> BoolArray:
    """Give the layers of a side in which some times of the other side belong."""
    if side == "estimate":
        return sides.wanted[:, times]
    member = np.zeros((len(sides.reference), len(times)), np.bool_)
    for layer, level in _layer_pairs(sides, side):
        member[layer] = sides.estimate.held[level, times]
    return member


def _turned(sides: Sides, side: Side) -> tuple[Form, Form]:
    both = (sides.reference, sides.estimate)
    return both if side == "reference" else (both[1], both[0])


def _pairs(sides: Sides, side: Side) -> tuple[IntArray, IntArray]:
    """Give the times of the other side, and those of this one that stand for them."""
    of_ref, of_est = sides.pairs
    return (of_est, of_ref) if side == "reference" else (of_ref, of_est)


def _layer_pairs(sides: Sides, side: Side) -> list[tuple[int, int]]:
    """Give each layer of a side with that of the other that it stands for."""
    pairs = [(layer, level) for layer, level in enumerate(sides.levels.tolist()) if level >= 0]
    return pairs if side == "reference" else [(level, layer) for layer, level in pairs]
