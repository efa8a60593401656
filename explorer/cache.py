"""What is computed once and kept: the only wrappers around Streamlit's cache.

Keys are hierarchies (by digest), files and parameters, never big arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import streamlit as st

from core.errors import HierscopeError
from core.flat import FlatMetrics, flat_metrics
from core.hierarchy import Hierarchy
from core.io import Candidate, File, pack_pair, read, read_path, read_text, unpack_pair
from core.tmeasures import MIR_EVAL, VARIANTS, Convention, TMeasures, query_scores, score
from core.triplets import (
    DIRECTIONS,
    Blocks,
    Direction,
    Survey,
    Task,
    costliest,
    depth_matrices,
    survey,
    worst_queries,
)
from core.triplets.results import FloatArray
from core.windows import columns, sweep, whole_from
from explorer.components.messages import STRIP_COLUMNS, live_message
from explorer.inspection import LISTED, PIXELS, WORST, Question, Setup, Track, list_filter
from explorer.state import BY_NAME

DEFAULT_FRAME_SIZE = BY_NAME["frame_size"].default
KEYS: dict[str | type, Any] = {
    "core.hierarchy.Hierarchy": lambda hierarchy: hierarchy.digest,
    "core.tmeasures.conventions.Convention": repr,
}


Found = tuple[tuple[Candidate, ...], str]
"""What was found, or nothing and what is wrong: bad files are not parsed again at each rerun."""


@st.cache_data(max_entries=64, show_spinner="Reading …")
def candidates_in_files(files: tuple[tuple[str, bytes], ...]) -> Found:
    """Read uploaded files; see :func:`core.io.read`."""
    return _found(lambda: read([File(name, data) for name, data in files]))


@st.cache_data(max_entries=64, show_spinner=False)
def candidates_in_text(text: str, name: str) -> Found:
    """Read pasted text; see :func:`core.io.read_text`."""
    return _found(lambda: read_text(text, name))


@st.cache_data(max_entries=64, ttl=2, show_spinner=False)
def candidates_in_path(path: str) -> Found:
    """Read a file or folder named on the command line; see :func:`core.io.read_path`."""
    return _found(lambda: read_path(path))


@st.cache_data(max_entries=64, show_spinner=False)
def unpacked(text: str) -> tuple[Hierarchy, Hierarchy]:
    """Read a packed pair; see :func:`core.io.unpack_pair`."""
    return unpack_pair(text)


@st.cache_data(max_entries=64, show_spinner=False, hash_funcs=KEYS)
def packed(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Pack a pair for a link; empty for one that no link holds. See :func:`core.io.pack_pair`."""
    try:
        return pack_pair(reference, estimate)
    except HierscopeError:
        return ""


def _found(reader: Callable[[], tuple[Candidate, ...]]) -> Found:
    try:
        return reader(), ""
    except HierscopeError as error:
        return (), str(error)


@st.cache_data(max_entries=32, show_spinner=False, hash_funcs=KEYS)
def sweep_scores(
    reference: Hierarchy,
    estimate: Hierarchy,
    convention: Convention,
    frame_size: float,
    beta: float,
    extra: float,
) -> TMeasures:
    """Score a pair for every window of the slider, and for one extra window."""
    windows = sweep(reference.end, extra)
    return score(
        reference, estimate, windows, convention=convention, frame_size=frame_size, beta=beta
    )


@st.cache_data(max_entries=64, show_spinner=False, hash_funcs=KEYS)
def scores_at(
    reference: Hierarchy,
    estimate: Hierarchy,
    window: float,
    convention: Convention,
    frame_size: float,
    beta: float,
) -> TMeasures:
    """Score a pair for one window."""
    return score(
        reference, estimate, [window], convention=convention, frame_size=frame_size, beta=beta
    )


@st.cache_data(max_entries=64, show_spinner=False, hash_funcs=KEYS)
def flat(
    reference: Hierarchy, estimate: Hierarchy, reference_layer: int, estimate_layer: int
) -> FlatMetrics:
    """Flat metrics of a pair of layers."""
    return flat_metrics(reference, estimate, reference_layer, estimate_layer)


