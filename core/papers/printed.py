"""Read the numbers that the papers print, in tables of T-measures and in the text."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, Literal, NamedTuple

from core.hierarchy import Hierarchy
from core.measures import SYMBOLS
from core.vocabulary import DIRECTIONS, SIDES, VARIANTS

Needs = Literal["", "salami", "olda"]

TRACK = 636  # the SALAMI track of Figures 8 and 10

_SYMBOLS = {str(part): symbol for part, symbol in SYMBOLS.items()}
_NEEDS: dict[str, Needs] = {"ismir2015-fig8": "salami", "ismir2015-fig10": "olda"}


@dataclass(frozen=True)
class PrintedNumber:
    """A printed number: a T-measure, or a flat measure between the deepest layers."""

    measure: str  # a variant of T-measures, or "hit rate" or "median deviation"
    part: str  # "recall" or "precision"; or an attribute of the result in core.flat
    window: float | None  # in seconds, infinite is the whole track; the tolerance of a hit rate
    digits: str | None  # at least two decimals; None if no number is printed
    trim: bool = False  # whether a hit rate leaves out the first and last boundary

    @property
    def is_flat(self) -> bool:
        return self.measure not in VARIANTS

    @property
    def symbol(self) -> str:
        """The symbol of a T-measure, such as ``"reduced T_R"``."""
        return f"{self.measure} {_SYMBOLS[self.part]}"

    @property
    def title(self) -> str:
        """Its name, such as ``"hit rate at 3 s, trimmed: recall"``."""
        if not self.is_flat:
            return f"{self.measure} {self.part}"
        tolerance = "" if self.window is None else f" at {self.window:g} s"
        part = "F-measure" if self.part == "f_measure" else self.part.replace("_", " ")
        return f"{self.measure}{tolerance}{', trimmed' * self.trim}: {part}"


class Explained(NamedTuple):
    """A printed number whose last digit differs for a known reason."""

    key: tuple[float | None, str, str]  # window, measure and part, and the printed digits
    computed: float
    reason: str


@dataclass(frozen=True)
class PrintedTable:
    """A printed table of T-measures of one pair, with printed flat measures of the pair."""

    id: str
    title: str
    source: str
    document: str
    reference: Hierarchy | None  # both sides are None if the pair is not shipped
    estimate: Hierarchy | None
    percent: bool
    numbers: tuple[PrintedNumber, ...]
    """Recall and precision by window and variant, printed or not; then flat measures."""
    is_prose: bool  # whether the digits are from the text, because the table is illegible
    explained: tuple[Explained, ...]  # all known differences; any other is an error
    needs: Needs  # files needed for the pair: SALAMI's annotations, or also OLDA's output

    @property
    def windows(self) -> list[float]:
        return [*dict.fromkeys(cell.window or 0.0 for cell in self.numbers if not cell.is_flat)]

    def digits(self, variant: str, part: str, window: float) -> str | None:
        place = variant, part, window
        return {(cell.measure, cell.part, cell.window): cell.digits for cell in self.numbers}[place]


@dataclass(frozen=True)
class PrintedCorpus:
    """Numbers on SALAMI's annotators in section 5.1 (Figure 9); times in seconds."""

    source: str
    tracks: int
    window: float
    segment_median: float
    segment_p95: float
    agreement: float  # T_F between two annotators, which the paper suggests as a ceiling
    note: str


@cache
def printed_corpus() -> PrintedCorpus:
    """Return what a paper says about its corpus."""
    return PrintedCorpus(**_document()["corpus"])


@cache
def printed_tables() -> tuple[PrintedTable, ...]:
    """Read all printed tables in order; Figures 2 and 3 come from the text."""
    return tuple(map(_table, _document()["tables"]))


def _document() -> dict[str, Any]:
    return json.loads((files("sample_data") / "printed_tables.json").read_text("utf-8"))


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
        numbers=(*_scores(entry["rows"]), *_flat(entry)),
        is_prose=entry.get("prose", False),
        explained=tuple(map(_explained, entry.get("explained", ()))),
        needs=_NEEDS.get(entry["id"], ""),
    )


def _explained(entry: dict[str, Any]) -> Explained:
    key = _seconds(entry["window"]), entry["number"], entry["printed"]
    return Explained(key, entry["computed"], entry["reason"])


def _seconds(window: float | None) -> float:
    return math.inf if window is None else float(window)


def _scores(rows: list[dict[str, Any]]) -> Iterator[PrintedNumber]:
    """Return the T-measures of rows; the draft has only the reduced variant."""
    names = {name for row in rows for name in row}
    known = [variant for variant in VARIANTS if f"{variant}_recall" in names]
    for row, variant, part in product(rows, known, DIRECTIONS):
        window, value = _seconds(row["window"]), row.get(f"{variant}_{part}")
        yield PrintedNumber(variant, part, window, None if value is None else digits(value))


def _flat(entry: dict[str, Any]) -> Iterator[PrintedNumber]:
    if "hit_rate" in entry:
        rate = entry["hit_rate"]
        # Section 4.1 names no tolerance; the hit rates hold for both usual ones.
        for window in (0.5, 3.0) if "window" not in rate else (float(rate["window"]),):
            for key, part in (("recall", "recall"), ("precision", "precision"), ("f", "f_measure")):
                if key in rate:
                    printed = digits(rate[key])
                    yield PrintedNumber("hit rate", part, window, printed, rate["trim"])
    for part, value in entry.get("deviation", {}).items():
        yield PrintedNumber("median deviation", part, None, digits(value))


def digits(value: float) -> str:
    """Format a number as printed, with the zeros that JSON drops."""
    decimals = len(repr(float(value)).partition(".")[2])
    return f"{value:.{max(2, decimals)}f}"
