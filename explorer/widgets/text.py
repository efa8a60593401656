"""The name of the application."""

from __future__ import annotations

import streamlit as st

from explorer import session


def title() -> None:
    """Draw the name of the application and what it is for; that of the page is only spoken."""
    st.html(
        "<h1 style='font-size:1.35rem;padding:0;margin:0;font-weight:650'>hierscope</h1>"
        "<p style='margin:0;font-size:.85rem;opacity:.75'>"
        "T-measures of music segmentations, live</p>"
        f"<h2 class='aloud'>{session.visit.page}</h2>"
    )
