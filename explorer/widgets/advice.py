"""The advised window and its reasons, on the pages Windows and Corpus."""

import re

import streamlit as st

from core.choosing import Advice
from core.wording import IN_SECONDS, TimeNotation
from explorer import session
from explorer.session.around_streamlit import plain

_SIGNS = {True: ":green[✓]", False: ":red[✗]", None: ":gray[–]"}


def advise(advice: Advice, key: str, times: TimeNotation = IN_SECONDS) -> None:
    """Draw the advice in one line, with a button if another window is on screen."""
    use, colon, why = symbols(advice.sentence).partition("\\:")
    with st.container(horizontal=True, vertical_alignment="center", key="advice"):
        # Phones have no room for the reason, which is marked by emphasis: see page.css.
        st.markdown(f"**{use}**" + f"_{colon}{why}_" * bool(why), width="content")
        if session.pair.window != advice.window:
            st.button(
                f"Use {times.window(advice.window)}",
                icon=":material/check:",
                type="tertiary",  # as high as the line, so that nothing below moves
                key=key,
                on_click=_use,
                args=(advice.window,),
                help="Set the window to the advised one, here and on the other pages.",
            )


def reasons(advice: Advice) -> None:
    st.markdown(
        "  \n".join(
            f"{_SIGNS[reason.holds]} {symbols(reason.text)} :small[:gray[{plain(reason.source)}]]"
            for reason in advice.reasons
        )
    )


def symbols(text: str) -> str:
    return re.sub(r"T\\_([RPF])", r"$T_\1$", plain(text))


def _use(window: float) -> None:
    session.pair.window = window
    session.visit.restored += 1
