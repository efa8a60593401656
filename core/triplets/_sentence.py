"""One triplet in plain words."""

from __future__ import annotations

import math

from core.timewords import TimeWords
from core.triplets.results import Explanation, Segment


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
        Two or three sentences in the terms of the paper's section 4.1.
    """
    words = found.words
    own, other = ("reference", "estimate")
    own_two, other_two = found.reference[:2], found.estimate[:2]
    if found.direction == "precision":
        own, other, own_two, other_two = other, own, other_two, own_two
    names = f"q = {_time(found.q, words)} and i = {i or _time(found.i, words)}"
    of_j = f"j = {j or _time(found.j, words)}"
    first = f"In the {own}, {_shared(*own_two, names, of_j, words)}"
    second = f"in the {other}, {_shared(*other_two, 'q and i', 'j', words)}"
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
    elif not found.within:
        cost = "not counted, for it does not fit into the window"
    else:
        cost = f"{'won' if found.outcome == 'agree' else 'lost'} for {found.direction}"
    return f"{first}; {second}. The {own} calls i closer than j, {says}: {cost}.{_early(found)}"


def _early(found: Explanation) -> str:
    """Say so where a segment that is named does not hold the time that is said to be in it."""
    for of_i, of_j, _ in (found.reference, found.estimate):
        for segment, time in ((of_i, found.q), (of_i, found.i), (of_j, found.q), (of_j, found.j)):
            if not segment.start <= time <= segment.end:
                return " (In frames, as rounded here, a segment may begin a frame early.)"
    return ""


def _shared(of_i: Segment, of_j: Segment, q_and_i: str, j: str, words: TimeWords) -> str:
    """Say which segments q shares with i and with j, in one hierarchy."""
    if of_i == of_j:
        if of_i.level == 0:
            return f"{q_and_i} part at layer 1, and so do q and {j}"
        return f"{q_and_i} share {_name(of_i, words)}, and so do q and {j}"
    mine = f"share {_name(of_i, words)}" if of_i.level else "part at layer 1"
    if of_j.level == 0:
        return f"{q_and_i} {mine}, but q and {j} part at layer 1"
    return f"{q_and_i} {mine}, and q and {j} share {_name(of_j, words)}"


def _name(segment: Segment, words: TimeWords) -> str:
    label = f" “{segment.label}”" if segment.label else ""
    name = f" ({segment.layer})" if segment.layer else ""
    stretch = words.span(_tenths(segment.start), _tenths(segment.end))
    return f"the layer-{segment.level}{name} segment{label} {stretch}"


def _time(time: float, words: TimeWords) -> str:
    """Write a time as it is said, to 0.1 s; boundaries are known more closely than that."""
    return words.at(_tenths(time))


def _tenths(time: float) -> float:
    return math.floor(10 * time + 0.5) / 10
