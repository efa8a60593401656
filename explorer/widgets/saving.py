"""The button that saves a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from core.latex import DIGITS

_MOST_DIGITS = 6

_TYPES = {
    ".bib": "application/x-bibtex",
    ".csv": "text/csv",
    ".html": "text/html",
    ".jams": "application/json",
    ".json": "application/json",
    ".parquet": "application/vnd.apache.parquet",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".tex": "text/x-tex",
    ".zip": "application/zip",
}


def download_button(label: str, make: Callable[[], str | bytes], name: str) -> None:
    """Draw a button that saves a file, made when it is asked for, as wide as its column."""
    mime = _TYPES.get(Path(name).suffix, "text/plain")
    st.download_button(
        label, make, name, mime, on_click="ignore", width="stretch", key=f"download_{label}"
    )


def latex_button(label: str, make: Callable[[int], str], name: str) -> None:
    """Draw a button that saves a table in LaTeX, and beside it with how many decimals."""
    button, decimals = st.columns([3, 2], vertical_alignment="bottom")
    digits = decimals.number_input("Decimals", 1, _MOST_DIGITS, DIGITS, key=f"digits_{label}")
    with button:
        download_button(label, lambda: make(digits), name)
