"""What a visit begins with, what of it stands in the address, and what pictures say of it."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from core.vocabulary import Part, Variant
from explorer.state import BY_NAME, LINK_LIMIT, OF_PAGE, from_url, to_url
from explorer.widgets.text import plain


def start_session() -> None:
    """Fill the session from the URL, once."""
    if "started" in st.session_state:
        return
    values, wrong = from_url(st.query_params.to_dict())
    st.session_state.update(values)
    st.session_state.update(
        started=True,
        session=secrets.token_hex(4),
        fresh=0,  # how often a pair from elsewhere was put on screen
        restored=0,  # how often a file said what was on screen
        drawn=None,  # stamp and key of the drawn pair that is on screen
        taken={},  # when each thing was said that pictures have told
        refused="",  # why a drawing was not taken
    )
    if wrong:
        shown = plain(", ".join(wrong)[:200])
        st.toast(f"Not understood in the link, default used: {shown}", icon=":material/link_off:")


def address(page: str = "") -> str:
    """Give the query part of the address that restores what is on screen.

    The browser writes it, without a new entry in the history.

    Parameters
    ----------
    page : str
        The page that is on screen, if it has parameters of its own: one of
        :data:`explorer.state.OF_PAGE`.
    """
    # The scene of a lesson follows from its name; the other pages know of none.
    aside = st.session_state.get("aside")
    other = {"lesson": "", "step": 1} if aside is None else aside
    shown = {name: st.session_state[name] for name in OF_PAGE.get(page, ())}
    return urlencode(to_url(remembered() | shown | other))


def remembered() -> dict[str, Any]:
    """Give the value of every parameter, but those of one page alone."""
    own = {name for names in OF_PAGE.values() for name in names}
    return {name: st.session_state[name] for name in BY_NAME if name not in own}


def chosen_variant() -> Variant:
    """Give the variant that is chosen."""
    chosen: Variant = st.session_state["variant"]
    return chosen


def chosen_measure() -> Part:
    """Give the score that is chosen."""
    chosen: Part = st.session_state["measure"]
    return chosen


def take_said(name: str, text: str) -> None:
    """Take what a picture says of a parameter; called by callbacks."""
    try:
        st.session_state[name] = BY_NAME[name].parse(text)
    except ValueError:
        return  # no picture says that


def too_long() -> list[int]:
    """How many characters the pair takes, and a link may have; empty where it fits."""
    length = len(st.session_state["pair"])
    return [length, LINK_LIMIT] if length > LINK_LIMIT else []
