"""Other ways to read an ambiguous file."""

from dataclasses import dataclass, replace

from core.io._understand import BESIDE, MARK, SILENT
from core.io.choices import AS_UNDERSTOOD, Choices
from core.io.understood import Candidate, Understood
from core.io.units import BAR_AND_BEAT, HTK, SECONDS, UNITS
from core.notes import Note


@dataclass(frozen=True)
class Way:
    label: str
    text: str
    choices: Choices


@dataclass(frozen=True)
class Doubt:
    """An ambiguity of a file: a part that was guessed, left out or chosen, and affects scores."""

    kind: str  # kind of its notes; see core.notes.KINDS
    text: str
    others: tuple[Way, ...]


def doubts(candidate: Candidate, choices: Choices) -> list[Doubt]:
    """List what was understood in one of several possible ways, with the other ways."""
    understood = candidate.understood
    if not understood.layers:
        return []
    by_kind: dict[str, Doubt] = {}
    if chosen := choices.description(candidate.hierarchy.unit):
        as_understood = Way("Use the detected reading", "as detected", AS_UNDERSTOOD)
        by_kind["reading-chosen"] = Doubt("reading-chosen", chosen, (as_understood,))
    for note in candidate.notes:
        others = other_ways(note, understood, choices)
        if others is None:
            continue
        known = by_kind.get(note.kind)
        text = f"{known.text}; {note.text}" if known else note.text
        by_kind[note.kind] = Doubt(note.kind, text, tuple(others))
    return list(by_kind.values())


def ways(candidate: Candidate, choices: Choices) -> dict[str, str]:
    """List other ways to read a hierarchy: other units, choices, and the layers reversed."""
    understood = candidate.understood
    readings = {Choices(unit=offer.unit).text: offer.reason for offer in understood.offers}
    others = [way for doubt in doubts(candidate, choices) for way in doubt.others]
    if len(understood.taken) > 1:
        others.append(_turned(understood, choices))
    for way in others:
        if way.choices.text:  # otherwise the detected reading
            readings.setdefault(way.choices.text, way.text)
    return readings


def _turned(understood: Understood, choices: Choices) -> Way:
    turned = understood.taken[::-1]
    coarsest = f"{turned[0].title} as the coarsest"
    numbers = tuple(layer.number for layer in turned)
    return Way(f"Use {coarsest}", f"with {coarsest}", replace(choices, layers=numbers))


def other_ways(note: Note, understood: Understood, choices: Choices) -> list[Way] | None:
    """Return the alternatives for a note; None if nothing is ambiguous."""
    match note.kind:
        case "order-asked" | "order-guessed" | "order-turned" | "order-doubt":
            return [_turned(understood, choices)]
        case "unit-doubt":
            return [
                Way(
                    f"Read as {offer.unit}",
                    f"as {offer.unit}",
                    replace(choices, unit=offer.unit, rate=offer.rate),
                )
                for offer in understood.offers
                if offer.rate or UNITS[offer.unit].seconds or offer.unit == BAR_AND_BEAT
            ]
        case "columns-asked" if not choices.second:
            other = "durations" if "as ends" in note.text else "ends"
            return [Way(f"Read as {other}", f"as {other}", replace(choices, second=other))]
        case "grid-doubt":
            return [Way("Read rows as beats, 4 a measure", "with beats", replace(choices, meter=4))]
        case "nested-read" if note.text.endswith("starts only"):
            return [Way("Use starts only", "with starts only", replace(choices, starts=True))]
        case "unit-read" if understood.unit != HTK and not (understood.own_unit or understood.rate):
            return [Way("Read as seconds", "as seconds", replace(choices, unit=SECONDS))]
        case "media-offset" if not choices.offset:
            by = f"by {note.seconds:+g} s"
            return [Way(f"Shift {by}", f"shifted {by}", replace(choices, offset=note.seconds))]
        case "layer-left-out":
            count = sum(layer.reason == SILENT for layer in understood.layers)
            it = "them" if count > 1 else "it"
            return [Way(f"Include {it}", f"with {it}", replace(choices, keep_silent=True))]
        case "lone-segment-left-out":
            marks = [layer for layer in understood.layers if layer.reason == MARK]
            it = "them" if len(marks) > 1 else marks[0].title
            numbers = tuple(layer.number for layer in (*marks, *understood.taken))
            return [Way(f"Include {it}", f"with {it}", replace(choices, layers=numbers))]
        case "functions-left-out" if any(layer.reason == BESIDE for layer in understood.layers):
            return [Way("Include them", "with them", replace(choices, functions=True))]
    return None
