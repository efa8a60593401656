"""The components, registered with Streamlit; call one to mount it."""

from __future__ import annotations

import streamlit as st

from explorer.components.bundle import script, style

scope = st.components.v2.component("hierscope_scope", js=script("Scope"), css=style())
"""The live view of a pair. Says `view` (pair, start, end); what was drawn as `drawing` (stamp,
reference, estimate); and, each with its time, `window`, `variant`, and `show` (direction, variant),
for the triplets behind a score."""

probe = st.components.v2.component("hierscope_probe", js=script("Probe"))
"""The channel for questions answered move by move. Says `question`; see
:func:`explorer.inspection.read_question`."""

gallery = st.components.v2.component("hierscope_gallery", js=script("Gallery"), css=style())
"""Small pictures of the sample pairs. Says `chosen`, with the time of the click."""

chart = st.components.v2.component("hierscope_chart", js=script("Chart"), css=style())
"""Panels of curves against the window, one window for all of a page. The one with the slider says,
each with its time, `window`, `axis` and `side` (whose layers it weighs)."""

corpus = st.components.v2.component("hierscope_corpus", js=script("Corpus"), css=style())
"""Distributions of scores over the tracks of a corpus against the window. Says, each with its time,
`window`, `score` (variant, measure), `scores` (two numbers, of the scatter) and `track` (the key of
the corpus, the row that was clicked)."""

styles = st.components.v2.component("hierscope_styles", js=script("Styles"), css=style())
"""Both tests of two corpora against the equivalence margin and the level. Says, each with its time,
`margin` and `alpha`."""
