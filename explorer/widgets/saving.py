"""The button that saves a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

_TYPES = {
    ".bib": "application/x-bibtex",
    ".csv": "text/csv",
    ".html": "text/html",
    ".jams": "application/json",
    ".json": "application/json",
    ".parquet": "application/vnd.apache.parquet",
    ".tex": "text/x-tex",
    ".zip": "application/zip",
}


def download_button(label: str, make: Callable[[], str | bytes], name: str) -> None:
    """Draw a button that saves a file, made when it is asked for, as wide as its column."""
    mime = _TYPES.get(Path(name).suffix, "text/plain")
    st.download_button(
        label, make, name, mime, on_click="ignore", width="stretch", key=f"download_{label}"
    )
