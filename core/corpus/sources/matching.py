"""Whether a name fits a pattern, in a time that grows with the lengths of both."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from core.errors import ReadError

PIECE = re.compile(r"\{(?P<name>[^{}]*)\}|(?P<stars>\*+)|(?P<text>[^{}*]+|[{}])")
"""What a pattern is made of: places, stars and text."""

GREEDY = "track"
"""The place that takes as much as it can; all else takes as little: the track of ``a.b.jams`` under
``{track}.*`` is ``a.b``, and in ``{method}_{track}.jams`` underscores are the track's."""

_MOST_TURNS = (
    20_000  # of a name under a pattern that has a place twice: some hundredths of a second
)

_Reach = list[list[bool]]


class _Piece(NamedTuple):
    """Text that stands there, or what stands for any text without ``/``."""

    text: str = ""
    place: str = ""
    least: int = 0  # characters

    @property
    def is_text(self) -> bool:
        return bool(self.text)


@dataclass(frozen=True)
class Shape:
    """The shape of a path."""

    text: str
    """Text, ``*`` for anything but ``/``, and places such as ``{track}`` for at least a character
    that is none. A place that comes again stands for the same text."""
    source: str
    """What messages call it."""

    def fit(self, name: str) -> dict[str, str] | None:
        """Give what stands in the places of a name; None for one that does not fit."""
        pieces = self._pieces
        reach = _reach(pieces, name)
        if not reach[0][0]:
            return None
        turns = 0

        def after(number: int, start: int, found: dict[str, str]) -> dict[str, str] | None:
            """Read the name from `start` on as the pieces from `number` on; the first way counts.

            Without a place that comes again, the first turn of each piece leads to the end.
            """
            nonlocal turns
            if number == len(pieces):
                return found
            piece = pieces[number]
            for end in _ends(piece, name, start, reach[number + 1], found):
                turns += 1
                if turns > _MOST_TURNS:
                    raise ReadError(
                        f"'{self.text}' can be read in too many ways",
                        source=self.source,
                        mend="Write each place once, or text around it",
                    )
                known = {piece.place: name[start:end]} if piece.place else {}
                if (whole := after(number + 1, end, found | known)) is not None:
                    return whole
            return None

        return after(0, 0, {})

    @cached_property
    def _pieces(self) -> list[_Piece]:
        return [
            _Piece(text=piece["text"] or "", place=piece["name"] or "", least=bool(piece["name"]))
            for piece in PIECE.finditer(unicodedata.normalize("NFC", self.text))
        ]


def _reach(pieces: list[_Piece], name: str) -> _Reach:
    """Tell of each piece from where on it and those behind it may fit, from the last to the first.

    A place that comes again counts as any text.
    """
    rows = [[*[False] * len(name), True]]
    for piece in reversed(pieces):
        behind = rows[-1]
        if piece.is_text:
            size = len(piece.text)
            row = [
                start + size <= len(name)
                and behind[start + size]
                and name.startswith(piece.text, start)
                for start in range(len(name) + 1)
            ]
        else:
            row = list(behind)
            for start in reversed(range(len(name))):
                row[start] |= name[start] != "/" and row[start + 1]
            if piece.least:
                row = [name[at] != "/" and row[at + 1] for at in range(len(name))] + [False]
        rows.append(row)
    return rows[::-1]


def _ends(
    piece: _Piece, name: str, start: int, behind: list[bool], found: dict[str, str]
) -> Iterator[int]:
    """Give where a piece that begins at `start` may end, the best end first."""
    text = piece.text or found.get(piece.place, "")
    if text:
        end = start + len(text)
        if name.startswith(text, start) and behind[end]:
            yield end
        return
    slash = name.find("/", start)
    ends = range(start + piece.least, (len(name) if slash < 0 else slash) + 1)
    yield from (end for end in (reversed(ends) if piece.place == GREEDY else ends) if behind[end])
