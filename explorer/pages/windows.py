"""Windows: advice on the window, and how scores depend on it and on conventions."""

import streamlit as st

from explorer import session
from explorer.corpus.view import advised_by_corpus
from explorer.messages.inspection import Setup
from explorer.pair.current import show_pair
from explorer.pair.heading import heading
from explorer.pair.pairing import Pair
from explorer.pair.saving import cite_pair, downloads
from explorer.windows.charts import (
    advised_window,
    conventions_chart,
    estimates_chart,
    measure_choice,
    pair_chart,
    rates_chart,
    window_downloads,
)
from explorer.windows.estimates import estimates


def _show(pair: Pair) -> None:
    setup = Setup.of(*pair.aligned, session.pair)
    st.subheader("Which window?", anchor=False)
    advised = advised_window(setup, advised_by_corpus())
    pair_chart(setup, advised)
    st.subheader("Several estimates", anchor=False)
    measure_choice()
    several = estimates(setup)
    compared = estimates_chart(setup, several, advised)
    st.subheader("Conventions side by side", anchor=False)
    conventions_chart(setup, advised)
    st.subheader("Frame rates", anchor=False)
    rates_chart(setup, advised)
    with export, st.popover("Export", icon=":material/download:", width="stretch"):
        downloads(pair)
        window_downloads(setup, compared, several, advised)
        cite_pair(*pair.aligned)


export = heading(of_pair=True)
show_pair(_show)
