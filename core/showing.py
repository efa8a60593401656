"""Results that show themselves: each declares its columns and rows once, and all else follows."""

from __future__ import annotations

import csv
import io
import json
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from core.align import Alignment, names_of
from core.notes import MAY_CHANGE, Note, by_weight, lesser_words
from core.vocabulary import FloatArray
from core.wording import DASH, IN_SECONDS, TimeWords, number, p_value, signed

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
    """What stands in one column of a table."""

    name: str
    kind: Kind
    """How a value is written. A window is in seconds; none is the whole track."""
    meaning: str


class Result(ABC):
    """A result that shows itself, as text, in a notebook, and in files."""

    notes: tuple[Note, ...] | tuple[str, ...] = ()
    """What was changed while reading, and what the user should know."""
    shown: ClassVar[tuple[str, ...]] = ()
    """The columns that are shown; all are in tables and files."""

    @property
    @abstractmethod
    def columns(self) -> tuple[Column, ...]:
        """What stands in each column."""

    @abstractmethod
    def rows(self) -> list[Row]:
        """Give a tidy table as plain Python values; None where there is none."""

    @abstractmethod
    def headline(self) -> str:
        """Say in a line what this is."""

    def sentences(self) -> list[str]:
        """Sum up the result, if that takes a sentence."""
        return []

    @property
    def words(self) -> TimeWords:
        """How times are said."""
        return IN_SECONDS

    def to_pandas(self) -> DataFrame:
        """Give all rows as a table; the window of the whole track is inf, a missing number NaN."""
        from pandas import DataFrame

        names = [column.name for column in self.columns]
        types = {column.name: _TYPES.get(column.kind, float) for column in self.columns}
        table = DataFrame(self.rows(), columns=names).astype(types)
        return table.fillna({column.name: math.inf for column in self._of("window")})

    def to_csv(self, path: str | Path | None = None) -> str:
        """Give all rows as CSV, also in a file if one is named; the whole track is ``inf``."""
        return kept(rows_csv(self.rows(), [column.name for column in self.columns]), path)

    def document(self) -> Any:
        """Give plain values for JSON: all rows, unless there is more to it."""
        return self.rows()

    def to_json(self, path: str | Path | None = None) -> str:
        """Give all rows as JSON, also in a file if one is named; the whole track is null."""
        return kept(json.dumps(self.document(), indent=2) + "\n", path)

    def text(self) -> str:
        """Give what is shown with all rows, and without notes, for a terminal."""
        return "\n".join([self.headline(), *self.sentences(), "", *aligned(self.cells())]) + "\n"

    def cells(self, most: int | None = None) -> list[dict[str, str]]:
        """Give the columns that are shown as text, of so many rows at most."""
        shown = [column for column in self.columns if column.name in self.shown]
        return [
            {column.name: self._written(column, row[column.name]) for column in shown}
            for row in self.rows()[:most]
        ]

    def _of(self, kind: Kind) -> list[Column]:
        return [column for column in self.columns if column.kind == kind]

    def _written(self, column: Column, value: Any) -> str:
        if column.kind == "window":
            return self.words.width(math.inf if value is None else value, "whole track")
        if value is None:
            return DASH
        if column.kind == "time":
            return self.words.bare(value)
        return _FORMS.get(column.kind, str)(value)

    def _said(self) -> list[str]:
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
        lines = [*self.sentences(), *aligned(cells[:_ROWS]), *more, *self._said()]
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
            items = "".join(f"<li>{escape(note)}</li>" for note in self._said())
            parts.append(f"<ul>{items}</ul>")
        return f"<div>{''.join(parts)}</div>"


class PairResult(Result):
    """A result of one pair, of which it may know names and notes."""

    pair: Alignment | None

    @property
    def notes(self) -> tuple[Note, ...]:  # type: ignore[override]
        """What was changed on the way in, and which side is not nested."""
        return self.pair.notes if self.pair else ()

    @property
    def compared(self) -> str:
        """Name the pair, followed by a colon; empty if unknown."""
        return f"{names_of(self.pair.reference, self.pair.estimate)}: " if self.pair else ""


def aligned(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """Write a table as lines: words begin, and numbers end, below each other."""
    if not rows:
        return []
    columns = [[name, *(row[name] for row in rows)] for name in rows[0]]
    widths = [max(map(len, column)) for column in columns]
    sides = [">" if _is_number(column) else "<" for column in columns]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(line, sides, widths, strict=True)
        ).rstrip()
        for line in zip(*columns, strict=True)
    ]


def _is_number(column: Sequence[str]) -> bool:
    return all(cell[-1:].isdigit() or cell[-1:] in "–s%" for cell in column[1:])


def none_for_nan(values: FloatArray) -> list[float | None]:
    """Give numbers as plain Python values."""
    return [None if math.isnan(value) else value for value in values.tolist()]


def rows_json(rows: Iterable[Row]) -> str:
    return json.dumps([*rows], indent=2) + "\n"


def rows_csv(rows: Sequence[Row], names: Sequence[str] = ()) -> str:
    """Write rows as CSV; a window that is None is the whole track."""
    text = io.StringIO()
    names = names or list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(text, names, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    for row in rows:
        is_whole = row.get("window", 0) is None
        writer.writerow(row | {"window": "inf"} if is_whole else row)
    return text.getvalue()


def kept(text: str, path: str | Path | None) -> str:
    """Write a text to a file, if one is named, and give it."""
    if path is not None:
        Path(path).write_text(text, encoding="utf-8")
    return text
