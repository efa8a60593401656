"""Triplets: what disagrees, where, why, and what it costs."""

import streamlit as st

from explorer.corpus.tracks import way_back
from explorer.lessons.making import make_question
from explorer.pair.current import show_pair
from explorer.pair.heading import QUESTION, heading, sample_gallery
from explorer.pair.pairing import Pair
from explorer.pair.saving import block_downloads, cite_pair
from explorer.pair.view import live


def _show(pair: Pair) -> None:
    live(*pair.aligned, mode="triplets", given=pair.given)
    with export, st.popover("Export", icon=":material/download:", width="stretch"):
        block_downloads(*pair.aligned)
        cite_pair(*pair.aligned)
    make_question(*pair.aligned)


export = heading(QUESTION)
with st.container(horizontal=True, vertical_alignment="center"):
    way_back()
    sample_gallery()
show_pair(_show)
