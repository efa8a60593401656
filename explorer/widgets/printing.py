"""The choices that all figures for print have."""

from __future__ import annotations

import streamlit as st

from core.measures import BY_KEY, Measure
from explorer.figures.printed.how import DPI, FORMS, MOST_DPI, SIZES, Form


def choose_size(key: str) -> tuple[str, Form, int]:
    """Draw the choice of size and form; give size, form, and dots an inch."""
    size, form = st.columns(2)
    wide = size.selectbox(
        "Size", list(SIZES), format_func=lambda each: SIZES[each].words, key=f"{key}_size"
    )
    kind = form.selectbox("Form", FORMS, format_func=str.upper, key=f"{key}_form")
    dpi = DPI
    if kind == "png":
        dpi = st.number_input("Dots an inch", 72, MOST_DPI, DPI, key=f"{key}_dpi")
    return wide, kind, dpi


def choose_measures(key: str, measures: tuple[Measure, ...], first: str, help: str) -> list[str]:
    """Draw the choice of measures; give their keys, in the order of tables."""
    keys = [measure.key for measure in measures]
    asked = st.pills(
        "Measures",
        keys,
        selection_mode="multi",
        default=[first if first in keys else keys[0]],
        format_func=lambda each: BY_KEY[each].title,
        help=help,
        key=f"{key}_measures",
    )
    return [each for each in keys if each in asked]
