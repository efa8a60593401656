"""A hierarchy that was read, and how: shown before scoring, and can be changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.files.names import shortened, stem
from core.hierarchy import Hierarchy
from core.io._layers import hints
from core.io.units import SECONDS, Offer
from core.notes import Note
from core.vocabulary import SIDES, Side
from core.wording import counted

_COUNTED = 8  # layers whose segments are counted in a line


@dataclass(frozen=True)
class LayerInfo:
    number: int  # position in the file, 1 = first
    name: str
    n_segments: int
    taken: bool = True
    reason: str = ""  # the reason if it is left out
    source: str = ""

    @property
    def title(self) -> str:
        """Its name, or its number in the file, which may differ from the hierarchy's."""
        return shortened(self.name) or f"layer {self.number} of the file"


@dataclass(frozen=True)
class Understood:
    """How a hierarchy was read."""

    format: str
    layers: tuple[LayerInfo, ...]  # used layers, coarsest first, then layers left out
    order: str = ""  # how the order of the layers was determined
    asked: bool = False  # whether the order is ambiguous
    unit: str = SECONDS
    rate: float = 0.0  # units per second, if set
    evidence: str = ""  # reasons for or against the unit
    offers: tuple[Offer, ...] = ()
    own_unit: bool = False  # whether times stay in this unit, because seconds are unknown
    encoding: str = ""  # encoding of the text, if it is not UTF-8

    @property
    def line(self) -> str:
        """The reading in one line: ``"TextGrid: 3 layers (4, 9, 22 segments), seconds"``."""
        counts = [f"{layer.n_segments:,}" for layer in self.taken]
        if len(counts) > _COUNTED:
            counts[_COUNTED - 1 : -1] = ["…"]
        segments = f"{', '.join(counts)} segment{'s' * (counts != ['1'])}"
        rate = f" at {self.rate:g} a second" if self.rate else ""
        layers = f"{self.format}: {counted(len(self.taken), 'layer')} ({segments})"
        left_out = len(self.layers) - len(self.taken)
        more = f", {left_out} left out" if left_out else ""
        return f"{layers}{more}, times in {self.unit}{rate}"

    @property
    def taken(self) -> tuple[LayerInfo, ...]:
        """The layers of the hierarchy, coarsest first."""
        return tuple(layer for layer in self.layers if layer.taken)


NOT_READ = Understood("", ())


@dataclass(frozen=True)
class Candidate:
    """One hierarchy of the input."""

    hierarchy: Hierarchy
    title: str
    """Title for a picker, for example ``"annotator 1 (multi_segment)"``."""
    notes: tuple[Note, ...] = ()
    """Notes on parts that were fixed, left out or guessed; empty if the file was used unchanged."""
    understood: Understood = NOT_READ  # how the file was read; a drawing has no layers here
    annotator: str = ""  # the annotator, or another distinguishing name; may be empty

    @property
    def side(self) -> Side | Literal[""]:
        """Whether it is a reference or an estimate, by its title or first file name, if known."""
        sources = [layer.source for layer in self.understood.layers]
        names = [
            name for source in sources[:1] for name in (stem(source), hints(stem(source)).base)
        ]
        sides = [hints(name).side for name in (self.title, *names)]
        return next((side for side in SIDES if side in sides), "")


def first_choice(slot: Side, same: bool, listed: Sequence[Candidate]) -> int:
    """Choose an annotation by default: for the `same` source by name, or else in order."""
    if not same or len(listed) == 1:
        return 0
    named = [candidate.side for candidate in listed]
    if slot in named:
        return named.index(slot)
    other = SIDES[1 - SIDES.index(slot)]
    of_other = named.index(other) if other in named else int(slot == "reference")
    return next(at for at in range(len(listed)) if at != of_other)
