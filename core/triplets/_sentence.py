"""One triplet in plain words."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from core.timewords import TimeWords
from core.triplets.results import Explanation, Segment

_TWO_LINES = 380  # characters, with room for what the pages say after it


def sentence(found: Explanation, i: str | None = None, j: str | None = None) -> str:
    """Say what both hierarchies make of a triplet, and what that does to the score.

    Parameters
    ----------
    found : Explanation
        See :func:`core.triplets.explain`.
    i, j : str, optional
        What to write for the times of i and of j.

    Returns
    -------
    str
        Two or three sentences in the terms of the paper's section 4.1. A unit is said once. Names
        of layers, whose numbers are said, are left out of a text that would be too long.
    """
    whole = _sentence(found, i, j, named=True)
    return whole if len(whole) <= _TWO_LINES else _sentence(found, i, j, named=False)


def _sentence(found: Explanation, i: str | None, j: str | None, *, named: bool) -> str:
    words = found.words
    own, other = ("reference", "estimate")
    own_two, other_two = found.reference[:2], found.estimate[:2]
    if found.direction == "precision":
        own, other, own_two, other_two = other, own, other_two, own_two
    names = f"q = {words.at(_tenths(found.q))} and i = {i or words.bare(_tenths(found.i))}"
    of_j = f"j = {j or words.bare(_tenths(found.j))}"
    call, apart = partial(_segment, words=words, named=named), "part at layer 1"
    if found.of_labels:
        call, apart = partial(_label, named=named), "share no label"
    first = f"In the {own}, {_shared(*own_two, names, of_j, call, apart)}"
    second = f"in the {other}, {_shared(*other_two, 'q and i', 'j', call, apart)}"
    if found.outcome is None:
        verdict = f"The {own} does not call i closer than j, so this is none of its triplets."
        return f"{first}; {second}. {verdict}"
    says = {
        "agree": f"the {other} agrees",
        "tie": f"the {other} calls it a tie",
        "inverted": f"the {other} calls j closer",
    }[found.outcome]
    if not found.counted:
        cost = "not counted by the reduced measure, whose layers must follow each other"
    elif found.q in (found.i, found.j):
        cost = "not counted, for q is never its own i or j"
    elif found.own_frame:
        cost = "not counted, for no i or j lies in the frame of q"
    elif not found.within:
        cost = "not counted, for it does not fit into the window"
    else:
        cost = f"{'won' if found.outcome == 'agree' else 'lost'} for {found.direction}"
    return f"{first}; {second}. The {own} calls i closer than j, {says}: {cost}.{_early(found)}"


def _early(found: Explanation) -> str:
    """Say so where a segment that is named does not hold the time that is said to be in it."""
    for of_i, of_j, _ in (found.reference, found.estimate):
        for segment, time in ((of_i, found.i), (of_j, found.j)):
            start, end = segment.other or (segment.start, segment.end)
            if not (segment.start <= found.q <= segment.end and start <= time <= end):
                return " (In frames, as rounded here, a segment may begin a frame early.)"
    return ""


def _shared(
    of_i: Segment,
    of_j: Segment,
    q_and_i: str,
    j: str,
    call: Callable[[Segment], str],
    apart: str,
) -> str:
    """Say which segments, or labels, q shares with i and with j, in one hierarchy."""
    mine = f"share {call(of_i)}" if of_i.level else apart
    if of_i.level == of_j.level:
        return f"{q_and_i} {mine}, and so do q and {j}"
    if of_j.level == 0:
        return f"{q_and_i} {mine}, but q and {j} {apart}"
    return f"{q_and_i} {mine}, and q and {j} share {call(of_j)}"


def _segment(segment: Segment, words: TimeWords, named: bool) -> str:
    label = f" “{segment.label}”" if segment.label else ""
    name = f" ({segment.layer})" if segment.layer and named else ""
    stretch = f"{words.bare(_tenths(segment.start))}–{words.bare(_tenths(segment.end))}"
    return f"the layer-{segment.level}{name} segment{label} {stretch}"


def _label(segment: Segment, named: bool) -> str:
    name = f" ({segment.layer})" if segment.layer and named else ""
    if segment.label.strip():
        return f"the layer-{segment.level}{name} label “{segment.label}”"
    return f"the empty label of layer {segment.level}{name}"


def _tenths(time: float) -> float:
    """Round a time as it is said; boundaries are known more closely than that."""
    return math.floor(10 * time + 0.5) / 10
