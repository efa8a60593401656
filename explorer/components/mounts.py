"""The components, registered with Streamlit; call one to mount it."""

from __future__ import annotations

import streamlit as st

from explorer.components.bundle import script, style

scope = st.components.v2.component("hierscope_scope", js=script(), css=style())
"""The live view of a pair. Says `window`, `variant` and `view` (pair, start, end); what was
drawn as `drawing` (stamp, reference, estimate); and, with the time of a click, `show` (direction,
variant), for the triplets behind a score."""

probe = st.components.v2.component("hierscope_probe", js=script())
"""The channel for questions answered move by move. Says `question`; see
:func:`explorer.inspection.read_question`."""

gallery = st.components.v2.component("hierscope_gallery", js=script(), css=style())
"""Small pictures of the sample pairs. Says `chosen`, with the time of the click."""