@st.cache_data(max_entries=16, show_spinner=False, hash_funcs=KEYS)
def live_view(
    reference: Hierarchy,
    estimate: Hierarchy,
    convention: Convention,
    frame_size: float,
    beta: float,
    extra: float,
    shown: tuple[float, float],
    start: dict[str, Any],
) -> bytes:
    """Everything that the live view draws, packed."""
    result = sweep_scores(reference, estimate, convention, frame_size, beta, extra)
    default = convention == MIR_EVAL and frame_size == DEFAULT_FRAME_SIZE
    baseline = (
        None
        if default
        else sweep_scores(reference, estimate, MIR_EVAL, DEFAULT_FRAME_SIZE, beta, extra)
    )
    strips = query_scores(
        reference,
        estimate,
        result.windows,
        convention=convention,
        frame_size=frame_size,
        queries=columns(*shown, STRIP_COLUMNS),
    )
    return live_message(
        reference,
        estimate,
        result,
        strips,
        shown=shown,
        frame_size=frame_size,
        baseline=baseline,
        start=start,
        depths=_depths(reference, estimate, convention, frame_size)
        if start["mode"] == "triplets"
        else None,
    )


@st.cache_resource(max_entries=48, show_spinner=False, hash_funcs=KEYS)
def _survey(
    reference: Hierarchy,
    estimate: Hierarchy,
    convention: Convention,
    frame_size: float,
    window: float,
    variant: str,
    direction: Direction,
    pixels: int,
) -> Survey:
    """Where a track loses; frozen, so that all may share it."""
    setup = Setup(reference, estimate, convention, frame_size)
    return survey(setup.task(window, variant, direction), pixels=pixels)


@st.cache_resource(max_entries=64, show_spinner=False, hash_funcs=KEYS)
def _listed(
    reference: Hierarchy,
    estimate: Hierarchy,
    convention: Convention,
    frame_size: float,
    state: dict[str, Any],
) -> tuple[Blocks, FloatArray]:
    """The costliest blocks that pass the filters, and the worst queries."""
    pair = reference, estimate, convention, frame_size
    found = _survey(*pair, state["window"], state["variant"], state["direction"], PIXELS)
    # A screen has room for that many places.
    worst = worst_queries(found, WORST, apart=max(1.0, reference.end / 40))
    task = Setup(*pair).task_of(state)
    return costliest(task, LISTED, list_filter(state), merge=True), worst


def track(setup: Setup, question: Question) -> Track:
    """What is lost over a whole track; with `question.whole` also the costliest blocks."""
    state = question.state
    pair = setup.reference, setup.estimate, setup.convention, setup.frame_size
    splits = {}
    for variant in VARIANTS:
        for direction in DIRECTIONS:
            chosen = (variant, direction) == (state["variant"], state["direction"])
            pixels = PIXELS if chosen and question.whole else 0
            splits[variant, direction] = _survey(*pair, state["window"], variant, direction, pixels)
    if not question.whole:
        return Track(splits, None, None)
    named = {
        name: state[name]
        for name in ("window", "variant", "direction", "outcome", "layers", "region")
    }
    return Track(splits, *_listed(*pair, named))


@st.cache_data(max_entries=16, show_spinner=False, hash_funcs=KEYS)
def _depths(
    reference: Hierarchy, estimate: Hierarchy, convention: Convention, frame_size: float
) -> tuple[FloatArray, FloatArray]:
    task = Task(reference, estimate, convention=convention, frame_size=frame_size)
    return depth_matrices(task, PIXELS)


def effective_window(reference: Hierarchy, window: float) -> float:
    """Give the window that is scored: infinity where it holds the whole track anyway."""
    return math.inf if window >= whole_from(reference.end) else window


def extra_window(reference: Hierarchy, window: float) -> float:
    """Give the window if the slider lacks it, else infinity: what caches are keyed on."""
    wanted = effective_window(reference, window)
    return math.inf if wanted in sweep(reference.end) else wanted
