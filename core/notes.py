"""Notes about reading a pair, by kind; a material note can change a score."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from core.vocabulary import SIDES, Side
from core.wording import counted

LITTLE = 1.0
"""In seconds or the hierarchy's unit: cropping, padding and gaps up to this length are minor."""

MAY_CHANGE = "may change the score"  # label of material notes

_VERBS = ("starts ", "ends ")  # first words of notes whose subject is the side
_NAMED = 2  # number of material notes in the headline


class Kind(NamedTuple):
    """A kind of note."""

    text: str  # completes "a pair with …"
    material: Literal["always", "long", "never"] = "never"
    """Whether it can change a score; "long": only if it concerns more than `LITTLE`."""


KINDS = {
    "not-nested": Kind("a hierarchy that is not nested", "always"),
    "layer-left-out": Kind("a layer left out because it has only silence", "always"),
    "lone-segment-left-out": Kind(
        "a layer left out because its one segment does not span the track", "always"
    ),
    "annotation-left-out": Kind("an annotation left out because it can't be read", "always"),
    "unit-doubt": Kind("times that are probably not seconds", "always"),
    "end-doubt": Kind("an end that is over an hour after the other boundaries", "always"),
    "order-doubt": Kind("levels that may be counted from the finest", "always"),
    "order-guessed": Kind("layers in a guessed order", "always"),
    "order-turned": Kind("levels counted from the finest, reversed", "always"),
    "order-asked": Kind("layers in an ambiguous order", "always"),
    "unit-read": Kind("times that are not in seconds", "always"),
    "media-offset": Kind("an offset of the recording", "always"),
    "grid-doubt": Kind("bar lines that may be beats", "always"),
    "beyond-grid": Kind("positions after the last known beat or bar", "always"),
    "meter-guessed": Kind("a guessed number of beats in a measure", "always"),
    "measures-guessed": Kind("measures or beats of a score that were guessed", "always"),
    "layer-inferred": Kind("a layer built from the labels of another", "always"),
    "overlap-cut": Kind("overlapping segments that were shortened", "long"),
    "repeats-left": Kind("repeats of a score that are not written out"),
    "reading-chosen": Kind("reading options that were chosen", "always"),
    "stray-left-out": Kind("a file of no known format, left out"),
    "file-left-out": Kind("a file left out because it can't be read", "always"),
    "marks-left-out": Kind("markers outside the segmentation, left out", "always"),
    "column-left-out": Kind("a column without labels, left out"),
    "upbeats-left-out": Kind("upbeats around units, left out"),
    "no-end": Kind("a file without an end time", "always"),
    "not-scored": Kind("a reason why it was not scored", "always"),
    "cropped": Kind("a side that was cropped", "long"),
    "padded": Kind("a side that was extended", "long"),
    "gap-filled": Kind("a gap that was filled", "long"),
    "short-gap-filled": Kind("short gaps that were filled, which changes hit rates", "always"),
    "extended": Kind("a layer that was extended", "long"),
    "end-moved": Kind("ends that were moved by a hundredth of a second or less"),
    "encoding-read": Kind("text that is not UTF-8"),
    "sorted": Kind("segments that were not in time order"),
    "empty-segment": Kind("segments of no length, left out"),
    "interpolated": Kind("boundaries without times of their own, spaced evenly", "always"),
    "empty-layer": Kind("layers or tiers without segments, left out"),
    "columns-guessed": Kind("columns without a header, identified by their content"),
    "lines-unread": Kind("lines that could not be read, left out", "always"),
    "lines-left-out": Kind("lines that are no boundaries, left out"),
    "label-repaired": Kind("labels with characters that no text has, which were replaced"),
    "label-joined": Kind("labels with unquoted delimiters, joined"),
    "nested-read": Kind("segments that contain others, separated into layers", "always"),
    "columns-asked": Kind("columns that may be ends or durations", "always"),
    "levels-apart": Kind("levels that are not consecutive"),
    "annotation-apart": Kind("a file that may be a layer, read as another annotation", "always"),
    "annotation-chosen": Kind("a file with several annotations, of which one is used"),
    "functions-left-out": Kind("functions left out because they label other layers"),
    "functions-absent": Kind("no functions that could become a layer", "always"),
    "duplicate-left-out": Kind("a duplicate layer, left out"),
    "equal-left-out": Kind("a layer with the boundaries of another, left out", "always"),
    "sandbox-ignored": Kind("a sandbox that does not fit its segments, ignored"),
    "boundary-inserted": Kind("boundaries that were inserted to nest it"),
    "boundary-moved": Kind("boundaries that were moved to nest it"),
    "label-split": Kind("labels made unique by the labels above"),
    "one-annotation": Kind("only one annotation, so there is nothing to compare"),
    "replaced": Kind("results that were scored with other settings before"),
    "other": Kind("another change while reading"),
}
"""All kinds of notes, by name."""


