"""Results of a pair that are computed once and remembered.

Keys are hierarchies (by digest), files and parameters, never big arrays. Hierarchies are frozen, so
the originals are stored, not copies: they also store derived values, such as their digest.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from core import refining
from core.agreement import Agreement
from core.agreement.matrix import MOST_ANNOTATORS, agreement
from core.align import align
from core.errors import HierscopeError, ScoreError
from core.files.access import without_places
from core.flat.grid import flat_grid
from core.flat.pair import flat_metrics
from core.hierarchy import Hierarchy, Pair
from core.io import Candidate, Choices, File, file_names, load_path, read, read_path, read_text
from core.io.link import Linked, ReadAs, pack_link, unpack_link, unpack_pair
from core.settings import Settings
from core.tmeasures import TMeasures, score
from explorer.messages.inspection import Setup, too_long
from explorer.messages.pair import live_message
from explorer.session.remembered import remembered

KEYS: dict[str | type, Any] = {
    "core.hierarchy.Hierarchy": lambda hierarchy: hierarchy.digest,
    "core.settings.Settings": repr,
    "explorer.messages.inspection.Setup": lambda setup: (
        *(side.digest for side in setup.pair),
        *(repr(setup.settings), setup.extra),
    ),
}

Candidates = tuple[tuple[Candidate, ...], str]
"""Annotations, or none and the problem, so that bad files are not parsed again at each rerun."""


@remembered(64, spinner="Reading …")
def candidates_in_files(files: tuple[tuple[str, bytes], ...], choices: Choices) -> Candidates:
    return _candidates(lambda: read([File(name, data) for name, data in files], choices=choices))


@remembered(64)
def candidates_in_text(text: str, name: str, choices: Choices) -> Candidates:
    return _candidates(lambda: read_text(text, name, choices=choices))


@st.cache_resource(max_entries=64, ttl=2, show_spinner=False)
def candidates_in_path(path: str, choices: Choices) -> Candidates:
    """Read a file or folder named on the command line; see :func:`core.io.read_path`."""
    return _candidates(lambda: read_path(path, choices=choices))


@remembered(64)
def names_of_files(kind: str, content: Any) -> tuple[str, ...]:
    """List uploaded files, or those at a path; empty if they can't be listed."""
    if kind not in ("files", "path"):
        return ()
    try:
        files = load_path(Path(content))[0] if kind == "path" else [File(*file) for file in content]
        return file_names(files)
    except HierscopeError:
        return ()


unpacked = remembered(64)(unpack_pair)
linked = remembered(64)(unpack_link)
repaired = remembered(64, spinner="Repairing …", keys=KEYS)(refining.refine)
aligned = remembered(64, keys=KEYS)(align)
flat = remembered(64, keys=KEYS)(flat_metrics)
flat_layers = remembered(16, spinner="Comparing layers …", keys=KEYS)(flat_grid)


@remembered(64, keys=KEYS)
def packed(
    reference: Hierarchy,
    estimate: Hierarchy,
    readings: tuple[ReadAs, ReadAs] = (ReadAs(), ReadAs()),
) -> tuple[str, str]:
    """Pack a pair for a link, or return the problem; see :func:`core.io.link.pack_link`."""
    try:
        return pack_link(Linked(Pair(reference, estimate), readings)), ""
    except HierscopeError as error:
        return "", str(error)


@remembered(64, keys=KEYS)
def split_labels(hierarchy: Hierarchy) -> tuple[refining.Split, ...]:
    """Labels that occur under several labels above; only for nested hierarchies."""
    return () if hierarchy.missing else tuple(refining.split_labels(hierarchy))


def _candidates(reader: Callable[[], tuple[Candidate, ...]]) -> Candidates:
    try:
        return reader(), ""
    except HierscopeError as error:
        return (), without_places(str(error))


def _refuse_long(setup: Setup) -> None:
    if problem := too_long(*setup.pair, setup.settings):
        raise ScoreError(problem)


@remembered(32, keys=KEYS)
def sweep_scores(setup: Setup) -> TMeasures:
    _refuse_long(setup)
    return setup.scores()


@remembered(64, keys=KEYS)
def scores_at(setup: Setup, window: float) -> TMeasures:
    """Score a pair for one window; refuse pairs that would take too long at all windows."""
    _refuse_long(setup)
    return score(*setup.pair, [window], settings=setup.settings)


@remembered(16, spinner="Comparing annotators …", keys=KEYS)
def annotators(
    names: tuple[str, ...],
    hierarchies: tuple[Hierarchy, ...],
    estimates: tuple[Hierarchy, ...],
    window: float,
    settings: Settings,
) -> Agreement:
    """Score all annotators of a file against each other, and estimates against all of them."""
    for reference in hierarchies[:MOST_ANNOTATORS]:
        for estimate in (*hierarchies[:MOST_ANNOTATORS], *estimates):
            _refuse_long(Setup(reference, estimate, settings))
    return agreement(
        list(zip(names, hierarchies, strict=True)),
        [window],
        estimates=[(estimate.name or "estimate", estimate) for estimate in estimates],
        settings=settings,
    )


@remembered(16, keys=KEYS)
def live_view(
    setup: Setup,
    how: dict[str, str],
    start: dict[str, Any],
    as_read: Pair | None,
) -> bytes:
    """Everything that the live view draws without a question, packed."""
    return live_message(setup, sweep_scores, how, start, as_read)
