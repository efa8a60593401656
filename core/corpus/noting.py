"""What was changed of a corpus on the way in, by kind."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from core.corpus.results import Results

# Numbers, times and what was written in quotes differ from track to track.
_PARTICULAR = re.compile(r"'[^']*'|\d[\d.:]*(?:e[+-]?\d+)?")


@dataclass(frozen=True)
class Noted:
    """One kind of change.

    Parameters
    ----------
    text : str
        The note, with ``…`` for what differs from pair to pair.
    rows : tuple of int
        The pairs that it was made of.
    example : str
        The note in full, of the first of them.
    """

    text: str
    rows: tuple[int, ...]
    example: str


def kind_of(text: str) -> str:
    """Give a note or a reason with ``…`` for what differs from track to track."""
    return _PARTICULAR.sub("…", text)


def noted(results: Results) -> tuple[Noted, ...]:
    """Gather what was changed on the way in, and what is not nested.

    Parameters
    ----------
    results : Results

    Returns
    -------
    tuple of Noted
        The rarest first: what is true of all tracks tells least of any.
    """
    kinds: dict[str, dict[int, str]] = defaultdict(dict)
    for row, notes in enumerate(results.notes):
        for note in notes:
            kinds[kind_of(note)].setdefault(row, note)
    found = [Noted(text, tuple(rows), next(iter(rows.values()))) for text, rows in kinds.items()]
    return tuple(sorted(found, key=lambda each: (len(each.rows), each.text)))
