"""What the user should know of what was read: one kind of note, and which of them are material."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from core.vocabulary import SIDES, Side
from core.wording import counted

LITTLE = 1.0
"""Seconds, or one of a hierarchy's own unit: cropping, padding and gaps up to this are of little
weight."""

MAY_CHANGE = "may change the score"
"""What is said before a note that is material, wherever it stands."""


_NAMED = 2  # of those that are material, in a line


class Kind(NamedTuple):
    """What notes of one kind have in common."""

    words: str  # what a pair of which there is such a note has
    material: Literal["always", "long", "never"] = "never"
    """Whether it can change a score; long: if it is of more than `LITTLE`."""


KINDS = {
    "not-nested": Kind("a hierarchy that is not nested", "always"),
    "layer-left-out": Kind("a layer that was left out, since it holds silence only", "always"),
    "lone-segment-left-out": Kind(
        "a layer of one segment, left out, since it spans little", "always"
    ),
    "annotation-left-out": Kind("an annotation that can't be read, left out", "always"),
    "unit-doubt": Kind("times that hardly are seconds", "always"),
    "order-doubt": Kind("levels that seem to be counted from the finest", "always"),
    "order-guessed": Kind("layers whose order was guessed", "always"),
    "order-turned": Kind("levels counted from the finest, turned round", "always"),
    "order-asked": Kind("layers whose order nothing tells", "always"),
    "unit-read": Kind("times that are not in seconds", "always"),
    "beyond-grid": Kind("positions beyond the beats or bars that are given", "always"),
    "meter-guessed": Kind("beats of measures whose number the file does not say", "always"),
    "layer-inferred": Kind("a layer that was put together from the labels of another", "always"),
    "overlap-cut": Kind("segments that overlap, ended where the next one starts", "long"),
    "repeats-left": Kind("repeats of a score, not written out"),
    "reading-chosen": Kind("a choice of how it is read", "always"),
    "stray-left-out": Kind("a file of no known format, left out"),
    "file-left-out": Kind("a file that can't be read, left out", "always"),
    "marks-left-out": Kind("marks that are no segmentation, left out", "always"),
    "column-left-out": Kind("a column that is no label, left out"),
    "upbeats-left-out": Kind("upbeats before and after units, left out"),
    "no-end": Kind("a file without an End line", "always"),
    "not-scored": Kind("a reason for which it was not scored", "always"),
    "cropped": Kind("a side that was cropped", "long"),
    "padded": Kind("a side that was padded", "long"),
    "gap-filled": Kind("a gap that was filled, longer", "long"),
    "short-gap-filled": Kind("short gaps that were filled, which changes hit rates", "always"),
    "extended": Kind("a layer that was extended", "long"),
    "end-moved": Kind("ends that were moved by a hundredth of a second or less"),
    "encoding-read": Kind("a text that is not UTF-8"),
    "sorted": Kind("segments that were not in order of time"),
    "empty-segment": Kind("segments of no length, left out"),
    "interpolated": Kind("boundaries without times of their own, spaced evenly", "always"),
    "empty-layer": Kind("layers or tiers without segments, left out"),
    "columns-guessed": Kind("columns without a header, taken by what they hold"),
    "columns-asked": Kind("columns that may be ends or durations", "always"),
    "levels-apart": Kind("levels that are not consecutive"),
    "annotation-chosen": Kind("a file with several annotations, of which one was taken"),
    "functions-left-out": Kind("functions beside the layers that they label, left out"),
    "functions-absent": Kind("no functions to take as a layer", "always"),
    "duplicate-left-out": Kind("a layer that another file has, too, taken once"),
    "equal-left-out": Kind("a layer with the boundaries of another, left out", "always"),
    "sandbox-ignored": Kind("a sandbox that does not fit its segments, ignored"),
    "boundary-inserted": Kind("boundaries that were inserted to nest it"),
    "boundary-moved": Kind("boundaries that were moved to nest it"),
    "label-split": Kind("labels that were told apart by those above"),
    "one-annotation": Kind("one annotation only, nothing to compare it with"),
    "replaced": Kind("results that were scored otherwise before"),
    "other": Kind("something that was changed on the way in"),
}
"""All kinds of notes; the one place that says which of them are material."""


@dataclass(frozen=True)
class Note:
    """One thing that was changed, or that the user should know."""

    kind: str
    """Of :data:`KINDS`."""
    text: str
    """What was done, in words that name layer and time."""
    layer: int | None = None
    """The layer it concerns, 1 = coarsest."""
    time: float | None = None
    """Where, in the hierarchy's unit."""
    side: Side | Literal[""] = ""
    """Of which side; empty where there is one only."""
    seconds: float = 0.0
    """How much of the track it concerns, in the hierarchy's unit, where its weight hangs on
    that."""

    def __str__(self) -> str:
        return f"{self.side}: {self.text}" if self.side else self.text

    @property
    def material(self) -> bool:
        """Whether what was done, or is the case, can change a score."""
        known = kind_of(self).material
        return known == "always" or (known == "long" and self.seconds > LITTLE)


def kind_of(note: Note) -> Kind:
    """Give what is known of a note's kind; one that another version wrote may be unknown."""
    return KINDS.get(note.kind, KINDS["other"])


def by_weight(notes: Iterable[Note]) -> tuple[tuple[Note, ...], tuple[Note, ...]]:
    """Part material notes from the others, in order; what is the same of both sides comes once."""
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
    """Say in a line what is material, and how many other notes there are; empty without notes."""
    heavy, light = by_weight(notes)
    if heavy:
        more = [f"{len(heavy) - _NAMED} more"] * (len(heavy) > _NAMED)
        words = f"{MAY_CHANGE.capitalize()}: {'; '.join([*map(str, heavy[:_NAMED]), *more])}"
        # A sentence of its own: they are none of what may change it.
        return f"{words}. Also {lesser_words(len(light))}" if light else words
    words = lesser_words(len(light)) if len(light) > 1 else "".join(map(str, light))
    return words[:1].upper() + words[1:]


def lesser_words(count: int) -> str:
    """Say that there are so many notes that are not material."""
    return counted(count, "lesser note")


# Numbers, times and what was written in quotes differ from track to track; names of annotators and
# methods do not, whatever digits they have.
_PARTICULAR = re.compile(
    r"(?P<name>(?:annotation|estimates?) by [^()]*)|'[^']*'|\d[\d.:]*(?:e[+-]?\d+)?"
)


def general(text: str) -> str:
    """Give a note or a reason with ``…`` for what differs from track to track."""
    return _PARTICULAR.sub(lambda match: match["name"] or "…", text)
