"""Scores of a corpus as a LaTeX table: methods in rows, means over their tracks in columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.corpus.results import Results
from core.corpus.summary import one_score, rows_by_method
from core.latex import DIGITS, Columns, name_cell, table, window_cell
from core.timewords import IN_SECONDS
from core.vocabulary import FloatArray, counted


def corpus_latex(
    results: Results,
    windows: Sequence[float] | None = None,
    caption: str = "",
    *,
    digits: int = DIGITS,
) -> str:
    """Write the mean scores of each method, window by window.

    Parameters
    ----------
    results : Results
    windows : sequence of float, optional
        Some of the results' windows, in seconds; all by default.
    caption : str
        Plain text.
    digits : int
        Decimals.

    Returns
    -------
    str
        A ``table`` for the package booktabs, with the number of pairs of each method. A pair at a
        window at which no query of it has a triplet is in no mean: comments above the table say how
        many are, wherever that is not all. A dash where none is.
    """
    held = results.windows.tolist()
    places = [held.index(window) for window in (held if windows is None else windows)]
    columns = Columns(results.measures, digits=digits)
    values = {
        (measure.key, part): one_score(results, measure.key, part)[:, places]
        for measure, part in columns.scores
    }
    members = rows_by_method(results)
    groups = [
        [
            [
                window_cell(held[place]),
                name_cell(method),
                f"{len(rows)}",
                *(columns.cell(_mean(each[rows, at])) for each in values.values()),
            ]
            for method, rows in members.items()
        ]
        for at, place in enumerate(places)
    ]
    letters = " and ".join(dict.fromkeys(f"{each.letter}-measures" for each in results.measures))
    comments = [f"{letters} by hierscope, {results.job.words}; means over pairs; w in seconds"]
    own = dict.fromkeys(
        each.own_window for each in results.measures if np.isfinite(results.windows[places]).any()
    )
    comments += [said for said in own if said]
    for at, place in enumerate(places):
        for method, rows in members.items():
            for measure, part in columns.scores:
                count = int((~np.isnan(values[measure.key, part][rows, at])).sum())
                if count < len(rows):
                    where = IN_SECONDS.window(held[place])
                    comments.append(
                        f"{method}, {where}: {measure.score(part)} is the mean of {count} of "
                        f"{counted(len(rows), 'pair')}"
                    )
    return table(["$w$", "Method", "Pairs"], "rlr", groups, columns, comments, caption)


def _mean(scores: FloatArray) -> float:
    """Give the mean of the pairs that have a score; NaN where none has."""
    kept = scores[~np.isnan(scores)]
    return float(kept.mean()) if len(kept) else float("nan")
