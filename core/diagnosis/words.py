"""What is wrong in words: a cause, a finding, and the sentence of a diagnosis."""

import math
import re
from collections.abc import Mapping, Sequence

from core.diagnosis.kinds import Kind
from core.diagnosis.results import Cause, Finding, Values
from core.files.names import shortened
from core.hierarchy import PADDING
from core.measures import SYMBOLS
from core.timewords import IN_SECONDS, TimeWords
from core.vocabulary import Part, Side, Variant
from core.wording import counted, percent

_NAMED_UNITS = {1000: "milliseconds", 100: "hundredths of a second", 10: "tenths of a second"}
TWO_LINES = 240  # characters
_MUCH = 0.1  # of a score: what is left to other causes is said
_NEAR = 0.95  # a score from which on only small differences are left
WORTH_A_WORD = 0.01
"""A cause that is worth less is not in the sentence."""


def cause_text(
    kind: Kind,
    side: Side,
    detail: Mapping[str, float],
    label: str = "",
    words: TimeWords = IN_SECONDS,
) -> str:
    """Say what is wrong, as the middle of a sentence."""
    number = {name: round(value) for name, value in detail.items() if math.isfinite(value)}
    many = number.get("count", 0)
    match kind:
        case "offset":
            by = detail["by"]
            return f"all times are {_length(by, words)} {'late' if by > 0 else 'early'}"
        case "scale":
            return _scale_text(detail["by"], words)
        case "layers_reversed":
            return "the layers run from fine to coarse"
        case "grid":
            whose = (
                f"layer {number['layer']} of the estimate" if number["layer"] else "the estimate"
            )
            return f"{whose} is a fixed grid, a boundary every {_length(detail['by'], words)}"
        case "level_mismatch":
            finer = number["reference"] > number["own"]
            return (
                f"the estimate is one level {'finer' if finer else 'coarser'}: its layer "
                f"{number['own']} is the reference's layer {number['reference']}"
            )
        case "not_nested":
            return (
                f"the {side} is not nested: its deeper layers lack "
                f"{counted(many, 'boundary')} of those above"
            )
        case "layer_superfluous":
            if number["layers"] > 1:
                return (
                    f"{number['layers']} layers of the estimate have none to match in the reference"
                )
            if number["same"]:
                return f"the estimate's layer {number['layer']} repeats layer {number['same']}"
            return (
                f"the estimate's layer {number['layer']} has none to match in the reference"
                f"{_stands_for(number)}"
            )
        case "layer_missing":
            if number["layers"] > 1:
                return f"the estimate has no layers for {number['layers']} of the reference's"
            return (
                f"the estimate has no layer for the reference's layer {number['layer']}"
                f"{_stands_for(number)}"
            )
        case "swallowed":
            other = "estimate" if side == "reference" else "reference"
            more = number["of"] - 1
            others = f" (and so {more} more)" if more else ""
            if label in PADDING:
                ends = label == PADDING[1]
                return (
                    f"the {side} {'ends' if ends else 'starts'} at "
                    f"{_time(detail['start' if ends else 'end'], words)}, "
                    f"{'before' if ends else 'after'} {counted(many, 'boundary')} of the {other}"
                )
            called = f" called “{shortened(label)}”" if label else ""
            return (
                f"from {_time(detail['start'], words)} to {_time(detail['end'], words)} the "
                f"{side}'s layer {number['layer']} is one segment{called} where the {other} has "
                f"{counted(many, 'boundary')}{others}"
            )
        case "wrong_layer":
            sides = [f"{number[name]} too {name}" for name in ("coarse", "fine") if number[name]]
            return f"{_are(many)} in the wrong layer ({', '.join(sides)})"
        case "shifted":
            if many == 1:
                return f"1 boundary is off by {_length(detail['most'], words)}"
            return (
                f"{_are(many)} off by {_length(detail['typical'], words)} "
                f"(the median; {_length(detail['most'], words)} at most)"
            )
        case "missing":
            return f"{_are(many, 'of the reference ')} missing{_of_layer(number)}"
        case "spurious":
            return f"{_are(many)} too many{_of_layer(number)}"


