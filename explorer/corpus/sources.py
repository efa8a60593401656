"""The part of the page Corpus that chooses the source of pairs."""

import hashlib
from pathlib import Path
from typing import Any

import streamlit as st

from core.corpus.room import remove_results, upload_name
from core.corpus.sources.folders import DATASETS, TABLE
from core.corpus.sources.patterns import name_of, named_folder
from core.corpus.sources.upload import ARCHIVE, Upload, read_upload, sample_archive
from core.corpus.store import read_results
from core.errors import HierscopeError, ReadError
from core.files.folders import own_folder
from core.io import formats
from core.wording import counted
from explorer import session
from explorer.machine import for_this_machine
from explorer.session.around_streamlit import bound
from explorer.session.remembered import remembered
from explorer.session.uploads import removed_by
from explorer.state.corpus import KINDS, CorpusForm, CorpusState
from explorer.state.value import Value
from explorer.widgets.fields import choose_kind, remove_button, switch, write
from explorer.widgets.paths import (
    download,
    mean,
    read_button,
    salami_field,
    salami_folder,
    salami_path,
    unmeant,
    write_path,
)
from explorer.widgets.saving import download_button

CorpusSource = tuple[str, ...]
"""The source of pairs: its kind, then the arguments of its reader, as text."""

IN_MEMORY = ("sample", "upload")  # the kinds of sources that need no file of this machine

_PATTERNS = (
    "A path relative to the folder. {track} stands for the name of the track, {method} for that of "
    "the method, * for anything. Files that differ only in {layer} are layers of one hierarchy."
)


def remember_salami() -> None:
    """Store SALAMI's folder, which Papers shares, in the form and the address."""
    typed, folder = session.visit.salami, session.corpus_form.salami
    if typed is None:
        if folder:
            session.visit.salami = folder
    elif typed != folder:
        session.corpus_form.salami = typed


def offered_kinds() -> list[str]:
    if for_this_machine():
        return list(KINDS)
    return ["sample", *["salami"] * bool(salami_folder()), "upload"]


def source_kind() -> str:
    offered = offered_kinds()
    kind = session.corpus_form.kind
    if kind in offered:
        return kind
    return "salami" if salami_folder() else "sample"


def chosen_source() -> CorpusSource | None:
    """Return the chosen source, once it is complete and may be read."""
    kind, form = source_kind(), session.corpus_form
    if _unread():
        return None
    name, corpus = in_memory(kind)
    patterns = form.reference_pattern, form.estimate_pattern
    if corpus is not None:
        return (kind, name, _reference(corpus), *(patterns if kind == "upload" else ()))
    if kind == "folders":
        named = read_folders(form.estimates)
        if not form.references or not named:
            return None
        return (kind, form.references, *patterns, *(text for pair in named for text in pair))
    paths = [path for path in _paths() if path]
    return (kind, *paths) if paths else None


def _paths() -> list[str]:
    """Return the paths of this machine that the chosen kind of source needs."""
    form = session.corpus_form
    paths = {
        "salami": [salami_folder()],
        "folders": [form.references, form.estimates],
        "manifest": [form.manifest],
        "results": [session.corpus.upload or form.results],
    }
    return paths.get(source_kind(), [])


def _unread() -> list[str]:
    if source_kind() == "salami" and salami_folder() == salami_path():
        return []
    return unmeant([path for path in _paths() if path != session.corpus.upload])


def source_words(source: CorpusSource | None) -> str:
    kind = source_kind()
    if kind == "sample":
        return "Sample corpus: 60 tracks, another annotator and three methods"
    if source is None or (kind != "upload" and not for_this_machine()):
        return KINDS[kind]
    _, corpus = in_memory(kind)
    place = session.corpus_form.estimates if kind == "folders" else source[1]
    return f"{KINDS[kind]}: {place if corpus is None else ', '.join(corpus.folders)}"


def source_fields() -> None:
    choose_kind(
        session.corpus_form, CorpusForm.kind, "Pairs from", KINDS, offered_kinds(), source_kind()
    )
    {
        "sample": sample_fields,
        "upload": upload_fields,
        "salami": _salami,
        "folders": _folders,
        "manifest": _manifest,
        "results": _results,
    }[source_kind()]()
    read_button(_unread(), "corpus_read")


