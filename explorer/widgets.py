"""Widgets bound to the table of state, and the parts that several pages share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from explorer.state import PARAMETERS, from_url, to_url


def start_session() -> None:
    """Fill the session from the URL, once."""
    if "started" not in st.session_state:
        st.session_state.update(from_url(st.query_params.to_dict()))
        st.session_state["started"] = True


def write_url() -> None:
    """Write the session's parameters to the URL."""
    values = {parameter.name: st.session_state[parameter.name] for parameter in PARAMETERS}
    wanted = to_url(values)
    if wanted != st.query_params.to_dict():
        st.query_params.from_dict(wanted)


def title() -> None:
    """Draw the name of the application and what it is for."""
    st.html(
        "<h1 style='font-size:1.35rem;padding:0;margin:0;font-weight:650'>hierscope</h1>"
        "<p style='margin:0;font-size:.85rem;opacity:.75'>"
        "How well do two hierarchical segmentations of music agree?</p>"
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
