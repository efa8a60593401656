"""What the view asks about triplets move by move, and the core's answer; no Streamlit here."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from core.effects import Variant
from core.hierarchy import Hierarchy
from core.tmeasures import Convention
from core.triplets import (
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
)
from core.triplets.results import FloatArray
from explorer.state import BY_NAME

ASKED = ("window", "variant", "direction", "listed", "outcome", "layers", "region", "marks")
"""The parameters that a question carries."""

FILTERS = {name: BY_NAME[name].default for name in ("listed", "outcome", "layers", "region")}
"""The parameters that restrict a list, and what lifts the restriction."""

LISTED = 60
"""How many blocks are listed."""

WORST = 12
"""How many of the worst queries are named."""

PIXELS = 180
"""The side of the table of queries against i and j."""


@dataclass(frozen=True)
class Setup:
    """An aligned pair, and how it is scored.

    Parameters
    ----------
    reference, estimate : Hierarchy
    convention : Convention
    frame_size : float
        Seconds.
    """

    reference: Hierarchy
    estimate: Hierarchy
    convention: Convention
    frame_size: float

    def task(self, window: float, variant: str, direction: Direction) -> Task:
        """Pose a question to the core."""
        return Task(
            self.reference,
            self.estimate,
            window,
            direction,
            variant == "full",
            self.convention,
            self.frame_size,
        )

    def task_of(self, state: Mapping[str, Any]) -> Task:
        """Pose the question that parameters say."""
        return self.task(state["window"], state["variant"], state["direction"])


@dataclass(frozen=True)
class Question:
    """What is on screen as a question is asked.

    Parameters
    ----------
    query : float
        Seconds.
    state : dict
        The parameters of :data:`ASKED`.
    shown : (float, float)
        The stretch of time on screen, in seconds.
    chosen : (int, int) or None
        The runs of a block that was picked from the list; None for the costliest.
    whole : bool
        Whether to look at the whole track too.
    held : str
        Which answer about the whole track the browser has.
    """

    query: float
    state: Mapping[str, Any]
    shown: tuple[float, float]
    chosen: tuple[int, int] | None = None
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

    splits: dict[tuple[Variant, Direction], Survey]
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
        Seconds; with frames, the name of the query's frame, see :class:`core.triplets.Blocks`.
    score_time : float
        By which :func:`core.tmeasures.query_scores` knows it.
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
    score_time: float
    sweep: QuerySweep
    extents: tuple[FloatArray, FloatArray]
    blocks: QueryBlocks | None


def read_state(said: object) -> dict[str, Any]:
    """Read the parameters that a message from the browser carries; what is wrong is left out."""
    values = {}
    for name in ASKED:
        text = said.get(name) if isinstance(said, dict) else None
        if isinstance(text, str):
            with suppress(ValueError):
                values[name] = BY_NAME[name].parse(text)
    return values


def read_question(said: object, state: Mapping[str, Any], query: float, end: float) -> Question:
    """Take a question as the browser asked it; what is wrong with it is left out.

    Parameters
    ----------
    said : object
        Should be a dict with `query`, and perhaps `chosen`, `shown`, `whole`, `held`.
    state : mapping
        The parameters of :data:`ASKED`.
    query : float
        Seconds; where no other is asked for.
    end : float
        Of the track, in seconds.
    """
    asked = said if isinstance(said, dict) else {}
    numbers = _numbers(asked.get("chosen"), 2)
    shown = _numbers(asked.get("shown"), 2)
    return Question(
        min(max(*(_numbers([asked.get("query")], 1) or [query]), 0.0), end),
        state,
        (shown[0], shown[1]) if shown and 0.0 <= shown[0] < shown[1] <= end else (0.0, end),
        (int(numbers[0]), int(numbers[1])) if numbers and max(map(abs, numbers)) < 1e6 else None,
        asked.get("whole") is True,
        str(asked.get("held")),
    )


def _numbers(said: object, count: int) -> list[float] | None:
    """Take a list of so many finite numbers, or nothing."""
    if not isinstance(said, list) or len(said) != count:
        return None
    if not all(type(value) in (int, float) and math.isfinite(value) for value in said):
        return None
    return [float(value) for value in said]


def inspect(setup: Setup, question: Question, windows: FloatArray, track: Track) -> Inspection:
    """Answer a question about an aligned pair.

    Parameters
    ----------
    setup : Setup
    question : Question
    windows : ndarray, shape (w,)
        Those of the slider, in seconds.
    track : Track
    """
    state = question.state
    task = setup.task_of(state)
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
        task.score_time(query),
        query_sweep(task, query, windows, shown, question.chosen),
        depth_extents(task, query),
        query_blocks(task, query, shown) if listed else None,
    )


def blocks_of_query(setup: Setup, state: Mapping[str, Any], query: float) -> Blocks:
    """Give all blocks of one query that pass the filters, for a file."""
    query = min(query, setup.reference.end)
    return query_blocks(setup.task_of(state), query, list_filter(state)).blocks


def blocks_of_track(setup: Setup, state: Mapping[str, Any]) -> Blocks:
    """Give the costliest blocks of the track that pass the filters, merged, for a file."""
    return costliest(setup.task_of(state), 1000, list_filter(state), merge=True)


def costliest_query(setup: Setup, state: Mapping[str, Any], otherwise: float) -> float:
    """Give the query of the track's costliest block, in seconds; `otherwise` if nothing is lost."""
    first = costliest(setup.task_of(state), 1, merge=True)
    return float(first.query[0]) if len(first) else otherwise


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
