"""Read typed paths immediately, but paths from an address or a JAMS file only after a click."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from explorer import session
from explorer.session.around_streamlit import copy_typed, plain
from explorer.state.value import Table, Value
from explorer.widgets.fields import write


def mean(*texts: str) -> None:
    session.visit.meant |= {*texts}


def unmeant(texts: Sequence[str]) -> list[str]:
    """Return the nonempty texts that were neither typed nor clicked in this session."""
    return [text for text in texts if text and text not in session.visit.meant]


def write_path(table: Table, value: Value[str], label: str, **how: Any) -> None:
    """Draw a field for one path or, with a height, several; typed paths are read."""
    write(table, value, label, on_change=_take, **how)


def _take(table: Table, value: Value[str]) -> None:
    copy_typed(table, value)
    mean(table[value])


def read_button(texts: Sequence[str], key: str) -> None:
    waiting = unmeant(texts)
    if not waiting:
        return
    paths = [line.strip() for text in waiting for line in text.splitlines() if line.strip()]
    message, button = st.columns([3, 1.2], vertical_alignment="center")
    message.markdown(
        "Not read yet, because it came with a link, a file or a reload:  \n"
        + "  \n".join(map(plain, paths))
    )
    button.button(
        "Read these files",
        icon=":material/folder_open:",
        key=key,
        type="primary",
        on_click=mean,
        args=waiting,
        width="stretch",
    )
