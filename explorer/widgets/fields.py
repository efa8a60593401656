"""Widgets bound to the table of state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st


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
