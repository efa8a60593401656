"""The part of a page that shows a pair live: a view that asks by itself, and tells the outcome."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io import pack_pair, read_document
from core.windows import effective_window, extra_window
from explorer.frontend.components import link, scope
from explorer.messages.edited import read_stamp, rules
from explorer.messages.inspection import ASKED, FILTERS, Setup, costliest_query
from explorer.messages.pack import pack, wrap
from explorer.messages.pair import pair_key
from explorer.pair import computed
from explorer.pair.opening import adopt_drawn
from explorer.pair.settings import current_convention
from explorer.session.told import heard, told
from explorer.session.visit import address, too_long
from explorer.state import BY_NAME, HOW

TRIPLETS = Path(__file__).resolve().parents[1] / "pages" / "triplets.py"
FIRST_QUERY = 5.0
"""Where Compare starts, in seconds."""

Mode = Literal["compare", "triplets", "draw", "lesson"]
DRAWN: tuple[Mode, ...] = ("draw", "lesson")
"""The modes in which the layers are edited."""


def live(
    reference: Hierarchy,
    estimate: Hierarchy,
    mode: Mode = "compare",
    more: Mapping[str, Any] | None = None,
) -> None:
    """Show an aligned pair live: its scores, or the triplets behind them.

    Parameters
    ----------
    reference, estimate : Hierarchy
    mode : str
    more : mapping, optional
        Of a lesson: the name of its `scene`, which parts are `hidden`, which sides are `fixed`.
    """
    setup = Setup(reference, estimate, current_convention(), st.session_state["frame_size"])
    start = _start(mode, setup) | (_drawn(setup) if mode in DRAWN else {}) | dict(more or {})
    view = computed.live_view(
        reference,
        estimate,
        setup.convention,
        setup.frame_size,
        st.session_state["beta"],
        extra_window(reference.end, st.session_state["window"]),
        {name: BY_NAME[name].format(st.session_state[name]) for name in HOW},
        start,
    )
    scope(
        data=wrap({"address": address(), "long": too_long(), **_of_drawing(mode)}, view),
        key="scope",
        on_settled_change=heard,
        on_show_change=heard,
        on_drawing_change=heard,
    )
    if st.session_state.pop("show_triplets", False):
        st.session_state["query"] = _costliest(setup, st.session_state["query"])
        st.switch_page(TRIPLETS)


def session() -> dict[str, Any]:
    """Give the parameters that say what is looked at."""
    return {name: st.session_state[name] for name in ASKED}


def on_screen() -> dict[str, Any]:
    """Give what is on screen, in a dict that goes on being true while it changes.

    A file is made after the run of the page, where the session itself is out of reach.
    """
    now: dict[str, Any] = st.session_state.setdefault("on_screen", {})
    now.update(session(), query=st.session_state["query"])
    return now


def address_only(page: str = "") -> None:
    """See to it that the address says what is on screen, where no live view does."""
    link(data=pack({"address": address(page)}), key="link", height=1)


def end_live() -> None:
    """Note that no live view is on screen: the next one starts from the session's values."""
    st.session_state.pop("live_start", None)


def _start(mode: Mode, setup: Setup) -> dict[str, object]:
    """Where a new view starts; the same value as long as the view stays on screen."""
    start: dict[str, object] = st.session_state.get("live_start", {})
    if (start.get("mode"), start.get("restored")) != (mode, st.session_state["restored"]):
        window = st.session_state["window"]
        start = {
            **session(),
            "window": None if math.isinf(window) else window,
            "query": _query(mode, setup),
            "mode": mode,
            "restored": st.session_state["restored"],
        }
        st.session_state["live_start"] = start
    return start


def _query(mode: Mode, setup: Setup) -> float:
    """Give the query that was chosen; before any was, one that has something to show."""
    chosen: float = st.session_state["query"]
    if chosen >= 0:
        return chosen
    if mode != "triplets":
        return FIRST_QUERY
    st.session_state["query"] = _costliest(setup, FIRST_QUERY)
    return float(st.session_state["query"])


def _costliest(setup: Setup, otherwise: float) -> float:
    """Give the costliest query, to the microsecond: frames are multiples that do not come out."""
    state = session()
    state["window"] = effective_window(setup.reference.end, state["window"])
    return round(costliest_query(setup, state, otherwise), 6)


def _drawn(setup: Setup) -> dict[str, object]:
    """What the editor must know of the pair on screen: which of its states that is, if any."""
    key = pair_key(setup.reference, setup.estimate)
    stamp, drawn = st.session_state["drawn"] or ("", "")
    return {
        # A pair from elsewhere is known by how often one was put on screen, and by what it is.
        "origin": stamp if drawn == key else f"{st.session_state['fresh']}.{key}",
        "session": st.session_state["session"],
        "rules": rules(setup, st.session_state["beta"]),
    }


def _of_drawing(mode: Mode) -> dict[str, object]:
    """What the editor is told once."""
    if mode not in DRAWN:
        return {}
    return {
        "restore": st.session_state.pop("restore", False),
        "refused": st.session_state["refused"],
    }


def take_settled(value: object) -> None:
    """Take window, query and the rest of what is looked at, where the hand let go."""
    if not isinstance(value, dict):
        return
    for name in (*ASKED, "query"):
        text = value.get(name)
        if isinstance(text, str):
            try:
                st.session_state[name] = BY_NAME[name].parse(text)
            except ValueError:
                continue  # no view says that


told("scope", "settled")(take_settled)


@told("scope", "show")
def _take_show(value: object) -> None:
    """Go to the triplets behind a score, whatever was filtered before."""
    st.session_state.update(FILTERS)
    take_settled(value)
    st.session_state["show_triplets"] = True


@told("scope", "drawing")
def _take_drawing(value: object) -> None:
    """Put what was drawn on screen: in a lesson into its scene, else as the pair of all pages."""
    stamp = read_stamp(value.get("stamp") if isinstance(value, dict) else None)
    try:
        pair = read_document(value)
        packed = pack_pair(*pair)
    except HierscopeError as error:
        st.session_state["refused"] = str(error)
        return
    if st.session_state.get("stage"):
        st.session_state["staged"] = packed
    else:
        adopt_drawn(packed)
    st.session_state.update(drawn=(stamp, pair_key(*pair)), refused="")
