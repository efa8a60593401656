"""Build grids as HTML tables: flat measures by layers, and annotators against each other."""

import math
from collections.abc import Mapping, Sequence
from html import escape

from core.agreement import Agreement
from core.agreement.results import DRAWS, KINDS
from core.flat import FlatGrid
from core.flat.functions import FUNCTION_FRAME
from core.flat.grid import FLAT_MEASURES, FRAME_SIZE, FlatMeasure
from core.measures import BY_KEY
from core.vocabulary import Part
from core.wording import IN_SECONDS, TimeNotation, number
from explorer.glossary import link

_HEAT = 45  # percentage of color behind a score of 1; legible in light and dark

FAMILIES = tuple(dict.fromkeys(measure.family for measure in FLAT_MEASURES))
"""Families to choose from, trimmed or not."""

PART_WORDS: dict[Part, str] = {
    "recall": "Recall",
    "precision": "Precision",
    "f_measure": "F-measure",
}


def measure_of(family: str, trim: bool) -> FlatMeasure:
    measures = [measure for measure in FLAT_MEASURES if measure.family == family]
    return next((measure for measure in measures if measure.trim == trim), measures[0])


def grid_html(grid: FlatGrid, measure: FlatMeasure, part: Part) -> str:
    scores, best = grid.part(measure.key, part), grid.best(measure.key, part)
    title = f"{measure.family}{', trimmed' * measure.trim}: {PART_WORDS[part]}"
    head = [name_cell("col", f"estimate {at}", name) for at, name in enumerate(grid.names[1], 1)]
    rows = [
        [
            name_cell("row", f"reference {at}", name),
            *(
                score_cell(score, best=mark)
                for score, mark in zip(scores[at - 1].tolist(), best[at - 1].tolist(), strict=True)
            ),
        ]
        for at, name in enumerate(grid.names[0], 1)
    ]
    return grid_table(title, head, rows)


def measure_words(measure: FlatMeasure, units: TimeNotation = IN_SECONDS) -> str:
    """Describe in Markdown what a grid shows, with links to the glossary."""
    term = link(measure.term, measure.family)
    if measure.trim:
        term = f"{term}, {link('trim', 'trimmed')}"
    if measure.of == "segments":
        term = f"{term} of segments over the whole track ({link('frameless')})"
    elif measure.of == "frames":
        term = f"{term} of labels, in {units.frames(FRAME_SIZE)}"
    elif measure.of == "lengths":
        term = f"{term} of labels, weighted by duration ({link('frameless')})"
    elif measure.of == "functions":
        term = f"{term} such as verse, in {units.frames(FUNCTION_FRAME)}; a dash: no such label"
    return (
        f"{term}. Layer 1 is the coarsest. ▸ marks the best score of each layer of the reference."
    )


def grid_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return (
        f'<div class="flat-grid" role="region" tabindex="0" aria-label="{escape(title)}"><table>'
        f"<caption>{escape(title)}</caption><thead><tr><td></td>{''.join(head)}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def name_cell(scope: str, what: str, name: str = "") -> str:
    """Write the head of a row (scope ``"row"``) or column (``"col"``)."""
    below = f'<span title="{escape(name)}">{escape(name)}</span>' if name else ""
    return f'<th scope="{scope}">{what}{below}</th>'


def score_cell(
    score: float, *, best: bool = False, href: str = "", label: str = "", below: str = ""
) -> str:
    if math.isnan(score):
        text, how = "–", ""
    else:
        text = f"▸ {score:z.3f}" if best else f"{score:z.3f}"
        mark = ' class="best"' if best else ""
        how = f'{mark} style="--heat: {_HEAT * min(max(score, 0), 1):.1f}%"'
    if href:
        text = f'<a href="{escape(href)}" target="_blank" aria-label="{escape(label)}">{text}</a>'
    return f"<td{how}>{text}{f'<br><small>{escape(below)}</small>' * bool(below)}</td>"


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
