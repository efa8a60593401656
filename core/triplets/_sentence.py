"""One triplet in plain words."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from core.timewords import TimeWords
from core.triplets.results import Explanation, Segment

_TWO_LINES = 380  # characters, with room for what the pages say after it


def sentence(triplet: Explanation, i: str | None = None, j: str | None = None) -> str:
    """Say what both hierarchies make of a triplet, and what that does to the score.

    The sentences have the terms of the paper's section 4.1; `i` and `j` may replace the times of i
    and of j. Names of layers are left out of a text that would be too long.
    """
    whole = _sentence(triplet, i, j, named=True)
    return whole if len(whole) <= _TWO_LINES else _sentence(triplet, i, j, named=False)


def _sentence(triplet: Explanation, i: str | None, j: str | None, *, named: bool) -> str:
    words = triplet.words
    own, other = ("reference", "estimate")
    own_two, other_two = triplet.reference[:2], triplet.estimate[:2]
    if triplet.direction == "precision":
        own, other, own_two, other_two = other, own, other_two, own_two
    names = f"q = {words.at(_tenths(triplet.q))} and i = {i or words.bare(_tenths(triplet.i))}"
    of_j = f"j = {j or words.bare(_tenths(triplet.j))}"
    call, apart = partial(_segment, words=words, named=named), "part at layer 1"
    if triplet.of_labels:
        call, apart = partial(_label, named=named), "share no label"
    first = f"In the {own}, {_shared(*own_two, names, of_j, call, apart)}"
    second = f"in the {other}, {_shared(*other_two, 'q and i', 'j', call, apart)}"
    if triplet.outcome is None:
        verdict = f"The {own} does not call i closer than j, so this is none of its triplets."
        return f"{first}; {second}. {verdict}"
    says = {
        "agree": f"the {other} agrees",
        "tie": f"the {other} calls it a tie",
        "inverted": f"the {other} calls j closer",
    }[triplet.outcome]
    if not triplet.counted:
        cost = "not counted by the reduced measure, whose layers must follow each other"
    elif triplet.q in (triplet.i, triplet.j):
        cost = "not counted, for q is never its own i or j"
    elif triplet.own_frame:
        cost = "not counted, for no i or j lies in the frame of q"
    elif not triplet.within:
        cost = "not counted, for it does not fit into the window"
    else:
        cost = f"{'won' if triplet.outcome == 'agree' else 'lost'} for {triplet.direction}"
    return f"{first}; {second}. The {own} calls i closer than j, {says}: {cost}.{_early(triplet)}"


def _early(triplet: Explanation) -> str:
    """Say so where a segment that is named does not hold the time that is said to be in it."""
    for of_i, of_j, _ in (triplet.reference, triplet.estimate):
        for segment, time in ((of_i, triplet.i), (of_j, triplet.j)):
            start, end = segment.other or (segment.start, segment.end)
            if not (segment.start <= triplet.q <= segment.end and start <= time <= end):
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
