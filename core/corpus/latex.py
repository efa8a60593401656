"""Scores of a corpus as a LaTeX table: methods in rows, means over their tracks in columns."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.corpus.results import Results
from core.corpus.summary import one_score, rows_by_method
from core.latex import DIGITS, Columns, name_cell, table, window_cell
from core.vocabulary import FloatArray


def corpus_latex(
    results: Results,
    windows: Sequence[float] | None = None,
    caption: str = "",
    *,
    digits: int = DIGITS,
) -> str:
    """Write the mean scores of each method, window by window."""
    held = results.windows.tolist()
    places = [held.index(window) for window in (held if windows is None else windows)]
    finite = np.isfinite(results.windows[places]).any()
    columns = Columns(results.measures, digits=digits, whole=not finite)
    values = [one_score(results, measure.key, part)[:, places] for measure, part in columns.scores]
    members = rows_by_method(results)
    groups = []
    for at, place in enumerate(places):
        scored = [
            [each[rows, at][~np.isnan(each[rows, at])] for each in values]
            for rows in members.values()
        ]
        means = columns.cells([_mean(scores) for scores in row] for row in scored)
        groups.append(
            [
                row
                for method, scores, cells in zip(members, scored, means, strict=True)
                for row in _rows([window_cell(held[place]), name_cell(method)], scores, cells)
            ]
        )
    letters = " and ".join(dict.fromkeys(f"{each.letter}-measures" for each in results.measures))
    comments = [
        f"{letters} by hierscope, {results.job.words}; means over the n pairs that have a score; "
        "w in seconds"
    ]
    own = dict.fromkeys(each.own_window for each in results.measures if finite)
    comments += [said for said in own if said]
    return table(["$w$", "Method", "$n$"], "rlr", groups, columns, comments, caption)


def _mean(scores: FloatArray) -> float:
    return float(scores.mean()) if len(scores) else math.nan


def _rows(names: list[str], scores: Sequence[FloatArray], means: list[str]) -> list[list[str]]:
    """Write the means of a method, and under them what each is the mean of where that differs."""
    counts = [f"{len(each)}" for each in scores]
    if len({*counts}) == 1:
        return [[*names, counts[0], *means]]
    return [[*names, "", *means], [names[0], r"\quad $n$", "", *counts]]
