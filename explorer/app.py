"""The entry script that Streamlit runs: page setup and navigation."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from explorer.widgets import start_session

FRONTEND = Path(__file__).parent / "frontend"
# An icon of our own: Streamlit's would be fetched from elsewhere.
st.set_page_config(page_title="hierscope", page_icon=str(FRONTEND / "icon.svg"), layout="wide")
start_session()
page = st.navigation([st.Page("pages/compare.py", title="Compare", default=True)], position="top")
st.html(FRONTEND / "page.css")
page.run()
