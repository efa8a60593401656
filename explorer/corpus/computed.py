"""Results that the page Corpus computes once and caches; see :mod:`explorer.pair.computed`."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import plotly.graph_objects as go

from core.corpus.advising import segment_spread
from core.corpus.comparing import Comparison, compare
from core.corpus.filtering import chosen
from core.corpus.items import Pairs
from core.corpus.job import Job
from core.corpus.results import Results
from core.corpus.sources.folders import from_folders
from core.corpus.sources.manifest import from_manifest
from core.corpus.sources.salami import from_salami
from core.corpus.sources.upload import from_upload
from core.corpus.store import read_results
from core.corpus.summary import Description, describe
from core.errors import HierscopeError, ReadError
from core.files.access import Whose, open_file, state, without_places
from core.files.folders import own_folder
from core.measures import BY_KEY, SCORES
from core.vocabulary import Part
from core.windows import DEFAULT_WINDOW, finite
from explorer.corpus.sources import CorpusSource, in_memory
from explorer.figures import corpus as corpus_figures
from explorer.figures.parts import shipped
from explorer.messages.pack import pack
from explorer.session.remembered import remembered
from explorer.tables.corpus import summary_rows

Kept = tuple[str, int, int]
"""The state of a results file: path, time of writing (ns), size."""

Filters = tuple[
    tuple[tuple[str, tuple[str, ...]], ...],
    tuple[tuple[str, float, float], ...],
    tuple[int, tuple[str, ...]] | None,
]
"""Kinds and ranges to keep, see :func:`core.corpus.filtering.chosen`; and per slot the kinds
of first cause (:meth:`core.corpus.why.Why.first_kind`)."""


def results_path(source: CorpusSource, job: Job) -> Path:
    return own_folder() / f"{_stem(source)}-{job.key[:16]}.parquet"


def other_results(source: CorpusSource) -> bool:
    """Whether a source was scored, with any settings."""
    return any(own_folder().glob(f"{_stem(source)}-*.parquet"))


def _stem(source: CorpusSource) -> str:
    # Results of an upload have its name, so that they are removed with it.
    name = source[1] if source[0] == "upload" else "corpus"
    return f"{name}-{hashlib.sha256(repr(source).encode()).hexdigest()[:16]}"


def kept(path: str | Path, whose: Whose = "own") -> Kept | None:
    """Return the state of a results file; None if there is none."""
    status = state(path, whose)
    return None if status is None else (str(path), status.st_mtime_ns, status.st_size)


def content(file: Kept) -> bytes:
    with open_file(file[0], "own") as stream:
        return stream.read()


@remembered(4, spinner="Looking for files …")
def matched_pairs(source: CorpusSource, turn: str) -> tuple[Pairs | None, str]:
    """Match the files of a source, or return the problem; a new `turn` matches them again."""
    kind, *values = source
    _, corpus = in_memory(kind)
    try:
        if corpus is not None:
            _, reference, *patterns = values
            return from_upload(corpus, reference, *patterns), ""
        if kind == "salami":
            return from_salami(values[0]), ""
        if kind == "manifest":
            return from_manifest(values[0]), ""
        references, reference_pattern, estimate_pattern, *named = values
        folders = dict(zip(named[::2], named[1::2], strict=True))
        return from_folders(
            references,
            folders.get("", folders),
            reference_pattern=reference_pattern,
            estimate_pattern=estimate_pattern,
        ), ""
    except HierscopeError as error:
        return None, without_places(str(error))


@remembered(2, spinner="Reading the results …")
def results(file: Kept) -> Results:
    try:
        return read_results(file[0])
    except ReadError as error:
        if not Path(file[0]).is_relative_to(own_folder()):
            raise
        # The user did not choose the path, and it is private.
        raise ReadError(
            error.problem, source="the results file", advice="Choose another file"
        ) from error


@remembered(4)
def rows(file: Kept, filters: Filters) -> tuple[int, ...]:
    kinds, ranges, causes = filters
    every = results(file)
    mask = chosen(every, dict(kinds), {name: (low, high) for name, low, high in ranges})
    if causes is not None:
        slot, wanted = causes
        mask &= np.isin([why.first_kind(slot) for why in every.why], list(wanted))
    return tuple(np.flatnonzero(mask).tolist())


@remembered(4)
def passing(file: Kept, filters: Filters) -> Results:
    every, numbers = results(file), rows(file, filters)
    return every if len(numbers) == len(every) else every.take(np.array(numbers, dtype=int))


@remembered(4, spinner="Describing the scores …")
def described(file: Kept, filters: Filters) -> dict[str, Description]:
    shown = passing(file, filters)
    scores = shown.all_scores
    return {method: describe(scores[mine]) for method, mine in shown.rows_by_method.items()}


@dataclass(frozen=True)
class Looked:
    variant: str
    part: Part
    scores: tuple[int, int]  # of the scatter, by number
    opened: int = -1  # index of the pair opened last, among those that pass the filters
    order: tuple[str, ...] = ()  # of the methods in the charts


def figures(
    file: Kept, filters: Filters, how: Looked, window: float, *, marked: bool = False
) -> list[go.Figure]:
    shown, which = passing(file, filters), (how.variant, how.part)
    across, up = (SCORES[number] for number in how.scores)
    return [
        corpus_figures.corpus_figure(shown, *which, window if marked else None, how.order),
        corpus_figures.tracks_figure(shown, *which, window, how.opened, how.order),
        corpus_figures.scatter_figure(shown, across, up, window, how.opened),
    ]


@remembered(4)
def drawing(file: Kept, filters: Filters, how: Looked) -> bytes:
    shown, summary = passing(file, filters), described(file, filters)
    windows = shown.windows.tolist()
    settings = shown.job.settings
    convention = settings.convention
    rows = [summary_rows(summary, at, how.variant, how.part) for at in range(len(windows))]
    head = {
        "file": "hierscope-corpus",
        "source": source_key(file),
        "windows": [finite(window) for window in windows],
        "window_texts": [convention.describe_window(window) for window in windows],
        "frames": settings.describe_frames(),
        "score": BY_KEY[how.variant].symbol(how.part),
        "variant": BY_KEY[how.variant].variant,
        "numbers": rows,
        "methods": list(shown.rows_by_method),
    }
    return pack(head, figures=shipped(figures(file, filters, how, DEFAULT_WINDOW)))


@remembered(8)
def losses_drawing(file: Kept, filters: Filters, variant: str, window: float) -> bytes:
    figure = corpus_figures.losses_figure(passing(file, filters), variant, window)
    return pack({"file": "hierscope-corpus-losses"}, figures=shipped([figure]))


@remembered(4, spinner="Comparing the methods …")
def compared(file: Kept, filters: Filters, variant: str, part: Part) -> Comparison:
    return compare(passing(file, filters), variant, part)


@remembered(8)
def better_drawing(file: Kept, filters: Filters, variant: str, part: Part, window: float) -> bytes:
    comparison = compared(file, filters, variant, part)
    figure = corpus_figures.better_figure(passing(file, filters), comparison, window)
    return pack({"file": "hierscope-corpus-tests"}, figures=shipped([figure]))


@remembered(8)
def segments_drawing(file: Kept, filters: Filters, window: float) -> bytes:
    figure = corpus_figures.segments_figure(segment_spread(passing(file, filters)), window)
    return pack({"file": "hierscope-corpus-segments"}, figures=shipped([figure]))


def source_key(file: Kept) -> str:
    return hashlib.sha256(repr(file).encode()).hexdigest()[:16]
