"""Files with one layer: what their names say, and how they become a hierarchy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from core.io._build import build
from core.io._files import Candidate
from core.notes import Note
from core.repair import RawLayer


class Kind(IntEnum):
    """The scale of a layer, coarse to fine. Functions are no scale: they describe the others."""

    UPPER = 0
    MIDDLE = 1
    LOWER = 2
    FUNCTION = 3


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
_ANNOTATOR = re.compile(r"(?:textfile|annotator)[ _-]?(\d{1,9})([a-z]?)(?![a-z0-9])", re.ASCII)
_LAST_NUMBER = re.compile(r"(\d{1,9})$", re.ASCII)


@dataclass(frozen=True)
class Hints:
    """What a file's name says about its layer.

    Parameters
    ----------
    annotator : str
        ``"1"`` in ``textfile1_uppercase``, else empty.
    part : str
        ``"b"`` in ``textfile1b``: SALAMI's files with the layer above ``textfile1``.
    kind : Kind or None
    number : int or None
        ``2`` in ``ref2``.
    """

    annotator: str = ""
    part: str = ""
    kind: Kind | None = None
    number: int | None = None


def hints(stem: str) -> Hints:
    """Look for annotator, scale and number in a file's name.

    Parameters
    ----------
    stem : str
        Without extension.

    Returns
    -------
    Hints
    """
    lower = stem.lower()
    annotator = _ANNOTATOR.search(lower)
    kinds = {_WORDS[word] for word in re.findall(r"[a-z]+", lower) if word in _WORDS}
    number = _LAST_NUMBER.search(lower[annotator.end() :] if annotator else lower)
    return Hints(
        annotator[1] if annotator else "",
        annotator[2] if annotator else "",
        kinds.pop() if len(kinds) == 1 else None,
        int(number[1]) if number else None,
    )


@dataclass(frozen=True)
class Flat:
    """One layer and where it comes from.

    Parameters
    ----------
    layer : RawLayer
    source : str
        The file, for messages.
    hints : Hints
    notes : tuple of Note
        From reading the file.
    raw : bool
        Whether it comes from a SALAMI file that holds several layers.
    """

    layer: RawLayer
    source: str
    hints: Hints = Hints()
    notes: tuple[Note, ...] = ()
    raw: bool = False


def combine(
    flats: Sequence[Flat], *, name: str, title: str = "", keep_silent: bool = False
) -> Candidate:
    """Make one hierarchy of the layers of one annotator.

    Parameters
    ----------
    flats : sequence of Flat
        At least one, in the order given by the user.
    name : str
        The hierarchy's name.
    title : str
        What the title starts with; the layers' names follow.
    keep_silent : bool
        Whether layers that hold silence only are kept.

    Returns
    -------
    Candidate

    Raises
    ------
    HierarchyError, ReadError
        As :func:`core.io._build.build`.
    """
    kept, notes = _useful(flats, keep_silent)
    ordered, order_notes = _ordered(kept)
    repaired = build([flat.layer for flat in ordered], [flat.source for flat in ordered], name=name)
    # The layers of one SALAMI file share that file's notes.
    read_notes = dict.fromkeys(note for flat in ordered for note in flat.notes)
    names = [flat.layer.name for flat in ordered]
    shown = ", ".join(names) if len(names) <= 4 else f"{len(names)} layers"
    return Candidate(
        repaired.hierarchy,
        f"{title} ({shown})" if title else shown,
        (*read_notes, *notes, *order_notes, *repaired.notes),
    )


def _useful(flats: Sequence[Flat], keep_silent: bool) -> tuple[list[Flat], list[Note]]:
    """Leave out layers without labels but silence, and functions beside the layers they label."""
    notes = []
    kept = [flat for flat in flats if keep_silent or not _silent(flat)] or list(flats)
    for flat in flats:
        if flat not in kept:
            said = f"{flat.layer.name} has no segments but silence, left out"
            notes.append(Note("layer-left-out", said))
    lettered = {flat.hints.part for flat in kept if flat.hints.kind not in (None, Kind.FUNCTION)}
    for flat in tuple(kept):
        if flat.hints.kind is Kind.FUNCTION and flat.hints.part in lettered:
            kept.remove(flat)
            said = f"{flat.layer.name} left out, they label the other layers"
            notes.append(Note("functions-left-out", said))
    return kept, notes


def _silent(flat: Flat) -> bool:
    return all(label.lower() == "silence" for _, _, label in flat.layer.segments)


def _ordered(flats: list[Flat]) -> tuple[list[Flat], list[Note]]:
    if len(flats) == 1:
        return flats, []
    found = [flat.hints for flat in flats]
    for values in ([each.kind for each in found], [each.number for each in found]):
        keys = [
            (not each.part, value)
            for each, value in zip(found, values, strict=True)
            if value is not None
        ]
        if len(set(keys)) == len(flats):
            order = sorted(range(len(flats)), key=keys.__getitem__)
            return [flats[index] for index in order], []
    by_count = sorted(flats, key=lambda flat: len(flat.layer.segments))
    listed = ", ".join(f"{flat.layer.name} ({len(flat.layer.segments)})" for flat in by_count)
    said = f"order of layers guessed by number of segments: {listed}"
    return by_count, [Note("order-guessed", said)]
