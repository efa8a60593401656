"""The part of a page that hands out the pair as a figure for print."""

from __future__ import annotations

import streamlit as st

from core.hierarchy import Hierarchy
from core.tmeasures import TMeasures
from explorer import session
from explorer.figures.printed.how import PANELS, Print
from explorer.pair.view import on_screen
from explorer.widgets.printing import choose_measures, choose_size
from explorer.widgets.saving import download_button


def figure_for_print(
    reference: Hierarchy, estimate: Hierarchy, result: TMeasures, name: str
) -> None:
    """Draw the choices of a figure, and the button that saves it."""
    now = on_screen()
    with st.expander("Figure for print"):
        size, form, dpi = choose_size("print")
        panels = st.pills(
            "Panels",
            list(PANELS),
            selection_mode="multi",
            default=list(PANELS),
            format_func=PANELS.__getitem__,
            key="print_panels",
        )
        help = "A panel of scores each; g(q) is of the first."
        measures = choose_measures("print", result.measures, session.pair.variant, help)
        marked = st.checkbox("Mark query and window", key="print_marked")
        if not (panels and measures):
            st.caption("Choose a panel and a measure.")
            return

        def make() -> bytes:
            from explorer.figures.printed.pair import print_pair  # with matplotlib

            query = min(max(float(now["query"]), 0.0), reference.end) if marked else None
            how = Print(size, panels, measures, float(now["window"]), query)
            return print_pair(reference, estimate, result, how).data(form, dpi)

        download_button("Save the figure", make, f"{name}-{size}.{form}")
