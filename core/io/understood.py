"""What a reader understood of a file: said before anything is scored, and open to choices."""

from __future__ import annotations

from dataclasses import dataclass

from core.io.units import SECONDS, Offer
from core.vocabulary import counted

_COUNTED = 8  # layers whose segments a line counts


@dataclass(frozen=True)
class LayerFound:
    """A layer that a file has.

    Parameters
    ----------
    number : int
        Its place in the file, 1 = first; choices name it so.
    name : str
        May be empty.
    n_segments : int
    taken : bool
    reason : str
        Why it is left out; empty where it is taken.
    source : str
        The file it is from.
    """

    number: int
    name: str
    n_segments: int
    taken: bool = True
    reason: str = ""
    source: str = ""


@dataclass(frozen=True)
class Understood:
    """How a hierarchy was read.

    Parameters
    ----------
    format : str
        In words, such as ``"TiLiA CSV"``.
    layers : tuple of LayerFound
        Those that are taken, coarsest first, then those that are left out.
    order : str
        What the order of the layers is taken from, in a sentence; empty for one layer.
    asked : bool
        Whether nothing decides the order, so that it is for the user to say.
    unit : str
        Of :data:`core.io.units.UNITS`, that times are in, in the file.
    rate : float
        How many of it make a second, where that was said; else 0.
    evidence : str
        What speaks for the unit, or against it; empty where nothing has to be said.
    offers : tuple of Offer
        Units that they may be in.
    own_unit : bool
        Whether times stay in that unit, as nothing says what it is in seconds.
    encoding : str
        Of the text, where it is not UTF-8.
    """

    format: str
    layers: tuple[LayerFound, ...]
    order: str = ""
    asked: bool = False
    unit: str = SECONDS
    rate: float = 0.0
    evidence: str = ""
    offers: tuple[Offer, ...] = ()
    own_unit: bool = False
    encoding: str = ""

    @property
    def taken(self) -> tuple[LayerFound, ...]:
        """Give the layers that make the hierarchy, coarsest first."""
        return tuple(each for each in self.layers if each.taken)

    @property
    def words(self) -> str:
        """Say it in a line: ``"TextGrid, 3 layers: 4, 9, 22 segments, in seconds"``."""
        counts = [str(each.n_segments) for each in self.taken]
        if len(counts) > _COUNTED:
            counts[_COUNTED - 1 : -1] = ["…"]
        unit = "their own unit, " * self.own_unit + self.unit
        parts = [
            self.format.partition(" (")[0],
            f"{counted(len(self.taken), 'layer')}: {', '.join(counts)} "
            f"segment{'s' * (counts != ['1'])}",
            f"in {unit}",
            self.encoding,
        ]
        return ", ".join(filter(None, parts))
