"""What is asked about the triplets of a pair, and what the core says; no Streamlit here."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from core.hierarchy import Hierarchy
from core.measures import MEASURES
from core.tmeasures import Convention, TMeasures, score
from core.tmeasures.problem import lacking_labels
from core.triplets import (
    LOST,
    ROLES,
    Blocks,
    Explanation,
    Filter,
    QueryBlocks,
    QuerySweep,
    Role,
    Survey,
    Task,
    TripletBlocks,
    beside,
    costliest,
    explain,
    query_blocks,
    survey,
    worst_queries,
)
from core.triplets.depths import depth_extents, label_stretches
from core.triplets.explaining import query_sweep
from core.vocabulary import DIRECTIONS, Direction, FloatArray
from core.windows import effective_window, extra_window, sweep
from explorer.messages.questions import Look
from explorer.state.pair import PairState

LISTED = 60  # how many blocks are listed

WORST = 12  # how many of the worst queries are named

FIRST_QUERY = 5.0  # where a pair begins of which nothing is lost, in seconds

_ROUNDING = 1e-9  # by how much less than 1 the mean of ones may be

PIXELS = 180  # the side of the table of queries against i and j


@dataclass(frozen=True)
class Setup:
    """An aligned pair, and how it is scored."""

    reference: Hierarchy
    estimate: Hierarchy
    convention: Convention
    frame_size: float  # seconds
    beta: float = 1.0
    extra: float = math.inf  # a window beside those of the slider

    @classmethod
    def of(cls, reference: Hierarchy, estimate: Hierarchy, state: PairState) -> Setup:
        """Take a pair to be scored as a state says."""
        extra = extra_window(reference.end, state.window)
        convention = state.chosen_convention()
        return cls(reference, estimate, convention, state.frame_size, state.beta, extra)

    @property
    def pair(self) -> tuple[Hierarchy, Hierarchy]:
        return self.reference, self.estimate

    @property
    def windows(self) -> FloatArray:
        return sweep(self.reference.end, self.extra)

    @property
    def frames(self) -> dict[str, Any]:
        """Give the convention and its frames, as the core takes them."""
        return {"convention": self.convention, "frame_size": self.frame_size}

    @property
    def how(self) -> dict[str, Any]:
        """Give how scores are computed, as the core takes it."""
        return self.frames | {"beta": self.beta}

    def scores(self) -> TMeasures:
        return score(*self.pair, self.windows, **self.how)

    @property
    def measures(self) -> tuple[str, ...]:
        """Give the keys of the measures whose triplets the pair has."""
        lack = lacking_labels(*self.pair)
        return tuple(
            each.key
            for each in MEASURES
            if each.has_triplets and not (lack and each.needs == "labels")
        )

    def inspected(self, state: PairState) -> str:
        """Give the key of the measure whose triplets are looked into."""
        return state.inspected if state.inspected in self.measures else state.explained_variant

    def task(self, window: float, measure: str, direction: Direction) -> Task:
        return Task(
            self.reference,
            self.estimate,
            window,
            direction,
            measure,
            self.convention,
            self.frame_size,
        )

    def task_of(self, state: PairState) -> Task:
        return self.task(state.window, self.inspected(state), state.direction)


@dataclass(frozen=True, eq=False)
class Track:
    """What is lost over the whole track; the same for every query."""

    splits: dict[tuple[str, Direction], Survey]  # by the key of a measure, and direction
    costliest: Blocks | None = None  # the costliest blocks that pass the filters, merged
    worst: FloatArray | None = None  # see :func:`core.triplets.worst_queries`
    beside: str = ""  # what labels change, where the measure that is chosen compares them


Whole = Literal["lost", "agree", "none"]
"""What becomes of the triplets of a whole track: any is lost, all agree, or there is none."""


@dataclass(frozen=True, eq=False)
class Inspection:
    """The answer: the triplets of one query."""

    question: Look
    query: float
    """Seconds; with frames, the name of the query's frame, see :class:`core.triplets.Blocks`."""
    score_time: float  # by which :func:`core.tmeasures.query_scores` knows it
    found: QuerySweep  # of the query, for the one window
    extents: list[list[list[list[float]]]]
    """For the reference and for the estimate, for each layer, the stretches that meet the query
    there: see :func:`core.triplets.depth_extents`, and :func:`core.triplets.label_stretches`."""
    blocks: QueryBlocks | None
    """Of the query, as far as they pass the filters, where these are listed."""
    whole: Whole  # whether any triplet of the whole track is lost, all agree, or there is none
    told: Explanation | None  # of the one triplet that is asked about


