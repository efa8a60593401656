"""The part of the page Windows that hands out its charts and their numbers as files."""

from __future__ import annotations

from core.choosing import Comparison, compare
from core.tmeasures import results
from core.windows import tabulated
from explorer import session
from explorer.frontend.standalone import standalone
from explorer.messages.inspection import Setup
from explorer.messages.windows import pair_words
from explorer.pair import computed
from explorer.widgets.saving import download_button, latex_button
from explorer.windows.charts import chart_now, pair_drawing
from explorer.windows.computed import Estimates


def window_downloads(setup: Setup, found: Comparison, estimates: Estimates, advised: float) -> None:
    """Draw the buttons that save the charts as a figure, and their numbers."""
    words = pair_words(setup.pair, computed.sweep_scores(setup))
    message = chart_now(pair_drawing(setup, advised), lead=True)

    every = results.Estimates(dict(zip(found.names, found.results, strict=True)))

    def figure() -> str:
        return standalone("windows/chart", message(), "Which window?", words)

    def latex(digits: int) -> str:
        reference = setup.reference
        named = list(zip(found.names, (each for _, each in estimates), strict=True))
        windows = tabulated(reference.end, session.pair.window)
        scored = compare(reference, named, windows, **setup.how)
        named_results = dict(zip(scored.names, scored.results, strict=True))
        return results.Estimates(named_results, reference.name or "reference").to_latex(
            digits=digits
        )

    for label, make, name in (
        ("Figure of the windows, HTML", figure, "windows.html"),
        ("Comparison of estimates, CSV", every.to_csv, "comparison.csv"),
    ):
        download_button(label, make, f"hierscope-{name}")
    if len(found.names) > 1:
        latex_button("Table of estimates, LaTeX", latex, "hierscope-estimates.tex")
