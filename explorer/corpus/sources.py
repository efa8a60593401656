"""The part of the page Corpus that says where pairs come from."""

from __future__ import annotations

import secrets
from typing import Any

import streamlit as st

from core.corpus.sources import DEFAULT_PATTERN
from core.corpus.sources.patterns import name_of, named_folder
from core.errors import HierscopeError
from explorer.corpus import computed as corpus_computed
from explorer.corpus.computed import Source
from explorer.machine import for_this_machine
from explorer.widgets.salami import MIRDATA_FOLDER, download, salami_field, salami_folder

KINDS = {
    "salami": "SALAMI's annotators",
    "folders": "Folders",
    "manifest": "Table of pairs",
    "mirdata": "SALAMI with mirdata",
    "results": "Results",
}
FORM = {
    "kind": "salami",
    "salami": "",
    "references": "",
    "reference_pattern": DEFAULT_PATTERN,
    "estimates": "",
    "estimate_pattern": DEFAULT_PATTERN,
    "manifest": "",
    "mirdata": MIRDATA_FOLDER,
    "results": "",
}
"""What the fields hold at first."""

_PATTERNS = (
    "A path relative to the folder: {track} is the track's name, {method} who made the estimate, "
    "* anything; files that differ in {layer} are layers of one hierarchy."
)


def form() -> dict[str, str]:
    """Give what the fields hold."""
    return {**FORM, **st.session_state["corpus_form"]}


def remember_salami() -> None:
    """Keep the folder of SALAMI in the form, and so in the address; it is that of Papers, too."""
    typed, said = st.session_state.get("salami"), form()["salami"]
    if typed is None:
        if said:
            st.session_state["salami"] = said
    elif typed != said:
        _say(form() | {"salami": typed})


def kinds() -> list[str]:
    """Give the kinds of sources that are open to whoever looks at the page."""
    if for_this_machine():
        return list(KINDS)
    return ["salami", "results"] if salami_folder() else ["results"]


def kind() -> str:
    """Give the kind of source that is chosen."""
    offered = kinds()
    said = form()["kind"]
    return said if said in offered else offered[0]


def source() -> Source | None:
    """Give the source that is chosen, once it is said in full."""
    chosen, said = kind(), form()
    if chosen == "folders":
        named = read_folders(said["estimates"])
        if not said["references"] or not named:
            return None
        patterns = said["reference_pattern"], said["estimate_pattern"]
        return (chosen, said["references"], *patterns, *(text for pair in named for text in pair))
    if chosen == "salami":
        path = salami_folder()
    elif chosen == "results":
        typed = said["results"] if for_this_machine() else ""
        path = st.session_state.get("corpus_upload", "") or typed
    else:
        path = said[chosen]
    return (chosen, path) if path else None


def words() -> str:
    """Say in a line what is chosen."""
    said = source()
    if said is None or not for_this_machine():
        return KINDS[kind()]
    return f"{KINDS[said[0]]}: {form()['estimates'] if said[0] == 'folders' else said[1]}"


def fields() -> None:
    """Draw the choice of a source, and its fields."""
    offered = kinds()
    st.radio(
        "Pairs from",
        offered,
        index=offered.index(kind()),
        format_func=KINDS.__getitem__,
        horizontal=True,
        key="widget_corpus_kind",
        on_change=_take,
        args=("kind",),
        label_visibility="collapsed",
    )
    {
        "salami": _salami,
        "folders": _folders,
        "manifest": _manifest,
        "mirdata": _mirdata,
        "results": _results,
    }[kind()]()


def _take(name: str) -> None:
    text = st.session_state[f"widget_corpus_{name}"].strip()
    if name == "results":
        st.session_state["corpus_upload"] = ""  # what was said last is meant
    _say(form() | {name: text})


def _say(said: dict[str, str]) -> None:
    st.session_state["corpus_form"] = {key: said[key] for key in FORM if said[key] != FORM[key]}


def _field(name: str, label: str, **how: Any) -> None:
    """A line of text that is kept over changes of page."""
    st.text_input(
        label,
        form()[name],
        key=f"widget_corpus_{name}",
        on_change=_take,
        args=(name,),
        **how,
    )


def _salami() -> None:
    if for_this_machine():
        salami_field("widget_corpus_salami", "annotations")
    st.caption("Annotator 1 of each track is the reference, annotator 2 the estimate: Figure 9.")


def _folders() -> None:
    left, right = st.columns(2)
    with left:
        _field("references", "Folder of references", placeholder="/path/to/references")
        _field("reference_pattern", "Names of references", help=_PATTERNS)
    with right:
        st.text_area(
            "Folders of estimates, a line each",
            form()["estimates"],
            key="widget_corpus_estimates",
            on_change=_take,
            args=("estimates",),
            height=68,
            placeholder="OLDA = /path/to/olda",
            help="A method's name, =, and its folder; or one folder alone, whose name it is. A "
            "folder may end in a pattern of its own, as /path/to/olda/{track}/{layer}.lab.",
        )
        _field("estimate_pattern", "Names of estimates", help=_PATTERNS)


def read_folders(text: str) -> list[tuple[str, str]]:
    """Read lines as ``name = folder``; a single folder needs no name.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of (str, str)
        Name and folder. Without a name a folder is called as it is itself; a single one has the
        name "", so that the pattern may tell methods apart.
    """
    found = [named_folder(line) for line in text.splitlines() if line.strip()]
    if len(found) > 1:
        found = [(name or name_of(folder), folder) for name, folder in found]
    return found


def _manifest() -> None:
    _field(
        "manifest",
        "Table (CSV)",
        placeholder="/path/to/pairs.csv",
        help="Columns track, reference, estimate and, if there are several, method; paths are "
        "relative to the file, ; separates several files of one hierarchy. All other columns are "
        "metadata.",
    )


def _mirdata() -> None:
    _field("mirdata", "Folder of mirdata's SALAMI", help="Where mirdata keeps it, or is to put it.")
    download("corpus", form()["mirdata"], lambda _: look_again())


def look_again() -> None:
    """Have the files of the source matched anew."""
    st.session_state["corpus_turn"] = secrets.token_hex(4)


def turn() -> str:
    """Give what changes when files are to be matched anew, as for each new visitor."""
    said: str = st.session_state.get("corpus_turn", st.session_state["session"])
    return said


def _results() -> None:
    if for_this_machine():
        _field(
            "results",
            "File of results (Parquet)",
            placeholder="/path/to/results.parquet",
            help="From `hierscope corpus … -o results.parquet`, or saved here.",
        )
    st.file_uploader(
        "… or upload one" if for_this_machine() else "File of results (Parquet)",
        "parquet",
        key="widget_corpus_upload",
        on_change=_take_upload,
    )


def _take_upload() -> None:
    upload = st.session_state["widget_corpus_upload"]
    try:
        path = str(corpus_computed.upload_path(upload.getvalue())) if upload else ""
    except HierscopeError:
        return  # the page says so, too: it needs the same folder
    st.session_state["corpus_upload"] = path
