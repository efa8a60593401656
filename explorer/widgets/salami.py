"""SALAMI's folder on this machine, and its download, for the pages Papers and Corpus."""

import os

import streamlit as st

from core.errors import HierscopeError
from core.papers.downloading import download_salami
from core.papers.salami import SALAMI_VARIABLE
from explorer import session
from explorer.machine import for_this_machine
from explorer.session.around_streamlit import plain
from explorer.widgets.paths import mean, unmeant

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
        on_change=_take,
        args=(key,),
        placeholder="/path/to/salami-data-public",
        help=f"The folder that contains {inside}. ${SALAMI_VARIABLE} sets the default.",
    )


def _take(key: str) -> None:
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
