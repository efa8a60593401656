"""How results show themselves: a line or a few as text, a small table in a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from core.notes import MAY_CHANGE, Note, by_weight, lesser_words
from core.vocabulary import Part

if TYPE_CHECKING:
    from pandas import DataFrame
    from plotly.graph_objects import Figure


_NOTES = 4  # that are shown, of those that are material; all notes are in `notes`
_ROWS = 10


class Shown(ABC):
    """A result that a notebook shows.

    Parameters
    ----------
    notes : tuple of Note, or of str
        What was changed on the way in, and what the user should know; may be empty.
    """

    notes: tuple[Note, ...] | tuple[str, ...]

    @abstractmethod
    def to_pandas(self) -> DataFrame:
        """Give all numbers as a table."""

    @abstractmethod
    def _headline(self) -> str:
        """Say in a line what this is."""

    @abstractmethod
    def _table(self) -> Sequence[Mapping[str, str]]:
        """Give the rows that a notebook shows, as texts by column."""

    def _sentence(self) -> str:
        """Say what matters most, where that takes words; may be empty."""
        return ""

    def _lines(self) -> list[str]:
        """Give what the text says below the first line: the sentence, or a few numbers."""
        return [*filter(None, [self._sentence()])]

    def _said(self) -> list[str]:
        heavy, light = by_weight(note for note in self.notes if isinstance(note, Note))
        said = [f"{MAY_CHANGE.capitalize()}: {note}" for note in heavy]
        said += [f"Note: {note}" for note in self.notes if isinstance(note, str)]
        more = len(said) - _NOTES
        said[_NOTES:] = [f"and {more} more, in .notes"] * (more > 0)
        if light:
            only = f"Note: {light[0]}"
            said.append(only if len(light) == 1 else f"{lesser_words(len(light))}, in .notes")
        return said

    def __repr__(self) -> str:
        return "\n  ".join([self._headline(), *self._lines(), *self._said()])

    def _repr_html_(self) -> str:
        rows = self._table()
        said = filter(None, (self._headline(), self._sentence()))
        parts = [f"<p>{escape(text)}</p>" for text in said]
        if rows:
            head = "".join(f"<th>{escape(name)}</th>" for name in rows[0])
            body = "".join(
                f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row.values())}</tr>"
                for row in rows[:_ROWS]
            )
            parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
        if len(rows) > _ROWS:
            parts.append(f"<p>and {len(rows) - _ROWS} more</p>")
        if self.notes:
            items = "".join(f"<li>{escape(note)}</li>" for note in self._said())
            parts.append(f"<ul>{items}</ul>")
        return f"<div>{''.join(parts)}</div>"


class Drawn(Shown):
    """A result that there is a figure of."""

    @abstractmethod
    def figure(self, variant: str, part: Part) -> Figure:
        """Draw it; see :func:`hierscope.plot`."""
