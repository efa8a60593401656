"""The entry script that Streamlit runs: page setup and navigation."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from explorer import session
from explorer.frontend.serving import FOLDER, PAGE_STYLE
from explorer.lessons.progress import step_back
from explorer.machine import guard
from explorer.palette import PRIMARY
from explorer.session.address import start_session
from explorer.session.around_streamlit import hear
from explorer.session.remembered import stay
from explorer.widgets.classroom import for_the_class

EXPLORER = Path(__file__).resolve().parents[1]
# An icon of our own: Streamlit's would be fetched from elsewhere.
st.set_page_config(
    page_title="hierscope",
    page_icon=str(FOLDER / "shared" / "icon.svg"),
    layout="wide",
)
guard()
start_session()
stay()
hear()
page = st.navigation(
    [
        st.Page(EXPLORER / "pages" / "compare.py", title="Compare", default=True),
        st.Page(EXPLORER / "pages" / "triplets.py", title="Triplets"),
        st.Page(EXPLORER / "pages" / "draw.py", title="Draw"),
        st.Page(EXPLORER / "pages" / "windows.py", title="Windows"),
        st.Page(EXPLORER / "pages" / "corpus.py", title="Corpus"),
        st.Page(EXPLORER / "pages" / "styles.py", title="Styles"),
        st.Page(EXPLORER / "pages" / "papers.py", title="Papers"),
        st.Page(EXPLORER / "pages" / "lessons.py", title="Lessons"),
        st.Page(EXPLORER / "pages" / "glossary.py", title="Glossary"),
    ],
    position="top",
)
if page.title != "Lessons":
    step_back()
session.visit.page = page.title
# The browser says to which session it speaks; see around-streamlit.js.
own = f"--hierscope-session: {session.visit.session}; --hierscope-primary: {PRIMARY}"
st.html(f"<style>{PAGE_STYLE}:root {{ {own} }}</style>")
for_the_class()
page.run()