@dataclass(frozen=True)
class Note:
    """One change while reading, or one warning."""

    kind: str  # a key of KINDS
    text: str  # the change, with layer and time
    layer: int | None = None  # the layer it concerns, 1 = coarsest
    time: float | None = None  # in the hierarchy's unit
    side: Side | Literal[""] = ""  # the side it concerns; empty if there is only one
    seconds: float = 0.0
    """How much of the track it concerns, in its unit, if that decides whether it is material."""

    def __str__(self) -> str:
        if self.side and self.text.startswith(_VERBS):
            return f"the {self.side} {self.text}"
        return f"{self.side}: {self.text}" if self.side else self.text

    @property
    def material(self) -> bool:
        """Whether it may change a score."""
        known = kind_of(self).material
        return known == "always" or (known == "long" and self.seconds > LITTLE)


def kind_of(note: Note) -> Kind:
    """Look up a note's kind; a file from another version may have unknown kinds."""
    return KINDS.get(note.kind, KINDS["other"])


def by_weight(notes: Iterable[Note]) -> tuple[tuple[Note, ...], tuple[Note, ...]]:
    """Split notes into material and minor ones, in order; merge notes that both sides share."""
    every = _once(notes)
    return tuple(note for note in every if note.material), tuple(
        note for note in every if not note.material
    )


def _once(notes: Iterable[Note]) -> tuple[Note, ...]:
    alike: dict[tuple[str, str, bool], list[Note]] = {}
    for note in notes:
        alike.setdefault((note.kind, note.text, note.material), []).append(note)
    both = set(SIDES)
    return tuple(
        note
        for same in alike.values()
        for note in (
            [replace(same[0], side="", text=f"both sides: {same[0].text}")]
            if len(same) == len(both) and {note.side for note in same} == both
            else same
        )
    )


def headline(notes: Iterable[Note]) -> str:
    """List the first material notes and count the rest; empty without notes."""
    heavy, light = by_weight(notes)
    if heavy:
        more = [f"{len(heavy) - _NAMED} more"] * (len(heavy) > _NAMED)
        text = "; ".join([*map(str, heavy[:_NAMED]), *more])
        effect = f"{'This' if len(heavy) == 1 else 'These'} {MAY_CHANGE}."
        also = f" Also {lesser_words(len(light))}" if light else ""
        return f"{text[:1].upper()}{text[1:]}. {effect}{also}"
    text = lesser_words(len(light)) if len(light) > 1 else "".join(map(str, light))
    return text[:1].upper() + text[1:]


def lesser_words(count: int) -> str:
    """Count notes of minor importance in words."""
    return counted(count, "minor note")


# Numbers, times and quoted text differ between tracks; names do not, even if they have digits.
_PARTICULAR = re.compile(
    r"(?P<name>(?:annotation|estimates?) by [^()]*)|'[^']*'|\d[\d.:]*(?:e[+-]?\d+)?"
)


def general(text: str) -> str:
    """Replace the details that differ between tracks with ``…``."""
    return _PARTICULAR.sub(lambda match: match["name"] or "…", text)
