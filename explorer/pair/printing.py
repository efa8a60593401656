"""The part of a page that hands out the pair as a figure for print."""

from __future__ import annotations

import streamlit as st

from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.tmeasures import TMeasures
from explorer import session
from explorer.figures.printing import DPI, FORMS, MOST_DPI, PANELS, SIZES, Print
from explorer.pair.view import on_screen
from explorer.widgets.saving import download_button


def figure_for_print(
    reference: Hierarchy, estimate: Hierarchy, result: TMeasures, name: str
) -> None:
    """Draw the choices of a figure, and the button that saves it.

    Parameters
    ----------
    reference, estimate : Hierarchy
        As they were scored.
    result : TMeasures
        For all windows of the slider.
    name : str
        Of the file, without its ending.
    """
    now = on_screen()
    keys = [measure.key for measure in result.measures]
    chosen = session.pair.variant
    with st.expander("Figure for print"):
        size, form = st.columns(2)
        wide = size.selectbox(
            "Size", list(SIZES), format_func=lambda key: SIZES[key].words, key="print_size"
        )
        kind = form.selectbox("Form", FORMS, format_func=str.upper, key="print_form")
        panels = st.multiselect(
            "Panels", list(PANELS), list(PANELS), format_func=PANELS.__getitem__, key="print_panels"
        )
        measures = st.multiselect(
            "Measures",
            keys,
            [chosen if chosen in keys else keys[0]],
            format_func=lambda key: BY_KEY[key].title,
            help="A panel of scores each; g(q) is of the first.",
            key="print_measures",
        )
        marked = st.checkbox("Mark query and window", key="print_marked")
        dpi = DPI
        if kind == "png":
            dpi = st.number_input("Dots an inch", 72, MOST_DPI, DPI, key="print_dpi")
        if not (panels and measures):
            st.caption("Choose a panel and a measure.")
            return

        def make() -> bytes:
            from explorer.figures.printed import print_pair  # with matplotlib

            query = min(max(float(now["query"]), 0.0), reference.end) if marked else None
            how = Print(wide, panels, measures, float(now["window"]), query)
            return print_pair(reference, estimate, result, how).data(kind, dpi)

        download_button("Save the figure", make, f"{name}-{wide}.{kind}")
