"""The part of the page Corpus that hands out its numbers as files."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core.corpus.summary import nearest_window
from core.export import rows_csv
from explorer.corpus import cache as corpus_cache
from explorer.corpus.cache import Filters, Kept
from explorer.corpus.tables import described_rows, track_rows


def corpus_downloads(file: Kept, chosen: Filters) -> None:
    """Draw the buttons; a file is made when it is asked for."""
    shown = corpus_cache.passing(file, chosen)
    described = corpus_cache.described(file, chosen)
    index = nearest_window(shown.windows, st.session_state["window"])
    st.caption("With the filters on screen; the results hold all. PNG and SVG: over the picture.")
    for label, make, name, mime in (
        ("Results, Parquet", Path(file[0]).read_bytes, "results.parquet", None),
        (
            "Summary of all windows, CSV",
            lambda: rows_csv(described_rows(described, shown.windows.tolist())),
            "summary.csv",
            "text/csv",
        ),
        (
            "Tracks at w, CSV",
            lambda: rows_csv(track_rows(shown, index)),
            "tracks.csv",
            "text/csv",
        ),
    ):
        st.download_button(
            label,
            make,
            f"hierscope-corpus-{name}",
            mime,
            on_click="ignore",
            width="stretch",
            key=f"download_{label}",
        )
