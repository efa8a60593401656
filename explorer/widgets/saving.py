"""The button that saves a file."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st


def download_button(label: str, make: Callable[[], str | bytes], name: str, mime: str) -> None:
    """Draw a button that saves a file, made when it is asked for, as wide as its column."""
    st.download_button(
        label, make, name, mime, on_click="ignore", width="stretch", key=f"download_{label}"
    )
