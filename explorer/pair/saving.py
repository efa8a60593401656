"""The part of a page that hands out scores, pictures and the pair as files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from core.export import block_keys, block_rows, detailed_rows, rows_csv, rows_json
from core.hierarchy import Hierarchy
from core.io import write_csv, write_jams, write_labs, write_zip
from explorer import session
from explorer.figures import pair_figure
from explorer.messages.inspection import Setup, blocks_of_query, blocks_of_track
from explorer.pair import computed
from explorer.pair.settings import case_of
from explorer.pair.view import on_screen
from explorer.state.pair import ORIGIN, SIDES, PairState
from explorer.state.url import OF_ALL, to_url
from explorer.widgets.saving import download_button


def downloads(reference: Hierarchy, estimate: Hierarchy) -> None:
    """Draw the buttons; a file is made when it is asked for."""
    result = computed.sweep_scores(*case_of(reference, estimate))
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
    ):
        download_button(label, make, f"{_stem(reference, estimate)}-{name}", mime)
    _pair_downloads(reference, estimate)


def _pair_downloads(reference: Hierarchy, estimate: Hierarchy) -> None:
    """Draw the choice of what to save of the pair, and the button that saves it."""
    sides = {"Pair": (reference, estimate), "Reference": (reference,), "Estimate": (estimate,)}
    what, kind = st.columns(2)
    chosen = what.selectbox("Save", list(sides), key="save_what")
    form = kind.selectbox(
        "as",
        ["JAMS", ".lab", "CSV"],
        key="save_as",
        help="JAMS keeps everything, and what is on screen; the others keep no names. A pair as "
        ".lab or CSV is a zip archive, which Open takes as it is.",
    )
    saved = sides[chosen]
    # What is on screen changes without a new run of the page: it is read when a file is asked for.
    state, now = session.every.held(OF_ALL), on_screen()

    def jams() -> bytes:
        said = to_url(state | now | {value.key: value.default for value in ORIGIN})
        return write_jams(*saved, state=said)

    forms: dict[str, tuple[Callable[[], bytes], str, str]] = {
        "JAMS": (jams, f"{chosen.lower()}.jams", "application/json"),
        ".lab": (
            partial(_zipped, saved, write_labs),
            f"{chosen.lower()}-lab.zip",
            "application/zip",
        ),
        "CSV": (
            partial(write_csv, *saved) if len(saved) == 1 else partial(_zipped, saved, _table),
            f"{chosen.lower()}.{'csv' if len(saved) == 1 else 'zip'}",
            "text/csv" if len(saved) == 1 else "application/zip",
        ),
    }
    make, name, mime = forms[form]
    download_button(f"{chosen}, {form}", make, f"{_stem(*saved)}-{name}", mime)


def _zipped(saved: Sequence[Hierarchy], files: Callable[[Hierarchy], Mapping[str, bytes]]) -> bytes:
    """Write the files of a side into an archive; of a pair, a folder a side."""
    if len(saved) == 1:
        return write_zip(files(saved[0]))
    return write_zip(
        {
            f"{side}/{name}": data
            for side, hierarchy in zip(SIDES, saved, strict=True)
            for name, data in files(hierarchy).items()
        }
    )


def _table(hierarchy: Hierarchy) -> dict[str, bytes]:
    return {"layers.csv": write_csv(hierarchy)}


def block_downloads(reference: Hierarchy, estimate: Hierarchy) -> None:
    """Draw the buttons for blocks of triplets, as the filters on screen say."""
    st.caption(
        "With the filters on screen. PNG and SVG of the live view: buttons above the layers."
    )
    setup = Setup(reference, estimate, session.pair.chosen_convention(), session.pair.frame_size)

    # What is on screen changes without a new run of the page: it is read when a file is asked for.
    now = PairState(on_screen())

    def query() -> tuple[list[dict[str, Any]], list[str]]:
        return block_rows(blocks_of_query(setup, now, now.query)), block_keys()

    def track() -> tuple[list[dict[str, Any]], list[str]]:
        rows = block_rows(blocks_of_track(setup, now), merge=True)
        return rows, block_keys(merge=True)

    stem = _stem(reference, estimate)
    for label, make, name in (
        ("Blocks of the query", query, "query-blocks"),
        ("Costliest of the track", track, "track-blocks"),
    ):
        download_button(f"{label}, CSV", partial(_csv, make), f"{stem}-{name}.csv", "text/csv")
        download_button(
            f"{label}, JSON", partial(_json, make), f"{stem}-{name}.json", "application/json"
        )


Table = Callable[[], tuple[list[dict[str, Any]], list[str]]]


def _csv(make: Table) -> str:
    return rows_csv(*make())


def _json(make: Table) -> str:
    return rows_json(make()[0])


def _stem(*saved: Hierarchy) -> str:
    """Name files after what is in them, in characters that every file system takes."""
    names = dict.fromkeys(side.name or "pair" for side in saved)
    return re.sub(r"[^\w.]+", "_", "-".join(names)).strip("._")[:60] or "pair"
