"""Explain each score in sentences that the browser fills with numbers; without Streamlit."""

import math
from typing import Any

import numpy as np

from core.hierarchy import Hierarchy, Pair
from core.measures import MEASURES, Measure
from core.settings import Settings
from core.tmeasures import Convention, TMeasures
from core.tmeasures.results import ENOUGH
from core.vocabulary import DIRECTIONS, PARTS, Direction, FloatArray, Part
from core.wording import IN_SECONDS, TimeNotation

SIDES_OF: dict[Direction, tuple[str, str]] = {
    "recall": ("reference", "estimate"),
    "precision": ("estimate", "reference"),
}
"""The hierarchy whose triplets are counted, and the one compared with them."""

_ONE_SIDED = "Only one of the hierarchies makes decisions, and the other agrees with none of them."

_SAME = 1e-6  # seconds

_SHARES: dict[Part, str] = {
    "recall": "Recall rests on {recall}",
    "precision": "Precision rests on {precision}",
    "f_measure": "Recall rests on {recall} and precision on {precision}",
}
"""Sentence openings about coverage."""


def score_words(
    settings: Settings,
    windows: FloatArray,
    back: FloatArray,
    units: TimeNotation = IN_SECONDS,
    lack: str = "",
) -> dict[str, Any]:
    convention = settings.convention
    if convention.no_triplet is None:
        some = "averaged over the {counted} of the track where there are any"
    else:
        some = "averaged over the whole track; the {left} without any "
        some += f"count as {convention.no_triplet:g}"
    scores: dict[str, dict[Part, str]] = {}
    none: dict[str, dict[str, str]] = {}
    for measure in MEASURES:
        if measure.queries:
            own = scores[measure.key] = {part: _score(measure, part) for part in DIRECTIONS}
            own["f_measure"] = _mean(settings.beta)
            none[measure.key] = {
                **{part: _none(measure, part, lack) for part in DIRECTIONS},
                "f_measure": "There is no F-measure.",
                "one": _ONE_SIDED,
            }
    return {
        "within": [_within(convention, *reach, units) for reach in zip(windows, back, strict=True)],
        "over": {"all": "averaged over the whole track", "some": some},
        "scores": scores,
        "none": none,
    }


def coverage_words(result: TMeasures, pair: Pair) -> dict[str, Any]:
    """Describe the share of the track scored, and the window from which it is at least half."""
    alike = "Reference and estimate are identical." if _identical(*pair) else ""
    return {
        "least": ENOUGH,
        "whole": alike,
        "enough": alike or "Share of the track scored: recall {recall}, precision {precision}",
        "little": {
            measure.key: {part: _little(result, measure, part) for part in PARTS}
            for measure in MEASURES
        },
    }


def _identical(reference: Hierarchy, estimate: Hierarchy) -> bool:
    """Whether boundaries and labels are the same; names may differ."""
    times = zip(reference.boundaries, estimate.boundaries, strict=False)
    return reference.labels == estimate.labels and all(np.array_equal(*both) for both in times)


def _little(result: TMeasures, measure: Measure, part: Part) -> str:
    window = result.enough_from(measure.key, part)
    if window is None:
        enough = "No window scores half of it"
    elif math.isinf(window):
        enough = "Half of it is scored only for the whole track"
    else:  # at most two lines, so that nothing below moves
        enough = f"Half of it is scored if w is at least {result.notation.width(window)}"
    return f"{_SHARES[part]} of the track. {enough}."


def _within(convention: Convention, window: float, back: float, units: TimeNotation) -> str:
    if math.isinf(window):
        return "anywhere in the track"
    reach = window / 2 if convention.half_window else window
    about = "" if abs(back - reach) < _SAME else "about "  # frames are rounded
    return f"both within {about}{units.lasting(reach)} of it"


def _closer(measure: Measure) -> str:
    if measure.needs == "labels":
        return "shares the label of a third in a deeper layer"
    return f"is closer to a third{'' if measure.key == 'full' else ' by exactly one layer'}"


def _score(measure: Measure, direction: Direction) -> str:
    own, other = SIDES_OF[direction]
    return (
        f"The {own} decides which of two moments {_closer(measure)}, {{within}}. The {other} "
        f"agrees with {{score}} of these decisions, {{over}}."
        f"{measure.own_window and f' {measure.own_window}.'}"
    )


def _none(measure: Measure, direction: Direction, lack: str) -> str:
    own, _ = SIDES_OF[direction]
    if lack and measure.needs == "labels":
        return f"{measure.title} needs labels, and {lack} has none."
    return (
        f"No {direction}: the {own} nowhere decides which of two moments {_closer(measure)}, "
        "{within}."
    )


def _mean(beta: float) -> str:
    both = "recall ({recall}) and precision ({precision})"
    if beta == 1:
        return f"The harmonic mean of {both}. It is never above their average."
    more = "recall" if beta > 1 else "precision"
    return f"The weighted harmonic mean of {both}: with β = {beta:g}, {more} weighs more."
