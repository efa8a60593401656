"""What the papers print: tables of T-measures, and numbers in the prose beside them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from core.hierarchy import Hierarchy
from core.papers._document import read_document
from core.vocabulary import DIRECTIONS, SIDES, VARIANTS, Direction

Needs = Literal["", "salami", "olda"]

TRACK = 636
"""The track of SALAMI in Figures 8 and 10."""

_WINDOWS = (0.5, 3.0, 15.0, 30.0, math.inf)
_NEEDS: dict[str, Needs] = {"ismir2015-fig8": "salami", "ismir2015-fig10": "olda"}


@dataclass(frozen=True)
class PrintedCell:
    """One printed score.

    Parameters
    ----------
    variant : {"reduced", "full"}
    part : {"recall", "precision"}
    printed : str
        The printed digits, at least two after the point; in percent where the table is.
    """

    variant: str
    part: Direction
    printed: str


@dataclass(frozen=True)
class PrintedRow:
    """The printed scores of one window.

    Parameters
    ----------
    window : float
        Seconds; infinite is the whole track.
    cells : tuple of PrintedCell
        Only those that are printed.
    source : {"table", "prose"}
        Where they are printed.
    """

    window: float
    cells: tuple[PrintedCell, ...]
    source: str = "table"

    def printed(self, variant: str, part: Direction) -> str | None:
        """Give the printed digits of a cell, or None where none are printed."""
        for cell in self.cells:
            if (cell.variant, cell.part) == (variant, part):
                return cell.printed
        return None


@dataclass(frozen=True)
class PrintedFact:
    """One printed number that is no T-measure: of :mod:`core.flat`, between the deepest layers.

    Parameters
    ----------
    kind : {"hit rate", "median deviation"}
    name : str
        The attribute of :class:`core.flat.HitRate`, or of :class:`core.flat.FlatMetrics`.
    window : float or None
        Tolerance of a hit rate in seconds.
    trim : bool
        Whether the first and the last boundary are left out of a hit rate.
    printed : str
        The printed digits.
    """

    kind: str
    name: str
    window: float | None
    trim: bool
    printed: str

    @property
    def words(self) -> str:
        """Say what the number is, for example ``"hit rate at 3 s, trimmed: recall"``."""
        tolerance = "" if self.window is None else f" at {self.window:g} s"
        name = "F-measure" if self.name == "f_measure" else self.name.replace("_", " ")
        return f"{self.kind}{tolerance}{', trimmed' * self.trim}: {name}"


@dataclass(frozen=True)
class PrintedTable:
    """A table of T-measures of one pair, as a paper prints it.

    Parameters
    ----------
    id : str
        For example ``"ismir2015-fig4"``.
    title, source : str
        What is compared, and where it stands in the document.
    document : {"ISMIR 2015", "2014 draft"}
    reference, estimate : Hierarchy or None
        The pair; None where it is not shipped.
    percent : bool
        Whether the scores are printed in percent.
    rows : tuple of PrintedRow
        One a window.
    facts : tuple of PrintedFact
    note : str
        What there is to say about the print.
    needs : {"", "salami", "olda"}
        What the reader must have for the pair: SALAMI's annotations, and OLDA's output besides.
    """

    id: str
    title: str
    source: str
    document: str
    reference: Hierarchy | None
    estimate: Hierarchy | None
    percent: bool
    rows: tuple[PrintedRow, ...]
    facts: tuple[PrintedFact, ...]
    note: str
    needs: Needs

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that any row prints: the draft knows the reduced one only."""
        shown = {cell.variant for row in self.rows for cell in row.cells}
        return tuple(variant for variant in VARIANTS if variant in shown)


@cache
def printed_tables() -> tuple[PrintedTable, ...]:
    """Read all printed tables, in the order of the documents.

    Figures 2 and 3 have no legible table; their rows hold what the prose says (sections 4.1 and
    4.2.1), at the windows of the other figures.

    Returns
    -------
    tuple of PrintedTable
    """
    return tuple(map(_table, read_document()["tables"]))


def _table(entry: dict[str, Any]) -> PrintedTable:
    draft = entry["id"].startswith("draft2014")
    title = entry["title"].removeprefix("SHAG draft: ")
    source = entry["source"].removeprefix("shag-draft-2014.tex, ")
    name = f"2014 draft, {title}" if draft else source.partition(" and ")[0]
    reference, estimate = (
        Hierarchy.from_boundaries(entry[side], name=name) if side in entry else None
        for side in SIDES
    )
    return PrintedTable(
        id=entry["id"],
        title=title[0].upper() + title[1:],
        source=source,
        document="2014 draft" if draft else "ISMIR 2015",
        reference=reference,
        estimate=estimate,
        percent=entry.get("percent", False),
        rows=tuple(map(_row, entry["rows"])) if "rows" in entry else _PROSE[entry["id"]],
        facts=tuple(_facts(entry)),
        note=entry.get("note", ""),
        needs=_NEEDS.get(entry["id"], ""),
    )


def _row(entry: dict[str, Any]) -> PrintedRow:
    cells = tuple(
        PrintedCell(variant, part, digits(entry[f"{variant}_{part}"]))
        for variant in VARIANTS
        for part in DIRECTIONS
        if f"{variant}_{part}" in entry
    )
    return PrintedRow(math.inf if entry["window"] is None else float(entry["window"]), cells)


def digits(value: float) -> str:
    """Write a number as it is printed: JSON drops the zeros after the two digits of the tables."""
    decimals = len(repr(float(value)).partition(".")[2])
    return f"{value:.{max(2, decimals)}f}"


def _facts(entry: dict[str, Any]) -> Iterator[PrintedFact]:
    if "hit_rate" in entry:
        rate = entry["hit_rate"]
        # Section 4.1 names no tolerance: the hit rates hold for both that are in use.
        for window in (0.5, 3.0) if "window" not in rate else (float(rate["window"]),):
            for key, name in (("recall", "recall"), ("precision", "precision"), ("f", "f_measure")):
                if key in rate:
                    yield PrintedFact("hit rate", name, window, rate["trim"], digits(rate[key]))
    for name, value in entry.get("deviation", {}).items():
        yield PrintedFact("median deviation", name, None, False, digits(value))


def _said(window: float, **printed: float) -> PrintedRow:
    return PrintedRow(window, _row({"window": window, **printed}).cells, "prose")


_PRECISE = {"reduced_precision": 1.0, "full_precision": 1.0}

_PROSE = {
    # "The hit rate scores obtain a recall of 0.40 and a precision of 1.0 [...]. When w does not
    # exceed the minimum segment duration, the T-measures coincide exactly"; reduced as full.
    "ismir2015-fig2": tuple(
        _said(window, reduced_recall=0.4, full_recall=0.4, **_PRECISE)
        if window <= 3
        else _said(window)
        for window in _WINDOWS
    ),
    # "T_P is always 100% [...]. For small time windows (w <= 3), the full tree-recall score is 40%
    # [...]. The reduced recall scores in this case are 0".
    "ismir2015-fig3": tuple(
        _said(window, reduced_recall=0.0, full_recall=0.4, **_PRECISE)
        if window <= 3
        else _said(window, **_PRECISE)
        for window in _WINDOWS
    ),
}
