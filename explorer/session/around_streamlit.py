"""Workarounds for Streamlit (1.67).

Some workarounds are elsewhere:

* The script that starts each page is in ``pages``, not next to it: Streamlit would use its own
  navigation.
* ``explorer/server/around_streamlit.py`` changes private parts of Streamlit's server.
* Scripts contain no separate strings except docstrings: Streamlit would print them (a test rule).
* A new key empties an uploader: `beats_turn`, `more_turn` and `fresh` count the keys.
* Callbacks can't change the page: they set `show_compare` and similar values for the run.
* A download is made after the run, without the session, so `on_screen` is changed in place.
* A component's script has two lines: Streamlit would read a single line as a file name.
* ``frontend/shared/around-streamlit.js`` queues the browser's messages.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import RerunException, StopException

from explorer import session
from explorer.state.value import Table, Value

CLICKED = (RerunException, StopException)
"""Exceptions with which a click ends a run at any Streamlit call; they have no public names."""
_JOINED = "\N{WORD JOINER}"  # invisible
_ADDRESS = re.compile(r"(?<=\w)(?=://)|(?<=www)(?=\.)|(?<=\w@)(?=\w)", re.IGNORECASE)
"""Positions at which addresses are split, so that Markdown does not recognize them."""


def plain(text: str) -> str:
    """Escape file names and labels for Markdown, which most of Streamlit's texts are."""
    # Markdown turns addresses into links even if escaped, so they are split.
    text = _ADDRESS.sub(_JOINED, text)
    return "".join(f"\\{char}" if char in r"\`*_{}[]()<>#+-.!|~$:&" else char for char in text)


def tabulate(rows: list[dict[str, str]]) -> None:
    _tabulated(json.dumps(rows))  # hashing one text is faster than hashing all cells


@st.cache_data(max_entries=256, show_spinner=False)
def _tabulated(rows: str) -> None:
    """Cache Streamlit's table of rows, which takes a quarter of a page's time by pandas."""
    st.table(json.loads(rows))


def bound(table: Table, value: Value[Any]) -> dict[str, Any]:
    return {"key": f"widget_{value.key}", "on_change": copy_typed, "args": (table, value)}


def copy_typed(table: Table, value: Value[Any]) -> None:
    typed = st.session_state[f"widget_{value.key}"]
    table[value] = typed.strip() if isinstance(typed, str) else typed


# A run, and so a callback, can end at any access to the session. So states of components are read
# at the start of a run and marked as processed last; the next run reads states that were missed.
_takers: dict[tuple[str, str], Callable[[Any], None]] = {}


def handles(component: str, state: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register a handler for a state of a component: ``[value, time, session]``."""

    def register(take: Callable[[Any], None]) -> Callable[[Any], None]:
        _takers[component, state] = take
        return take

    return register


def heard() -> None:
    """Do nothing: Streamlit drops a component's state without a callback."""


def value_of(component: str, state: str) -> Any:
    """Return the value of a component's state, in the callback of that state."""
    return st.session_state[component][state][0]


def hear() -> None:
    """Process new states of components, in the order in which they were set."""
    # States from a session before a restart of the server are in the address.
    times, visit = session.visit.taken, session.visit.session
    news = []
    for name, take in list(_takers.items()):  # other visitors' runs import pages meanwhile
        component, state = name
        match (st.session_state.get(component) or {}).get(state):
            case [value, when, to] if when != times.get(name) and to in ("", visit):
                news.append((when, name, take, value))
    for at, name, take, value in sorted(news, key=lambda row: row[0]):
        take(value)
        times[name] = at
