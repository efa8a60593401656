"""Order layers: by the format, names, containment, or number of segments."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from core.files.names import shortened
from core.hierarchy import count_missing
from core.io._layers import Flat, Order, hints, part_of_form
from core.notes import Note
from core.vocabulary import FloatArray


@dataclass(frozen=True)
class Ordered:
    """Layers, coarsest first, and the basis of their order."""

    flats: list[Flat]
    basis: str = ""
    asked: bool = False  # whether the order is ambiguous
    notes: tuple[Note, ...] = ()
    numbered: bool = False
    """Whether numbers in names decide the order; boundaries may contradict them."""


def ordered(flats: list[Flat], order: Order) -> Ordered:
    """Put layers in order, coarsest first, and say how the order was found."""
    if len(flats) == 1:
        return Ordered(flats)
    match order:
        case Order.SURE | Order.GIVEN | Order.COARSEST:
            return Ordered(flats, "coarsest first, as the format defines")
        case Order.CONTAINED:
            return Ordered(flats, "by containment: segments of a layer contain those of the next")
        case Order.FINEST:
            return Ordered(flats[::-1], "finest first in the file, as the format defines")
        case Order.LEVELS:
            return _by_level(flats)
        case Order.OPEN:
            return _by_name(flats) or _by_content(flats)


def _by_name(flats: list[Flat]) -> Ordered | None:
    """Order layers by the scale in their files' names, their own names, or the files' numbers."""
    file_hints = [flat.hints for flat in flats]
    called = [hints(flat.layer.name).kind for flat in flats]
    numbers = [hint.number for hint in file_hints]
    kinds = [hint.kind for hint in file_hints]
    # Numbers of files that hierscope writes count before the layers' own names.
    written = all(hint.base.lower().endswith("layer") for hint in file_hints)
    for values in (kinds, *((numbers, called) if written else (called, numbers))):
        keys = [(not hint.part, value) for hint, value in zip(file_hints, values, strict=True)]
        if by_keys := _by_keys(flats, keys):
            return replace(by_keys, numbered=values is numbers)
    return None


def _by_keys(flats: list[Flat], keys: Sequence[tuple[bool, int | None]]) -> Ordered | None:
    """Order layers by parts of their names, if all names have one and all are distinct."""
    ranked = [(part, value) for part, value in keys if value is not None]
    if len(set(ranked)) < len(flats):
        return None
    order = sorted(range(len(flats)), key=ranked.__getitem__)
    return Ordered([flats[index] for index in order], "by the layers' names")


def _by_content(flats: list[Flat]) -> Ordered:
    by_count = sorted(flats, key=lambda flat: len(flat.layer.segments))
    listed = ", ".join(
        f"{shortened(flat.layer.name)} ({len(flat.layer.segments)})" for flat in by_count
    )
    counts = [len(flat.layer.segments) for flat in by_count]
    alike = any(before == after for before, after in pairwise(counts))
    if not alike and _nested(by_count):
        return Ordered(by_count, f"by containment: {listed}")
    if by_form := _by_keys(flats, [(False, part_of_form(flat.layer.name)) for flat in flats]):
        return by_form
    if alike:
        if _nested(by_count) and _nested(by_count[::-1]):
            return Ordered(by_count, "the layers have the same boundaries")
        basis = f"layers have equally many segments, so their order is ambiguous: {listed}"
        return Ordered(by_count, basis, True, (Note("order-asked", basis),))
    basis = f"guessed by number of segments: {listed}"
    return Ordered(by_count, basis, notes=(Note("order-guessed", f"order of layers {basis}"),))


def _by_level(flats: list[Flat]) -> Ordered:
    """Return whether the lowest level is the coarsest or the finest."""
    turned = flats[::-1]
    up, down = _nested(flats), _nested(turned)
    if up and down:
        return Ordered(flats, "the layers have the same boundaries")
    if up:
        return Ordered(flats, "levels are counted from the coarsest: each contains the next")
    if down:
        basis = (
            "levels are counted from the finest, as in TiLiA, because higher levels contain the "
            "lower ones; so the highest level is the coarsest"
        )
        return Ordered(turned, basis, notes=(Note("order-turned", basis),))
    first, last = (len(flat.layer.segments) for flat in (flats[0], flats[-1]))
    taken, which = (turned, "highest") if last < first else (flats, "lowest")
    fewer = f", because it has fewer segments ({min(first, last)}, not {max(first, last)})"
    basis = (
        f"the order of levels is ambiguous, because they are not nested; the {which} is assumed "
        f"to be the coarsest{fewer if first != last else ''}"
    )
    return Ordered(taken, basis, True, (Note("order-asked", basis),))


def _nested(flats: Sequence[Flat]) -> bool:
    return not count_missing([_boundaries(flat) for flat in flats])


def _boundaries(flat: Flat) -> FloatArray:
    """Return inner boundaries plus a common start, so that late starts do not matter."""
    times = [time for start, end, _ in flat.layer.segments for time in (start, end)]
    return np.concatenate(([-1.0], np.unique(np.array(times, dtype=float))[1:-1]))
