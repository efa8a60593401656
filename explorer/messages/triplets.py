"""Build messages about triplets: drawn triplets, lists of blocks and losses of the track."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from core.measures import BY_KEY
from core.tmeasures import Convention
from core.triplets import Blocks
from core.triplets.beside import beside
from core.triplets.blocks import Filter, costliest, query_blocks, survey
from core.triplets.explaining import answers, explain, moments, query_sweep, reasons, verdict
from core.triplets.results import OUTCOME_NAMES, Explanation, QuerySweep, Survey
from core.triplets.task import Task
from core.vocabulary import DIRECTIONS, Direction
from explorer.messages.inspection import Setup, list_filter, middles
from explorer.messages.pack import Answer
from explorer.messages.questions import Draw, Look, within
from explorer.messages.score_words import SIDES_OF
from explorer.state.pair import PairState

LISTED = 60  # how many blocks are listed
PIXELS = 180  # the side of the table of queries against i and j
_ROUNDING = 1e-9  # rounding error of a mean of ones
COLUMNS = 500  # columns of the strips of loss
LISTS = "list", "whole"  # values of `Look.track` that list blocks

Whole = Literal["lost", "agree", "none"]
"""The triplets of a whole track: some are lost, all agree, or there are none."""


def triplets_head(
    setup: Setup, asked: Look, before_track: Callable[[], None]
) -> tuple[dict[str, Any], float]:
    """Return the triplets of a query, and its time in scores; `before_track` may raise."""
    state = asked.state
    task = setup.task_of(state)
    only = list_filter(state)
    # A region of queries restricts the list, not the picture of the current query.
    of_queries = only.region if only.region and only.region[0] == "query" else None
    shown = replace(only, region=None) if of_queries else only
    query = task.own_time(asked.query)
    sweep = query_sweep(task, query, [state.window], shown, asked.chosen)
    agree, tie, inverted = sweep.counts[0].tolist()
    if tie + inverted == 0:
        before_track()
    head: dict[str, Any] = {
        "query": query,
        "variant": setup.inspected(state),
        "direction": state.direction,
        "frameless": setup.settings.convention.frameless,
        "agree": agree,
        "tie": tie,
        "inverted": inverted,
        "total": agree + tie + inverted,
        "reach": sweep.reach[0].tolist(),
        "picked": None,
    }
    if asked.triplet:
        explanation = explain(task, query, *asked.triplet)
        head |= {"picked": _single(explanation), "sentence": reasons(explanation)}
    elif len(sweep.with_block):
        head["picked"] = _picked(sweep, tie + inverted)
        head["sentence"] = reasons(sweep.explanations[0])
    else:
        whole: Whole = "lost" if tie + inverted > 0 else _whole(task)
        head["sentence"] = _why_empty(whole, state, head, setup.settings.convention)
    here = of_queries is None or of_queries[1] <= query < of_queries[2]
    if asked.track in LISTS and state.listed == "query" and here:
        listed = query_blocks(task, query, shown)
        blocks = listed.blocks[:LISTED]
        head["rows"] = _rows(blocks, blocks.count, listed.tie + listed.inverted)
        head["listed"] = len(listed.blocks)
    return head, task.score_time(query)


def drawn_triplet(setup: Setup, asked: Draw) -> dict[str, Any]:
    """Return the triplet to show while a pair is drawn: the requested one, or a lost one."""
    task = setup.task_of(asked.state)
    end = setup.reference.end
    query = task.own_time(within(asked.query, end))
    picked = None
    if asked.triplet:
        i, j = (within(time, end) for time in asked.triplet)
        picked = _single(explain(task, query, i, j))
    else:
        swept = query_sweep(task, query, [asked.state.window], Filter())
        if len(swept.with_block):
            picked = _picked(swept, float(swept.counts[0, 1:].sum()))
    variant, direction = setup.inspected(asked.state), asked.state.direction
    return {"query": query, "variant": variant, "direction": direction, "picked": picked}


def _whole(task: Task) -> Whole:
    if task.counted == 0:
        return "none"
    every = task.settings.convention.most(task.counted)
    # Without frames a block may lie between the listed queries, but is in the score.
    lost = every - task.outcome[0] > _ROUNDING or len(costliest(task, 1)) > 0
    return "lost" if lost else "agree"


def _picked(sweep: QuerySweep, lost: float) -> dict[str, Any]:
    count = float(sweep.count[0])
    return _single(sweep.explanations[0]) | {
        "run": sweep.run[0].tolist(),
        "i": sweep.i[0].tolist(),
        "j": sweep.j[0].tolist(),
        "count": count,
        "of_loss": count / lost if lost > 0 else None,
    }


def _single(triplet: Explanation) -> dict[str, Any]:
    return {
        "outcome": triplet.outcome,
        "moments": moments(triplet),
        "answers": answers(triplet),
        "own": int(triplet.direction == "precision"),
        "verdict": verdict(triplet),
        "of_labels": triplet.of_labels,
        "segments": [
            [[part.level, part.start, part.end, part.label, part.other] for part in side]
            for side in (triplet.reference, triplet.estimate)
        ],
        "i": [triplet.i, triplet.i],
        "j": [triplet.j, triplet.j],
        "example": [triplet.i, triplet.j],
        "count": 1.0,
        "of_loss": None,
    }


def _why_empty(
    whole: Whole, state: PairState, head: Mapping[str, Any], convention: Convention
) -> str:
    """Explain why no block is shown, for the whole track if possible, else for the query."""
    own, other = SIDES_OF[state.direction]
    measure = BY_KEY[head["variant"]]
    equal = "all moments are equally close"
    apart = "no moment is exactly one layer closer to q than another"
    closer = f"{apart if measure.key == 'reduced' else equal} in the {own}"
    if whole == "none":
        return f"Nothing to compare at this window: around any q, {closer}."
    none = (
        f"Nothing to compare here: within the window around q, {closer}. "
        f"This q {convention.describe_no_triplet}."
    )
    if whole == "agree" and state.outcome == "lost":
        counted = f"the {own} ({measure.title} {state.direction})"
        nothing = (
            f"Nothing disagrees at this window: the {other} agrees with all triplets of {counted}."
        )
        return nothing if head["total"] else f"{nothing} {none}"
    if not head["total"]:
        return none
    if state.outcome != "lost" or head["tie"] + head["inverted"] > 0:
        return "No block of this q passes the filters."
    return f"Nothing is lost here: the {other} agrees with all triplets of q."


def track_key(setup: Setup, question: Look) -> str:
    """Return a short key of an answer about the whole track."""
    state = question.state
    listed = state.variant, state.direction, state.outcome, state.layers, state.region
    asked = state.window, setup.inspected(state), *listed
    pair = setup.reference.digest, setup.estimate.digest, replace(setup.settings, beta=1.0)
    shown = question.shown if question.track in LISTS else None
    content = repr((pair, question.track, asked, shown))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def track_message(setup: Setup, asked: Look, go_on: Callable[[], None]) -> Answer:
    """Return the losses of the whole track; `go_on` is called between steps and may raise."""
    state = asked.state
    whole = asked.track in LISTS
    measure = setup.inspected(state)
    splits: dict[str, dict[Direction, Survey]] = {}
    # Only the selected measure while panels follow each move; labels take longest.
    of_segments = [key for key in setup.measures if BY_KEY[key].needs != "labels"]
    for key in [measure] if whole else dict.fromkeys([*of_segments, measure]):
        splits[key] = {}
        for direction in DIRECTIONS:
            go_on()
            pixels = PIXELS if asked.track == "whole" and direction == state.direction else 0
            task = setup.task(state.window, key, direction)
            splits[key][direction] = survey(task, pixels=pixels)
    task = setup.task_of(state)
    labels = (
        beside(*setup.pair, task.window, settings=setup.settings).sentence if task.of_labels else ""
    )
    go_on()
    own = splits[measure][state.direction]
    rows = costliest(task, LISTED, list_filter(state), merge=True)
    rows = replace(rows, query=middles(task, rows))
    parts = ("score", "tie", "inverted", "uncounted")
    head: dict[str, Any] = {
        "splits": {
            key: {
                direction: {part: getattr(split, part) for part in parts}
                for direction, split in both.items()
            }
            for key, both in splits.items()
        },
        "beside": labels,
        "rows": _rows(rows, rows.loss, own.tie + own.inverted),
        "cut": len(rows) == LISTED,
    }
    if not whole:
        return head, {}
    layers = own.layers_reference if state.direction == "recall" else own.layers_estimate
    strips, peak = loss_strips(own, asked.shown)
    head["layers"] = layers.tolist()
    head["strip"] = {"range": asked.shown, "peak": peak, "columns": COLUMNS}
    pictures = {"pixels": _bytes(own.pixels)} if asked.track == "whole" else {}
    return head, {"loss": strips, **pictures}


def _rows(blocks: Blocks, parts: npt.NDArray[np.float64], lost: float) -> list[dict[str, Any]]:
    """Return blocks as rows, with `of_loss`, the share of each in the total loss."""
    names = [field.name for field in fields(Blocks) if field.name not in ("outcome", "example")]
    columns = [getattr(blocks, name).tolist() for name in names]
    outcomes = [OUTCOME_NAMES[code] for code in blocks.outcome.tolist()]
    return [
        {
            **dict(zip(names, row, strict=True)),
            "outcome": outcome,
            "of_loss": None if outcome == "agree" or not lost else part / lost,
        }
        for outcome, part, *row in zip(outcomes, parts.tolist(), *columns, strict=True)
    ]


def loss_strips(survey: Survey, shown: tuple[float, float]) -> tuple[npt.NDArray[np.uint8], float]:
    columns = np.linspace(*shown, COLUMNS + 1)
    rows = []
    for values in (survey.as_query, survey.as_i, survey.as_j):
        summed = np.concatenate([[0.0], np.cumsum(values)])
        rows.append(np.diff(np.interp(columns, survey.edges, summed)) / (columns[1] - columns[0]))
    density = np.maximum(np.array(rows), 0.0)
    peak = float(np.max(density))
    return np.rint(255 * density / (peak or 1.0)).astype(np.uint8), peak


def _bytes(values: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """Scale the square roots of values to 0..255, which keeps small losses visible."""
    values = np.maximum(values, 0.0)
    return np.rint(255 * np.sqrt(values / (np.max(values, initial=0.0) or 1.0))).astype(np.uint8)
