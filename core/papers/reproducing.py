"""Compute the printed tables again, and say cell by cell whether the printed digits come out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from core.align import align
from core.flat import flat_metrics
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.papers.printed import PrintedFact, PrintedTable, printed_tables
from core.tmeasures import PAPER_TABLES, Convention, TMeasures, score
from core.vocabulary import DIRECTIONS, Direction

Status = Literal["matches", "explained", "differs", "not printed", "not computed"]

_EXACT = 1e-9  # what binary numbers add to half of a last digit
_KNOWN = 1e-6

_EARLY = (
    "the authors' code rounds times down twice in floating point, so that the boundaries at "
    "68.826 s and 171.2 s of their file lie a frame early; with its frames the printed digits "
    "come out"
)

EXPLAINED: dict[tuple[str, float | None, str, str], tuple[float, str]] = {
    ("ismir2015-fig4", 30.0, "full recall", "0.44"): (
        0.4349887,
        "0.4349887 was rounded twice: to 0.435, then to 0.44",
    ),
    ("draft2014-hier-flatsmall", 45.0, "reduced recall", "21.71"): (
        21.7184789,
        "21.7184789 was cut after two digits, not rounded",
    ),
    ("draft2014-flat-flat", 3.0, "hit rate f_measure", "0.7272"): (
        8 / 11,
        "8/11 = 0.72727… was cut after four digits, not rounded",
    ),
    ("ismir2015-fig8", 0.5, "reduced recall", "0.76"): (0.7817460, _EARLY),
    ("ismir2015-fig8", 0.5, "reduced precision", "0.77"): (0.7900171, _EARLY),
    ("ismir2015-fig8", math.inf, "full recall", "0.68"): (
        0.6744599,
        "with the frames of the authors' code it is 0.6749928, which was rounded twice: to "
        "67.50 %, then to 0.68",
    ),
    ("ismir2015-fig8", math.inf, "full precision", "0.98"): (0.9740445, _EARLY),
}
"""The printed numbers whose last digit is not the computed value rounded: that value, and why.

