"""Rows as tables."""

from collections.abc import Mapping, Sequence

import streamlit as st

from explorer.session.around_streamlit import plain, tabulate

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
