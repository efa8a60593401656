"""An advised window with its reasons, on the pages Windows and Corpus."""

from __future__ import annotations

import re

import streamlit as st

from core.choosing import Advice, Reason
from explorer import session
from explorer.session.around_streamlit import plain


def show_advice(found: Advice, key: str) -> None:
    """Draw an advice with its reasons, and the button that takes it.

    Parameters
    ----------
    found : Advice
    key : str
        Of the button.
    """
    words, button = st.columns([4, 1], vertical_alignment="center")
    words.markdown(f"#### {symbols(found.sentence)}")
    button.button(
        "Use it",
        icon=":material/check:",
        key=key,
        on_click=_use,
        args=(found.window,),
        width="stretch",
        help="Move the window to the advised one, here and on the other pages.",
    )
    st.markdown(
        "\n".join(
            f"- {_sign(reason)} {symbols(reason.text)} :small[:gray[{plain(reason.source)}]]"
            for reason in found.reasons
        )
    )


def symbols(text: str) -> str:
    """Write T_F and the like as symbols."""
    return re.sub(r"T\\_([RPF])", r"$T_\1$", plain(text))


def _sign(reason: Reason) -> str:
    """Mark a reason: it speaks for the window, against it, or neither."""
    if reason.holds:
        return ":green[✓]"
    return ":red[✗]" if reason.against else ":gray[–]"


def _use(window: float) -> None:
    session.pair.window = window
    session.visit.restored += 1