def sentence(
    part: Part, scores: Values, causes: Sequence[Cause], findings: Sequence[Finding]
) -> str:
    """Say why a score is low, in two lines at most."""
    symbol = SYMBOLS[part]
    # Where neither side has a triplet that of the reference is told.
    texts = {finding.kind: finding.text for finding in reversed(findings)}
    first = texts.pop("coverage", "")
    remarks = " ".join(texts.values())
    value = scores.part(part)
    head = f"No {symbol}" if value is None else f"{symbol} {value:.2f}"
    if value is None:
        remarks += " mir_eval gives 0."
        value = 0.0
    named = [cause for cause in causes if cause.share >= WORTH_A_WORD]
    if findings and findings[0].kind == "other_track":
        # Two views of one track can be as far apart: what would help is said, too.
        short = f"{head}. {remarks}"
        after = (named[0].together.part(part) or 0.0) if named else 0.0
        if after < value + WORTH_A_WORD:
            return short
        whole = f"{head}, because {named[0].text}: without that {after:.2f}. {remarks}"
        return next((s for s in (whole, without_asides(whole)) if len(s) <= TWO_LINES), short)
    reached = [cause.together.part(part) or 0.0 for cause in causes]
    # What does not raise the score is no reason for it.
    last = next((n for n, score in enumerate(reached) if score >= value + WORTH_A_WORD), None)
    if last is None or (not named and value >= _NEAR):
        if value > 1 - WORTH_A_WORD and not causes:
            return f"{head}: nothing to fix."
        if first or remarks:
            return " ".join(filter(None, (f"{head}.", first, remarks)))
        return f"{head}: {'only small differences' if value >= _NEAR else 'no repair raises it'}."
    after, count = reached[last], last + 1
    reasons = ", and ".join(cause.text for cause in causes[:count])
    without = "that" if count == 1 else "both" if count == 2 else f"all {count}"
    because = f"{head}. {first} Besides," if first else f"{head}, because"
    text = f"{because} {reasons}: without {without} {after:.2f}."
    if len(without_asides(text)) > TWO_LINES:
        text = f"{head}. {first} ".strip() + f" Fixing {count} causes together gives {after:.2f}."
    # Where the next shows only when others are mended, too, the first is all there is to say.
    if last == 0 and len(named) > 1 and not remarks and reached[1] >= after + WORTH_A_WORD:
        after = reached[1]
        text += f" Then {named[1].text}: {after:.2f}."
    if after + _MUCH <= reached[-1] < _NEAR:
        remarks = f"Fixing all causes gives {reached[-1]:.2f}. {remarks}".strip()
    # Asides are left out before a third line is begun, and then what is true of the whole.
    whole = f"{text} {remarks}".strip()
    shorter = without_asides(whole)
    shortest = text if len(text) <= TWO_LINES else without_asides(text)
    return next((fit for fit in (whole, shorter) if len(fit) <= TWO_LINES), shortest)


def without_asides(text: str) -> str:
    """Give a text without what it says in brackets, as a sentence has it that would be too long."""
    return re.sub(r" \([^)]*\)", "", text)


def no_triplet_text(
    side: Side,
    variant: Variant,
    window_words: str,
    start: float | None,
    why: str = "",
    words: TimeWords = IN_SECONDS,
) -> str:
    """Say that a side orders nothing at a window, and from which window on it would, or why not."""
    ends = f"from {words.window(start)} on it does" if start else f"nor at any other{why}"
    by_one = "" if variant == "full" else " by exactly one layer"
    return f"Within {window_words} the {side} calls no moment closer than another{by_one}, {ends}."


def other_track_text(longer: float, words: TimeWords = IN_SECONDS) -> str:
    """Say that two files may be of different tracks."""
    more = f"{_length(longer, words)} {'longer' if longer > 0 else 'shorter'}"
    return (
        f"The estimate is {more}, and has little in common with the reference. Are both of the "
        "same track?"
    )


def coverage_text(low: Mapping[Part, float], full: float | None) -> str:
    """Say of how little of the track a score is, and what the full variant says instead."""
    (first, share), *rest = low.items()
    others = "".join(f" and {percent(other)} for {part}" for part, other in rest)
    instead = "" if full is None else f" (full: {full:.2f})"
    return f"Only {percent(share)} of the track counts for {first}{others}{instead}."


def by_chance_text(rotated: float) -> str:
    """Say that an estimate scores no higher than one that knows nothing of the reference."""
    return (
        "Rotated by 20 to 80 % of the track, the estimate scores no lower "
        f"({rotated:.2f} on average)."
    )


def _scale_text(by: float, words: TimeWords) -> str:
    for factor, unit in () if words.musical else _NAMED_UNITS.items():
        if abs(by / factor - 1) < 0.02:
            return f"all times are {factor:,} times too large, as in {unit}"
        if abs(by * factor - 1) < 0.02:
            return f"all times are {factor:,} times too small"
    if by > 2 or by < 0.5:
        return f"all times are {by:.4g} times those of the reference (are they in {words.unit}?)"
    percent = abs(by - 1) * 100
    return f"all times are {percent:.2g} % too {'large' if by > 1 else 'small'}"


def _are(count: int, of: str = "") -> str:
    return f"{counted(count, 'boundary')} {of}{'is' if count == 1 else 'are'}"


def _stands_for(number: Mapping[str, int]) -> str:
    if "own" not in number:
        return ""
    return f" (its layer {number['own']} is the reference's layer {number['reference']})"


def _of_layer(number: Mapping[str, int]) -> str:
    if number["of_layer"] == number["count"]:
        return f" in layer {number['layer']}"
    if number["of_layer"] > number["count"] / 2:
        return f", {number['of_layer']} of them in layer {number['layer']}"
    return ""


def _length(value: float, words: TimeWords) -> str:
    value = abs(value)
    return words.amount(f"{value:.2g}" if value < 1 else f"{value:.1f}")


def _time(time: float, words: TimeWords) -> str:
    return words.at(round(time, 1))
