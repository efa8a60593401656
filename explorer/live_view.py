"""The part of a page that shows a pair live: the view, and the probe behind it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.tmeasures import query_scores
from core.windows import sweep
from explorer import cache
from explorer.components.messages import answer_message, pair_key, sweep_key
from explorer.components.mounts import probe, scope
from explorer.components.triplet_messages import triplet_message
from explorer.drawing import drawing_answer, read_drawing, rules
from explorer.inspection import (
    ASKED,
    FILTERS,
    Setup,
    costliest_query,
    inspect,
    read_question,
    read_state,
)
from explorer.opening import take_drawing
from explorer.settings import current_convention
from explorer.widgets import address, changed, surely, to_its_end, too_long

TRIPLETS = Path(__file__).parent / "pages" / "triplets.py"
FIRST_QUERY = 5.0
"""Where Compare starts, in seconds."""

Mode = Literal["compare", "triplets", "draw", "lesson"]
DRAWN: tuple[Mode, ...] = ("draw", "lesson")
"""The modes in which the layers are edited."""


@surely
def _take_drawing() -> None:
    take_drawing()


def live(
    reference: Hierarchy,
    estimate: Hierarchy,
    mode: Mode = "compare",
    more: Mapping[str, Any] | None = None,
    on_drawing: Callable[[], None] = _take_drawing,
) -> None:
    """Show an aligned pair live: its scores, or the triplets behind them.

    Parameters
    ----------
    reference, estimate : Hierarchy
    mode : str
    more : mapping, optional
        Of a lesson: the name of its `scene`, which parts are `hidden`, which sides are `fixed`.
    on_drawing : callable
        Takes what was drawn.
    """
    setup = Setup(reference, estimate, current_convention(), st.session_state["frame_size"])
    said = st.session_state.get("scope") or {}
    view = said.get("view")
    pair = pair_key(reference, estimate)
    shown = (view[1], view[2]) if view and view[0] == pair else (0.0, reference.end)
    scope(
        data=cache.live_view(
            reference,
            estimate,
            setup.convention,
            setup.frame_size,
            st.session_state["beta"],
            cache.extra_window(reference, st.session_state["window"]),
            shown,
            _start(mode, setup) | (_drawn(setup) if mode in DRAWN else {}) | dict(more or {}),
        ),
        key="scope",
        on_window_change=_take_window,
        on_place_change=_take_place,
        on_variant_change=_take_variant,
        on_view_change=lambda: None,
        on_show_change=_take_show,
        on_drawing_change=on_drawing,
    )
    _probe(setup, mode)
    if st.session_state.pop("show_triplets", False):
        st.session_state["query"] = _costliest(setup, st.session_state["query"])
        st.switch_page(TRIPLETS)


def session() -> dict[str, Any]:
    """Give the parameters that say what is asked about triplets."""
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
    probe(
        data=answer_message("", 0, 0.0, None, address(page), too_long(), ({}, {})),
        key="probe",
        height=1,
        on_question_change=changed,
    )


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
    return round(costliest_query(setup, session(), otherwise), 6)


@st.fragment
def _probe(setup: Setup, mode: Mode) -> None:
    if st.session_state["page_due"]:
        st.rerun()
    said = (st.session_state.get("probe") or {}).get("question")
    answer = _drawing_answer if mode in DRAWN else _triplets_answer
    probe(
        data=answer(setup, said, read_state(said.get("state")) if isinstance(said, dict) else {}),
        key="probe",
        height=1,
        on_question_change=_take_question,
    )


def _triplets_answer(setup: Setup, said: object, asked: dict[str, Any]) -> bytes:
    # The session's window changes once it has been scored; the triplets do not wait for that.
    state = session() | {name: asked[name] for name in ("window",) if name in asked}
    first = st.session_state["live_start"]["query"]
    question = read_question(said, state, first, setup.reference.end)
    extra = cache.extra_window(setup.reference, st.session_state["window"])
    windows = sweep(setup.reference.end, extra)
    found = inspect(setup, question, windows, cache.track(setup, question))
    key = sweep_key(setup, windows)
    g = query_scores(
        setup.reference,
        setup.estimate,
        windows,
        convention=setup.convention,
        frame_size=setup.frame_size,
        queries=[found.score_time],
    )
    more = triplet_message(found, key, setup)
    return answer_message(key, _number(said), question.query, g, address(), too_long(), more)


def _drawing_answer(setup: Setup, said: object, asked: dict[str, Any]) -> bytes:
    state = session() | asked
    drawing = read_drawing(said, setup.reference, setup.estimate)
    first = st.session_state["live_start"]["query"]
    question = read_question(said, state, first, drawing.reference.end)
    try:
        g, more = drawing_answer(
            setup,
            drawing,
            query=question.query,
            window=cache.effective_window(drawing.reference, state["window"]),
            extra=cache.extra_window(drawing.reference, st.session_state["window"]),
            variant=state["variant"],
            beta=st.session_state["beta"],
            shown=question.shown,
        )
    except HierscopeError as error:
        # Such as frames longer than the track: what is on screen stays.
        g, more = None, ({"refused": str(error)}, {})
    if st.session_state["refused"]:
        more[0]["refused"] = st.session_state["refused"]
    return answer_message("", _number(said), question.query, g, address(), too_long(), more)


def _number(said: object) -> int:
    """The number of a question; 0 before any was asked."""
    number = said.get("number") if isinstance(said, dict) else None
    return number if isinstance(number, int) else 0


def _drawn(setup: Setup) -> dict[str, object]:
    """What the editor must know of the pair on screen: which of its states that is, if any."""
    key = pair_key(setup.reference, setup.estimate)
    stamp, drawn = st.session_state["drawn"] or ("", "")
    return {
        # A pair from elsewhere is known by how often one was put on screen, and by what it is.
        "origin": stamp if drawn == key else f"{st.session_state['fresh']}.{key}",
        "session": st.session_state["session"],
        "restore": st.session_state.pop("restore", False),
        "rules": rules(setup, st.session_state["beta"]),
    }


def take_window() -> None:
    """Take the window that was set last, once."""
    said = (st.session_state.get("scope") or {}).get("window")
    if said and said != st.session_state["window_taken"]:
        st.session_state.update(window=float(said[0]), window_taken=said)


@surely
def _take_window() -> None:
    take_window()


@surely
def _take_variant() -> None:
    st.session_state["variant"] = st.session_state["scope"]["variant"][0]


def take_place() -> None:
    """Take the query that was placed last, once."""
    said = (st.session_state.get("scope") or {}).get("place")
    if said and said != st.session_state["place_taken"]:
        _settle_on(said[0])
        st.session_state["place_taken"] = said


def _settle_on(query: object) -> None:
    before = st.session_state["query"]
    st.session_state["query"] = read_question({"query": query}, {}, before, math.inf).query


@surely
def _take_place() -> None:
    take_place()


@to_its_end
def _take_question() -> None:
    said = st.session_state["probe"]["question"]
    if not isinstance(said, dict):
        return
    state = read_state(said.get("state"))
    state.pop("window", None)
    st.session_state.update(state)
    if said.get("settled") is not None:
        _settle_on(said["settled"])
    on_screen()


@surely
def _take_show() -> None:
    """Go to the triplets behind a score, whatever was filtered before."""
    said = read_state(st.session_state["scope"]["show"][0])
    st.session_state.update(FILTERS)
    st.session_state.update({n: v for n, v in said.items() if n in ("direction", "variant")})
    st.session_state["show_triplets"] = True
