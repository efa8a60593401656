"""The entry script that Streamlit runs: page setup and navigation."""

from __future__ import annotations

from importlib.resources import files

import streamlit as st

from explorer.widgets import start_session, write_url

# An icon of our own: Streamlit's would be fetched from elsewhere.
ICON = files("explorer") / "frontend" / "icon.svg"
st.set_page_config(page_title="hierscope", page_icon=str(ICON), layout="wide")
start_session()
page = st.navigation([st.Page("pages/compare.py", title="Compare", default=True)], position="top")
st.html("<style>.stMainBlockContainer{padding-top:3.6rem;padding-bottom:3rem}</style>")
page.run()
write_url()
