"""The entry script that Streamlit runs: page setup and navigation."""

import streamlit as st

from explorer import session
from explorer.frontend.serving import FOLDER, PAGE_STYLE
from explorer.lessons.asking import show_room
from explorer.lessons.position import step_back
from explorer.machine import guard
from explorer.pair.live import end_live
from explorer.palette import PRIMARY
from explorer.session.address import start_session
from explorer.session.around_streamlit import hear
from explorer.session.remembered import stay
from explorer.session.uploads import keep_uploads
from explorer.state.pages import BY_TITLE, COMPARE, LESSONS, SECTIONS
from explorer.state.pair import PairState
from explorer.widgets.class_menu import class_menu, show_address

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
sections = {
    name: [st.Page(shown.script, title=shown.title, default=shown is COMPARE) for shown in pages]
    for name, pages in SECTIONS.items()
}
page = st.navigation(sections, position="top")
if session.pair.pop(PairState.show_compare):
    st.switch_page(COMPARE.script)
if page.title != LESSONS.title:
    step_back()
if not BY_TITLE[page.title].live:
    end_live()
session.visit.page = page.title
in_menu = BY_TITLE[page.title] not in SECTIONS[""]
# The browser reads its session from the style; see around-streamlit.js.
own = f"--hierscope-session: {session.visit.session}; --hierscope-primary: {PRIMARY}"
own += f"; --hierscope-menu: {in_menu:d}"
st.html(f"<style>{PAGE_STYLE}:root {{ {own} }}</style>")
menu, place = class_menu(), st.container(key="room_place")
try:
    page.run()
finally:
    keep_uploads()
show_address(menu)
show_room(place)
