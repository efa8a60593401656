"""The part of the page Styles that hands out what was found as files."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from html import escape
from importlib.metadata import version
from typing import Any

import streamlit as st

from core.caemsi.experiment_trials import default_margin
from core.caemsi.margins import flips, margin_curve
from core.caemsi.tables import (
    distance_rows,
    item_names,
    item_rows,
    labelling_rows,
    margin_rows,
)
from core.caemsi.verdict import Verdict, verdict
from core.caemsi.writing import comparison_document
from core.citing import cite_styles
from core.io import write_zip
from core.showing import rows_csv
from explorer import session
from explorer.figures.styles import (
    labellings_figure,
    level_marks,
    map_figure,
    margin_figure,
    matrix_figure,
    spread_figure,
)
from explorer.palette import COLOURS
from explorer.styles.choices import draws, duplicates
from explorer.styles.comparing import Compared
from explorer.styles.sources import SIDES, StylesSource, files_of
from explorer.widgets.saving import cite, download_button

_STEM = "hierscope-styles"


def styles_downloads(found: Compared, source: StylesSource, read_as: str) -> None:
    """Draw the buttons; a file is made when it is asked for."""
    # A file is made after the run of the page, where the session is out of reach.
    level = session.styles.alpha
    titles, similar = duplicates()
    how = {
        "representation": read_as,
        "duplicates_removed": {"titles": titles, "similar": similar},
        "source": source[1] if source[0] == "sample" else source[0],
        "seed": draws().seed,
        "hierscope": version("hierscope"),
    }
    test = found.at(session.styles.margin)
    both = found.a, found.b
    said = verdict(found.difference, test, level)

    def document() -> str:
        whole = comparison_document(both, found.distances, found.difference, test, said)
        whole |= how
        return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"

    st.caption("At the margin and the level on screen. PNG and SVG: over each figure.")
    distances = found.distances
    tables: dict[str, Callable[[], list[dict[str, Any]]]] = {
        "p_eqv of all margins": lambda: margin_rows(found.curve),
        "Labellings": lambda: labelling_rows(found.difference, test),
        "Distances": lambda: distance_rows(*both, distances),
        "Items and their places": lambda: item_rows(*both, distances, found.places),
    }
    download_button("Both tests, JSON", document, f"{_STEM}-tests.json")
    for label, name in zip(tables, ("margins", "labellings", "distances", "items"), strict=True):
        download_button(f"{label}, CSV", _csv(tables[label]), f"{_STEM}-{name}.csv")
    margin = session.styles.margin
    download_button("Figures, HTML", lambda: _figures(found, said, margin), f"{_STEM}-figures.html")
    if source[0] == "sample":
        download_button(
            "Files of the sample, zip",
            lambda: _sample(source),
            f"{_STEM}-{source[1]}.zip",
        )
    sizes = len(found.a.items), len(found.b.items)
    cite(cite_styles(sizes, read_as, distances, found.difference, test, level))


def _csv(rows: Callable[[], list[dict[str, Any]]]) -> Callable[[], str]:
    return lambda: rows_csv(rows())


def _figures(found: Compared, said: Verdict, margin: float) -> str:
    """All figures under each other in one page, with their names; the first brings plotly."""
    names, n_a = item_names(found.a, found.b), len(found.a.items)
    difference, kept, alpha = found.difference, found.curve, said.alpha
    curve = margin_curve(
        found.ranked, kept.margins, superior=kept.superior, plus_one=difference.plus_one
    )
    tests = margin_figure(difference, curve, default_margin(n_a, len(names) - n_a))
    tests.update_layout(level_marks(curve, flips(found.ranked, curve, alpha), alpha))
    tests.add_vline(margin, line={"color": COLOURS["window"]})
    matrix = partial(matrix_figure, found.distances.values, n_a, names)
    figures = {
        "Both tests by margin": tests,
        "Random labellings": labellings_figure(difference, curve, margin),
        "Distances within and between": spread_figure(found.spread, found.names),
        "Distances of all items, by corpus": matrix(range(len(names))),
        "Distances of all items, by likeness": matrix(found.by_likeness),
    }
    placed = found.places
    if placed is not None:
        figures["Map of the items"] = map_figure(placed, n_a, names, found.names)
    parts = [
        f"<h2>{title}</h2>"
        + figure.to_html(full_html=False, include_plotlyjs=not at, auto_play=False)
        for at, (title, figure) in enumerate(figures.items())
    ]
    head = (
        '<!doctype html><meta charset="utf-8"><title>hierscope: two corpora</title>'
        f"<body style='font-family:sans-serif'><p>{escape(said.sentence)}</p>"
        f"<p>{escape(found.about)}.</p>"
    )
    return "\n".join([head, *parts])


def _sample(source: StylesSource) -> bytes:
    return write_zip(
        {f"{side.upper()}/{name}": data for side in SIDES for name, data in files_of(source, side)}
    )