def _salami() -> None:
    if for_this_machine():
        salami_field("widget_corpus_salami", "annotations")
        download("corpus")
    st.caption("As in Figure 9: annotator 1 is the reference, annotator 2 the estimate.")
    switch(
        session.corpus_form,
        CorpusForm.functions,
        "Functions as a layer",
        "Scores three layers: uppercase letters, functions (verse, chorus), lowercase letters. "
        "The mean T_F of even-numbered tracks at 15 s is then 0.695; with two layers of letters it "
        "is 0.727. The authors' table for Figure 9 has 0.689. "
        "Results with functions are saved separately.",
    )


def _folders() -> None:
    form = session.corpus_form
    left, right = st.columns(2)
    with left:
        write_path(
            form, CorpusForm.references, "Folder of references", placeholder="/path/to/references"
        )
        pattern_field(CorpusForm.reference_pattern, "Names of references")
        st.selectbox(
            "Names of references in a data set",
            list(DATASETS),
            None,
            format_func=lambda name: DATASETS[name].title.removeprefix("the "),
            key="widget_corpus_dataset",
            on_change=_take_dataset,
            placeholder="Choose a data set",
        )
    with right:
        write_path(
            form,
            CorpusForm.estimates,
            "Folders of estimates, one per line",
            height=68,
            placeholder="OLDA = /path/to/olda",
            help="Write the method's name, =, and its folder. A single folder needs no name. A "
            "folder may end in a pattern, such as /path/to/olda/{track}/{layer}.lab.",
        )
        pattern_field(CorpusForm.estimate_pattern, "Names of estimates")


def _take_dataset() -> None:
    if name := st.session_state["widget_corpus_dataset"]:
        # The field shows its own value, so it is set, too.
        pattern = DATASETS[name].pattern
        field = bound(session.corpus_form, CorpusForm.reference_pattern)["key"]
        session.corpus_form.reference_pattern = st.session_state[field] = pattern


def read_folders(text: str) -> list[tuple[str, str]]:
    """Read lines as ``name = folder``; a single folder needs no name."""
    folders = [named_folder(line) for line in text.splitlines() if line.strip()]
    if len(folders) > 1:
        folders = [(name or name_of(folder), folder) for name, folder in folders]
    return folders


def _manifest() -> None:
    write_path(
        session.corpus_form,
        CorpusForm.manifest,
        "Table (CSV)",
        placeholder="/path/to/pairs.csv",
        help="Columns: track, reference, estimate and, for several methods, method. Paths are "
        "relative to the table. A semicolon separates the files of one hierarchy. All other "
        "columns are metadata.",
    )


def turn() -> str:
    """Return a text that changes when files must be matched again, as for a new visitor."""
    return session.corpus.turn or session.visit.session


def _results() -> None:
    st.text_input(
        "Results file (Parquet)",
        session.corpus_form.results,
        key="widget_corpus_results",
        on_change=_take_path,
        placeholder="/path/to/results.parquet",
        help="Written by `hierscope corpus … -o results.parquet`, or exported here.",
    )
    upload_results("… or upload one", CorpusState.upload)


def _take_path() -> None:
    session.corpus.upload = ""  # the last choice counts
    session.corpus_form.results = st.session_state["widget_corpus_results"].strip()
    mean(session.corpus_form.results)


def upload_results(label: str, place: Value[str]) -> None:
    key = f"widget_{place.key}"
    st.file_uploader(label, "parquet", key=key, on_change=_take_results, args=(place, key))
    remove_button(session.corpus, place, key)


def _take_results(place: Value[str], key: str) -> None:
    """Store an uploaded results file until the visitor leaves; say why it can't be read."""
    upload = st.session_state[key]
    session.corpus.reset([place])
    if upload is None:
        return
    path = ""
    try:
        path = str(own_folder() / f"{upload_name(own_folder())}.parquet")
        Path(path).write_bytes(upload.getvalue())
        read_results(path)
    except ReadError as error:
        _remove(path)
        session.corpus.refused = f"{upload.name}: {error.problem}. {error.advice}."
    except OSError as error:
        session.corpus.refused = f"{upload.name} can't be saved: {error.strerror}."
    else:
        session.corpus[place] = path


