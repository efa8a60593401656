"""Write the texts of a diagnosis: causes, findings and the main sentence."""

import math
import re
from collections.abc import Mapping, Sequence

from core.diagnosis._results import Cause, Finding, Kind, Values
from core.files.names import shortened
from core.hierarchy import PADDING
from core.measures import SYMBOLS
from core.vocabulary import Part, Side, Variant
from core.wording import IN_SECONDS, TimeNotation, counted, percent

_NAMED_UNITS = {1000: "milliseconds", 100: "hundredths of a second", 10: "tenths of a second"}
LONGEST = 185  # characters, about a line of a wide page; a longer sentence leaves out details
_NEAR = 0.95  # from this score on, differences are small
WORTH_A_WORD = 0.01  # causes with a smaller share are not in the sentence

LITTLE = 0.03  # a further cause with a smaller gain is not in the sentence,
_COMPARABLE = 1 / 3  # nor one with a smaller share of the first cause's gain
_FIXES = 3  # at most in the sentence


def cause_texts(
    kind: Kind,
    side: Side,
    detail: Mapping[str, float],
    label: str = "",
    units: TimeNotation = IN_SECONDS,
) -> tuple[str, str]:
    """Return the error as a clause, and its fix as the start of a sentence ("Removing ...")."""
    number = {name: round(value) for name, value in detail.items() if math.isfinite(value)}
    many = number.get("count", 0)
    match kind:
        case "offset":
            by = detail["by"]
            late = "late" if by > 0 else "early"
            length = _length(by, units)
            return f"all times are {length} {late}", f"Shifting all times by {length}"
        case "scale":
            return _scale_text(detail["by"], units), "Rescaling all times"
        case "layers_reversed":
            return "the estimate's layers run from fine to coarse", "Reversing all layers"
        case "grid":
            layer = f"layer {number['layer']} of " if number["layer"] else ""
            every = f"a boundary every {_length(detail['by'], units)}"
            return f"{layer}the estimate is a fixed grid ({every})", "Replacing the grid"
        case "level_mismatch":
            finer = number["reference"] > number["own"]
            level = f"one level {'finer' if finer else 'coarser'}"
            text = f"the estimate is {level}: {_matches(number)}"
            return text, f"Correcting the estimate's level ({level})"
        case "not_nested":
            return (
                f"the {side} is not nested: its finer layers lack "
                f"{counted(many, 'boundary')} of the coarser ones"
            ), f"Nesting the {side}"
        case "layer_superfluous":
            many, own = number["layers"], f"the estimate's layer {number['layer']}"
            if many > 1:
                return many_layers_text(detail), f"Removing {many} of {number['every']} layers"
            if number["same"]:
                text = f"{own} repeats layer {number['same']}"
            elif matches := _matches(number):
                text = f"the estimate has an extra layer {number['layer']} ({matches})"
            else:
                text = f"the reference has no layer like {own}"
            return text, f"Removing {own}"
        case "layer_missing":
            many, own = number["layers"], f"the reference's layer {number['layer']}"
            if many > 1:
                text = f"the estimate lacks {many} layers of the reference"
                return text, f"Adding {many} layers"
            text = f"the estimate has no layer like {own}"
            if "start" in detail:
                start, end = (_time(detail[name], units) for name in ("start", "end"))
                text += f", which is one segment from {start} to {end}"
            if matches := _matches(number):
                text += f" ({matches})"
            return text, f"Adding {own}"
        case "swallowed":
            other = "estimate" if side == "reference" else "reference"
            fix = f"Dividing the {side}'s long segment"
            if number["of"] > 1:
                fix = f"Dividing {number['of']} long segments"
            elif label in PADDING:
                fix = f"Adding {counted(many, 'boundary')} beyond the {side}'s ends"
            if label in PADDING:
                at_end = label == PADDING[1]
                ends = f"{'ends' if at_end else 'starts'} at "
                ends += _time(detail["start" if at_end else "end"], units)
                where = "before" if at_end else "after"
                text = f"the {side} {ends}, {where} {counted(many, 'boundary')} of the {other}"
                return text, fix
            called = f" “{shortened(label)}”" if label else ""
            more = number["of"] - 1
            others = f", and likewise in {counted(more, 'other place')}" if more else ""
            when = f"from {_time(detail['start'], units)} to {_time(detail['end'], units)}"
            return (
                f"the {side}'s layer {number['layer']} is one segment{called} {when}, where the "
                f"{other} has {counted(many, 'boundary')}{others}"
            ), fix
        case "wrong_layer":
            sides = [name for name in ("coarse", "fine") if number[name]]
            how = [f"{number[name]} " * (len(sides) > 1) + f"too {name}" for name in sides]
            text = f"{_are(many)} in the wrong layer ({', '.join(how)})"
            return text, f"Fixing {counted(many, 'boundary')} in the wrong layer"
        case "shifted":
            most = _length(detail["most"], units)
            if many == 1:
                return f"1 boundary is off by {most}", f"Moving 1 boundary by {most}"
            typical = _length(detail["typical"], units)
            far, aside = (
                (most, "") if typical == most else (f"up to {most}", f" (median {typical})")
            )
            return (
                f"{_are(many)} off by {far}{aside}",
                f"Moving {counted(many, 'boundary')} by {far}",
            )
        case "missing":
            text = f"{_are(many, 'of the reference ')} missing{_where(detail, units)}"
            return text, f"Adding {counted(many, 'missing boundary')}"
        case "spurious":
            extra = counted(many, "extra boundary")
            return f"the estimate has {extra}{_where(detail, units)}", f"Removing {extra}"


