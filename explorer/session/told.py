"""What the pictures have told the session, taken at the beginning of a run: each thing once.

A component's state stays until it says another; a run may be ended for the next one at any touch
of the session (Streamlit 1.67), and with it a callback. So what a picture says is not taken by
callbacks, but from its state, and noted as taken last: what a run did not come to is for the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from explorer import session

_takers: dict[tuple[str, str], Callable[[Any], None]] = {}


def told(component: str, state: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register what takes a state of a component: ``[value, when, to which session]`` it was said.

    Parameters
    ----------
    component : str
        Its key.
    state : str
    """

    def register(take: Callable[[Any], None]) -> Callable[[Any], None]:
        _takers[component, state] = take
        return take

    return register


def heard() -> None:
    """Stand as the callback of a state: a component's state that has none is not kept."""


def said(component: str, state: str) -> Any:
    """Give what a component says in a state, in the callback of that state."""
    return st.session_state[component][state][0]


def hear() -> None:
    """Take what was told and not taken yet, in the order in which it was said.

    What was said to a session before this one, on a server that was started anew, stands in the
    address; the browser says again what did not come so far.
    """
    taken, visit = session.visit.taken, session.visit.session
    news = []
    for name, take in _takers.items():
        component, state = name
        match (st.session_state.get(component) or {}).get(state):
            case [value, when, to] if when != taken.get(name) and to in ("", visit):
                news.append((when, name, take, value))
    for at, name, take, value in sorted(news, key=lambda each: each[0]):
        take(value)
        taken[name] = at
