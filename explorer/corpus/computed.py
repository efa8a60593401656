"""What the page Corpus computes once and keeps; see :mod:`explorer.pair.computed`."""

from __future__ import annotations

import hashlib
import os
import sys
import time
from pathlib import Path

import numpy as np
import streamlit as st

from core.choosing import Advice
from core.corpus.advising import advise_corpus
from core.corpus.comparing import Paired, Ranking, paired, ranking
from core.corpus.filtering import Facts, chosen, facts
from core.corpus.items import Found
from core.corpus.job import Job
from core.corpus.results import Results
from core.corpus.segments import Segments, segments
from core.corpus.sources import from_folders, from_manifest, from_mirdata, from_salami
from core.corpus.store import read_results
from core.corpus.summary import Description, all_scores, describe, rows_by_method
from core.errors import HierscopeError, ReadError
from core.jobs.files import replacing
from core.vocabulary import Part
from explorer.messages.corpus import corpus_drawing

CACHE_VARIABLE = "HIERSCOPE_CACHE"
"""The variable of the environment that names the folder for results."""

_UPLOAD = "upload-"
_UPLOAD_LASTS = 7 * 24 * 3600  # seconds

CorpusSource = tuple[str, ...]
"""Where pairs come from: the kind, then what its reader takes, as text."""

Kept = tuple[str, int, int]
"""A file of results as it is now: its path, when it was written (ns), its size."""

Filters = tuple[tuple[tuple[str, tuple[str, ...]], ...], tuple[tuple[str, float, float], ...]]
"""Kinds and ranges to keep; see :func:`core.corpus.filtering.chosen`."""


def folder() -> Path:
    """Give the folder in which results are kept; made if it is not there.

    ``$HIERSCOPE_CACHE``, else where programs keep what they can compute again.

    Raises
    ------
    ReadError
        If it can't be made.
    """
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        place = Path(named).expanduser()
    elif sys.platform == "win32":
        place = Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "hierscope"
    else:
        place = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "hierscope"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReadError(
            f"can't be made to keep results in ({error.strerror})",
            source=str(place),
            mend=f"Name another folder in ${CACHE_VARIABLE} and start again",
        ) from error
    return place


def results_path(source: CorpusSource, job: Job) -> Path:
    """Give where the results of a source under a job are kept."""
    return folder() / f"{_stem(source)}-{job.key[:16]}.parquet"


def other_results(source: CorpusSource) -> bool:
    """Whether a source was scored at all, under whatever settings."""
    return any(folder().glob(f"{_stem(source)}-*.parquet"))


def scored_here(file: Kept, source: CorpusSource) -> bool:
    """Whether a file of results was computed here, from a source; one that was given never was."""
    path = Path(file[0])
    return path.parent == folder() and path.name.startswith(f"{_stem(source)}-")


def _stem(source: CorpusSource) -> str:
    return f"corpus-{hashlib.sha256(repr(source).encode()).hexdigest()[:16]}"


def kept(path: str | Path) -> Kept | None:
    """Tell the state of a file of results; None where there is none."""
    try:
        state = os.stat(path)
    except OSError:
        return None
    return str(path), state.st_mtime_ns, state.st_size


def upload_path(data: bytes) -> Path:
    """Put an uploaded file of results into the folder, and give where; uploads last a week.

    Raises
    ------
    ReadError
        If it can't be kept, such as where the folder is read-only.
    """
    place = folder()
    path = place / f"{_UPLOAD}{hashlib.sha256(data).hexdigest()[:32]}.parquet"
    # Hidden ones were never whole.
    for old in (*place.glob(f"{_UPLOAD}*"), *place.glob(".*")):
        if old != path and time.time() - old.stat().st_mtime > _UPLOAD_LASTS:
            old.unlink(missing_ok=True)
    try:
        with replacing(path) as stream:
            stream.write(data)
    except OSError as error:
        raise ReadError(
            f"can't be kept ({error.strerror})",
            source="the uploaded file",
            mend="Whoever runs this server can make room, or name another folder",
        ) from error
    return path


