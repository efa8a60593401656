"""Settings for scoring and inspecting a pair, what takes too long, and the first query to show."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.hierarchy import Hierarchy, Pair
from core.measures import MEASURES
from core.settings import DEFAULT, Settings
from core.tmeasures import TMeasures, score
from core.tmeasures.problem import lacking_labels
from core.triplets import Blocks, TripletBlocks
from core.triplets.blocks import ROLES, Filter, Role, costliest, query_blocks
from core.triplets.explaining import query_sweep
from core.triplets.results import LOST
from core.triplets.task import Task
from core.vocabulary import DIRECTIONS, Direction, FloatArray
from core.windows import effective_window, extra_window, sweep
from explorer.state.pair import PairState

FIRST_QUERY = 5.0  # seconds: the first query if a pair has no losses
FIRST_BLOCKS = 20  # how many of the costliest blocks may provide the first query
LEGIBLE = 24 / 1100  # least distance between drawn q, i and j, as a share of the track
CLEAR = 12 / 1100  # least distance of each from boundaries, in the same way


@dataclass(frozen=True)
class Setup:
    reference: Hierarchy
    estimate: Hierarchy
    settings: Settings = DEFAULT
    extra: float | None = None  # a window in addition to the slider's

    @classmethod
    def of(cls, reference: Hierarchy, estimate: Hierarchy, state: PairState) -> Setup:
        extra = extra_window(reference.end, state.window)
        return cls(reference, estimate, state.settings, extra)

    @property
    def pair(self) -> Pair:
        return Pair(self.reference, self.estimate)

    @property
    def windows(self) -> FloatArray:
        return sweep(self.reference.end, self.extra)

    def scores(self) -> TMeasures:
        return score(*self.pair, self.windows, settings=self.settings)

    @property
    def measures(self) -> tuple[str, ...]:
        lack = lacking_labels(*self.pair)
        return tuple(
            measure.key
            for measure in MEASURES
            if measure.has_triplets and not (lack and measure.needs == "labels")
        )

    def inspected(self, state: PairState) -> str:
        return state.inspected if state.inspected in self.measures else state.explained_variant

    def task(self, window: float, measure: str, direction: Direction) -> Task:
        return Task(*self.pair, window, direction, measure, self.settings)

    def task_of(self, state: PairState) -> Task:
        return self.task(state.window, self.inspected(state), state.direction)


def blocks_of_query(setup: Setup, state: PairState, query: float) -> TripletBlocks:
    task = setup.task_of(state)
    query = min(query, setup.reference.end)
    return TripletBlocks(task, query_blocks(task, query, list_filter(state)).blocks)


def blocks_of_track(setup: Setup, state: PairState) -> TripletBlocks:
    task = setup.task_of(state)
    blocks = costliest(task, 1000, list_filter(state), merge=True)
    return TripletBlocks(task, blocks, merge=True)


def costliest_query(setup: Setup, state: PairState, otherwise: float) -> float:
    window = effective_window(setup.reference.end, state.window)
    task = setup.task_of(state.copy(window=window))
    first = costliest(task, 1, merge=True)
    return _exact(float(middles(task, first)[0])) if len(first) else otherwise


def middles(task: Task, blocks: Blocks) -> FloatArray:
    """Return the middle of the queries of each merged block, where q is far from boundaries."""
    return np.array([task.own_time(time) for time in blocks.queries.mean(axis=1).tolist()])


def _exact(query: float) -> float:
    """Round a time up to a microsecond, as in addresses; down would be the frame before."""
    return math.ceil(1e6 * query - 1e-3) / 1e6


def legible_query(setup: Setup, state: PairState, otherwise: float) -> float:
    """Return the middle of a costly block, with q, i and j well apart, and away from boundaries.

    If there is none, return the middle of the costliest; `otherwise` if nothing is lost.
    """
    end = setup.reference.end
    window = effective_window(end, state.window)
    task = setup.task_of(state.copy(window=window))
    blocks = costliest(task, FIRST_BLOCKS, merge=True)
    queries = [_exact(query) for query in middles(task, blocks).tolist()]
    edges = np.unique(np.concatenate([*setup.reference.boundaries, *setup.estimate.boundaries]))
    for query in queries:
        for drawn in query_sweep(task, query, [window]).explanations:
            times = np.sort([drawn.q, drawn.i, drawn.j])
            apart, clear = np.diff(times), np.abs(times[:, np.newaxis] - edges)
            if apart.min() >= LEGIBLE * end and clear.min() >= CLEAR * end:
                return query
    return queries[0] if queries else otherwise


def first_look(setup: Setup, state: PairState) -> dict[str, Any]:
    """Return the first query and direction: a costly block, preferably of the lower score."""
    window, measure = effective_window(setup.reference.end, state.window), setup.inspected(state)
    by_score = sorted(DIRECTIONS, key=lambda side: setup.task(window, measure, side).outcome[0])
    for direction in by_score:
        query = legible_query(setup, state.copy(direction=direction), -1.0)
        if query >= 0:
            return {"direction": direction, "query": query}
    return {"direction": state.direction, "query": min(FIRST_QUERY, setup.reference.end)}


def list_filter(state: PairState) -> Filter:
    depths = [None if depth == "any" else int(depth) for depth in state.layers.split("-")]
    region: tuple[Role, float, float] | None = None
    for role in ROLES:
        if state.region.startswith(f"{role}:"):
            start, _, end = state.region.removeprefix(f"{role}:").partition("-")
            region = (role, float(start), float(end))
    outcomes = LOST if state.outcome == "lost" else (state.outcome,)
    return Filter(outcomes, (depths[0], depths[1]), region)


MOST_WORK = 25e6
"""Most frames x layers: all windows take two seconds on one core."""

MOST_ROTATED = 0.02
"""Most work of a pair, as a share of the limit, whose estimate is also scored a hundred times."""

MOST_FRAMELESS = 12_000
"""Most segments of both sides without frames, where time grows with their square."""

MOST_MOMENTS = 1.2e7
"""Most times of one side x times of the other x layers: a diagnosis takes five seconds."""


def too_long(reference: Hierarchy, estimate: Hierarchy, settings: Settings) -> str:
    """Return advice if scoring a pair would take too long, else an empty text."""
    if work(reference, estimate, settings) <= 1:
        return ""
    if settings.convention.frameless:
        return "This would take too long: use frames, or fewer segments."
    return "This would take too long: use longer frames, or fewer layers. Are the times in seconds?"


def too_long_for_chance(setup: Setup) -> bool:
    """Whether scoring a hundred rotated estimates at all windows would take too long."""
    return work(*setup.pair, setup.settings) > MOST_ROTATED or bool(
        too_long_to_explain(*setup.pair)
    )


def too_long_to_explain(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Return a message if a diagnosis would take too long, else an empty text."""
    sides = [np.unique(np.concatenate(side.boundaries)).size for side in (reference, estimate)]
    layers = len(reference.layers) + len(estimate.layers)
    if sides[0] * sides[1] * layers <= MOST_MOMENTS:
        return ""
    return (
        "The main cause was not computed: this pair has too many boundaries to search while you "
        "wait. The command hierscope diagnose computes it."
    )


def work(reference: Hierarchy, estimate: Hierarchy, settings: Settings) -> float:
    """Return the time of scoring as a share of the limit."""
    layers = (*reference.layers, *estimate.layers)
    if settings.convention.frameless:
        segments: int = sum(len(layer.labels) for layer in layers)
        return (segments / MOST_FRAMELESS) ** 2
    return reference.end / settings.frame_size * len(layers) / MOST_WORK
