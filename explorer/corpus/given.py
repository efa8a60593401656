"""Corpora whose files are at hand: the sample, and what a visitor uploaded."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import streamlit as st

from core.corpus.reading import Load
from core.corpus.room import remove_results
from core.corpus.sources.given import ARCHIVE, SEED, TABLE, Given, read_given, sample_archive
from core.errors import HierscopeError
from core.files.own import own_folder
from core.io import formats
from core.wording import counted
from explorer import session
from explorer.session.around_streamlit import bound
from explorer.session.remembered import at_end, remembered
from explorer.state.corpus import CorpusForm, CorpusState
from explorer.state.value import Value
from explorer.widgets.fields import write
from explorer.widgets.saving import download_button

GIVEN = ("sample", "upload")
"""The kinds of sources that need no file of this machine."""

ORIGIN = f"made by hierscope's own script with seed {SEED}; there is no music behind it"

_PATTERNS = (
    "A path relative to the folder: {track} is the track's name, {method} who made the estimate, "
    "* anything; files that differ in {layer} are layers of one hierarchy."
)


@remembered(1)
def sample() -> tuple[str, Given]:
    """Give the sample corpus, and what tells it from those of other versions."""
    data = sample_archive()
    return hashlib.sha256(data).hexdigest()[:16], read_given([(ARCHIVE, data)])


def given_source(kind: str) -> tuple[str, ...] | None:
    """Give the source of a kind: its name, the folder of references, and patterns."""
    form = session.corpus_form
    if kind == "sample":
        name, given = sample()
        return kind, name, _reference(given)
    name, uploaded = session.corpus.given
    if uploaded is None:
        return None
    return kind, name, _reference(uploaded), form.reference_pattern, form.estimate_pattern


def given_of(kind: str) -> Given:
    """Give the files of a kind of source, which are there."""
    given = sample()[1] if kind == "sample" else session.corpus.given[1]
    assert given is not None
    return given


def given_words(kind: str) -> str:
    """Say in a line what is given."""
    if kind == "sample":
        return f"Sample corpus: {ORIGIN}"
    return f"Upload: {', '.join(given_of(kind).folders)}"


def load_of_upload(path: Path) -> Load | None:
    """Give what loads the files of results, where they were computed from this visitor's upload."""
    name, given = session.corpus.given
    return given.load if given is not None and path.name.startswith(name) else None


def sample_fields() -> None:
    """Say what the sample is, and draw its fields."""
    given = given_of("sample")
    st.caption(
        "60 tracks of five genres, in two or three layers. Annotator B hears them as another "
        "person might. Each method has a vice of its own: *grid* cuts every 32, 16 and 8 s, "
        "*over-segmenting* finds every boundary, to the second, and far too many others, *shifted* "
        f"finds them 1 to 4 s late. The corpus was {ORIGIN}."
    )
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        _choose_reference(given)
    with right:
        download_button("Its files (zip), as Upload takes them", sample_archive, "corpus.zip")


def upload_fields() -> None:
    """Draw what takes a corpus, and its fields."""
    left, right = st.columns(2)
    with left:
        _uploader("zip", "A zip archive", type="zip")
    with right:
        _uploader("folder", "… or a folder", accept_multiple_files="directory")
    suffixes = formats.either(formats.suffixes())
    st.caption(
        "A folder for the references and one for each method, which it is called by; in them a "
        f"file for each track, of the same name ({suffixes}). *{TABLE}* beside them may hold what "
        "else is known: a column *track*, and others, such as *genre*. Files are read here and "
        "sent nowhere; a reload does not keep them."
    )
    given = session.corpus.given[1]
    if given is None:
        return
    st.caption(f"{counted(len(given.files), 'file')} in {counted(len(given.folders), 'folder')}.")
    of_references, references, estimates = st.columns(3)
    with of_references:
        _choose_reference(given)
    with references:
        pattern_field(CorpusForm.reference_pattern, "Names of references")
    with estimates:
        pattern_field(CorpusForm.estimate_pattern, "Names of estimates")


def pattern_field(value: Value[str], label: str) -> None:
    """Write a pattern of names."""
    write(session.corpus_form, value, label, help=_PATTERNS)


def _reference(given: Given) -> str:
    said = session.corpus_form.reference
    return said if said in given.folders else given.reference


def _choose_reference(given: Given) -> None:
    st.selectbox(
        "Reference",
        given.folders,
        given.folders.index(_reference(given)),
        help="All others are compared with it.",
        **bound(session.corpus_form, CorpusForm.reference),
    )


def _uploader(name: str, label: str, **how: Any) -> None:
    key = f"widget_corpus_{name}"
    st.file_uploader(label, key=key, on_change=_take, args=(key,), **how)


def _take(key: str) -> None:
    uploads = st.session_state[key] or []
    files = uploads if isinstance(uploads, list) else [uploads]
    _remove(session.corpus.given[0])
    session.corpus.reset([CorpusState.given])
    session.corpus_form.reference = ""
    if not files:
        return
    try:
        given = read_given([(each.name, each.getvalue()) for each in files])
    except HierscopeError as error:
        session.corpus.refused = str(error)
        return
    name = f"upload-{uuid4().hex}"
    session.corpus.given = (name, given)
    at_end(partial(_remove, name))


def _remove(name: str) -> None:
    """Remove the results of an upload."""
    if name:
        remove_results(name, own_folder())
