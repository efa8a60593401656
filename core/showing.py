"""Base of all results: from columns and rows it makes text, notebook tables, CSV and JSON."""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from core.align import Alignment, names_of
from core.files.tables import csv_text
from core.jobs.files import write_whole
from core.notes import MAY_CHANGE, Note, by_weight, lesser_words
from core.vocabulary import FloatArray
from core.wording import DASH, TIME_NOTATIONS, TimeNotation, number, p_value, signed

if TYPE_CHECKING:
    from pandas import DataFrame

Kind = Literal["text", "count", "flag", "number", "window", "time", "score", "change", "loss", "p"]
Row = dict[str, Any]

__all__ = ["Column", "PairResult", "Result"]

_TYPES = {"text": str, "count": int, "flag": bool}
_FORMS: dict[Kind, Callable[[Any], str]] = {
    "number": "{:g}".format,
    "score": number,
    "change": signed,
    "loss": partial(number, digits=5),
    "p": p_value,
    "flag": lambda value: "yes" if value else "",
}
_NOTES = 4  # material notes to show; all notes are in `notes`
_ROWS = 10


class Column(NamedTuple):
    """One column of a table."""

    name: str
    kind: Kind
    """Format of the values. A window is in seconds; None is the whole track."""
    meaning: str


class Result(ABC):
    """A result that can be shown as text, in a notebook, and in files."""

    notes: tuple[Note, ...] | tuple[str, ...] = ()
    """Changes made while reading, and warnings."""
    shown: ClassVar[tuple[str, ...]] = ()
    """The columns in text and notebooks; tables and files have all columns."""
    unit: str = "seconds"

    @property
    @abstractmethod
    def columns(self) -> tuple[Column, ...]:
        """All columns, in order."""

    @abstractmethod
    def rows(self) -> list[Row]:
        """Return a tidy table as plain Python values; a missing value is None."""

    @abstractmethod
    def headline(self) -> str:
        """Describe the result in one line."""

    def sentences(self) -> list[str]:
        """Summarize the result; empty if the headline is enough."""
        return []

    @property
    def notation(self) -> TimeNotation:
        """How times are written."""
        return TIME_NOTATIONS[self.unit]

    def to_pandas(self) -> DataFrame:
        """Return all rows as a table; the whole-track window is inf, a missing number NaN."""
        from pandas import DataFrame

        names = [column.name for column in self.columns]
        types = {column.name: _TYPES.get(column.kind, float) for column in self.columns}
        table = DataFrame(self.rows(), columns=names).astype(types)
        windows = [column.name for column in self.columns if column.kind == "window"]
        return table.fillna(dict.fromkeys(windows, math.inf))

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return all rows as CSV and write them to `path`, if any; the whole track is ``inf``."""
        return kept(rows_csv(self.rows(), [column.name for column in self.columns]), path)

    def document(self) -> Any:
        """Return plain values for JSON; by default all rows."""
        return self.rows()

    def to_json(self, path: str | Path | None = None) -> str:
        """Return all rows as JSON and write them to `path`, if any; the whole track is null."""
        return kept(json.dumps(self.document(), indent=2) + "\n", path)

    def text(self) -> str:
        """Return the text for a terminal, with all rows and without notes."""
        return "\n".join([self.headline(), *self.sentences(), "", *aligned(self.cells())]) + "\n"

    def cells(self, most: int | None = None) -> list[dict[str, str]]:
        """Return the shown columns as text, for at most `most` rows."""
        shown = [column for column in self.columns if column.name in self.shown]
        return [
            {column.name: self._written(column, row[column.name]) for column in shown}
            for row in self.rows()[:most]
        ]

    def _written(self, column: Column, value: Any) -> str:
        if column.kind == "window":
            return self.notation.width(math.inf if value is None else value, "whole track")
        if value is None:
            return DASH
        if column.kind == "time":
            return self.notation.bare(value)
        return _FORMS.get(column.kind, str)(value)

    def _note_lines(self) -> list[str]:
        heavy, light = by_weight(note for note in self.notes if isinstance(note, Note))
        lines = [f"{MAY_CHANGE.capitalize()}: {note}" for note in heavy]
        lines += [f"Note: {note}" for note in self.notes if isinstance(note, str)]
        more = len(lines) - _NOTES
        lines[_NOTES:] = [f"and {more} more, in .notes"] * (more > 0)
        if light:
            only = f"Note: {light[0]}"
            lines.append(only if len(light) == 1 else f"{lesser_words(len(light))}, in .notes")
        return lines

    def __repr__(self) -> str:
        cells = self.cells()
        more = [f"and {len(cells) - _ROWS} more"] * (len(cells) > _ROWS)
        lines = [*self.sentences(), *aligned(cells[:_ROWS]), *more, *self._note_lines()]
        return "\n  ".join([self.headline(), *lines])

    def _repr_html_(self) -> str:
        cells = self.cells()
        parts = [f"<p>{escape(text)}</p>" for text in (self.headline(), *self.sentences())]
        if cells:
            head = "".join(f"<th>{escape(name)}</th>" for name in cells[0])
            body = "".join(
                f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row.values())}</tr>"
                for row in cells[:_ROWS]
            )
            parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
        if len(cells) > _ROWS:
            parts.append(f"<p>and {len(cells) - _ROWS} more</p>")
        if self.notes:
            items = "".join(f"<li>{escape(note)}</li>" for note in self._note_lines())
            parts.append(f"<ul>{items}</ul>")
        return f"<div>{''.join(parts)}</div>"


class PairResult(Result):
    """A result of one pair; names and notes of the pair may be known."""

    pair: Alignment | None

    @property
    def notes(self) -> tuple[Note, ...]:  # type: ignore[override]
        """Changes made while reading and aligning, and sides that are not nested."""
        return self.pair.notes if self.pair else ()

    @property
    def compared(self) -> str:
        """Name the pair, followed by a colon; empty if unknown."""
        return f"{names_of(self.pair.reference, self.pair.estimate)}: " if self.pair else ""


def aligned(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """Format a table as lines: text left-aligned, numbers right-aligned."""
    if not rows:
        return []
    columns = [[name, *(row[name] for row in rows)] for name in rows[0]]
    widths = [max(map(len, column)) for column in columns]
    numbers = [
        all(cell[-1:].isdigit() or cell[-1:] in "–s%" for cell in column[1:]) for column in columns
    ]
    sides = [">" if are_numbers else "<" for are_numbers in numbers]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(line, sides, widths, strict=True)
        ).rstrip()
        for line in zip(*columns, strict=True)
    ]


def none_for_nan(values: FloatArray) -> list[float | None]:
    """Return numbers as plain Python values; NaN becomes None."""
    return [None if math.isnan(value) else value for value in values.tolist()]


def rows_json(rows: Iterable[Row]) -> str:
    """Write rows as JSON."""
    return json.dumps([*rows], indent=2) + "\n"


def rows_csv(rows: Sequence[Row], names: Sequence[str] = ()) -> str:
    """Format rows as CSV; a window of None is the whole track, ``inf``."""
    names = names or list(dict.fromkeys(name for row in rows for name in row))
    whole = ({**row, "window": "inf"} if row.get("window", 0) is None else row for row in rows)
    return csv_text([names, *([row.get(name, "") for name in names] for row in whole)])


def kept(text: str, path: str | Path | None) -> str:
    """Return a text, and write it to `path`, if any."""
    if path is not None:
        write_whole(path, text.encode())
    return text
