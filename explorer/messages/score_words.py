"""What each score says, in words that the browser fills with numbers; no Streamlit here."""

import math
from typing import Any

from core.measures import MEASURES, Measure
from core.tmeasures import Convention
from core.vocabulary import DIRECTIONS, Direction, FloatArray
from core.wording import IN_SECONDS, TimeWords

_SIDES: dict[Direction, tuple[str, str]] = {
    "recall": ("reference", "estimate"),
    "precision": ("estimate", "reference"),
}
"""Whose triplets are counted, and who is asked about them."""

_SAME = 1e-6  # seconds


def score_words(
    convention: Convention,
    beta: float,
    windows: FloatArray,
    back: FloatArray,
    words: TimeWords = IN_SECONDS,
    lack: str = "",
) -> dict[str, Any]:
    """Say what scores mean, for all windows."""
    counted = [measure for measure in MEASURES if measure.queries]
    if convention.no_triplet is None:
        some = "on average over the places where it says any of that ({counted} of all)"
    else:
        some = "on average over all places; where it says none of that ({left} of them), "
        some += f"{convention.no_triplet:g} counts"
    return {
        "within": [_within(convention, *reach, words) for reach in zip(windows, back, strict=True)],
        "over": {
            "all": "on average over all places",
            "some": some,
        },
        "scores": {
            measure.key: {
                **{direction: _score(measure, direction) for direction in DIRECTIONS},
                "f_measure": _mean(beta),
            }
            for measure in counted
        },
        "none": {
            measure.key: {
                **{direction: _none(measure, direction, lack) for direction in DIRECTIONS},
                "f_measure": "There is no F-measure without both recall and precision.",
            }
            for measure in counted
        },
    }


def _within(convention: Convention, window: float, back: float, words: TimeWords) -> str:
    """Say how far both moments of a triplet may be from the query."""
    if math.isinf(window):
        return "anywhere in the track"
    reach = window / 2 if convention.half_window else window
    about = "" if abs(back - reach) < _SAME else "about "  # frames are rounded
    return f"both within {about}{words.lasting(reach)} of it"


def _closer(measure: Measure) -> str:
    if measure.needs == "labels":
        return "shares the label of a place in a deeper layer"
    return f"belongs closer to a place{'' if measure.key == 'full' else ' by exactly one layer'}"


def _score(measure: Measure, direction: Direction) -> str:
    own, other = _SIDES[direction]
    return (
        f"Of what the {own} says about which of two moments {_closer(measure)}, "
        f"{{within}}, the {other} agrees with {{score}}, {{over}}."
        f"{measure.own_window and f' {measure.own_window}.'}"
    )


def _none(measure: Measure, direction: Direction, lack: str) -> str:
    own, _ = _SIDES[direction]
    if lack and measure.needs == "labels":
        return f"{measure.title} needs labels, and {lack} has none."
    return (
        f"No place has a triplet for {direction} at this window: the {own} never says that one of "
        f"two moments {_closer(measure)}, {{within}}."
    )


def _mean(beta: float) -> str:
    both = "recall ({recall}) and precision ({precision})"
    if beta == 1:
        return f"The harmonic mean of {both}, which is never above the middle between them."
    more = "recall" if beta > 1 else "precision"
    return f"The weighted harmonic mean of {both}: with β = {beta:g}, {more} weighs more."
