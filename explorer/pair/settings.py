"""The part of a page that chooses how scores are computed."""

from __future__ import annotations

import streamlit as st

from core.tmeasures import CONVENTIONS, Convention
from explorer.state import BETAS, FRAME_SIZES, convention_of
from explorer.widgets.fields import choose, number, switch

CONVENTION_WORDS = {
    "mir_eval": "mir_eval: ±w, frames as mir_eval rounds them",
    "paper-tables": "paper-tables: ±w, exact frames",
    "paper-equation": "paper-equation: Eq. 8, ±w/2, exact frames",
    "frameless": "frameless: the limit of small frames",
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
    low, high = FRAME_SIZES
    number(
        "frame_size",
        f"Frame size ({low:g} to {high:g} s)",
        *FRAME_SIZES,
        0.01,
        "The literature uses 0.1 s.",
        format="%.2f",
        disabled=convention.frameless,
    )
    low, high = BETAS
    number(
        "beta",
        f"β of F ({low:g} to {high:g})",
        *BETAS,
        0.1,
        "Weight of recall in T_F.",
        format="%.1f",
    )


def current_convention() -> Convention:
    """Give the convention that the settings say."""
    return convention_of({name: st.session_state[name] for name in ("convention", "mean_over_all")})
