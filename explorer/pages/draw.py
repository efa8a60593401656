"""Draw: make and edit a pair by hand, the scores following."""

from __future__ import annotations

import streamlit as st

from core.errors import HierscopeError
from explorer.current import current_pair
from explorer.downloads import downloads
from explorer.heading import heading, sample_gallery
from explorer.live_view import end_live, live
from explorer.widgets import plain

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
