"""Widgets bound to the table of state, and the parts that several pages share."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from core.choosing import Measure
from core.effects import Variant
from explorer.state import BY_NAME, LINK_LIMIT, OF_PAGE, from_url, to_url


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


def chosen_measure() -> Measure:
    """Give the score that is chosen."""
    chosen: Measure = st.session_state["measure"]
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


def plain(text: str) -> str:
    """Keep file names and labels from being read as Markdown."""
    return "".join(f"\\{char}" if char in r"\`*_{}[]()<>#+-.!|~$:&" else char for char in text)


def tabulate(rows: list[dict[str, str]]) -> None:
    """Draw rows whose cells are Markdown, as a table."""
    _tabulated(json.dumps(rows))  # one text is hashed sooner than all cells


@st.cache_data(max_entries=256, show_spinner=False)
def _tabulated(rows: str) -> None:
    """Keep what Streamlit (1.67) makes of rows, by way of pandas: a quarter of a page's time."""
    st.table(json.loads(rows))


_ROWS = 6  # of a short table; one with more of them scrolls
_SCROLLED = 280  # pixels


def short_table(rows: Sequence[Mapping[str, str]]) -> None:
    """Draw rows, whose cells are no Markdown, as a table that scrolls where it is long."""
    with st.container(height="content" if len(rows) <= _ROWS else _SCROLLED, border=False):
        tabulate([{key: plain(words) for key, words in row.items()} for row in rows])


def title() -> None:
    """Draw the name of the application and what it is for."""
    st.html(
        "<h1 style='font-size:1.35rem;padding:0;margin:0;font-weight:650'>hierscope</h1>"
        "<p style='margin:0;font-size:.85rem;opacity:.75'>"
        "T-measures of music segmentations, live</p>"
    )


def _copy(name: str) -> None:
    st.session_state[name] = st.session_state[f"widget_{name}"]


def choose(
    name: str, label: str, options: Sequence[str], words: Callable[[str], str], help: str
) -> None:
    """Choose one of several values for a parameter."""
    st.selectbox(
        label,
        options,
        index=list(options).index(st.session_state[name]),
        format_func=words,
        key=f"widget_{name}",
        on_change=_copy,
        args=(name,),
        help=help,
    )


def number(
    name: str, label: str, low: float, high: float, step: float, help: str, **how: Any
) -> None:
    """Type a number for a parameter."""
    st.number_input(
        label,
        low,
        high,
        st.session_state[name],
        step,
        key=f"widget_{name}",
        on_change=_copy,
        args=(name,),
        help=help,
        **how,
    )


def switch(name: str, label: str, help: str) -> None:
    """Turn a parameter on or off."""
    st.checkbox(
        label,
        st.session_state[name],
        key=f"widget_{name}",
        on_change=_copy,
        args=(name,),
        help=help,
    )