@st.cache_resource(max_entries=4, show_spinner="Looking for files …")
def found(source: CorpusSource, turn: str) -> tuple[Found | None, str]:
    """Match the files of a source, or say what is wrong; another `turn` asks for it anew."""
    kind, *said = source
    try:
        if kind == "salami":
            return from_salami(said[0]), ""
        if kind == "mirdata":
            return from_mirdata(said[0]), ""
        if kind == "manifest":
            return from_manifest(said[0]), ""
        references, reference_pattern, estimate_pattern, *named = said
        folders = dict(zip(named[::2], named[1::2], strict=True))
        return from_folders(
            references,
            folders.get("", folders),
            reference_pattern=reference_pattern,
            estimate_pattern=estimate_pattern,
        ), ""
    except HierscopeError as error:
        return None, str(error)


@st.cache_resource(max_entries=2, show_spinner="Reading the results …")
def results(file: Kept) -> Results:
    """Read a file of results.

    Raises
    ------
    ReadError
        If it is none.
    """
    try:
        return read_results(file[0])
    except ReadError as error:
        path = Path(file[0])
        # Where it is kept here is nobody's business, and no name that anyone has given.
        own = path.parent == folder()
        shown = "the file of results" if own else str(path)
        raise ReadError(error.problem, source=shown, mend="Choose another file") from error


@st.cache_resource(max_entries=4, show_spinner=False)
def filters_of(file: Kept) -> Facts:
    """What the pairs can be filtered by."""
    return facts(results(file))


@st.cache_resource(max_entries=4, show_spinner=False)
def rows(file: Kept, filters: Filters) -> tuple[int, ...]:
    """The numbers of the pairs that pass the filters."""
    kinds, ranges = filters
    mask = chosen(results(file), dict(kinds), {name: (low, high) for name, low, high in ranges})
    return tuple(np.flatnonzero(mask).tolist())


@st.cache_resource(max_entries=4, show_spinner=False)
def passing(file: Kept, filters: Filters) -> Results:
    """The results that pass the filters."""
    every, numbers = results(file), rows(file, filters)
    return every if len(numbers) == len(every) else every.take(np.array(numbers, dtype=int))


@st.cache_resource(max_entries=4, show_spinner="Describing the scores …")
def described(file: Kept, filters: Filters) -> dict[str, Description]:
    """All scores at all windows in a few numbers, by method."""
    shown = passing(file, filters)
    scores = all_scores(shown)
    return {method: describe(scores[mine]) for method, mine in rows_by_method(shown).items()}


@st.cache_data(max_entries=4, show_spinner=False)
def drawing(file: Kept, filters: Filters) -> bytes:
    """What the component draws, packed."""
    return corpus_drawing(
        passing(file, filters), described(file, filters), rows(file, filters), source_key(file)
    )


def source_key(file: Kept) -> str:
    """Give a short text that tells files of results apart."""
    return hashlib.sha256(repr(file).encode()).hexdigest()[:16]


@st.cache_resource(max_entries=16, show_spinner=False)
def order(file: Kept, filters: Filters, variant: str, part: Part) -> Ranking:
    """The order of the methods at every window."""
    return ranking(passing(file, filters), variant, part)


@st.cache_resource(max_entries=64, show_spinner=False)
def pairs(
    file: Kept, filters: Filters, first: str, second: str, variant: str, part: Part
) -> Paired:
    """Two methods track by track."""
    return paired(passing(file, filters), first, second, variant, part)


@st.cache_resource(max_entries=16, show_spinner=False)
def advice(file: Kept, filters: Filters, variant: str, part: Part) -> Advice:
    """The advised window, with its reasons."""
    return advise_corpus(passing(file, filters), variant, part)


@st.cache_resource(max_entries=8, show_spinner=False)
def small_segments(file: Kept, filters: Filters) -> tuple[Segments, ...]:
    """Durations of small-scale segments."""
    return segments(passing(file, filters))
