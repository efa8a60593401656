"""The part of a page that hands out scores, pictures and the pair as files."""

from __future__ import annotations

import re

import streamlit as st

from core.export import detailed_rows, rows_csv, rows_json
from core.hierarchy import Hierarchy
from core.io import write_jams
from core.tmeasures import TMeasures
from explorer.figures import pair_figure


def downloads(reference: Hierarchy, estimate: Hierarchy, result: TMeasures) -> None:
    """Draw the buttons; a file is made when it is asked for."""
    st.caption("For every window of the slider. PNG and SVG of the live view: buttons above it.")
    stem = _stem(reference, estimate)
    for label, make, name, mime in (
        ("Scores, CSV", lambda: rows_csv(detailed_rows(result)), "scores.csv", "text/csv"),
        (
            "Scores, JSON",
            lambda: rows_json(detailed_rows(result)),
            "scores.json",
            "application/json",
        ),
        (
            "Figure, HTML",
            lambda: pair_figure(reference, estimate, result).to_html(include_plotlyjs=True),
            "figure.html",
            "text/html",
        ),
        ("Pair, JAMS", lambda: write_jams(reference, estimate), "pair.jams", "application/json"),
    ):
        st.download_button(
            label,
            make,
            f"{stem}-{name}",
            mime,
            on_click="ignore",
            width="stretch",
            key=f"download_{name}",
        )


def _stem(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Name files after the pair, in characters that every file system takes."""
    names = dict.fromkeys(side.name or "pair" for side in (reference, estimate))
    return re.sub(r"[^\w.]+", "_", "-".join(names)).strip("._")[:60] or "pair"