By table, window, number, and printed digits: any other value, or print, differs.
"""


@dataclass(frozen=True)
class Cell:
    """One score of a printed table, computed again.

    Parameters
    ----------
    variant : {"reduced", "full"}
    part : {"recall", "precision"}
    printed : str or None
        The printed digits.
    computed : float or None
        In the unit of the print; None where there is no pair, or no query has a triplet.
    difference : float or None
        Computed minus printed.
    status : {"matches", "explained", "differs", "not printed", "not computed"}
        Matches: within half of the last printed digit. Explained: not so, for a known reason.
        Differs: any other value.
    reason : str
        Why, where it is explained.
    """

    variant: str
    part: Direction
    printed: str | None
    computed: float | None
    difference: float | None
    status: Status
    reason: str = ""


@dataclass(frozen=True)
class Fact:
    """One printed flat metric, computed again; see :class:`Cell`."""

    said: PrintedFact
    computed: float | None
    difference: float | None
    status: Status
    reason: str = ""


@dataclass(frozen=True)
class ReproducedRow:
    """The cells of one window (seconds; infinite is the whole track)."""

    window: float
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Reproduced:
    """A printed table, computed again.

    Parameters
    ----------
    table : PrintedTable
    pair : tuple of Hierarchy or None
        The reference and the estimate that were compared; None where they are not given.
    rows : tuple of ReproducedRow
        The windows of the table; in each, both measures of the table's variants.
    facts : tuple of Fact
    result : TMeasures or None
        All scores; None where there is no pair.
    """

    table: PrintedTable
    pair: tuple[Hierarchy, Hierarchy] | None
    rows: tuple[ReproducedRow, ...]
    facts: tuple[Fact, ...]
    result: TMeasures | None

    @property
    def numbers(self) -> tuple[Cell | Fact, ...]:
        """All cells, then all facts."""
        return (*(cell for row in self.rows for cell in row.cells), *self.facts)

    @property
    def reasons(self) -> tuple[tuple[Status, str], ...]:
        """Why numbers do not come out, with their status, each once."""
        return tuple(
            dict.fromkeys((each.status, each.reason) for each in self.numbers if each.reason)
        )


def reproduce(
    table: PrintedTable,
    reference: Hierarchy | None = None,
    estimate: Hierarchy | None = None,
    *,
    convention: Convention = PAPER_TABLES,
    frame_size: float = DEFAULT_FRAME_SIZE,
) -> Reproduced:
    """Compute a printed table again.

    Parameters
    ----------
    table : PrintedTable
    reference, estimate : Hierarchy, optional
        The pair, aligned; the table's own by default. Without a pair nothing is computed.
    convention : Convention
    frame_size : float > 0
        Seconds.

    Returns
    -------
    Reproduced

    Raises
    ------
    ScoreError
        As :func:`core.tmeasures.score`.
    """
    reference = reference or table.reference
    estimate = estimate or table.estimate
    pair = result = None
    if reference is not None and estimate is not None:
        pair = reference, estimate
        windows = [row.window for row in table.rows]
        result = score(*pair, windows, convention=convention, frame_size=frame_size)
    rows = tuple(
        ReproducedRow(
            row.window,
            tuple(
                _cell(table, at, variant, part, result)
                for variant in table.variants
                for part in DIRECTIONS
            ),
        )
        for at, row in enumerate(table.rows)
    )
    return Reproduced(table, pair, rows, _facts(table, pair), result)


def reproduce_all(
    annotators: tuple[Hierarchy, Hierarchy] | None = None,
    olda: Hierarchy | None = None,
    *,
    convention: Convention = PAPER_TABLES,
    frame_size: float = DEFAULT_FRAME_SIZE,
) -> tuple[Reproduced, ...]:
    """Compute all printed tables again.

    Parameters
    ----------
    annotators : pair of Hierarchy, optional
        The two annotators of SALAMI's track 636, for Figure 8; see :func:`core.papers.published`
        and :func:`core.papers.salami_pair`.
    olda : Hierarchy, optional
        OLDA's output for that track. Figure 10 compares it with the first annotator.
    convention, frame_size
        As in :func:`reproduce`.

    Returns
    -------
    tuple of Reproduced
        In the order of :func:`core.papers.printed_tables`.

    Raises
    ------
    HierarchyError
        If `olda` starts after the annotation has ended.
    ScoreError
        As :func:`core.tmeasures.score`.
    """
    pairs: dict[str, tuple[Hierarchy, Hierarchy]] = {}
    if annotators is not None:
        pairs["salami"] = annotators
        if olda is not None:
            pair = align(annotators[0], olda)
            pairs["olda"] = pair.reference, pair.estimate
    return tuple(
        reproduce(table, *pairs.get(table.needs, ()), convention=convention, frame_size=frame_size)
        for table in printed_tables()
    )


def counts(reproduced: Iterable[Reproduced]) -> Counter[Status]:
    """Count the printed numbers by status, cells and facts alike."""
    return Counter(number.status for each in reproduced for number in each.numbers)


def _cell(
    table: PrintedTable, at: int, variant: str, part: Direction, result: TMeasures | None
) -> Cell:
    row = table.rows[at]
    printed = row.printed(variant, part)
    computed = None
    if result is not None:
        scores = result.scores[variant]
        if getattr(scores, f"{part}_share")[at] > 0:
            computed = float(getattr(scores, part)[at]) * (100 if table.percent else 1)
    if printed is None:
        return Cell(variant, part, None, computed, None, "not printed")
    if result is None:
        return Cell(variant, part, printed, None, None, "not computed")
    key = (table.id, row.window, f"{variant} {part}")
    difference, status, reason = _compare(printed, computed, key)
    return Cell(variant, part, printed, computed, difference, status, reason)


def _facts(table: PrintedTable, pair: tuple[Hierarchy, Hierarchy] | None) -> tuple[Fact, ...]:
    if pair is None or not table.facts:
        return tuple(Fact(said, None, None, "not computed") for said in table.facts)
    metrics = flat_metrics(*pair)
    rates = {(rate.window, rate.trim): rate for rate in metrics.hit_rates}
    facts = []
    for said in table.facts:
        holder = metrics if said.window is None else rates[said.window, said.trim]
        computed = float(getattr(holder, said.name))
        key = (table.id, said.window, f"{said.kind} {said.name}")
        facts.append(Fact(said, computed, *_compare(said.printed, computed, key)))
    return tuple(facts)


def _compare(
    printed: str, computed: float | None, key: tuple[str, float | None, str]
) -> tuple[float | None, Status, str]:
    """Give computed minus printed, the status, and the reason where there is one."""
    if computed is None:
        return None, "differs", ""
    difference = computed - float(printed)
    last_digit = 10.0 ** int(Decimal(printed).as_tuple().exponent)
    if abs(difference) <= 0.5 * last_digit + _EXACT:
        return difference, "matches", ""
    value, reason = EXPLAINED.get((*key, printed), (math.nan, ""))
    if abs(computed - value) <= _KNOWN:
        return difference, "explained", reason
    return difference, "differs", ""
