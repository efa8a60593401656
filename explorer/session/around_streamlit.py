"""What works around Streamlit (1.67).

Not all of it can be code here:

* The script is in ``script``: beside a ``pages`` Streamlit would run its own navigation.
* In scripts no string stands by itself but docstrings: Streamlit prints it (a rule in the tests).
* An uploader is emptied by another key: `beats_turn`, `more_turn` and `fresh` count those.
* Callbacks can't change the page: they set `show_compare` and the like for the run.
* A download is made after the run, without the session: `on_screen` is changed in place.
* A component's script has two lines: one would be taken for the name of a file.
* ``frontend/shared/around-streamlit.js`` queues what the browser sends.
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
"""How a click ends a run, at any call of Streamlit; there are no public names."""


_JOINED = "\N{WORD JOINER}"  # seen by nobody
_ADDRESS = re.compile(r"(?<=\w)(?=://)|(?<=www)(?=\.)|(?<=\w@)(?=\w)", re.IGNORECASE)
"""Where addresses, by whose ends Markdown knows them, are parted."""


def plain(text: str) -> str:
    """Keep file names and labels from being read as Markdown, which most texts of Streamlit are."""
    # An address becomes a link after all escapes are read, wherever it stands: it is parted.
    text = _ADDRESS.sub(_JOINED, text)
    return "".join(f"\\{char}" if char in r"\`*_{}[]()<>#+-.!|~$:&" else char for char in text)


def tabulate(rows: list[dict[str, str]]) -> None:
    _tabulated(json.dumps(rows))  # one text is hashed sooner than all cells


@st.cache_data(max_entries=256, show_spinner=False)
def _tabulated(rows: str) -> None:
    """Keep what Streamlit makes of rows, by way of pandas: a quarter of a page's time."""
    st.table(json.loads(rows))


def bound(table: Table, value: Value[Any]) -> dict[str, Any]:
    return {"key": f"widget_{value.key}", "on_change": _copy, "args": (table, value)}


def _copy(table: Table, value: Value[Any]) -> None:
    typed = st.session_state[f"widget_{value.key}"]
    table[value] = typed.strip() if isinstance(typed, str) else typed


# A run may end at any access to the session, and with it a callback. So states of components are
# read at the beginning of a run and marked as taken last: the next run reads what this one missed.
_takers: dict[tuple[str, str], Callable[[Any], None]] = {}


def told(component: str, state: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register what takes a state of a component: ``[value, time, session]``."""

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
    """Take the states of components that are new, in the order in which they were set."""
    # States set in an earlier session, before a restart of the server, are in the address.
    times, visit = session.visit.taken, session.visit.session
    news = []
    for name, take in _takers.items():
        component, state = name
        match (st.session_state.get(component) or {}).get(state):
            case [value, when, to] if when != times.get(name) and to in ("", visit):
                news.append((when, name, take, value))
    for at, name, take, value in sorted(news, key=lambda row: row[0]):
        take(value)
        times[name] = at
