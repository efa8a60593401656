"""Layers as formats find them, before they are put in order and made a hierarchy."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum, auto

from core.io.units import SECONDS, Offer
from core.notes import Note
from core.repair import RawLayer


class Kind(IntEnum):
    """The scale of a layer, coarse to fine. Functions label uppercase segments or parts of them."""

    UPPER = 0
    MIDDLE = 1
    FUNCTION = 2
    LOWER = 3


KIND_NAMES = {
    Kind.UPPER: "uppercase",
    Kind.MIDDLE: "middle",
    Kind.LOWER: "lowercase",
    Kind.FUNCTION: "functions",
}

_WORDS = {
    **dict.fromkeys(("uppercase", "upper", "large", "coarse"), Kind.UPPER),
    **dict.fromkeys(("middle", "medium", "mid"), Kind.MIDDLE),
    **dict.fromkeys(("lowercase", "lower", "small", "fine"), Kind.LOWER),
    **dict.fromkeys(("function", "functions"), Kind.FUNCTION),
}
_LETTERS = {"l": Kind.UPPER, "m": Kind.MIDDLE, "s": Kind.LOWER}  # large, medium, small, as in SPAM
_LETTER = re.compile(r"(?:^|[_-])([lms])$")
_FORM = (
    ("movement",),
    ("form",),
    ("section",),
    ("subsection",),
    ("phrase",),
    ("subphrase",),
    ("motive", "motif"),
)
_FORM_PARTS = {
    form: rank for rank, names in enumerate(_FORM) for name in names for form in (name, f"{name}s")
}
_SIDES = "(ref|reference|est|estimate|estimated)"
# At the end only as the last word: "est" is one of French and Latin, too.
_SIDE = re.compile(rf"{_SIDES}(?![a-z])|.*[_\-. ]{_SIDES}[_\-. ]?\d{{0,9}}$", re.ASCII)
_ANNOTATOR = re.compile(r"(?:textfile|annotator)[ _-]?(\d{1,9})([a-z]?)(?![a-z0-9])", re.ASCII)
_LAST_NUMBER = re.compile(r"(\d{1,9})$", re.ASCII)


@dataclass(frozen=True)
class Hints:
    """What a file's name says about its layer."""

    annotator: str = ""  # `"1"` in `textfile1_uppercase`, else empty
    part: str = ""  # `"b"` in `textfile1b`: SALAMI's files with the layer above `textfile1`
    kind: Kind | None = None
    number: int | None = None
    """``2`` in ``ref2``."""
    base: str = ""  # what is left: `"song1"` of `song1_fine`, `"ref"` of `ref2`
    side: str = ""  # `"reference"` or `"estimate"`, if the name starts or ends so


def hints(stem: str) -> Hints:
    """Look for annotator, scale and number in a file's name."""
    lower = stem.lower()
    annotator = _ANNOTATOR.search(lower)
    kinds = {_WORDS[word] for word in re.findall(r"[a-z]+", lower) if word in _WORDS}
    letter = _LETTER.search(lower)
    if letter and not kinds:
        kinds = {_LETTERS[letter[1]]}
    number = _LAST_NUMBER.search(lower[annotator.end() :] if annotator else lower)
    kind = kinds.pop() if len(kinds) == 1 else None
    sided = _SIDE.match(lower)
    side = (sided[1] or sided[2]) if sided else ""
    return Hints(
        annotator[1] if annotator else "",
        annotator[2] if annotator else "",
        kind,
        int(number[1]) if number else None,
        _base(stem, kind is not None),
        ("reference" if side.startswith("ref") else "estimate") if side else "",
    )


def _base(stem: str, has_kind: bool) -> str:
    """Give what is left of a name without its scale, or else without the number at its end."""
    if not has_kind:
        return _LAST_NUMBER.sub("", stem).rstrip("_- .")
    parts = re.split(r"[_\-. ]+", stem)
    *_, last = parts
    if last.lower() in _LETTERS:
        parts.pop()
    return "_".join(word for word in parts if word.lower() not in _WORDS)


def part_of_form(name: str) -> int | None:
    """Give the rank of the part of a form that a layer is called after, 0 = the largest."""
    ranks = {
        _FORM_PARTS[word] for word in re.findall(r"[a-z]+", name.lower()) if word in _FORM_PARTS
    }
    return ranks.pop() if len(ranks) == 1 else None


@dataclass(frozen=True)
class Flat:
    """One layer and where it comes from."""

    layer: RawLayer
    source: str
    hints: Hints = Hints()
    notes: tuple[Note, ...] = ()
    raw: bool = False
    """Whether it comes from a SALAMI file that holds several layers."""


class Order(Enum):
    """What is known of the order of layers in a file."""

    SURE = auto()  # coarsest first, as it was written here
    COARSEST = auto()
    """Coarsest first, as the format has it; files that are otherwise are doubted."""
    FINEST = auto()  # finest first, as the format has it
    LEVELS = auto()  # by level, but whether 1 is the coarsest or the finest is open
    OPEN = auto()


@dataclass(frozen=True)
class Stack:
    """The layers of one annotator, as a file has them."""

    flats: tuple[Flat, ...]  # at least one, in the order and the unit of the file
    name: str
    title: str = ""
    """What a picker calls it; what it holds follows in brackets."""
    detail: str | None = None
    """What stands in the brackets; by default the layers' names or number."""
    order: Order = Order.OPEN
    format: str = ""
    unit: str = SECONDS
    """Of :data:`core.io.units.UNITS`."""
    rate: float = 0.0  # units per second, if the file tells it
    evidence: str = ""  # what speaks for the unit, if not seconds
    offers: tuple[Offer, ...] = ()  # other units that times may be in
    notes: tuple[Note, ...] = ()
    first: float = 0.0
    """What the file calls the first bar line or beat; positions count from there."""
    with_meter: Callable[[float], Stack] | None = None
    """Gives the stack for a number of beats per measure, if the file does not tell it."""
    put_together: bool = False
    """Whether the coarsest layer was put together from labels of the next."""
