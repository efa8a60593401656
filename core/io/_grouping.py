"""Layers of several files: which make one hierarchy, as the names of the files say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.files.names import shortened
from core.io._flat import Flat
from core.io._stack import Order, Stack
from core.notes import Note


class Found(NamedTuple):
    """A layer, and the file that it was found in.

    Parameters
    ----------
    flat : Flat
    file : int
        The file's place among those that were given.
    format : str
        In words.
    encoding : str
        Of its text, where it is not UTF-8.
    """

    flat: Flat
    file: int
    format: str
    encoding: str


def group(found: Sequence[Found], folder: str, *, together: bool) -> list[tuple[Stack, str]]:
    """Make stacks of layers.

    Layers of one annotator (``textfile1_uppercase``) are a stack, and so are layers whose files
    share what stands before scale or number (``ref00``, ``ref01`` beside ``est00``; ``song_l``,
    ``song_s``) where all files have such names and there are several such groups; else all are one.
    A SALAMI file of nobody in particular is a stack of its own.

    Parameters
    ----------
    found : sequence of Found
    folder : str
        What they are called together; may be empty.
    together : bool
        Whether they are one hierarchy whatever their names say, in this order.

    Returns
    -------
    list of (Stack, str)
        Each with the encoding of its text, where that is not UTF-8.
    """
    groups: dict[object, list[Found]] = {}
    bases = _bases(found)
    for each in found:
        flat = each.flat
        own = flat.hints.annotator or (each.file if flat.raw else bases.get(each.file, ""))
        groups.setdefault("" if together else own, []).append(each)
    several = len({key for key in groups if key in bases.values()}) > 1
    return [
        _stack(members, folder, str(key) if several and key in bases.values() else "", together)
        for key, members in groups.items()
    ]


def _bases(found: Sequence[Found]) -> dict[int, str]:
    """Give what the files of each hierarchy share, by file; nothing where names do not say it."""
    plain = [each for each in found if not (each.flat.hints.annotator or each.flat.raw)]
    keys = [(each.flat.hints.base, each.flat.hints.kind, each.flat.hints.number) for each in plain]
    told = all(base and (kind is not None or number is not None) for base, kind, number in keys)
    told = told and len({base for base, _, _ in keys}) < len(keys)
    sides = all(each.flat.hints.side for each in plain)
    if not (told or sides) or len(set(keys)) < len(keys):
        return {}
    return {each.file: each.flat.hints.base for each in plain}


def _stack(members: Sequence[Found], folder: str, base: str, together: bool) -> tuple[Stack, str]:
    flats = [each.flat for each in members]
    parsed = {(flat.hints.part, flat.hints.kind) for flat in flats if not flat.raw}
    kept = [
        flat for flat in flats if not (flat.raw and (flat.hints.part, flat.hints.kind) in parsed)
    ]
    notes = tuple(
        Note(
            "duplicate-left-out",
            f"{shortened(flat.layer.name)} of {flat.source} left out: a parsed file has it",
        )
        for flat in flats
        if flat not in kept
    )
    sources = list(dict.fromkeys(flat.source for flat in kept))
    annotator = kept[0].hints.annotator
    if annotator:
        title = f"annotator {annotator}"
        name = f"{folder} {title}".strip()
    elif base:
        title = name = f"{folder} {base}".strip()
    else:
        more = f" + {len(sources) - 1} more" if len(sources) > 1 else ""
        title = name = folder or f"{sources[0]}{more}"
    formats = ", ".join(dict.fromkeys(each.format for each in members))
    encoding = next((each.encoding for each in members if each.encoding), "")
    order = Order.COARSEST if together else Order.OPEN
    return Stack(tuple(kept), name, title, order=order, format=formats, notes=notes), encoding
