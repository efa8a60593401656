"""Which pair is on screen, and why: sources, choices, repairs, swap, alignment.

A source is a plain tuple, for the session: ``("sample", id)``,
``("files", ((name, data), ...))``, ``("text", text)``, ``("path", path)``, and for both sides of a
pair that was drawn, or came in a link, ``("drawn", packed pair)``. Sources stay in the slots in
which they were opened; a swap exchanges which slot is the reference.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.hierarchy import Hierarchy, Pair
from core.io import Candidate, Choices
from core.notes import Note
from core.samples import sample
from core.vocabulary import SIDES, Side
from explorer.pair import computed
from explorer.state.pair import SideSource


@dataclass(frozen=True)
class Opened:
    """One side of the pair before alignment."""

    slot: Side  # where its source was opened; repairs belong to the slot
    hierarchy: Hierarchy  # after the repairs
    notes: tuple[Note, ...]  # changes by reading and repairs
    idle: bool = False  # whether the last repair changed nothing


@dataclass(frozen=True)
class ShownPair:
    """The pair on screen: both sides as shown, aligned, and their notes."""

    reference: Opened
    estimate: Opened
    aligned: Pair
    notes: tuple[Note, ...]

    @property
    def as_read(self) -> Pair:
        """Return both sides before alignment."""
        return Pair(self.reference.hierarchy, self.estimate.hierarchy)


def own_unit(hierarchy: Hierarchy, notes: tuple[Note, ...] = ()) -> tuple[Note, ...]:
    """Note that a hierarchy is compared in its own unit, if no reading note does."""
    if not hierarchy.notation.musical or any(note.kind == "unit-read" for note in notes):
        return notes
    unit = hierarchy.unit
    return (*notes, Note("unit-read", f"times are in {unit} and are not converted to seconds"))


def find(source: SideSource, slot: Side, choices: Choices) -> computed.Candidates:
    """Read a source with its reading options: its annotations, or an error message."""
    kind, content = source
    if kind == "sample":
        pair = sample(content)
        hierarchy = pair.reference if slot == "reference" else pair.estimate
        return (Candidate(hierarchy, hierarchy.name, ()),), ""
    if kind == "drawn":
        linked = computed.linked(content)
        hierarchy, carried = getattr(linked.pair, slot), linked.reading[SIDES.index(slot)]
        notes = own_unit(hierarchy, carried.notes)
        return (Candidate(hierarchy, hierarchy.name or f"drawn {slot}", notes),), ""
    if kind == "files":
        return computed.candidates_in_files(content, choices)
    if kind == "text":
        return computed.candidates_in_text(content, f"pasted {slot}", choices)
    return computed.candidates_in_path(content, choices)


def open_side(
    slot: Side, candidate: Candidate, repairs: Sequence[str] = (), name: str = ""
) -> Opened:
    hierarchy, notes, idle = candidate.hierarchy, candidate.notes, False
    if name:
        hierarchy = replace(hierarchy, name=name)
    for kind in repairs:
        repaired = computed.repaired(hierarchy, kind)
        hierarchy, idle = repaired.hierarchy, not repaired.notes
        notes += repaired.notes
    return Opened(slot, hierarchy, notes, idle)


def pair_up(reference: Opened, estimate: Opened) -> ShownPair:
    aligned = computed.aligned(reference.hierarchy, estimate.hierarchy)
    read = [
        replace(note, side=role)
        for role, side in zip(SIDES, (reference, estimate), strict=True)
        for note in side.notes
    ]
    return ShownPair(reference, estimate, aligned.pair, (*read, *aligned.notes))
