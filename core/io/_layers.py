"""Layers as read by a format, before they are ordered and become a hierarchy."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum, auto

from core.io.units import SECONDS, Offer
from core.notes import Note
from core.repair import RawLayer


class Kind(IntEnum):
    """The scale of a layer, coarse to fine. Functions label uppercase segments or their parts."""

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
_FORM = ("movement", "form", "section", "subsection", "phrase", "subphrase", "motive motif")
_FORM_PARTS = {name: rank for rank, names in enumerate(_FORM) for name in names.split()}
_SIDES = "(ref|reference|est|estimate|estimated)"
# At the end only as a separate word: French and Latin words end with "est".
_SIDE = re.compile(rf"{_SIDES}(?![a-z])|.*[_\-. ]{_SIDES}[_\-. ]?\d{{0,9}}$", re.ASCII)
_ANNOTATOR = re.compile(r"(?:textfile|annotator)[ _-]?(\d{1,9})([a-z]?)(?![a-z0-9])", re.ASCII)
_LAST_NUMBER = re.compile(r"(\d{1,9})$", re.ASCII)


@dataclass(frozen=True)
class Hints:
    """Hints on a layer from its file name."""

    annotator: str = ""  # `"1"` in `textfile1_uppercase`, else empty
    part: str = ""  # `"b"` in `textfile1b`: SALAMI's files with the layer above `textfile1`
    kind: Kind | None = None
    number: int | None = None  # for example 2 in `ref2`
    form: int | None = None  # rank of the part of a form that follows a side, as in `ref_sections`
    base: str = ""  # the rest of the name: `"song1"` in `song1_fine`, `"ref"` in `ref2`
    side: str = ""  # `"reference"` or `"estimate"`, if the name starts or ends with it


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
    form = part_of_form(lower) if sided and sided[1] else None
    return Hints(
        annotator[1] if annotator else "",
        annotator[2] if annotator else "",
        kind,
        int(number[1]) if number else None,
        form,
        _base(stem, kind is not None) if form is None else side,
        ("reference" if side.startswith("ref") else "estimate") if side else "",
    )


def _base(stem: str, has_kind: bool) -> str:
    """Return a name without its scale, or else without the number at its end."""
    if not has_kind:
        return _LAST_NUMBER.sub("", stem).rstrip("_- .")
    parts = re.split(r"[_\-. ]+", stem)
    *_, last = parts
    if last.lower() in _LETTERS:
        parts.pop()
    return "_".join(word for word in parts if word.lower() not in _WORDS)


def part_of_form(name: str) -> int | None:
    """Return the rank of a layer named after a part of a form, 0 = the largest part."""
    singular = [word.removesuffix("s") for word in re.findall(r"[a-z]+", name.lower())]
    ranks = {_FORM_PARTS[word] for word in singular if word in _FORM_PARTS}
    return ranks.pop() if len(ranks) == 1 else None


@dataclass(frozen=True)
class Flat:
    layer: RawLayer
    source: str
    hints: Hints = Hints()
    notes: tuple[Note, ...] = ()
    raw: bool = False  # whether it comes from a SALAMI file that holds several layers


class Order(Enum):
    """The known order of layers in a file."""

    SURE = auto()  # coarsest first; hierscope wrote the file
    COARSEST = auto()  # coarsest first by the format; other files cause a note
    FINEST = auto()  # finest first by the format
    LEVELS = auto()  # by level, but level 1 may be the coarsest or the finest
    OPEN = auto()


@dataclass(frozen=True)
class Stack:
    """The layers of one annotator, as in the file."""

    flats: tuple[Flat, ...]  # at least one, in the order and the unit of the file
    name: str
    title: str = ""  # title in a picker; the content follows in brackets
    detail: str | None = None  # content in brackets; by default the layers' names or number
    order: Order = Order.OPEN
    format: str = ""
    unit: str = SECONDS
    """A key of :data:`core.io.units.UNITS`."""
    rate: float = 0.0  # units per second, if the file has it
    evidence: str = ""  # reason for the unit, if not seconds
    offers: tuple[Offer, ...] = ()  # other possible units
    notes: tuple[Note, ...] = ()
    first: float = 0.0
    """The file's number of the first bar line or beat, from which positions count."""
    with_meter: Callable[[float], Stack] | None = None
    """Returns the stack for a number of beats per measure, if the file lacks it."""
    put_together: bool = False  # whether the coarsest layer was built from labels of the next layer
