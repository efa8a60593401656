"""Recompute the printed tables, and check the digits of each number."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from core.align import align
from core.flat.pair import FlatMetrics, flat_metrics
from core.hierarchy import Hierarchy, Pair
from core.papers.printed import PrintedNumber, PrintedTable, printed_tables
from core.settings import TABLES, Settings
from core.tmeasures import TMeasures, score
from core.tmeasures.results import scores_latex
from core.vocabulary import DIRECTIONS
from core.windows import finite

Status = Literal["matches", "explained", "differs", "not printed", "not computed"]

_EXACT = 1e-9  # rounding error added to half of a last digit
_KNOWN = 1e-6


@dataclass(frozen=True)
class Number:
    printed: PrintedNumber
    computed: float | None  # in the printed unit; None without a pair, or if no query has a triplet
    status: Status
    """Matches within half of the last printed digit, or differs, perhaps for a known reason."""
    reason: str = ""  # the known reason for a difference, if any

    @property
    def difference(self) -> float | None:
        if self.computed is None or self.printed.digits is None:
            return None
        return self.computed - float(self.printed.digits)


@dataclass(frozen=True)
class Reproduced:
    table: PrintedTable
    pair: Pair | None  # the pair that was scored, if any
    numbers: tuple[Number, ...]  # in order of the table
    result: TMeasures | None  # all scores; None without a pair

    @property
    def reasons(self) -> tuple[tuple[Status, str], ...]:
        """Reasons for differences with their status, each once."""
        reasons = [(cell.status, cell.reason) for cell in self.numbers if cell.reason]
        return tuple(dict.fromkeys(reasons))


def reproduce(
    table: PrintedTable,
    reference: Hierarchy | None = None,
    estimate: Hierarchy | None = None,
    *,
    settings: Settings = TABLES,
) -> Reproduced:
    """Recompute a printed table, by default from its own pair; without a pair, nothing."""
    reference = reference or table.reference
    estimate = estimate or table.estimate
    pair = result = flat = None
    if reference is not None and estimate is not None:
        pair = Pair(reference, estimate)
        result = score(*pair, table.windows, settings=settings)
        if any(printed.is_flat for printed in table.numbers):
            flat = flat_metrics(*pair)
    numbers = tuple(_number(table, printed, result, flat) for printed in table.numbers)
    return Reproduced(table, pair, numbers, result)


def reproduce_all(
    annotators: Pair | None = None,
    olda: Hierarchy | None = None,
    *,
    settings: Settings = TABLES,
) -> tuple[Reproduced, ...]:
    """Recompute all printed tables; Figures 8 and 10 only if their pairs are available."""
    pairs: dict[str, Pair] = {}
    if annotators is not None:
        pairs["salami"] = annotators
        if olda is not None:
            pairs["olda"] = align(annotators[0], olda).pair
    return tuple(
        reproduce(table, *pairs.get(table.needs, ()), settings=settings)
        for table in printed_tables()
    )


def counts(reproduced: Iterable[Reproduced]) -> Counter[Status]:
    """Count the numbers of tables by how they compare with the printed ones."""
    return Counter(number.status for reproduction in reproduced for number in reproduction.numbers)


def number_rows(reproduced: Iterable[Reproduced]) -> Iterator[dict[str, Any]]:
    """Return one row per number, as plain Python values in the printed unit."""
    for reproduction in reproduced:
        for number in reproduction.numbers:
            printed = number.printed
            window = None if printed.window is None else finite(printed.window)
            yield {
                "table": reproduction.table.id,
                "document": reproduction.table.document,
                "source": reproduction.table.source,
                "window": "" if printed.is_flat else window,
                "number": printed.title,
                "printed": printed.digits,
                "computed": number.computed,
                "difference": number.difference,
                "status": number.status,
                "reason": number.reason,
            }


def tables_latex(reproduced: Iterable[Reproduced]) -> str:
    """Write the computed scores of every table in the paper's layout; see :mod:`core.latex`."""
    parts = []
    for reproduction in reproduced:
        name = f"{reproduction.table.document}, {reproduction.table.source}"
        if reproduction.result is None:
            parts.append(f"% {name}: not computed, no pair\n")
        else:
            title = f"{reproduction.table.title} ({name}), computed"
            had = [measure.key for measure in reproduction.result.measures]
            table = scores_latex(reproduction.result, title, parts=DIRECTIONS, measures=had)
            parts.append(table)
    return "\n".join(parts)


def _computed(
    table: PrintedTable, printed: PrintedNumber, result: TMeasures, flat: FlatMetrics | None
) -> float | None:
    """Return a number in the printed unit; None if no query has a triplet."""
    if printed.is_flat:
        holder: Any = flat
        if flat is not None and printed.window is not None:
            rates = {(rate.window, rate.trim): rate for rate in flat.hit_rates}
            holder = rates[printed.window, printed.trim]
        return float(getattr(holder, printed.part))
    scores = result.scores[printed.measure]
    value = float(getattr(scores, printed.part)[result.windows.tolist().index(printed.window)])
    return None if math.isnan(value) else value * (100 if table.percent else 1)


def _number(
    table: PrintedTable, printed: PrintedNumber, result: TMeasures | None, flat: FlatMetrics | None
) -> Number:
    """Compute a number, and check the printed digits."""
    computed = None if result is None else _computed(table, printed, result, flat)
    if printed.digits is None:
        return Number(printed, computed, "not printed")
    if result is None:
        return Number(printed, None, "not computed")
    if computed is None:
        return Number(printed, None, "differs")
    last_digit = 10.0 ** -len(printed.digits.partition(".")[2])
    if abs(computed - float(printed.digits)) <= 0.5 * last_digit + _EXACT:
        return Number(printed, computed, "matches")
    key = printed.window, f"{printed.measure} {printed.part}", printed.digits
    for known in table.explained:
        if known.key == key and abs(computed - known.computed) <= _KNOWN:
            return Number(printed, computed, "explained", known.reason)
    return Number(printed, computed, "differs")
