"""A pair as short text, for links: as it was given, and what was said of its files.

The text is packed JSON (:mod:`core.io._packing`): a list a side with its name and its layers, each
``[name, times]`` or ``[name, times, labels]``, then the unit, where that is not seconds, and then,
where there is something to say, an object: ``starts``, where a side does not start at 0, and
``told``, of each side ``[files, line, notes]``. The first boundary is left out. Times are numbers
of the unit (floats), or, where every boundary of the layer is a whole thousandth, steps from one
boundary to the next in thousandths (integers).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from core.hierarchy import Hierarchy, Layer
from core.io._packing import damaged, pack_json, unpack_json
from core.io._pair import pair_document, read_document
from core.io.limits import MAX_END, MAX_TEXT
from core.notes import Note, by_weight
from core.vocabulary import SIDES

_MOST_NOTES = 12  # of a side, in a link


@dataclass(frozen=True)
class Told:
    """What was said of a side when it was read, which a link carries along.

    Parameters
    ----------
    files : str
        What they are called.
    line : str
        What was understood of them; see :attr:`core.io.understood.Understood.line`.
    notes : tuple of Note
        Of reading them; which side they are of is for the pair to say.
    """

    files: str = ""
    line: str = ""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Linked:
    """What a link holds: a pair as it was given, and what was said of each side.

    Parameters
    ----------
    reference, estimate : Hierarchy
    told : (Told, Told)
    """

    reference: Hierarchy
    estimate: Hierarchy
    told: tuple[Told, Told] = (Told(), Told())


def pack_pair(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Write a pair of one span as short text that an address can hold.

    Parameters
    ----------
    reference, estimate : Hierarchy
        Of one span that starts at 0, as :func:`core.align.align` gives them.

    Returns
    -------
    str
        Letters, digits, ``-`` and ``_``; :func:`unpack_pair` gives back the same pair, to the bit.
        For two annotators of a song of SALAMI some 860 characters.

    Raises
    ------
    ReadError
        If the pair is not one that :func:`unpack_pair` takes.
    """
    read_document(pair_document(reference, estimate), "pair")
    return pack_link(Linked(reference, estimate))


def pack_link(linked: Linked) -> str:
    """Write a pair as it was given, and what was said of it, as :func:`pack_pair` does.

    Parameters
    ----------
    linked : Linked
        Of what was noted of a side the first few go along, what is material before the rest.

    Returns
    -------
    str
        :func:`unpack_link` gives back the same pair, to the bit.

    Raises
    ------
    ReadError
        If the pair is not one that :func:`unpack_link` takes.
    """
    pair = (linked.reference, linked.estimate)
    read_document(pair_document(*pair), "pair", aligned=False)
    value: list[Any] = [
        [hierarchy.name, *(_short(layer) for layer in hierarchy.layers)] for hierarchy in pair
    ]
    if linked.reference.words.musical:
        value.append(linked.reference.unit)
    more: dict[str, Any] = {}
    if any(hierarchy.start for hierarchy in pair):
        more["starts"] = [hierarchy.start for hierarchy in pair]
    if linked.told != (Told(), Told()):
        more["told"] = [
            [_cut(told.files), _cut(told.line), _rows(told.notes)] for told in linked.told
        ]
    return pack_json([*value, more] if more else value)


def _rows(notes: tuple[Note, ...]) -> list[list[Any]]:
    heavy, light = by_weight(notes)
    return [
        [note.kind, _cut(note.text), note.layer, _at(note.time), _at(note.seconds) or 0]
        for note in (*heavy, *light)[:_MOST_NOTES]
    ]


def _at(time: float | None) -> float | None:
    """Give a time as a link may have it; notes are made before times are mended."""
    return None if time is None or not time >= 0 else float(min(time, MAX_END))


def _cut(text: str) -> str:
    """Make a text one that a link may have: names of files may hold what can't be printed."""
    whole = "".join(char if char.isprintable() else " " for char in text)
    return whole if len(whole) <= MAX_TEXT else f"{whole[: MAX_TEXT - 1]}…"


