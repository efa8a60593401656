"""The part of a page that shows a pair live: the view, and the probe behind it."""

from __future__ import annotations

import math

import streamlit as st

from core.hierarchy import Hierarchy
from explorer import cache
from explorer.components.messages import answer_message, pair_key, sweep_key
from explorer.components.mounts import probe, scope
from explorer.settings import current_convention
from explorer.widgets import address


def live(reference: Hierarchy, estimate: Hierarchy) -> None:
    """Show an aligned pair live."""
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
            _start(),
        ),
        key="scope",
        on_window_change=_take_window,
        on_variant_change=_take_variant,
        on_view_change=lambda: None,
    )
    _probe(reference, estimate)


def end_live() -> None:
    """Note that no live view is on screen: the next one starts from the session's values."""
    st.session_state.pop("live_start", None)


def _start() -> dict[str, object]:
    """Where a new view starts; the same value as long as the view stays on screen."""
    if "live_start" not in st.session_state:
        window = st.session_state["window"]
        st.session_state["live_start"] = {
            "window": None if math.isinf(window) else window,
            "variant": st.session_state["variant"],
            "query": st.session_state["query"],
        }
    start: dict[str, object] = st.session_state["live_start"]
    return start


@st.fragment
def _probe(reference: Hierarchy, estimate: Hierarchy) -> None:
    said = (st.session_state.get("probe") or {}).get("question")
    query = said["query"] if said else st.session_state["query"]
    query = min(max(query, 0.0), reference.end)
    if not said or said["settled"]:
        st.session_state["query"] = query
    chosen = current_convention(), st.session_state["frame_size"]
    scores = cache.scores_of_query(
        reference,
        estimate,
        *chosen,
        cache.extra_window(reference, st.session_state["window"]),
        query,
    )
    probe(
        data=answer_message(
            sweep_key(reference, estimate, *chosen, scores.windows),
            said["number"] if said else 0,
            query,
            scores,
            address(),
        ),
        key="probe",
        height=1,
        on_question_change=lambda: None,
    )


def _take_window() -> None:
    st.session_state["window"] = float(st.session_state["scope"]["window"])


def _take_variant() -> None:
    st.session_state["variant"] = st.session_state["scope"]["variant"]
