"""The head of a page: its name and purpose, and space for buttons."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import session

READING = 720  # pixels; keeps the lines of a caption short enough to read


def title(about: str = "") -> DeltaGenerator:
    """Draw the name and purpose of the page."""
    row = st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="head")
    row.html(f"<h1 class='aloud'>hierscope</h1><h2>{session.visit.page}</h2><p>{about}</p>")
    return row


def pair_row() -> DeltaGenerator:
    """Draw the row for a pair's name and buttons; only screen readers get the titles."""
    row = st.container(horizontal=True, vertical_alignment="top", gap="xsmall", key="head")
    row.html(f"<h1 class='aloud'>hierscope</h1><h2 class='aloud'>{session.visit.page}</h2>")
    return row


def export_place() -> DeltaGenerator:
    """Reserve space for the export button of a page, which comes after the results."""
    return st.container(width=116, key="export")