def sentence(
    part: Part, scores: Values, causes: Sequence[Cause], findings: Sequence[Finding]
) -> str:
    """Explain a low score: the main cause, the score after fixing it, and at most two more."""
    symbol, value = SYMBOLS[part], scores.part(part)
    # If neither side has a triplet, the sentence names the reference.
    texts = {finding.kind: finding.text for finding in reversed(findings)}
    if value == 0 and "no_triplet" in texts:
        texts["no_triplet"] += f" So {symbol} is 0."
    first_of_all = (
        *("other_track", "no_triplet", "by_chance"),
        *("many_layers", "coverage", "alike_layers"),
    )
    before = [texts[kind] for kind in first_of_all if kind in texts]
    if value is None:
        before.insert(0, f"No {symbol} (mir_eval gives 0).")
    start = value or 0.0
    reached = [cause.together.part(part) or 0.0 for cause in causes]
    # A cause that does not raise the score is named together with the next that does.
    last = next((n for n, score in enumerate(reached) if score >= start + WORTH_A_WORD), None)
    small = start >= _NEAR and all(cause.share < WORTH_A_WORD for cause in causes)
    if last is None or "other_track" in texts or small:
        if start > 1 - WORTH_A_WORD and not causes:
            return f"{symbol} {start:.2f}: nothing to fix at this window."
        if before:
            return " ".join(before)
        why = "little to gain at this window" if start >= _NEAR else "no fix would raise it"
        return f"{symbol} {start:.2f}: {why}."
    after, first = reached[last], causes[0]
    # Which layers match is in the list of causes.
    cause = without_asides(first.text) if first.kind.startswith("layer_") else first.text
    main, fix, brief = f"Main cause: {cause}. ", _briefly(first.fix), first.fix
    if last == 1:
        main, fix = f"Main causes: {cause}. Also, {causes[1].text}. ", "Fixing both"
        brief = _all_of([first.fix, causes[1].fix])
    elif last > 1:
        fix = brief = f"Fixing this and the next {last} causes"
    gives = f"give {symbol}" if value is None else f"raise {symbol} from {value:.2f} to"
    gives = f" would {gives} {after:.2f}."
    then = list[str]()
    worth, waiting = max(_COMPARABLE * (after - start), LITTLE), list[str]()
    for other, score in zip(causes[last + 1 : _FIXES], reached[last + 1 : _FIXES], strict=True):
        waiting.append(other.fix)
        if score >= after + worth:
            then.append(f"{_all_of(waiting)} would then give {score:.2f}.")
            after, waiting = score, []
    # A sentence that is too long loses brackets first, then the clause of the cause.
    whole = " ".join([*before, main + fix + gives, *then])
    short = " ".join([*before, brief + gives, *then])
    versions = [whole, without_asides(whole)]
    if then:
        versions += [short, without_asides(short)]
    return next((text for text in versions if len(text) <= LONGEST), versions[-1])


def _all_of(fixes: Sequence[str]) -> str:
    """Combine starts of sentences: ``"Adding a layer and removing 2 extra boundaries"``."""
    return " and ".join([fixes[0], *(fix[0].lower() + fix[1:] for fix in fixes[1:])])


