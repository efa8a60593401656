"""Layers as formats find them, before they are put in order and made a hierarchy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from core.io._flat import Flat
from core.io.units import SECONDS, Offer
from core.notes import Note


class Order(Enum):
    """What is known of the order of layers in a file."""

    SURE = auto()
    """Coarsest first, as it was written here."""
    COARSEST = auto()
    """Coarsest first, as the format has it; files that are otherwise are doubted."""
    FINEST = auto()
    """Finest first, as the format has it."""
    LEVELS = auto()
    """By level, but whether 1 is the coarsest or the finest is open."""
    OPEN = auto()
    """Nothing but what the layers' names say."""


@dataclass(frozen=True)
class Stack:
    """The layers of one annotator, as a file has them."""

    flats: tuple[Flat, ...]
    """At least one, in the order of the file, with times in the file's unit. Those of formats that
    read one annotator a file need no hints."""
    name: str
    """The hierarchy's name."""
    title: str = ""
    """What a picker calls it; what it holds follows in brackets."""
    detail: str | None = None
    """What stands in the brackets; by default the layers' names, or how many there are."""
    order: Order = Order.OPEN
    format: str = ""
    """In words, for what is said of it; that of the registry by default."""
    unit: str = SECONDS
    """Of :data:`core.io.units.UNITS`."""
    rate: float = 0.0
    """How many of the unit make a second, where the file says so; else 0."""
    evidence: str = ""
    """What speaks for the unit, where it is not seconds."""
    offers: tuple[Offer, ...] = ()
    """Other units that times may be in."""
    notes: tuple[Note, ...] = ()
    first: float = 0.0
    """What the file calls the first bar line or beat: 1 where it counts measures from 1. Positions
    in musical units are counted from there; seconds are not touched."""
    with_meter: Callable[[float], Stack] | None = None
    """Gives the stack as it is with so many beats a measure, where the file has beats of measures
    and does not say it."""
    put_together: bool = False
    """Whether the coarsest layer was put together from labels of the next, so that a file that has
    it takes its place."""
