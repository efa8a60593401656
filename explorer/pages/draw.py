"""Draw: make and edit a pair by hand, the scores following."""

from __future__ import annotations

import streamlit as st

from core.errors import HierscopeError
from explorer.pair.current import current_pair
from explorer.pair.heading import heading, sample_gallery
from explorer.pair.saving import downloads
from explorer.pair.view import end_live, live
from explorer.widgets.text import plain

export = heading()
sample_gallery()
pair = current_pair()
try:
    if pair is not None:
        live(*pair.aligned, mode="draw")
        with export, st.popover("Export", icon=":material/download:", width="stretch"):
            downloads(*pair.aligned)
except HierscopeError as error:
    # Such as frames longer than the track.
    pair = None
    st.error(plain(str(error)), icon=":material/error:")
if pair is None:
    end_live()
