"""What the view asks about triplets move by move, and the core's answer; no Streamlit here."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.hierarchy import Hierarchy
from core.tmeasures import Convention
from core.triplets import (
    DIRECTIONS,
    LOST,
    Blocks,
    Direction,
    Filter,
    QueryBlocks,
    QuerySweep,
    Survey,
    Task,
    costliest,
    depth_extents,
    query_blocks,
    query_sweep,
    survey,
    worst_queries,
)
from core.triplets.results import FloatArray
from explorer.state import BY_NAME, VARIANTS

ASKED = ("window", "variant", "direction", "listed", "outcome", "layers", "region", "marks")
"""The parameters that a question carries."""

LISTED = 60
"""How many blocks are listed."""

PIXELS = 180
"""The side of the table of queries against i and j."""


@dataclass(frozen=True)
class Question:
    """What is on screen as a question is asked.

    Parameters
    ----------
    query : float
        Seconds.
    state : dict
        The parameters of :data:`ASKED`.
    chosen : (int, int) or None
        The runs of a block that was picked from the list; None for the costliest.
    shown : (float, float)
        The stretch of time on screen, in seconds.
    whole : bool
        Whether to look at the whole track too.
    held : str
        Which answer about the whole track the browser has.
    """

    query: float
    state: Mapping[str, Any]
    chosen: tuple[int, int] | None = None
    shown: tuple[float, float] = (0.0, math.inf)
    whole: bool = False
    held: str = ""


@dataclass(frozen=True, eq=False)
class Track:
    """What is lost over the whole track; the same for every query.

    Parameters
    ----------
    splits : dict of Survey
        By variant and direction.
    costliest : Blocks or None
        The costliest blocks that pass the filters, merged.
    worst : ndarray or None
        See :func:`core.triplets.worst_queries`.
    """

    splits: dict[tuple[str, Direction], Survey]
    costliest: Blocks | None
    worst: FloatArray | None


@dataclass(frozen=True, eq=False)
class Inspection:
    """The answer: the triplets of one query, and of the whole track.

    Parameters
    ----------
    question : Question
    track : Track
    query : float
        Seconds; with frames, where the query's frame begins.
    sweep : QuerySweep
        Of the query, for every window of the slider.
    extents : (ndarray, ndarray)
        See :func:`core.triplets.depth_extents`.
    blocks : QueryBlocks or None
        Of the query, as far as they pass the filters, where these are listed.
    """

    question: Question
    track: Track
    query: float
    sweep: QuerySweep
    extents: tuple[FloatArray, FloatArray]
    blocks: QueryBlocks | None


def read_state(said: Mapping[str, Any]) -> dict[str, Any]:
    """Read the parameters that a question from the browser carries; what is wrong is left out."""
    values = {}
    for name in ASKED:
        try:
            values[name] = BY_NAME[name].parse(said["state"][name])
        except (KeyError, ValueError):
            continue
    return values


def read_question(said: Mapping[str, Any], state: Mapping[str, Any], end: float) -> Question:
    """Take a question as the browser asked it.

    Parameters
    ----------
    said : mapping
        With `query`, and perhaps `chosen`, `shown`, `whole`.
    state : mapping
        The parameters of :data:`ASKED`.
    end : float
        Of the track, in seconds.
    """
    chosen = said.get("chosen")
    start, stop = said.get("shown") or (0.0, end)
    return Question(
        min(max(said["query"], 0.0), end),
        state,
        (int(chosen[0]), int(chosen[1])) if chosen else None,
        (start, stop) if 0.0 <= start < stop <= end else (0.0, end),
        bool(said.get("whole")),
        str(said.get("held")),
    )


def look_at_track(
    reference: Hierarchy,
    estimate: Hierarchy,
    convention: Convention,
    frame_size: float,
    state: Mapping[str, Any],
    whole: bool,
) -> Track:
    """Survey an aligned pair; with `whole` also list its costliest blocks and worst queries."""
    pair = reference, estimate, convention, frame_size
    splits = {
        (variant, direction): survey(
            _task(*pair, {**state, "variant": variant, "direction": direction}),
            pixels=PIXELS if whole else 0,
        )
        for variant in VARIANTS
        for direction in DIRECTIONS
    }
    if not whole:
        return Track(splits, None, None)
    return Track(
        splits,
        costliest(_task(*pair, state), LISTED, list_filter(state), merge=True),
        worst_queries(splits[state["variant"], state["direction"]], 12),
    )


def inspect(
    reference: Hierarchy,
    estimate: Hierarchy,
    convention: Convention,
    frame_size: float,
    question: Question,
    windows: FloatArray,
    track: Track,
) -> Inspection:
    """Answer a question about an aligned pair; see :func:`look_at_track` for `track`."""
    state = question.state
    task = _task(reference, estimate, convention, frame_size, state)
    only = list_filter(state)
    # A region of queries restricts what is listed, not what is shown of the query in hand.
    of_queries = only.region if only.region and only.region[0] == "query" else None
    shown = replace(only, region=None) if of_queries else only
    query = task.own_time(question.query)
    listed = (
        question.whole
        and state["listed"] == "query"
        and (of_queries is None or of_queries[1] <= query < of_queries[2])
    )
    return Inspection(
        question,
        track,
        query,
        query_sweep(task, query, windows, shown, question.chosen),
        depth_extents(task, query),
        query_blocks(task, query, shown) if listed else None,
    )


def blocks_of_query(
    reference: Hierarchy,
    estimate: Hierarchy,
    convention: Convention,
    frame_size: float,
    state: Mapping[str, Any],
    query: float,
) -> Blocks:
    """Give all blocks of one query that pass the filters, for a file."""
    task = _task(reference, estimate, convention, frame_size, state)
    return query_blocks(task, min(query, reference.end), list_filter(state)).blocks


def blocks_of_track(
    reference: Hierarchy,
    estimate: Hierarchy,
    convention: Convention,
    frame_size: float,
    state: Mapping[str, Any],
) -> Blocks:
    """Give the costliest blocks of the track that pass the filters, merged, for a file."""
    task = _task(reference, estimate, convention, frame_size, state)
    return costliest(task, 1000, list_filter(state), merge=True)


def costliest_query(
    reference: Hierarchy,
    estimate: Hierarchy,
    convention: Convention,
    frame_size: float,
    state: Mapping[str, Any],
    otherwise: float,
) -> float:
    """Give the query of the track's costliest block, in seconds; `otherwise` if nothing is lost."""
    task = _task(reference, estimate, convention, frame_size, state)
    first = costliest(task, 1, merge=True)
    return float(first.query[0]) if len(first) else otherwise


def _task(
    reference: Hierarchy,
    estimate: Hierarchy,
    convention: Convention,
    frame_size: float,
    state: Mapping[str, Any],
) -> Task:
    return Task(
        reference,
        estimate,
        state["window"],
        state["direction"],
        state["variant"] == "full",
        convention,
        frame_size,
    )


def list_filter(state: Mapping[str, Any]) -> Filter:
    """Give the filter that the parameters say."""
    depths = [None if depth == "any" else int(depth) for depth in state["layers"].split("-")]
    region = None
    if state["region"]:
        role, _, stretch = state["region"].partition(":")
        start, _, end = stretch.partition("-")
        region = (role, float(start), float(end))
    outcomes = LOST if state["outcome"] == "lost" else (state["outcome"],)
    return Filter(outcomes, (depths[0], depths[1]), region)