def without_asides(text: str) -> str:
    """Remove what stands in parentheses."""
    return re.sub(r" \([^)]*\)", "", text)


def no_triplet_text(
    side: Side,
    variant: Variant,
    window_words: str,
    start: float | None,
    why: str = "",
    units: TimeNotation = IN_SECONDS,
) -> str:
    """State that a side has no triplet at a window, and the first window with one, or why none."""
    closer = "closer" if variant == "full" else "exactly one layer closer"
    if start is None:
        return f"In the {side}, no moment is {closer} than another at any window{why}."
    return (
        f"In the {side}, no moment within {window_words} is {closer} than another; from "
        f"{units.window(start)} on, some are."
    )


def other_track_text(longer: float, beyond: int, units: TimeNotation = IN_SECONDS) -> str:
    """State that two files may be of different tracks, with the difference in length."""
    more = f" and {counted(beyond, 'boundary')}" if beyond else ""
    return (
        f"Are both files of the same track? The estimate ends {_length(longer, units)}{more} "
        f"{'after' if longer > 0 else 'before'} the reference and has little in common with it."
    )


def many_layers_text(detail: Mapping[str, float]) -> str:
    """State how many layers of the estimate match none of the reference's."""
    many, every = round(detail["layers"]), round(detail["every"])
    return f"{many} of the estimate's {every} layers match no layer of the reference"


def chance_text(share: float) -> str:
    """State how many rotated estimates score at least as high."""
    how = "No" if share >= 0.5 else "Hardly"
    return f"{how} better than chance: {percent(share)} of copies rotated in time score as high."


def coverage_text(low: Mapping[Part, float], full: float | None) -> str:
    """State the share of the track behind a score, and the score of the full variant."""
    (first, share), *rest = low.items()
    others = "".join(f", {part} on {percent(other)}" for part, other in rest)
    instead = "" if full is None else f" (full T_F: {full:.2f})"
    return f"{first.capitalize()} rests on {percent(share)} of the track{others}{instead}."


def _scale_text(by: float, units: TimeNotation) -> str:
    for factor, unit in () if units.musical else _NAMED_UNITS.items():
        if abs(by / factor - 1) < 0.02:
            return f"all times are {factor:,} times too large, as in {unit}"
        if abs(by * factor - 1) < 0.02:
            return f"all times are {factor:,} times too small"
    if by > 2 or by < 0.5:
        return f"all times are {by:.4g} times those of the reference (are they in {units.unit}?)"
    percent = abs(by - 1) * 100
    return f"all times are {percent:.2g} % too {'large' if by > 1 else 'small'}"


def _are(count: int, of: str = "") -> str:
    return f"{counted(count, 'boundary')} {of}{'is' if count == 1 else 'are'}"


def _briefly(fix: str) -> str:
    """Shorten a fix that follows the text of its cause: ``"Removing them"``."""
    verb, _, object_ = fix.partition(" ")
    return f"{verb} {'it' if object_.startswith(('the ', '1 ')) else 'them'}"


def _matches(number: Mapping[str, int]) -> str:
    if "own" not in number:
        return ""
    return f"its layer {number['own']} matches the reference's layer {number['reference']}"


def _where(detail: Mapping[str, float], units: TimeNotation) -> str:
    """Name the layer and the stretch of time with all or most of the boundaries."""
    count, layer = detail["count"], f" in layer {detail['layer']:.0f}"
    in_layer, in_stretch = detail["of_layer"], detail.get("of_stretch", 0)
    where = layer if in_layer == count else ""
    if in_stretch:
        ends = [name for name in ("after", "before") if detail[name]]
        stretch = " and ".join(f"{name} {_time(detail[name], units)}" for name in ends)
        return f"{where}, {'all' if in_stretch == count else round(in_stretch)} of them {stretch}"
    return where or (f", {in_layer:.0f} of them{layer}" if in_layer > count / 2 else "")


def _length(value: float, units: TimeNotation) -> str:
    value = abs(value)
    text = f"{value:.2g}" if value < 0.01 else f"{value:.{2 if value < 1 else 1}f}"
    return units.amount(text.rstrip("0").rstrip("."))


def _time(time: float, units: TimeNotation) -> str:
    return units.at(round(time, 1)).removesuffix(".0")
