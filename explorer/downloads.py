"""The part of a page that hands out scores, pictures and the pair as files."""

from __future__ import annotations

import streamlit as st

from core.export import scores_csv, scores_json
from core.hierarchy import Hierarchy
from core.io import write_jams
from core.tmeasures import TMeasures
from explorer.figures import pair_figure


def downloads(reference: Hierarchy, estimate: Hierarchy, result: TMeasures) -> None:
    """Draw the buttons; a file is made when it is asked for."""
    st.caption("For every window of the slider. PNG and SVG of the live view: buttons above it.")
    for label, make, name, mime in (
        ("Scores, CSV", lambda: scores_csv(result), "scores.csv", "text/csv"),
        ("Scores, JSON", lambda: scores_json(result), "scores.json", "application/json"),
        (
            "Figure, HTML",
            lambda: pair_figure(reference, estimate, result).to_html(include_plotlyjs=True),
            "hierscope.html",
            "text/html",
        ),
        (
            "Pair, JAMS",
            lambda: write_jams(reference, estimate),
            "pair.jams",
            "application/json",
        ),
    ):
        st.download_button(
            label, make, name, mime, on_click="ignore", width="stretch", key=f"download_{name}"
        )
