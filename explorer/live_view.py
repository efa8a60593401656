"""The part of a page that shows a pair live: the view, and the probe behind it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Literal

import streamlit as st

from core.hierarchy import Hierarchy
from explorer import cache
from explorer.components.messages import answer_message, pair_key, sweep_key
from explorer.components.mounts import probe, scope
from explorer.components.triplet_messages import triplet_message
from explorer.inspection import ASKED, costliest_query, inspect, read_question, read_state
from explorer.settings import current_convention
from explorer.widgets import address

TRIPLETS = Path(__file__).parent / "pages" / "triplets.py"
Mode = Literal["compare", "triplets"]


def live(reference: Hierarchy, estimate: Hierarchy, mode: Mode = "compare") -> None:
    """Show an aligned pair live: its scores, or the triplets behind them."""
    said = st.session_state.get("scope") or {}
    view = said.get("view")
    pair = pair_key(reference, estimate)
    shown = (view[1], view[2]) if view and view[0] == pair else (0.0, reference.end)
    scope(
        data=cache.live_view(
            reference,
            estimate,
            current_convention(),
            st.session_state["frame_size"],
            st.session_state["beta"],
            cache.extra_window(reference, st.session_state["window"]),
            shown,
            _start(mode),
        ),
        key="scope",
        on_window_change=_take_window,
        on_variant_change=_take_variant,
        on_view_change=lambda: None,
        on_show_change=_take_show,
    )
    _probe(reference, estimate)
    if st.session_state.pop("show_triplets", False):
        state = {name: st.session_state[name] for name in ASKED}
        chosen = current_convention(), st.session_state["frame_size"]
        st.session_state["query"] = costliest_query(
            reference, estimate, *chosen, state, st.session_state["query"]
        )
        st.switch_page(TRIPLETS)


def end_live() -> None:
    """Note that no live view is on screen: the next one starts from the session's values."""
    st.session_state.pop("live_start", None)


def _start(mode: Mode) -> dict[str, object]:
    """Where a new view starts; the same value as long as the view stays on screen."""
    start: dict[str, object] = st.session_state.get("live_start", {})
    if start.get("mode") != mode:
        window = st.session_state["window"]
        start = {
            **{name: st.session_state[name] for name in (*ASKED, "query")},
            "window": None if math.isinf(window) else window,
            "mode": mode,
        }
        st.session_state["live_start"] = start
    return start


@st.fragment
def _probe(reference: Hierarchy, estimate: Hierarchy) -> None:
    said = (st.session_state.get("probe") or {}).get("question")
    state = {name: st.session_state[name] for name in ASKED}
    if said:
        # The session's window changes once it has been scored; the triplets do not wait for that.
        state["window"] = read_state(said).get("window", state["window"])
    question = read_question(said or {"query": st.session_state["query"]}, state, reference.end)
    chosen = current_convention(), st.session_state["frame_size"]
    scores = cache.scores_of_query(
        reference,
        estimate,
        *chosen,
        cache.extra_window(reference, st.session_state["window"]),
        question.query,
    )
    track = cache.track(
        reference,
        estimate,
        *chosen,
        {name: value for name, value in question.state.items() if name not in ("listed", "marks")},
        question.whole,
    )
    sweep = sweep_key(reference, estimate, *chosen, scores.windows)
    found = inspect(reference, estimate, *chosen, question, scores.windows, track)
    probe(
        data=answer_message(
            sweep,
            said["number"] if said else 0,
            question.query,
            scores,
            address(),
            triplet_message(found, sweep, reference.end),
        ),
        key="probe",
        height=1,
        on_question_change=_take_question,
    )


def _take_window() -> None:
    st.session_state["window"] = float(st.session_state["scope"]["window"])


def _take_variant() -> None:
    st.session_state["variant"] = st.session_state["scope"]["variant"]


def _take_question() -> None:
    question = st.session_state["probe"]["question"]
    state = read_state(question)
    state.pop("window", None)
    st.session_state.update(state)
    if question["settled"]:
        st.session_state["query"] = max(float(question["query"]), 0.0)


def _take_show() -> None:
    """Go to the triplets behind a score."""
    shown = st.session_state["scope"]["show"]
    st.session_state["direction"] = shown["direction"]
    st.session_state["variant"] = shown["variant"]
    st.session_state["show_triplets"] = True
