"""Read a source with the reading options of its side."""

from dataclasses import dataclass, replace
from pathlib import Path

from core.files.names import shortened
from core.io import Candidate, Choices
from core.io.choices import AS_UNDERSTOOD
from core.io.link import ReadAs
from core.io.understood import NOT_READ
from core.notes import Note
from core.vocabulary import SIDES, Side
from explorer import session
from explorer.pair import computed
from explorer.pair.pairing import find
from explorer.session.around_streamlit import hear
from explorer.state.pair import PairState, SideSource


@dataclass(frozen=True)
class ReadSide:
    slot: Side  # where it was opened
    source: SideSource
    listed: tuple[Candidate, ...]  # as read with the options; empty after an error
    problem: str = ""  # why it can't be read
    at: int = 0  # the chosen annotation, counted from 0

    @property
    def chosen(self) -> Choices:
        return session.pair.reading(self.slot, self.source)

    @property
    def candidate(self) -> Candidate | None:
        return _nth(self.listed, self.at)

    def read(self, choices: Choices) -> Candidate | None:
        """Read the annotation with other options; None after an error."""
        listed, _ = find(self.source, self.slot, session.pair.in_full(choices))
        return _nth(listed, self.at)

    @property
    def untouched(self) -> Candidate | None:
        """Read it with no options except the choice of files; None after an error."""
        return self.read(Choices(files=self.chosen.files))

    def choose(self, choices: Choices) -> None:
        hear()
        before = self.chosen
        session.pair.drawn = None  # it is another pair now
        session.pair.repairs = {**session.pair.repairs, self.slot: ()}
        session.pair.read_as(self.slot, self.source, choices)
        if (before.unit, before.rate, before.files) != (choices.unit, choices.rate, choices.files):
            session.pair.query = PairState.query.default
            session.pair.opened += 1


def _nth(listed: tuple[Candidate, ...], at: int) -> Candidate | None:
    return listed[min(at, len(listed) - 1)] if listed else None


def read_side(slot: Side, source: SideSource) -> ReadSide:
    chosen = session.pair.reading(slot, source)
    listed, problem = find(source, slot, session.pair.in_full(chosen))
    if source[0] == "drawn" and chosen != AS_UNDERSTOOD:  # options of the pair in the link
        (candidate,) = listed
        if not any(note.kind == "reading-chosen" for note in candidate.notes):
            note = Note("reading-chosen", chosen.description(candidate.hierarchy.unit))
            listed = (replace(candidate, notes=(note, *candidate.notes)),)
    return ReadSide(slot, source, listed, problem)


def read_sides() -> tuple[ReadSide, ReadSide]:
    """Read what is the reference on screen, and what is the estimate."""
    first, second = (read_side(slot, session.pair.sources[slot]) for slot in SIDES)
    return (second, first) if session.pair.swapped else (first, second)


def choice_key(slot: Side, source: SideSource) -> str:
    return f"choice_{slot}_{hash(source)}"


def stored_reading(side: ReadSide, notes: tuple[Note, ...] = ()) -> ReadAs:
    """Return what a link stores of a side: its files, how they were read, and the notes."""
    if side.source[0] == "drawn":
        carried = computed.linked(side.source[1]).reading[SIDES.index(side.slot)]
        return replace(carried, notes=notes)
    understood = side.candidate.understood if side.candidate else NOT_READ
    line = understood.line if understood.layers else ""
    return ReadAs(files_of(side.source), line, notes)


def files_of(source: SideSource) -> str:
    """List the files of a side; empty if it was not read from files."""
    kind, content = source
    if kind == "files":
        return ", ".join(shortened(name) for name, _ in content)
    if kind == "path":
        return Path(content).name
    return "pasted text" if kind == "text" else ""
