"""The head of pages that show a pair: its name, samples, Open, Export and the menu."""

import sys
from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.files.names import common_start, joint_name
from core.wording import IN_SECONDS
from explorer import session
from explorer.frontend.components import actions, gallery, welcome
from explorer.pair.opening import choose_sample, start_pair, uploaders
from explorer.pair.pairing import ShownPair
from explorer.pair.reading import read_side, read_sides, stored_reading
from explorer.pair.saving import cite_pair
from explorer.pair.scoring_settings import settings
from explorer.session.around_streamlit import handles, hear, heard
from explorer.state.pages import BY_TITLE, DRAW, LESSONS
from explorer.state.pair import PairState
from explorer.widgets.fields import switch
from explorer.widgets.text import export_place, pair_row, title


def heading(*, of_pair: bool = False) -> DeltaGenerator:
    """Draw the head, and open the pair of the link or command line; return the place of Export."""
    start_pair(sys.argv[1:])
    session.lessons.term = ""  # only the glossary's address has one
    if BY_TITLE[session.visit.page].live:
        welcome(key="welcome", data={"lesson": f"{LESSONS.title.lower()}?lesson=triplet"})
    with pair_row() if of_pair else title():
        name = st.container() if of_pair else None
        if of_pair:
            actions(key="actions_head", data={"names": ["link", "present"]}, width="content")
        with st.container(horizontal=True, gap="xsmall", width="content", key="files"):
            with st.popover("Open", icon=":material/upload_file:"):
                uploaders()
            export = export_place()
        with st.container(width="content", key="menu"), st.popover("⋮"):
            _more(of_pair)
        if name:
            with name:  # after the uploaders, which may replace the pair
                _gallery()
    return export


def _more(of_pair: bool) -> None:
    actions(key="actions_more", data={"names": ["theme"]})
    st.button(
        "Swap",
        icon=":material/swap_vert:",
        on_click=_swap,
        help="Exchange reference and estimate: recall becomes precision, if both are equally long.",
    )
    if of_pair:
        st.page_link(DRAW.script, label="Edit this pair in Draw", icon=":material/edit:")
        switch(
            session.pair,
            PairState.chance,
            "Range of chance",
            "Shades the middle 90 % of T_F of 100 copies of the estimate, rotated along the track. "
            "They agree with the reference only by chance.",
        )
    listed = read_side("reference", session.pair.sources["reference"]).listed
    settings(listed[0].hierarchy.notation if listed else IN_SECONDS)


def export_menu(place: DeltaGenerator, pair: ShownPair, *downloads: Callable[[], None]) -> None:
    """Draw Export: pictures of the view, a citation and code, and a page's downloads."""
    with place.popover("Export", icon=":material/download:", width="stretch"):
        st.caption("Picture of the view")
        actions(key="actions_export", data={"names": ["png", "svg"]})
        cite_pair(pair)
        for draw in downloads:
            draw()


def _gallery() -> None:
    """Draw the name of the pair on screen; it unfolds to the samples."""
    kind, content = session.pair.sources["reference"]
    chosen = str(content) if kind == "sample" else None
    gallery(
        data={
            "chosen": chosen,
            "own": "" if chosen else _own_pair(),
            "title": session.pair.title,
        },
        key="gallery",
        on_chosen_change=heard,
        on_named_change=heard,
    )


def _own_pair() -> str:
    """Name a pair that is not a sample, the reference first."""
    sources, opened = session.pair.sources, session.corpus.opened
    if opened and sources["reference"] == ("drawn", opened["pair"]):
        return str(opened["name"])
    sides = read_sides()
    files = [stored_reading(side).files for side in sides]
    names = [
        session.pair.name_of(side.slot)
        or joint_name(file.split(", "))
        or (side.candidate.hierarchy.name if side.candidate else "")
        for file, side in zip(files, sides, strict=True)
    ]
    shown = [*dict.fromkeys(name for name in names if name and f"{name}, edited" not in names)]
    start = common_start(shown) if len(shown) > 1 else ""
    if start and start not in shown:
        ends = (name[len(start) :].strip(" _.-") for name in shown)
        return f"{start}: {' and '.join(ends)}"
    return " and ".join(shown) or "Your drawing"


handles("gallery", "chosen")(choose_sample)
handles("gallery", "named")(lambda title: session.pair.take(PairState.title, title))


def _swap() -> None:
    hear()
    session.pair.drawn = None  # it is another pair now
    session.pair.swapped = not session.pair.swapped
    # The swap moved the triplets to the other side.
    session.pair.direction = "precision" if session.pair.direction == "recall" else "recall"
    session.pair.opened += 1
