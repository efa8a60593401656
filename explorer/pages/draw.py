"""Draw: make and edit a pair by hand, the scores following."""

import streamlit as st

from explorer.lessons.making import make_question
from explorer.pair.current import show_pair
from explorer.pair.heading import heading, save_pictures
from explorer.pair.live import live
from explorer.pair.pairing import ShownPair
from explorer.pair.saving import cite_pair, downloads
from explorer.tables.pair import match_rows
from explorer.widgets.text import short_table


def _show(pair: ShownPair) -> None:
    live(*pair.aligned, mode="draw")
    with export, st.popover("Export", icon=":material/download:", width="stretch"):
        save_pictures()
        downloads(pair)
        cite_pair(*pair.aligned)
    _matches(pair)
    make_question(*pair.aligned)


def _matches(pair: ShownPair) -> None:
    fold = st.expander("Matched boundaries", key="matches", on_change="rerun")
    if fold.open:
        with fold:
            st.caption("Boundaries match within half a segment, across layers if they are close.")
            short_table(match_rows(*pair.aligned))


export = heading(of_pair=True)
show_pair(_show)
