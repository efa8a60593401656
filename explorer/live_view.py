"""The part of a page that shows a pair live: settings, the view, and the probe behind it."""

from __future__ import annotations

import math
from dataclasses import replace

import streamlit as st

from core.hierarchy import Hierarchy
from core.tmeasures import CONVENTIONS, Convention
from explorer import cache
from explorer.components.messages import answer_message, pair_key, sweep_key
from explorer.components.mounts import probe, scope
from explorer.state import FRAME_SIZES
from explorer.widgets import choose, number, switch, write_url

CONVENTION_WORDS = {
    "mir_eval": "mir_eval (±w, floating-point frames)",
    "paper-tables": "paper's tables (±w, exact frames)",
    "paper-equation": "paper's Eq. 8 (±w/2, exact frames)",
    "frameless": "frameless (the exact limit)",
}


def settings() -> None:
    """Draw the choices that change the numbers."""
    choose(
        "convention",
        "Convention",
        list(CONVENTIONS),
        CONVENTION_WORDS.__getitem__,
        "Published T-measures differ in what the window means and how times become frames. "
        "Compare numbers only under one convention.",
    )
    convention = CONVENTIONS[st.session_state["convention"]]
    if convention.half_window:
        switch(
            "mean_over_all",
            "Mean over all queries (Eq. 9)",
            "Queries without a triplet count as 0 instead of being left out.",
        )
    number(
        "frame_size",
        "Frame size (s)",
        *FRAME_SIZES,
        0.01,
        "The literature uses 0.1 s.",
        format="%.2f",
        disabled=convention.frameless,
    )
    number("beta", "β of F", 0.1, 10.0, 0.1, "Weight of recall in T_F.", format="%.1f")


def current_convention() -> Convention:
    """Give the convention that the settings say."""
    chosen = CONVENTIONS[st.session_state["convention"]]
    if chosen.half_window and st.session_state["mean_over_all"]:
        return replace(chosen, mean_over_all=True)
    return chosen


def live(reference: Hierarchy, estimate: Hierarchy) -> None:
    """Show an aligned pair live."""
    said = st.session_state.get("scope") or {}
    pair = pair_key(reference, estimate)
    view = said.get("view")
    shown = (view[1], view[2]) if view and view[0] == pair else (0.0, reference.end)
    if "live_start" not in st.session_state:
        window = st.session_state["window"]
        st.session_state["live_start"] = {
            "window": None if math.isinf(window) else window,
            "variant": st.session_state["variant"],
            "query": st.session_state["query"],
        }
    scope(
        data=cache.live_view(
            reference,
            estimate,
            current_convention(),
            st.session_state["frame_size"],
            st.session_state["beta"],
            cache.extra_window(reference, st.session_state["window"]),
            shown,
            st.session_state["live_start"],
        ),
        key="scope",
        on_window_change=_take_window,
        on_variant_change=_take_variant,
        on_view_change=lambda: None,
    )
    _probe(reference, estimate)


@st.fragment
def _probe(reference: Hierarchy, estimate: Hierarchy) -> None:
    said = (st.session_state.get("probe") or {}).get("question")
    query = said["query"] if said else st.session_state["query"]
    query = min(max(query, 0.0), reference.end)
    if not said or said["settled"]:
        st.session_state["query"] = query
        write_url()
    chosen = current_convention(), st.session_state["frame_size"]
    scores = cache.scores_of_query(
        reference,
        estimate,
        *chosen,
        cache.extra_window(reference, st.session_state["window"]),
        query,
    )
    probe(
        data=answer_message(sweep_key(reference, estimate, *chosen, scores.windows), query, scores),
        key="probe",
        height=1,
        on_question_change=lambda: None,
    )


def _take_window() -> None:
    st.session_state["window"] = float(st.session_state["scope"]["window"])


def _take_variant() -> None:
    st.session_state["variant"] = st.session_state["scope"]["variant"]
