"""What the papers print: tables of T-measures, and numbers in the prose beside them."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, Literal

from core.hierarchy import Hierarchy
from core.measures import SYMBOLS
from core.vocabulary import DIRECTIONS, SIDES, VARIANTS

Needs = Literal["", "salami", "olda"]

TRACK = 636  # the track of SALAMI in Figures 8 and 10

_SYMBOLS = {str(part): symbol for part, symbol in SYMBOLS.items()}
_WINDOWS = (0.5, 3.0, 15.0, 30.0, math.inf)
_NEEDS: dict[str, Needs] = {"ismir2015-fig8": "salami", "ismir2015-fig10": "olda"}


@dataclass(frozen=True)
class PrintedNumber:
    """A number of a printed table: a T-measure, or a flat measure between the deepest layers."""

    measure: str  # a variant of T-measures, or "hit rate" or "median deviation"
    part: str  # "recall" or "precision"; or an attribute of the result in core.flat
    window: float | None  # seconds, infinite is the whole track; of a hit rate the tolerance
    digits: str | None  # at least two after the point; None where none are printed
    trim: bool = False  # whether a hit rate leaves out the first and the last boundary

    @property
    def is_flat(self) -> bool:
        return self.measure not in VARIANTS

    @property
    def symbol(self) -> str:
        """Of a T-measure, such as ``"reduced T_R"``."""
        return f"{self.measure} {_SYMBOLS[self.part]}"

    @property
    def words(self) -> str:
        """What it is called, such as ``"hit rate at 3 s, trimmed: recall"``."""
        if not self.is_flat:
            return f"{self.measure} {self.part}"
        tolerance = "" if self.window is None else f" at {self.window:g} s"
        part = "F-measure" if self.part == "f_measure" else self.part.replace("_", " ")
        return f"{self.measure}{tolerance}{', trimmed' * self.trim}: {part}"


@dataclass(frozen=True)
class PrintedTable:
    """A table of T-measures of one pair, as a paper prints it, with flat measures of the pair."""

    id: str
    title: str
    source: str
    document: str
    reference: Hierarchy | None  # None, as the estimate, where the pair is not shipped
    estimate: Hierarchy | None
    percent: bool
    numbers: tuple[PrintedNumber, ...]
    """Window by window recall and precision of each variant, printed or not; then flat ones."""
    is_prose: bool  # whether the table is illegible and the digits are from the text
    needs: Needs
    """What the reader must have for the pair: SALAMI's annotations, or OLDA's output, too."""

    @property
    def windows(self) -> list[float]:
        return [*dict.fromkeys(cell.window or 0.0 for cell in self.numbers if not cell.is_flat)]

    def digits(self, variant: str, part: str, window: float) -> str | None:
        place = variant, part, window
        return {(cell.measure, cell.part, cell.window): cell.digits for cell in self.numbers}[place]


@dataclass(frozen=True)
class PrintedCorpus:
    """What section 5.1 says of SALAMI's annotators (Figure 9); times in seconds."""

    source: str
    tracks: int
    window: float
    segment_median: float
    segment_p95: float
    agreement: float  # T_F between two annotators, which the paper takes for the ceiling
    note: str


@cache
def printed_corpus() -> PrintedCorpus:
    """Read what is printed of SALAMI as a whole."""
    return PrintedCorpus(**_document()["corpus"])


@cache
def printed_tables() -> tuple[PrintedTable, ...]:
    """Read all printed tables, in the order of the documents; Figures 2 and 3 from the prose."""
    return tuple(map(_table, _document()["tables"]))


def _document() -> dict[str, Any]:
    text = (files("sample_data") / "printed_tables.json").read_text("utf-8")
    return json.loads(text)


def _table(entry: dict[str, Any]) -> PrintedTable:
    draft = entry["id"].startswith("draft2014")
    title = entry["title"].removeprefix("SHAG draft: ")
    source = entry["source"].removeprefix("shag-draft-2014.tex, ")
    name = f"2014 draft, {title}" if draft else source.partition(" and ")[0]
    reference, estimate = (
        Hierarchy.from_boundaries(entry[side], name=name) if side in entry else None
        for side in SIDES
    )
    rows = entry["rows"] if "rows" in entry else _PROSE[entry["id"]]
    return PrintedTable(
        id=entry["id"],
        title=title[0].upper() + title[1:],
        source=source,
        document="2014 draft" if draft else "ISMIR 2015",
        reference=reference,
        estimate=estimate,
        percent=entry.get("percent", False),
        numbers=(*_scores(rows), *_flat(entry)),
        is_prose="rows" not in entry,
        needs=_NEEDS.get(entry["id"], ""),
    )


def _scores(rows: list[dict[str, Any]]) -> Iterator[PrintedNumber]:
    """Give the T-measures of rows; the draft knows the reduced variant only."""
    names = {name for row in rows for name in row}
    known = [variant for variant in VARIANTS if f"{variant}_recall" in names]
    for row, variant, part in product(rows, known, DIRECTIONS):
        window, value = row["window"], row.get(f"{variant}_{part}")
        seconds = math.inf if window is None else float(window)
        yield PrintedNumber(variant, part, seconds, None if value is None else digits(value))


def _flat(entry: dict[str, Any]) -> Iterator[PrintedNumber]:
    if "hit_rate" in entry:
        rate = entry["hit_rate"]
        # Section 4.1 names no tolerance: the hit rates hold for both that are in use.
        for window in (0.5, 3.0) if "window" not in rate else (float(rate["window"]),):
            for key, part in (("recall", "recall"), ("precision", "precision"), ("f", "f_measure")):
                if key in rate:
                    printed = digits(rate[key])
                    yield PrintedNumber("hit rate", part, window, printed, rate["trim"])
    for part, value in entry.get("deviation", {}).items():
        yield PrintedNumber("median deviation", part, None, digits(value))


def digits(value: float) -> str:
    """Write a number as it is printed: JSON drops the zeros after the two digits of the tables."""
    decimals = len(repr(float(value)).partition(".")[2])
    return f"{value:.{max(2, decimals)}f}"


_PRECISE = {"reduced_precision": 1.0, "full_precision": 1.0}

_PROSE: dict[str, list[dict[str, Any]]] = {
    # "The hit rate scores obtain a recall of 0.40 and a precision of 1.0 [...]. When w does not
    # exceed the minimum segment duration, the T-measures coincide exactly"; reduced as full.
    "ismir2015-fig2": [
        {"window": window}
        | ({"reduced_recall": 0.4, "full_recall": 0.4, **_PRECISE} if window <= 3 else {})
        for window in _WINDOWS
    ],
    # "T_P is always 100% [...]. For small time windows (w <= 3), the full tree-recall score is 40%
    # [...]. The reduced recall scores in this case are 0".
    "ismir2015-fig3": [
        {"window": window, **_PRECISE}
        | ({"reduced_recall": 0.0, "full_recall": 0.4} if window <= 3 else {})
        for window in _WINDOWS
    ],
}
