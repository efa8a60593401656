"""Scores as a table in HTML whose cells are the darker the higher; for the style sheet of pages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

_HEAT = 45
"""Per cent of the colour behind a score of 1: what is written on it can be read on both grounds."""


def grid_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table."""
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return (
        f'<div class="flat-grid" role="region" tabindex="0" aria-label="{escape(title)}"><table>'
        f"<caption>{escape(title)}</caption><thead><tr><td></td>{''.join(head)}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def name_cell(scope: str, what: str, name: str = "") -> str:
    """Write what a row (scope ``"row"``) or a column (``"col"``) is, and what it is called."""
    below = f'<span title="{escape(name)}">{escape(name)}</span>' if name else ""
    return f'<th scope="{scope}">{what}{below}</th>'


def score_cell(
    score: float, *, best: bool = False, href: str = "", said: str = "", below: str = ""
) -> str:
    """Write a score; a dash where there is none."""
    if math.isnan(score):
        words, how = "–", ""
    else:
        words = f"▸ {score:z.3f}" if best else f"{score:z.3f}"
        mark = ' class="best"' if best else ""
        how = f'{mark} style="--heat: {_HEAT * min(max(score, 0), 1):.1f}%"'
    if href:
        words = f'<a href="{escape(href)}" target="_blank" aria-label="{escape(said)}">{words}</a>'
    return f"<td{how}>{words}{f'<br><small>{escape(below)}</small>' * bool(below)}</td>"
