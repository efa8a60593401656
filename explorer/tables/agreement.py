"""The matrix of annotators as a table in HTML: a row an annotator as the reference."""

from __future__ import annotations

import math
from collections.abc import Mapping

from core.agreement import DRAWS, KINDS, Agreement
from core.measures import BY_KEY
from core.vocabulary import Part
from explorer.glossary import link
from explorer.tables.grid import grid_table, name_cell, score_cell

_LEVELS = {
    "ceiling": "ceiling",
    "nearest": "nearest other annotator",
    "floor": "floor",
}


def agreement_html(
    found: Agreement, key: str, part: Part, links: Mapping[tuple[int, int], str]
) -> str:
    """Write one score of all annotators against each other, at the first window.

    Parameters
    ----------
    found : Agreement
    key : str
        Of a measure.
    part : {"recall", "precision", "f_measure"}
    links : mapping of (int, int) to str
        Where cells lead to, by row and column.

    Returns
    -------
    str
        HTML, as of :func:`explorer.tables.grid.grid_table`; two more columns are the mean of a row
        and random boundaries.
    """
    names = found.names
    title = f"{BY_KEY[key].words(part)} at {_window(found)}"
    rows = []
    for i, (scores, mean, chance) in enumerate(
        zip(
            found.matrix(key, part).tolist(),
            found.means(key, part).tolist(),
            found.chance(key, part).tolist(),
            strict=True,
        )
    ):
        cells = [
            score_cell(
                score,
                href=links.get((i, j), ""),
                said=f"{names[j]} against {names[i]}: {_written(score, 'no score')}",
            )
            for j, score in enumerate(scores)
        ]
        ends = [score_cell(mean), score_cell(chance)]
        rows.append([name_cell("row", f"reference {i + 1}", names[i]), *cells, *ends])
    head = [
        *(name_cell("col", f"estimate {j}", name) for j, name in enumerate(names, 1)),
        name_cell("col", "mean"),
        name_cell("col", "random"),
    ]
    return grid_table(title, head, rows)


def level_words(found: Agreement, key: str, part: Part) -> str:
    """Say ceiling, nearest and floor in Markdown, with a link to the glossary."""
    levels = {kind: found.level(kind, key, part) for kind in KINDS}
    told = [f"{_LEVELS[kind]} **{_written(level, '–')}**" for kind, level in levels.items()]
    first, *rest = told
    return (
        f"{link('annotator-ceiling', 'Annotators with each other')}: {first} (the mean of all, "
        f"each as the reference in turn), {', '.join(rest)} ({DRAWS} draws of random boundaries "
        "for each)."
    )


def _written(score: float, none: str) -> str:
    return none if math.isnan(score) else f"{score:.3f}"


def _window(found: Agreement) -> str:
    return found.words.window(float(found.windows[0]))
