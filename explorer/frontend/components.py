"""The components, registered with Streamlit; call one to mount it."""

import streamlit as st

from explorer.frontend.serving import script

scope = st.components.v2.component("hierscope_scope", js=script("pair/scope"))
"""The live view of a pair. Says, each with its time, `settled` (window, query and the rest of what
is looked at, as texts), `named` (side, name), `drawn` (stamp, reference, estimate), `show`
(direction, variant), for the triplets behind a score, and `fix` (the same texts), for Draw, where a
fixed pair is shown."""

link = st.components.v2.component("hierscope_link", js=script("shared/address"))
"""Writes the address, where no other component does."""

keep = st.components.v2.component("hierscope_keep", js=script("shared/keep"))
"""Keeps what it is given, answers by the names of their steps, for other visits with the same
browser. Says, each with its time, `kept`, what was kept before, and `went`, the lesson and the step
that the browser's Back led to."""

welcome = st.components.v2.component("hierscope_welcome", js=script("pair/welcome"))
"""A line for newcomers with a link to the first lesson, until it is dismissed for good."""

actions = st.components.v2.component("hierscope_actions", js=script("pair/actions"))
"""Buttons away from the live view that act on it: copy a link, present, save pictures."""

room = st.components.v2.component("hierscope_room", js=script("room/room"))
"""What a lecturer asks a class: on phones the question, on the lecturer's screen the votes. Says
`opened` when the lecturer opens or closes the drawings of the room."""

drawings = st.components.v2.component("hierscope_drawings", js=script("room/drawings"))
"""The drawings of a room. Says `compare`, the numbers of two rows to open as a pair."""

gallery = st.components.v2.component("hierscope_gallery", js=script("pair/gallery"))
"""Small pictures of the sample pairs. Says, each with its time, `chosen` and
`named`, the name that was typed for the pair."""

chart = st.components.v2.component("hierscope_chart", js=script("windows/chart"))
"""Panels of curves against the window, one window for all of a page."""

figures = st.components.v2.component("hierscope_figures", js=script("figures/figures"))
"""Plotly figures under one slider of windows. Says, each with its time, `window` and `track` (the
key of the corpus, the number of the pair that was clicked)."""

styles = st.components.v2.component("hierscope_styles", js=script("figures/styles"))
"""Both tests of two corpora against the equivalence margin and the level. Says, each with its time,
`margin` and `alpha`."""
