"""The detected reading of a file, which is shown before scoring and can be changed."""

from dataclasses import dataclass

from core.files.names import shortened
from core.io.units import SECONDS, Offer
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
