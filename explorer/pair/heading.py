"""The head of every page that shows a pair: what is open, settings, swap, export, samples."""

from __future__ import annotations

import sys

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import session
from explorer.frontend.components import gallery
from explorer.messages.pair import sample_cards
from explorer.pair.opening import choose_sample, start_pair, uploaders
from explorer.pair.settings import settings
from explorer.session.around_streamlit import hear, heard, told
from explorer.widgets.text import title


def heading() -> DeltaGenerator:
    """Draw the head, and open what the link or the command line says.

    Returns
    -------
    DeltaGenerator
        Where the page puts its export.
    """
    start_pair(sys.argv[1:])
    session.lessons.term = ""  # only the glossary's address has one
    name, files, setting, swap, export = st.columns(
        [2.4, 1.45, 1.75, 1.5, 1.65], vertical_alignment="center"
    )
    with name:
        title()
    with files, st.popover("Open", icon=":material/upload_file:", width="stretch"):
        uploaders()
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


def sample_gallery() -> None:
    """Draw the sample pairs to choose from."""
    kind, content = session.pair.sources["reference"]
    chosen = str(content) if kind == "sample" else None
    gallery(
        data={"samples": sample_cards(), "chosen": chosen},
        key="gallery",
        on_chosen_change=heard,
    )


told("gallery", "chosen")(choose_sample)


def _swap() -> None:
    hear()
    session.pair.drawn = None  # it is another pair now
    session.pair.swapped = not session.pair.swapped
    # The same triplets are on the other side now.
    session.pair.direction = "precision" if session.pair.direction == "recall" else "recall"
    session.pair.opened += 1
