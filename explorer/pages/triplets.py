"""Triplets: which triplets disagree, where, why, and what they cost."""

import streamlit as st

from explorer.corpus.tracks import way_back
from explorer.lessons.making import make_question
from explorer.pair.current import show_pair
from explorer.pair.heading import heading, save_pictures
from explorer.pair.live import live
from explorer.pair.pairing import ShownPair
from explorer.pair.saving import block_downloads, cite_pair


def _show(pair: ShownPair) -> None:
    live(*pair.aligned, mode="triplets", as_read=pair.as_read)
    with export, st.popover("Export", icon=":material/download:", width="stretch"):
        save_pictures()
        block_downloads(*pair.aligned)
        cite_pair(*pair.aligned)
    make_question(*pair.aligned)


export = heading(of_pair=True)
way_back()
show_pair(_show)
