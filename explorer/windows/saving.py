"""The part of the page Windows that hands out its charts and their numbers as files."""

from __future__ import annotations

import math
from typing import Any

from core.choosing import Comparison
from core.export import detailed_rows, rows_csv
from core.latex import estimates_latex, scores_latex
from core.tmeasures import score
from core.windows import LANDMARKS, effective_window
from explorer import session
from explorer.frontend.standalone import standalone
from explorer.messages.windows import pair_words
from explorer.pair import computed
from explorer.pair.settings import Case
from explorer.widgets.saving import download_button, latex_button
from explorer.windows.charts import chart_now, pair_drawing
from explorer.windows.computed import Estimates


def window_downloads(case: Case, found: Comparison, estimates: Estimates) -> None:
    """Draw the buttons that save the charts as a figure, and their numbers."""
    words = pair_words(case[:2], computed.sweep_scores(*case))
    message = chart_now(pair_drawing(case), lead=True)

    def figure() -> str:
        return standalone("windows/chart", message(), "Which window?", words)

    def rows() -> str:
        table: list[dict[str, Any]] = [
            {"estimate": name, **row}
            for name, each in zip(found.names, found.results, strict=True)
            for row in detailed_rows(each)
        ]
        return rows_csv(table)

    reference, _, convention, frame_size, beta, _ = case
    windows = sorted({*LANDMARKS, math.inf, effective_window(reference.end, session.pair.window)})

    def latex(digits: int) -> str:
        scored = {
            name: score(
                reference,
                estimate,
                windows,
                convention=convention,
                frame_size=frame_size,
                beta=beta,
            )
            for name, (_, estimate) in zip(found.names, estimates, strict=True)
        }
        of = reference.name or "reference"
        if len(scored) > 1:
            return estimates_latex(scored, f"Against {of}", digits=digits)
        (result,) = scored.values()
        name = case[1].name or "estimate"
        return scores_latex(result, f"{name} against {of}", digits=digits)

    for label, make, name in (
        ("Figure of the windows, HTML", figure, "windows.html"),
        ("Comparison of estimates, CSV", rows, "comparison.csv"),
    ):
        download_button(label, make, f"hierscope-{name}")
    latex_button("Table of scores, LaTeX", latex, "hierscope-scores.tex")
