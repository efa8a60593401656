"""Reproduced tables as rows for files, and as LaTeX."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from core.latex import scores_latex
from core.papers.reproducing import Cell, Fact, Reproduced
from core.vocabulary import DIRECTIONS


def cell_rows(reproduced: Iterable[Reproduced]) -> list[dict[str, Any]]:
    """Give one row a number, in plain Python values, for files.

    Numbers are in the unit of the print (percent in the draft). Flat metrics come after a table's
    scores and have an empty window.
    """
    return [
        {
            "table": each.table.id,
            "document": each.table.document,
            "source": each.table.source,
            "window": window,
            "number": name,
            "printed": printed,
            "computed": number.computed,
            "difference": number.difference,
            "status": number.status,
            "reason": number.reason,
        }
        for each in reproduced
        for window, name, printed, number in _numbers(each)
    ]


def _numbers(each: Reproduced) -> list[tuple[Any, str, str | None, Cell | Fact]]:
    cells: list[tuple[Any, str, str | None, Cell | Fact]] = [
        (
            None if math.isinf(row.window) else row.window,
            f"{cell.variant} {cell.part}",
            cell.printed,
            cell,
        )
        for row in each.rows
        for cell in row.cells
    ]
    return cells + [("", fact.said.words, fact.said.printed, fact) for fact in each.facts]


def tables_latex(reproduced: Iterable[Reproduced]) -> str:
    """Write the computed scores of every table in the paper's form; see :mod:`core.latex`."""
    parts = []
    for each in reproduced:
        name = f"{each.table.document}, {each.table.source}"
        if each.result is None:
            parts.append(f"% {name}: not computed, the pair was not given\n")
        else:
            title = f"{each.table.title} ({name}), computed"
            parts.append(scores_latex(each.result, title, parts=DIRECTIONS))
    return "\n".join(parts)
