"""Typed paths are read at once, paths from an address or a file after a click; SALAMI's folder."""

import os
from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.errors import HierscopeError
from core.papers.downloading import download_salami
from core.papers.salami import SALAMI_VARIABLE
from explorer import session
from explorer.machine import for_this_machine
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


_DOWNLOADED = "~/mir_datasets/salami"  # mirdata's default folder


def salami_folder() -> str:
    """Return the folder of SALAMI, as typed or from the environment."""
    typed = session.visit.salami if for_this_machine() else None
    return os.environ.get(SALAMI_VARIABLE, "") if typed is None else typed


def salami_path() -> str:
    """Return the folder of SALAMI if it may be read, else an empty text."""
    folder = salami_folder()
    return "" if folder != os.environ.get(SALAMI_VARIABLE, "") and unmeant([folder]) else folder


def salami_field(key: str, inside: str) -> None:
    st.session_state[key] = salami_folder()
    st.text_input(
        "SALAMI folder",
        key=key,
        on_change=_take_salami,
        args=(key,),
        placeholder="/path/to/salami-data-public",
        help=f"The folder that contains {inside}. ${SALAMI_VARIABLE} sets the default.",
    )


def _take_salami(key: str) -> None:
    session.visit.salami = st.session_state[key].strip()
    mean(session.visit.salami)


def download(key: str) -> None:
    """Draw a button to download the annotations; the page waits for the end or a click."""
    with st.expander("Download SALAMI's annotations", icon=":material/download:"):
        st.markdown(
            f"Text only, no audio, from GitHub with mirdata, into {plain(_DOWNLOADED)}. This "
            "needs the extra `pip install 'hierscope[salami]'`."
        )
        if not st.button("Download", key=f"{key}_download"):
            return
        bar, stop = st.progress(0.0), st.empty()
        stop.button("Stop", key=f"{key}_stop")
        try:
            session.visit.salami = str(download_salami(_DOWNLOADED, bar.progress))
            mean(session.visit.salami)
        except HierscopeError as error:
            bar.empty()
            stop.empty()
            st.error(plain(str(error)), icon=":material/error:")
        else:
            st.rerun()
