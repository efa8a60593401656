"""Start a session from an address, and return the address that restores a state."""

import math
import secrets
from urllib.parse import urlencode, urlsplit

import streamlit as st

from explorer import session
from explorer.machine import LOOPBACK
from explorer.server.around_streamlit import RELOADED
from explorer.server.classroom import SHORT, served_class
from explorer.session.around_streamlit import plain
from explorer.session.uploads import uploads_of
from explorer.state.own_lesson import OWN
from explorer.state.pages import LINK_LIMIT, OF_ALL, OF_PAGE, from_url, to_url


def start_session() -> None:
    if session.visit.session:
        return
    query, served = st.query_params.to_dict(), served_class()
    opened = uploads_of(query.pop(RELOADED, ""))
    name = query.get(SHORT, "")
    if served and name:
        query = served.parameters(name) or {SHORT: name}
    values, wrong = from_url(query)
    if SHORT in query:
        wrong.append(f"{SHORT}={name}")
    session.every.put(values | opened)
    # Changed in place, so each session needs its own; defaults are shared.
    session.visit.taken, session.pair.on_screen = {}, {}
    session.visit.session = secrets.token_hex(16)  # who knows it gets the uploads
    if wrong:
        shown = plain(", ".join(wrong)[:200])
        st.toast(f"Not understood in the link, default used: {shown}", icon=":material/link_off:")


def address(*, short: bool = False) -> str:
    """Return the query of an address that restores the screen; `short` ones are not limited."""
    # A lesson's name determines its scene; other pages have no lesson.
    aside = session.lessons.aside
    other = {"lesson": "", "step": 1, "lecture": False} if aside is None else aside
    shown = session.every.by_key(OF_PAGE.get(session.visit.page, OF_ALL))
    return urlencode(to_url(shown | other, math.inf if short else LINK_LIMIT))


def too_long() -> list[int]:
    """Return the length of the pair or own lesson in a link, and the limit; empty if it fits."""
    own = session.own_lesson.questions if session.lessons.lesson.startswith(OWN) else ""
    length = len(session.pair.pair if session.lessons.aside is None else own)
    return [length, LINK_LIMIT] if length > LINK_LIMIT else []


def shared_origin() -> str:
    """Return the address for a class if the visitor is on the server's machine, else empty."""
    served = served_class()
    name = urlsplit(f"//{st.context.headers.get('Host', '')}").hostname
    return served.addresses[0] if served and name in LOOPBACK else ""
