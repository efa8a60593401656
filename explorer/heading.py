"""The head of every page that shows a pair: what is open, settings, swap, export."""

from __future__ import annotations

import sys

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.opening import opening, start_pair
from explorer.settings import settings
from explorer.widgets import surely, title


def heading() -> DeltaGenerator:
    """Draw the head, and open what the link or the command line says.

    Returns
    -------
    DeltaGenerator
        Where the page puts its export.
    """
    start_pair(sys.argv[1:])
    name, files, setting, swap, export = st.columns(
        [2.4, 1.45, 1.75, 1.5, 1.65], vertical_alignment="center"
    )
    with name:
        title()
    with files, st.popover("Open", icon=":material/upload_file:", width="stretch"):
        opening()
    with setting, st.popover("Settings", icon=":material/tune:", width="stretch"):
        settings()
    swap.button(
        "Swap",
        icon=":material/swap_vert:",
        on_click=_swap,
        help="Exchange reference and estimate: recall becomes precision.",
        width="stretch",
    )
    return export


@surely
def _swap() -> None:
    st.session_state["swapped"] = not st.session_state["swapped"]