def inspect(
    setup: Setup, question: Look, before_track: Callable[[], None] = lambda: None
) -> Inspection:
    """Look at the triplets of one query."""
    state = question.state
    task = setup.task_of(state)
    only = list_filter(state)
    # A region of queries restricts what is listed, not what is shown of the query in hand.
    of_queries = only.region if only.region and only.region[0] == "query" else None
    shown = replace(only, region=None) if of_queries else only
    query = task.own_time(question.query)
    listed = (
        question.track == "whole"
        and state.listed == "query"
        and (of_queries is None or of_queries[1] <= query < of_queries[2])
    )
    found = query_sweep(task, query, [state.window], shown, question.chosen)
    _, tie, inverted = found.counts[0].tolist()
    if tie + inverted == 0:
        before_track()
    return Inspection(
        question,
        query,
        task.score_time(query),
        found,
        _extents(task, query),
        query_blocks(task, query, shown) if listed else None,
        "lost" if tie + inverted > 0 else _whole(task),
        explain(task, query, *question.triplet) if question.triplet else None,
    )


def _extents(task: Task, query: float) -> list[list[list[list[float]]]]:
    """Give for each side and layer the stretches that meet a query there."""
    if task.of_labels:
        return [[rows.tolist() for rows in side] for side in label_stretches(task, query)]
    return [[[row] for row in side.tolist()[1:]] for side in depth_extents(task, query)]


def _whole(task: Task) -> Whole:
    """Say what becomes of the triplets of a whole track."""
    if task.counted == 0:
        return "none"
    every = task.convention.most(task.counted)
    # Without frames a block may lie between the queries that are listed: the score has it.
    lost = every - task.outcome[0] > _ROUNDING or len(costliest(task, 1)) > 0
    return "lost" if lost else "agree"


def look_at_track(setup: Setup, question: Look, go_on: Callable[[], None] = lambda: None) -> Track:
    """Look at what is lost over the whole track, as far as is asked.

    `go_on` is called between steps, and may raise.
    """
    state = question.state
    whole = question.track == "whole"
    inspected = setup.inspected(state)
    splits = {}
    # Beside the list, only the measure that is chosen is told about.
    for measure in [inspected] if whole else setup.measures:
        for direction in DIRECTIONS:
            go_on()
            task = setup.task(state.window, measure, direction)
            pixels = PIXELS if whole and direction == state.direction else 0
            splits[measure, direction] = survey(task, pixels=pixels)
    task = setup.task_of(state)
    told = ""
    if task.of_labels:
        told = beside(*setup.pair, task.window, **setup.frames).sentence
    if not whole:
        return Track(splits, beside=told)
    # A screen has room for that many places.
    apart = max(1.0, setup.reference.end / 40)
    go_on()
    worst = worst_queries(splits[inspected, state.direction], WORST, apart=apart)
    return Track(splits, costliest(task, LISTED, list_filter(state), merge=True), worst, told)


def blocks_of_query(setup: Setup, state: PairState, query: float) -> TripletBlocks:
    """Give all blocks of one query that pass the filters, for a file."""
    task = setup.task_of(state)
    query = min(query, setup.reference.end)
    return TripletBlocks(task, query_blocks(task, query, list_filter(state)).blocks)


def blocks_of_track(setup: Setup, state: PairState) -> TripletBlocks:
    """Give the costliest blocks of the track that pass the filters, merged, for a file."""
    task = setup.task_of(state)
    blocks = costliest(task, 1000, list_filter(state), merge=True)
    return TripletBlocks(task, blocks, merge=True)


def costliest_query(setup: Setup, state: PairState, otherwise: float) -> float:
    """Give the query of the track's costliest block, in seconds; `otherwise` if nothing is lost.

    To the microsecond, as addresses have it, and never before it: that would be the frame before.
    """
    window = effective_window(setup.reference.end, state.window)
    first = costliest(setup.task_of(state.copy(window=window)), 1, merge=True)
    return math.ceil(1e6 * float(first.query[0]) - 1e-3) / 1e6 if len(first) else otherwise


def first_look(setup: Setup, state: PairState) -> dict[str, Any]:
    """Say where to look at a pair first: where a block is lost that costs most.

    Of the direction with the lower score, if any of its triplets is lost; else of the other.
    """
    window = effective_window(setup.reference.end, state.window)
    directions = sorted(
        DIRECTIONS,
        key=lambda each: setup.task(window, setup.inspected(state), each).outcome[0],
    )
    for direction in directions:
        query = costliest_query(setup, state.copy(direction=direction), -1.0)
        if query >= 0:
            return {"direction": direction, "query": query}
    return {"direction": state.direction, "query": min(FIRST_QUERY, setup.reference.end)}


def list_filter(state: PairState) -> Filter:
    """Give the filter that a state says."""
    depths = [None if depth == "any" else int(depth) for depth in state.layers.split("-")]
    region: tuple[Role, float, float] | None = None
    for role in ROLES:
        if state.region.startswith(f"{role}:"):
            start, _, end = state.region.removeprefix(f"{role}:").partition("-")
            region = (role, float(start), float(end))
    outcomes = LOST if state.outcome == "lost" else (state.outcome,)
    return Filter(outcomes, (depths[0], depths[1]), region)
