"""The head of a page, rows as tables, and the advised window with its reasons."""

import re
from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.choosing import Advice
from core.wording import IN_SECONDS, TimeNotation
from explorer import session
from explorer.session.around_streamlit import plain, tabulate

READING = 720  # pixels; keeps the lines of a caption short enough to read


def title(about: str = "") -> DeltaGenerator:
    """Draw the name and purpose of the page."""
    row = st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="head")
    row.html(f"<h1 class='aloud'>hierscope</h1><h2>{session.visit.page}</h2><p>{about}</p>")
    return row


def pair_row() -> DeltaGenerator:
    """Draw the row for a pair's name and buttons; only screen readers get the titles."""
    row = st.container(horizontal=True, vertical_alignment="top", gap="xsmall", key="head")
    row.html(f"<h1 class='aloud'>hierscope</h1><h2 class='aloud'>{session.visit.page}</h2>")
    return row


def export_place() -> DeltaGenerator:
    """Reserve space for the export button of a page, which comes after the results."""
    return st.container(width=116, key="export")


_ROWS = 6  # rows of a short table; longer tables scroll
_SCROLLED = 280  # pixels
_SHOWN = 500  # rows of a long table


def plain_rows(rows: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    return [{key: plain(cell) for key, cell in row.items()} for row in rows]


def short_table(rows: Sequence[Mapping[str, str]]) -> None:
    """Draw rows of plain text as a table that scrolls if it is long."""
    with st.container(height="content" if len(rows) <= _ROWS else _SCROLLED, border=False):
        tabulate(plain_rows(rows))


def long_table(rows: Sequence[Mapping[str, str]], rest: str) -> None:
    """Draw the first rows as a table; `rest` is where the others are."""
    st.dataframe(rows[:_SHOWN], hide_index=True, width="stretch")
    if len(rows) > _SHOWN:
        st.caption(f"The first {_SHOWN} are shown. {rest} has all.")


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
