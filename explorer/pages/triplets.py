"""Triplets: what disagrees, where, why, and what it costs."""

from __future__ import annotations

import streamlit as st

from core.errors import HierscopeError
from explorer.corpus.tracks import way_back
from explorer.pair.current import current_pair
from explorer.pair.heading import heading
from explorer.pair.saving import block_downloads
from explorer.pair.view import end_live, live
from explorer.widgets.text import plain

export = heading()
way_back()
pair = current_pair()
try:
    if pair is not None:
        live(*pair.aligned, mode="triplets")
        with export, st.popover("Export", icon=":material/download:", width="stretch"):
            block_downloads(*pair.aligned)
except HierscopeError as error:
    # Such as frames longer than the track.
    pair = None
    st.error(plain(str(error)), icon=":material/error:")
if pair is None:
    end_live()