def _short(layer: Layer) -> list[Any]:
    times: list[Any] = layer.boundaries.tolist()
    marks = [round(1000 * time) for time in times]
    if [mark / 1000 for mark in marks] == times:
        row = [after - before for before, after in pairwise(marks)]
    else:
        row = times[1:]
    return [layer.name, row, list(layer.labels)] if any(layer.labels) else [layer.name, row]


def unpack_pair(text: str) -> tuple[Hierarchy, Hierarchy]:
    """Read what :func:`pack_pair` gives, from wherever it comes.

    Parameters
    ----------
    text : str

    Returns
    -------
    reference, estimate : Hierarchy

    Raises
    ------
    ReadError
        As :func:`unpack_link`, and if the two are not of one span that starts at 0.
    HierarchyError
        As :func:`read_document`.
    """
    linked = _unpacked(text, aligned=True)
    return linked.reference, linked.estimate


def unpack_link(text: str) -> Linked:
    """Read what :func:`pack_link` or :func:`pack_pair` gives, from wherever it comes.

    Parameters
    ----------
    text : str

    Returns
    -------
    Linked

    Raises
    ------
    ReadError
        If the text is damaged, of another version, longer than `MAX_PACKED` characters or unpacks
        to more than `MAX_UNPACKED` bytes, and as :func:`read_document`.
    HierarchyError
        As :func:`read_document`.
    """
    return _unpacked(text, aligned=False)


def _unpacked(text: str, *, aligned: bool) -> Linked:
    sides = unpack_json(text)
    if not isinstance(sides, list):
        raise damaged()
    more = sides.pop() if sides and isinstance(sides[-1], dict) else {}
    unit = {"unit": sides.pop()} if len(sides) > len(SIDES) else {}
    if len(sides) != len(SIDES) or not all(isinstance(each, str) for each in unit.values()):
        raise damaged()
    document = {}
    for side, row, start in zip(SIDES, sides, _starts(more), strict=True):
        match row:
            case [name, *layers]:
                document[side] = {
                    "name": name,
                    "layers": [_long(layer, start) for layer in layers],
                    **unit,
                }
            case _:
                raise damaged()
    return Linked(*read_document(document, "link", aligned=aligned), _told(more))


def _starts(more: dict[str, Any]) -> list[float]:
    starts = more.get("starts", [0.0, 0.0])
    if not isinstance(starts, list) or len(starts) != len(SIDES):
        raise damaged()
    return [_number(start) for start in starts]


def _number(value: object) -> float:
    """Check a time or a length of time."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MAX_END:
        return float(value)
    raise damaged()


def _told(more: dict[str, Any]) -> tuple[Told, Told]:
    match more.get("told", [["", "", []], ["", "", []]]):
        case [first, second]:
            return _side_told(first), _side_told(second)
    raise damaged()


def _side_told(value: object) -> Told:
    match value:
        case [files, line, list(rows)] if len(rows) <= _MOST_NOTES:
            return Told(_text(files), _text(line), tuple(map(_note, rows)))
    raise damaged()


def _note(row: object) -> Note:
    match row:
        case [kind, text, layer, time, seconds]:
            level = None if layer is None else int(_number(layer))
            at = None if time is None else _number(time)
            return Note(_text(kind), _text(text), level, at, seconds=_number(seconds))
    raise damaged()


def _text(value: object) -> str:
    if isinstance(value, str) and len(value) <= MAX_TEXT and value.isprintable():
        return value
    raise damaged()


def _long(layer: object, start: float) -> dict[str, Any]:
    match layer:
        case [name, list(row)] | [name, list(row), _]:
            labels = layer[2] if len(layer) == 3 else []
            return {"name": name, "boundaries": [start, *_seconds(row, start)], "labels": labels}
    raise damaged()


def _seconds(row: list[Any], start: float) -> list[Any]:
    if not all(type(step) is int for step in row):
        return row
    _, *marks = accumulate(row, initial=round(1000 * start))
    # Larger integers may not convert to seconds.
    if not all(0 <= mark <= 1000 * MAX_END for mark in marks):
        raise damaged()
    return [mark / 1000 for mark in marks]
