"""Files with one layer: what their names say, and which layers are of no use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from core.files.names import shortened
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
    form: rank for rank, words in enumerate(_FORM) for word in words for form in (word, f"{word}s")
}
_SIDES = "(ref|reference|est|estimate|estimated)"
# At the end only as the last word: "est" is one of French and Latin, too.
_SIDE = re.compile(rf"{_SIDES}(?![a-z])|.*[_\-. ]{_SIDES}[_\-. ]?\d{{0,9}}$", re.ASCII)
_ANNOTATOR = re.compile(r"(?:textfile|annotator)[ _-]?(\d{1,9})([a-z]?)(?![a-z0-9])", re.ASCII)
SILENT = "no segments but silence"
_SPANNING = 0.8  # of what other layers span: a track may begin and end with silence
BESIDE = "they label the other layers"
MARK = "one segment that does not span the track"
_LAST_NUMBER = re.compile(r"(\d{1,9})$", re.ASCII)


@dataclass(frozen=True)
class Hints:
    """What a file's name says about its layer."""

    annotator: str = ""
    """``"1"`` in ``textfile1_uppercase``, else empty."""
    part: str = ""
    """``"b"`` in ``textfile1b``: SALAMI's files with the layer above ``textfile1``."""
    kind: Kind | None = None
    number: int | None = None
    """``2`` in ``ref2``."""
    base: str = ""
    """What is left: ``"song1"`` of ``song1_fine``, ``"ref"`` of ``ref2``."""
    side: str = ""
    """``"reference"`` or ``"estimate"``, where the name starts so, or ends."""


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
    words = re.split(r"[_\-. ]+", stem)
    *_, last = words
    if last.lower() in _LETTERS:
        words.pop()
    return "_".join(word for word in words if word.lower() not in _WORDS)


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
    """The file, for messages."""
    hints: Hints = Hints()
    notes: tuple[Note, ...] = ()
    """From reading the file."""
    raw: bool = False
    """Whether it comes from a SALAMI file that holds several layers."""


def useful(
    flats: Sequence[Flat], keep_silent: bool, functions: bool = False
) -> tuple[list[Flat], list[tuple[Flat, str]], list[Note]]:
    """Leave out layers without labels but silence, and functions beside the layers they label."""
    kept = [flat for flat in flats if keep_silent or not _silent(flat)] or list(flats)
    left_out = [(flat, SILENT) for flat in flats if flat not in kept]
    notes = [
        Note("layer-left-out", f"{_words(flat)} has {SILENT}, left out") for flat, _ in left_out
    ]
    lettered = {flat.hints.part for flat in kept if flat.hints.kind not in (None, Kind.FUNCTION)}
    if functions:
        lacking = lettered - {flat.hints.part for flat in kept if flat.hints.kind is Kind.FUNCTION}
        if lacking:
            notes.append(Note("functions-absent", "there is no layer of functions to add"))
        return kept, left_out, notes
    for flat in tuple(kept):
        if flat.hints.kind is Kind.FUNCTION and flat.hints.part in lettered:
            kept.remove(flat)
            left_out.append((flat, BESIDE))
            said = f"{_words(flat)} left out, {BESIDE}"
            notes.append(Note("functions-left-out", said))
    return kept, left_out, notes


def without_marks(
    flats: Sequence[Flat],
) -> tuple[list[Flat], list[tuple[Flat, str]], list[Note]]:
    """Leave out layers of one segment that does not span what the others do, as that of a single
    pedal point or remark.
    """
    several = [flat.layer.segments for flat in flats if len(flat.layer.segments) > 1]
    first = min((start for rows in several for start, _, _ in rows), default=0.0)
    last = max((end for rows in several for _, end, _ in rows), default=0.0)
    left_out = []
    for flat in flats:
        match flat.layer.segments:
            case [(start, end, _)] if end - start < _SPANNING * (last - first):
                left_out.append((flat, MARK))
    marks = [flat for flat, _ in left_out]
    notes = [Note("lone-segment-left-out", f"{_words(flat)} is {MARK}, left out") for flat in marks]
    return [flat for flat in flats if flat not in marks], left_out, notes


def _silent(flat: Flat) -> bool:
    return all(label.lower() == "silence" for _, _, label in flat.layer.segments)


def _words(flat: Flat) -> str:
    """What a layer is called in a note."""
    return shortened(flat.layer.name) or "a layer without a name"
