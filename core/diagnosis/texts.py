"""Write the texts of a diagnosis: causes, findings and the main sentence."""

import math
import re
from collections.abc import Mapping, Sequence

from core.diagnosis._results import Cause, Finding, Kind, Values
from core.files.names import shortened
from core.hierarchy import PADDING
from core.measures import SYMBOLS
from core.vocabulary import SIDES, Part, Side, Variant
from core.wording import IN_SECONDS, TimeNotation, counted, percent

_NAMED_UNITS = {1000: "milliseconds", 100: "hundredths of a second", 10: "tenths of a second"}
LONGEST = 170  # characters, a line of a wide page; a longer sentence leaves out what is in brackets
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
    """Return the error as a clause, and its fix as the start of a sentence ("Removing ...").

    What a fix can do without is in parentheses. A single boundary has its time.
    """
    number = {name: round(value) for name, value in detail.items() if math.isfinite(value)}
    many, other = number.get("count", 0), SIDES[side == "reference"]
    at = f" at {_time(detail['time'], units)}" if many == 1 and "time" in detail else ""
    match kind:
        case "offset":
            length = _length(detail["by"], units)
            late, back = ("late", "earlier") if detail["by"] > 0 else ("early", "later")
            return f"all times are {length} {late}", f"Shifting all times {length} {back}"
        case "scale":
            wrong = _scale_text(detail["by"], units)
            return f"all times are {wrong}", f"Dividing all times by {detail['by']:.5g} ({wrong})"
        case "layers_reversed":
            return (
                "the estimate's layers run from fine to coarse",
                "Reversing the estimate's layers",
            )
        case "grid":
            layer = f"layer {number['layer']} of " if number["layer"] else ""
            grid = f"fixed grid (a boundary every {_length(detail['by'], units)})"
            fix = f"Replacing the {grid} with the reference's boundaries"
            return f"{layer}the estimate is a {grid}", fix
        case "level_mismatch":
            finest = number["every"]
            used, meant, lacking = _layers(2, finest), _layers(1, finest - 1), finest
            if number["own"] < number["reference"]:
                used, meant, lacking = meant, used, 1
            text = f"the estimate has the reference's {meant} as its {used}"
            fix = f"Using the estimate's {used} as {meant} and adding the reference's layer"
            return text, f"{fix} {lacking}"
        case "not_nested":
            lacks = f"its finer layers lack {counted(many, 'boundary')} of the coarser ones{at}"
            return f"the {side} is not nested: {lacks}", f"Nesting the {side} ({lacks})"
        case "layer_superfluous":
            many, own = number["layers"], f"the estimate's layer {number['layer']}"
            if many > 1:
                fix = f"Removing {many} of the estimate's {number['every']} layers"
                return many_layers_text(detail), fix
            text = f"the reference has no layer like {own}"
            if number["same"]:
                text = f"{own} repeats layer {number['same']}"
            elif "own" in number:
                text += f" (its {_matches(number)})"
            return text, f"Removing {own}"
        case "layer_missing":
            many, own = number["layers"], f"the reference's layer {number['layer']}"
            if many > 1:
                text = f"the estimate lacks {many} layers of the reference"
                return text, f"Adding {many} layers of the reference"
            if "start" in detail:
                own += f" (one segment {_span(detail, units)})"
            text = f"the estimate has no layer like {own}"
            if "own" in number:
                text += f" (its {_matches(number)})"
            return text, f"Adding {own}"
        case "swallowed":
            boundaries, more = counted(many, "boundary"), ""
            if number["of"] > 1:
                more = f", and likewise in {counted(number['of'] - 1, 'other place')}"
            if label in PADDING:
                names = (("end", "before", "after"), ("start", "after", "before"))
                ending, where, beyond = names[label != PADDING[1]]
                when = _time(detail["start" if ending == "end" else "end"], units)
                text = f"the {side} {ending}s at {when}, {where} {boundaries} of the {other}{more}"
                return text, f"Adding {boundaries} {beyond} the {side}'s {ending} ({when}{more})"
            span, layer = _span(detail, units), f"layer {number['layer']}"
            called = f" “{shortened(label)}”" if label else ""
            boundaries += f" of the {other}"
            text = f"the {side}'s {layer} is one segment{called} {span}, without {boundaries}{more}"
            segment = f"the {side}'s segment{called or f' {span}'} in {layer}"
            aside = f" ({span}{more})" if called else more and f" ({more[6:]})"
            return text, f"Dividing {segment} at {boundaries}{aside}"
        case "wrong_layer":
            coarse, fine = number["coarse"], number["fine"]
            to = "finer" if coarse else "coarser"
            text, fix = f"too {'coarse' if coarse else 'fine'}", f"to a {to} layer"
            if coarse and fine:
                text = f"{coarse} {text}, {fine} too fine"
                fix = f"to another layer ({coarse} to a finer, {fine} to a coarser one)"
            wrong = f"{_are(many, at)} in the wrong layer ({text})"
            return wrong, f"Moving {counted(many, 'boundary')}{at} {fix}"
        case "shifted":
            most, typical = _length(detail["most"], units), _length(detail["typical"], units)
            by = most if many == 1 else f"up to {most}"
            if typical != most:
                by += f" (median {typical})"
            fix = f"Moving {counted(many, 'boundary')}{at} by {by}"
            return f"{_are(many, at)} off by {by}", fix
        case "missing":
            where = at + _where(detail, units)
            text = f"{_are(many, ' of the reference')} missing{where}"
            return text, f"Adding {counted(many, 'missing boundary')}{where}"
        case "spurious":
            extra = f"{counted(many, 'extra boundary')}{at}{_where(detail, units)}"
            return f"the estimate has {extra}", f"Removing {extra}"


