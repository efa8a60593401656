"""From a track of a corpus to the other pages, and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import streamlit as st

from core.corpus.items import Item
from core.corpus.job import Job
from core.corpus.reading import read_pair
from core.errors import HierscopeError
from core.io import pack_pair
from explorer.opening import open_in_compare
from explorer.salami import for_this_machine
from explorer.state import BY_NAME
from explorer.widgets import plain

PAGES = Path(__file__).resolve().parents[1] / "pages"
CORPUS = PAGES / "corpus.py"


def may_open(kind: str) -> bool:
    """Whether tracks of a source can be opened by whoever looks at the page.

    A file of results names files of this machine, and anyone could make one up.
    """
    return for_this_machine() or kind == "salami"


def open_track(item: Item, job: Job, source: str, row: int) -> None:
    """Put a pair of a corpus on screen, scored as the corpus is.

    Called by callbacks; a pair that can't be read is told by :func:`refused`.

    Parameters
    ----------
    item : Item
    job : Job
    source : str
        The key of the file of results.
    row : int
        The pair's number in it.
    """
    try:
        reference, estimate = read_pair(item)
        pair = pack_pair(
            replace(reference, name=f"{item.track} reference"),
            replace(estimate, name=f"{item.track} {item.method}"),
        )
    except HierscopeError as error:
        st.session_state["corpus_refused"] = str(error)
        return
    open_in_compare(
        pair,
        convention=job.convention.name,
        mean_over_all=job.convention.mean_over_all,
        frame_size=job.frame_size,
        beta=job.beta,
        query=BY_NAME["query"].default,
        corpus_opened={
            "pair": pair,
            "source": source,
            "row": row,
            "name": f"{item.track}, {item.method}",
        },
    )


def refused() -> str:
    """Why a track was not opened; said once."""
    said: str = st.session_state.pop("corpus_refused", "")
    return said


def opened_row(source: str) -> int:
    """Give the row of a corpus that was opened last; -1 for none."""
    opened = st.session_state.get("corpus_opened")
    return opened["row"] if opened and opened["source"] == source else -1


def way_back() -> None:
    """Draw the link back to Corpus, where the pair on screen was opened there."""
    opened = st.session_state.get("corpus_opened")
    if opened and ("drawn", opened["pair"]) == st.session_state["sources"]["reference"]:
        link, name = st.columns([1, 4], vertical_alignment="center")
        link.page_link(CORPUS, label="Back to Corpus", icon=":material/arrow_back:")
        name.markdown(f"Track **{plain(opened['name'])}**, under the settings of the corpus.")
