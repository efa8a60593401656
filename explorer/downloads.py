"""The part of a page that hands out scores, pictures and the pair as files."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from core.export import block_keys, block_rows, detailed_rows, rows_csv, rows_json
from core.hierarchy import Hierarchy
from core.io import write_jams
from core.tmeasures import TMeasures
from explorer.figures import pair_figure
from explorer.inspection import Setup, blocks_of_query, blocks_of_track
from explorer.live_view import on_screen
from explorer.settings import current_convention


def downloads(reference: Hierarchy, estimate: Hierarchy, result: TMeasures) -> None:
    """Draw the buttons; a file is made when it is asked for."""
    st.caption("For every window of the slider. PNG and SVG of the live view: buttons above it.")
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
        _button(label, make, f"{_stem(reference, estimate)}-{name}", mime)


def block_downloads(reference: Hierarchy, estimate: Hierarchy) -> None:
    """Draw the buttons for blocks of triplets, as the filters on screen say."""
    st.caption(
        "With the filters on screen. PNG and SVG of the live view: buttons above the layers."
    )
    setup = Setup(reference, estimate, current_convention(), st.session_state["frame_size"])

    # What is on screen changes without a new run of the page: it is read when a file is asked for.
    now = on_screen()

    def query() -> tuple[list[dict[str, Any]], list[str]]:
        return block_rows(blocks_of_query(setup, now, now["query"])), block_keys()

    def track() -> tuple[list[dict[str, Any]], list[str]]:
        rows = block_rows(blocks_of_track(setup, now), merge=True)
        return rows, block_keys(merge=True)

    stem = _stem(reference, estimate)
    for label, make, name in (
        ("Blocks of the query", query, "query-blocks"),
        ("Costliest of the track", track, "track-blocks"),
    ):
        _button(f"{label}, CSV", partial(_csv, make), f"{stem}-{name}.csv", "text/csv")
        _button(f"{label}, JSON", partial(_json, make), f"{stem}-{name}.json", "application/json")


Table = Callable[[], tuple[list[dict[str, Any]], list[str]]]


def _csv(make: Table) -> str:
    return rows_csv(*make())


def _json(make: Table) -> str:
    return rows_json(make()[0])


def _button(label: str, make: Callable[[], str | bytes], name: str, mime: str) -> None:
    st.download_button(
        label, make, name, mime, on_click="ignore", width="stretch", key=f"download_{label}"
    )


def _stem(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Name files after the pair, in characters that every file system takes."""
    names = dict.fromkeys(side.name or "pair" for side in (reference, estimate))
    return re.sub(r"[^\w.]+", "_", "-".join(names)).strip("._")[:60] or "pair"
