"""What is to be known of the pairs of a corpus, counted by kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.notes import Note, general, kind_of

if TYPE_CHECKING:
    from core.corpus.results import Results

_Group = tuple[str, bool, str]
"""Kind, whether it is material, and the general text where the kind says nothing."""


@dataclass(frozen=True)
class Noted:
    """Notes of one kind and weight."""

    text: str
    """Of how many pairs there are such notes, as ``"150 of 390 pairs have a hierarchy that is not
    nested"``."""
    rows: tuple[int, ...]
    """Those pairs."""
    example: Note
    """The first of them."""
    track: str
    """The track that it is of."""
    common: bool
    """Whether all pairs have such a note."""

    @property
    def material(self) -> bool:
        """Whether it can change scores."""
        return self.example.material

    @property
    def full(self) -> str:
        """The text with an example."""
        return f"{self.text}, such as {self.track}: {self.example}"


def noted(results: Results) -> tuple[Noted, ...]:
    """Count notes by kind and weight."""
    groups: dict[_Group, dict[int, Note]] = {}
    for row, notes in enumerate(results.pair_notes):
        for note in notes:
            groups.setdefault(_group(note), {}).setdefault(row, note)
    found = [
        Noted(
            _words(group, len(rows), len(results)),
            tuple(rows),
            first := next(iter(rows.values())),
            results.tracks[next(iter(rows))],
            _is_common(first, len(rows), len(results)),
        )
        for group, rows in groups.items()
    ]
    return tuple(sorted(found, key=lambda each: (not each.material, len(each.rows), each.text)))


def particular(results: Results) -> tuple[tuple[Note, ...], ...]:
    """Give the notes of each pair without those that all pairs have, which are said once."""
    common = {_group(each.example) for each in noted(results) if each.common}
    return tuple(
        tuple(note for note in notes if _group(note) not in common) for notes in results.pair_notes
    )


def material(notes: Sequence[Noted]) -> tuple[Noted, ...]:
    """Give those that can change scores."""
    return tuple(each for each in notes if each.material)


def _group(note: Note) -> _Group:
    return note.kind, note.material, general(str(note)) if note.kind == "other" else ""


def _is_common(example: Note, count: int, total: int) -> bool:
    # What is material is said of each pair, too, however many there are.
    return count == total > 1 and not example.material


def _words(group: _Group, count: int, total: int) -> str:
    name, is_material, text = group
    if total == 1:
        of = "the pair has"
    elif count == total:
        of = f"all {total:,} pairs have"
    else:
        of = f"{count:,} of {total:,} pairs {'has' if count == 1 else 'have'}"
    known = kind_of(Note(name, text))
    amount = ""
    if known.material == "long":
        more = "more than a second" if is_material else "a second or less"
        amount = f" by {more}"
    return f"{of} {text or known.words}{amount}"
