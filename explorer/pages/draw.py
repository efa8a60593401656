"""Draw: make and edit a pair by hand, the scores following."""

from functools import partial

import streamlit as st

from explorer.lessons.making import make_question
from explorer.pair.current import show_pair
from explorer.pair.heading import export_menu, heading
from explorer.pair.live import live
from explorer.pair.pairing import ShownPair
from explorer.pair.saving import downloads
from explorer.tables.pair import match_rows
from explorer.widgets.text import short_table


def _show(pair: ShownPair) -> None:
    live(*pair.aligned, mode="draw")
    export_menu(export, pair, partial(downloads, pair))
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
