"""The head of every page that shows a pair: what it is, settings, swap, export, samples."""

import sys

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.vocabulary import SIDES
from core.wording import IN_SECONDS
from explorer import session
from explorer.frontend.components import gallery
from explorer.pair.opening import choose_sample, start_pair, uploaders
from explorer.pair.reading import give, told_of
from explorer.pair.settings import settings
from explorer.session.around_streamlit import hear, heard, told
from explorer.widgets.text import export_place, title

QUESTION = (
    "Two ways to divide one piece of music: does the estimate group its moments "
    "as the reference does?"
)
"""What Compare, Triplets and Draw are about, for those who come for the first time."""


def heading(*about: str) -> DeltaGenerator:
    """Draw the head, and open what the link or the command line says."""
    start_pair(sys.argv[1:])
    session.lessons.term = ""  # only the glossary's address has one
    with title(*about):
        with st.popover("Open", icon=":material/upload_file:"):
            uploaders()
        with st.popover("Settings", icon=":material/tune:"):
            listed = give("reference", session.pair.sources["reference"]).listed
            settings(listed[0].hierarchy.words if listed else IN_SECONDS)
        st.button(
            "Swap",
            icon=":material/swap_vert:",
            on_click=_swap,
            help="Exchange reference and estimate: recall becomes precision.",
        )
        return export_place()


def sample_gallery() -> None:
    """Draw a line that says which pair is on screen, and unfolds to the samples."""
    kind, content = session.pair.sources["reference"]
    chosen = str(content) if kind == "sample" else None
    gallery(
        data={"chosen": chosen, "own": "" if chosen else _own_pair()},
        key="gallery",
        on_chosen_change=heard,
    )


def _own_pair() -> str:
    """Say which pair is on screen that is no sample, the reference first."""
    sources, opened = session.pair.sources, session.corpus.opened
    if opened and sources["reference"] == ("drawn", opened["pair"]):
        return str(opened["name"])
    files = [told_of(give(side, sources[side])).files for side in SIDES]
    if session.pair.swapped:
        files.reverse()
    names = " · ".join(dict.fromkeys(name or "drawn, or from a link" for name in files))
    return f"{names}, by a link" if any(files) and sources["reference"][0] == "drawn" else names


told("gallery", "chosen")(choose_sample)


def _swap() -> None:
    hear()
    session.pair.drawn = None  # it is another pair now
    session.pair.swapped = not session.pair.swapped
    # The same triplets are on the other side now.
    session.pair.direction = "precision" if session.pair.direction == "recall" else "recall"
    session.pair.opened += 1
