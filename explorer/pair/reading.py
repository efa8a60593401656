"""What is read of a source, under the choices of a side, and what a page knows of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.io import AS_UNDERSTOOD, Candidate, Choices
from core.notes import Note
from core.vocabulary import Side
from explorer import session
from explorer.pair import computed
from explorer.pair.pairing import find
from explorer.session.around_streamlit import hear
from explorer.state.pair import PairState, SideSource


@dataclass(frozen=True)
class Given:
    """A source of a side, read.

    Parameters
    ----------
    slot : {"reference", "estimate"}
        Where it was given.
    source : tuple
    listed : tuple of Candidate
        Read as is chosen; empty if it can't be.
    problem : str
        Why it can't be.
    at : int
        Which annotation is meant, counted from 0.
    """

    slot: Side
    source: SideSource
    listed: tuple[Candidate, ...]
    problem: str = ""
    at: int = 0

    @property
    def chosen(self) -> Choices:
        """Give what is chosen for it."""
        return session.pair.reading(self.slot, self.source)

    @property
    def candidate(self) -> Candidate | None:
        """Give the annotation that is meant."""
        return _nth(self.listed, self.at)

    def read(self, choices: Choices) -> Candidate | None:
        """Read the annotation with other choices; None where that can't be."""
        listed, _ = find(self.source, self.slot, session.pair.in_full(choices))
        return _nth(listed, self.at)

    @property
    def untouched(self) -> Candidate | None:
        """Give it as it is understood, but for which files it is of; None where it can't be."""
        return self.read(Choices(files=self.chosen.files))

    def choose(self, choices: Choices) -> None:
        """Have it read so; called by callbacks."""
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


def give(slot: Side, source: SideSource) -> Given:
    """Read a source as is chosen for the slot."""
    chosen = session.pair.reading(slot, source)
    listed, problem = find(source, slot, session.pair.in_full(chosen))
    if source[0] == "drawn" and chosen != AS_UNDERSTOOD:  # how it was read before it came in a link
        said = Note("reading-chosen", chosen.words(listed[0].hierarchy.unit))
        listed = tuple(replace(each, notes=(said, *each.notes)) for each in listed)
    return Given(slot, source, listed, problem)


def names_of_files(source: SideSource) -> tuple[str, ...]:
    """List the files that a source consists of; empty for text and what can't be listed."""
    kind, content = source
    return computed.names_of_files(kind, content) if kind in ("files", "path") else ()
