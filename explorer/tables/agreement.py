"""Build the matrix of annotators as an HTML table, with one row per reference."""

import math
from collections.abc import Mapping

from core.agreement import Agreement
from core.agreement.results import DRAWS, KINDS
from core.measures import BY_KEY
from core.vocabulary import Part
from core.wording import number
from explorer.glossary import link
from explorer.tables.flat import grid_table, name_cell, score_cell


def agreement_html(
    agreement: Agreement, key: str, part: Part, links: Mapping[tuple[int, int], str]
) -> str:
    names, count = (*agreement.names, *agreement.estimates), len(agreement.names)
    over, counts = agreement.over(key, part), agreement.counts(key, part)
    window = agreement.notation.window(float(agreement.windows[0]))
    title = f"{BY_KEY[key].label(part)} at {window}{f', {over}' * bool(over)}"
    differ = len({*counts[counts > 0].tolist()}) > 1

    def cell(i: int, j: int, score: float) -> str:
        label = (
            f"{names[j]} against {names[i]}: {'no score' if math.isnan(score) else number(score)}"
        )
        below = f"n = {counts[i, j]}" * bool(differ and counts[i, j])
        return score_cell(score, href=links.get((i, j), ""), label=label, below=below)

    means = agreement.means(key, part).tolist()
    rows = [
        [
            name_cell("row", f"reference {i + 1}", names[i]),
            *(cell(i, j, score) for j, score in enumerate(scores[:count])),
            score_cell(means[i]),
            score_cell(chance),
            *(cell(i, j, score) for j, score in enumerate(scores[count:], count)),
        ]
        for i, (*scores, chance) in enumerate(agreement.table(key, part).tolist())
    ]
    head = [
        *(name_cell("col", f"estimate {j}", name) for j, name in enumerate(agreement.names, 1)),
        name_cell("col", "mean"),
        name_cell("col", "random"),
        *(name_cell("col", "estimate", name) for name in agreement.estimates),
    ]
    return grid_table(title, head, rows)


def level_words(agreement: Agreement, key: str, part: Part) -> str:
    first, *rest = (
        f"{name} **{number(agreement.level(kind, key, part))}**{agreement.fewer(kind, key, part)}"
        for kind, name in KINDS.items()
    )
    return (
        f"{link('mean-of-the-others', 'Annotators with each other')}: {first} (the mean of all, "
        f"each as the reference in turn), {', '.join(rest)} ({DRAWS} draws of random boundaries "
        "for each)."
    )


def standing_words(result: Agreement, key: str, part: Part) -> str:
    """Describe each estimate's mean score against all annotators; empty without estimates."""
    means = result.stands(key, part).tolist()
    placed = [f"{name} {number(mean)}" for name, mean in zip(result.estimates, means, strict=True)]
    return f"Against all annotators, on average: {', '.join(placed)}." if placed else ""