def sentence(
    part: Part, scores: Values, causes: Sequence[Cause], findings: Sequence[Finding]
) -> str:
    """Explain a low score: the first fix and the score after it, and at most two more fixes."""
    symbol, value = SYMBOLS[part], scores.part(part)
    # If neither side has a triplet, the sentence names the reference.
    texts = {finding.kind: finding.text for finding in reversed(findings)}
    if value == 0 and "no_triplet" in texts:
        texts["no_triplet"] += f" So {symbol} is 0."
    before, then = (
        [texts[kind] for kind in kinds if kind in texts]
        for kinds in (
            ("other_track", "no_triplet", "by_chance", "many_layers"),
            ("coverage", "alike_layers"),
        )
    )
    if value is None:
        before.insert(0, f"No {symbol} (mir_eval gives 0).")
    start = value or 0.0
    reached = [cause.together.part(part) or 0.0 for cause in causes]
    # A fix that does not raise the score is named together with the next that does.
    last = next((n for n, score in enumerate(reached) if score >= start + WORTH_A_WORD), None)
    small = start >= _NEAR and all(cause.share < WORTH_A_WORD for cause in causes)
    if last is None or "other_track" in texts or small:
        if start > 1 - WORTH_A_WORD and not causes:
            return f"{symbol} {start:.2f}: nothing to fix at this window."
        if before or then:
            return " ".join([*before, *then])
        why = "little to gain at this window" if start >= _NEAR else "no fix would raise it"
        return f"{symbol} {start:.2f}: {why}."
    after, waiting = reached[last], [cause.fix for cause in causes[: last + 1]]
    fix = _all_of(waiting) if last < _FIXES - 1 else f"Fixing the first {last + 1} causes"
    gives = f"give {symbol}" if value is None else f"raise {symbol} from {value:.2f} to"
    first = f"{fix} would {gives} {after:.2f}."
    worth, waiting, further = max(_COMPARABLE * (after - start), LITTLE), [], list[str]()
    for other, score in zip(causes[last + 1 : _FIXES], reached[last + 1 : _FIXES], strict=True):
        waiting.append(without_asides(other.fix))
        if score >= after + worth:
            further.append(f"{_all_of(waiting)} would then give {score:.2f}.")
            after, waiting = score, []
    whole = " ".join([*before, first, *further])
    return " ".join([whole if len(whole) <= LONGEST else without_asides(whole), *then])


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
            return f"{factor:,} times too large, as in {unit}"
        if abs(by * factor - 1) < 0.02:
            return f"{factor:,} times too small"
    if by > 2 or by < 0.5:
        return f"{by:.4g} times those of the reference, as in another unit than {units.unit}"
    return f"{abs(by - 1) * 100:.2g} % too {'large' if by > 1 else 'small'}"


def _are(count: int, of: str = "") -> str:
    return f"{counted(count, 'boundary')}{of} {'is' if count == 1 else 'are'}"


def _layers(first: int, last: int) -> str:
    return f"layer {first}" if first == last else f"layers {first} to {last}"


def _matches(number: Mapping[str, int]) -> str:
    return f"layer {number['own']} matches the reference's layer {number['reference']}"


def _where(detail: Mapping[str, float], units: TimeNotation) -> str:
    """Name the layer and the stretch of time with all or most of the boundaries."""
    in_layer, in_stretch = detail["of_layer"], detail.get("of_stretch", 0)
    ends = [name for name in ("after", "before") if detail.get(name)]
    stretch = " and ".join(f"{name} {_time(detail[name], units)}" for name in ends)
    places = [
        f"{'all' if part == detail['count'] else f'{part:.0f}'} {where}"
        for part, where in ((in_layer, f"in layer {detail['layer']:.0f}"), (in_stretch, stretch))
        if part > detail["count"] / 2
    ]
    where = f" ({', '.join(places)})" if places else ""
    return where.replace("all ", "") if detail["count"] == 1 else where


def _span(detail: Mapping[str, float], units: TimeNotation) -> str:
    return f"from {_time(detail['start'], units)} to {_time(detail['end'], units)}"


def _length(value: float, units: TimeNotation) -> str:
    value = abs(value)
    text = f"{value:.2g}" if value < 0.01 else f"{value:.{2 if value < 1 else 1}f}"
    return units.amount(text.rstrip("0").rstrip("."))


def _time(time: float, units: TimeNotation) -> str:
    return units.at(round(time, 1)).removesuffix(".0")
