"""Summarize the notes of all pairs of a corpus by kind."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.notes import Note, general, kind_of

_Group = tuple[str, bool, str]


@dataclass(frozen=True)
class Noted:
    text: str  # with the number of pairs, as in "150 of 390 pairs have ..."
    rows: tuple[int, ...]
    example: Note
    track: str
    common: bool

    @property
    def material(self) -> bool:
        return self.example.material

    @property
    def full(self) -> str:
        return f"{self.text}, such as {self.track}: {self.example}"


def count_notes(pair_notes: Sequence[Sequence[Note]], tracks: Sequence[str]) -> tuple[Noted, ...]:
    """Count the notes of pairs by kind and weight, material notes first."""
    groups: dict[_Group, dict[int, Note]] = {}
    for row, notes in enumerate(pair_notes):
        for note in notes:
            groups.setdefault(_group(note), {}).setdefault(row, note)
    total = len(tracks)
    counted = []
    for group, examples in groups.items():
        row, example = next(iter(examples.items()))
        # Material notes stay with each pair even if all pairs share them.
        common = len(examples) == total > 1 and not example.material
        text = _text(group, len(examples), total)
        counted.append(Noted(text, tuple(examples), example, tracks[row], common))
    return tuple(sorted(counted, key=lambda note: (not note.material, len(note.rows), note.text)))


def without_common(
    pair_notes: Sequence[Sequence[Note]], counted: Sequence[Noted]
) -> tuple[tuple[Note, ...], ...]:
    """Return the notes of each pair without those that all pairs share."""
    common = {_group(noted.example) for noted in counted if noted.common}
    return tuple(
        tuple(note for note in notes if _group(note) not in common) for notes in pair_notes
    )


def _group(note: Note) -> _Group:
    return note.kind, note.material, general(str(note)) if note.kind == "other" else ""


def _text(group: _Group, count: int, total: int) -> str:
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
        amount = f" ({more})"
    return f"{of} {text or known.text}{amount}"