@removed_by(CorpusState.upload, CorpusState.earlier)
def _remove(path: str) -> None:
    if path:
        Path(path).unlink(missing_ok=True)


@remembered(1)
def sample() -> tuple[str, Upload]:
    """Return the sample corpus, and a digest of its version."""
    data = sample_archive()
    return hashlib.sha256(data).hexdigest()[:16], read_upload([(ARCHIVE, data)])


def in_memory(kind: str) -> tuple[str, Upload | None]:
    """Return the name and the files of a corpus that is in memory, if it is one."""
    if kind == "sample":
        return sample()
    return session.corpus.uploaded if kind == "upload" else ("", None)


def sample_fields() -> None:
    _, corpus = sample()
    st.caption(
        "Invented hierarchies of 60 tracks in five genres, with two or three layers and no "
        "recordings. *annotator B* differs from A as a second person might. Each method has one "
        "built-in flaw: *grid* cuts every 32, 16 and 8 s, *over-segmenting* finds all boundaries "
        "and many extra ones, *shifted* finds them 1 to 4 s late."
    )
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        _choose_reference(corpus)
    with right:
        download_button("Download the sample (zip)", sample_archive, "corpus.zip")


def upload_fields() -> None:
    left, right = st.columns(2)
    with left:
        _uploader("zip", "A zip archive", type="zip")
    with right:
        _uploader("folder", "… or a folder", accept_multiple_files="directory")
    suffixes = formats.either(formats.suffixes())
    st.caption(
        "One folder has the references. Each other folder is named after its method. Each folder "
        f"has one file per track, under the same name ({suffixes}). *{TABLE}* beside the folders "
        "may have a column *track* and others, such as *genre*. Files stay on this server, and are "
        "deleted when you close this tab."
    )
    _, corpus = session.corpus.uploaded
    if corpus is None:
        return
    st.caption(f"{counted(len(corpus.files), 'file')} in {counted(len(corpus.folders), 'folder')}.")
    remove_button(session.corpus, CorpusState.uploaded, "widget_corpus_zip", "widget_corpus_folder")
    of_references, references, estimates = st.columns(3)
    with of_references:
        _choose_reference(corpus)
    with references:
        pattern_field(CorpusForm.reference_pattern, "Names of references")
    with estimates:
        pattern_field(CorpusForm.estimate_pattern, "Names of estimates")


def pattern_field(value: Value[str], label: str) -> None:
    write(session.corpus_form, value, label, help=_PATTERNS)


def _reference(corpus: Upload) -> str:
    reference = session.corpus_form.reference
    return reference if reference in corpus.folders else corpus.reference


def _choose_reference(corpus: Upload) -> None:
    st.selectbox(
        "Reference",
        corpus.folders,
        corpus.folders.index(_reference(corpus)),
        help="All other folders are compared with it.",
        **bound(session.corpus_form, CorpusForm.reference),
    )


def _uploader(name: str, label: str, **how: Any) -> None:
    key = f"widget_corpus_{name}"
    st.file_uploader(label, key=key, on_change=_take_corpus, args=(key,), **how)


def _take_corpus(key: str) -> None:
    uploads = st.session_state[key] or []
    files = uploads if isinstance(uploads, list) else [uploads]
    session.corpus.reset([CorpusState.uploaded])
    session.corpus_form.reference = ""
    if not files:
        return
    try:
        corpus = read_upload([(file.name, file.getvalue()) for file in files])
    except HierscopeError as error:
        session.corpus.refused = str(error)
        return
    name = upload_name(own_folder())
    session.corpus.uploaded = (name, corpus)


@removed_by(CorpusState.uploaded)
def _remove_upload(uploaded: tuple[str, Upload | None]) -> None:
    if uploaded[0]:
        remove_results(uploaded[0], own_folder())
