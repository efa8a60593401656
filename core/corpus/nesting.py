"""Pairs with a side that is not nested: what is noted of them, and which they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.align import Alignment

_NOTE = re.compile(r"(reference|estimate): not nested, missing boundaries: \d+")


def nesting_notes(pair: Alignment) -> tuple[str, ...]:
    """Say of each side that is not nested how many boundaries its deeper layers lack."""
    return tuple(
        f"{side}: not nested, missing boundaries: {count}"
        for side, count in pair.missing.items()
        if count
    )


def without_nesting(notes: Sequence[str]) -> tuple[str, ...]:
    """Give the other notes of a pair: what was changed on the way in."""
    return tuple(note for note in notes if not _NOTE.fullmatch(note))


def not_nested(notes: Sequence[str]) -> tuple[str, ...]:
    """Give the sides of a pair that are not nested, as its notes say."""
    return tuple(found[1] for note in notes if (found := _NOTE.fullmatch(note)))


def nesting_words(notes: Sequence[Sequence[str]]) -> str:
    """Say of how many pairs a side is not nested; empty where all are.

    Parameters
    ----------
    notes : sequence of sequence of str
        Of each pair.
    """
    sides = [sides for each in notes if (sides := not_nested(each))]
    if not sides:
        return ""
    counts = " and ".join(
        f"the {side} of {count:,}"
        for side in ("reference", "estimate")
        if (count := sum(side in each for each in sides))
    )
    return f"not nested: a side of {len(sides):,} of {len(notes):,} pairs ({counts})"
