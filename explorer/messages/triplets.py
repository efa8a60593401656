"""The messages about triplets: what is drawn and listed, as JSON values and arrays."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
import numpy.typing as npt

from core.measures import BY_KEY
from core.tmeasures import Convention
from core.triplets import OUTCOME_NAMES, Blocks, Explanation, QuerySweep, Segment, Survey, sentence
from core.vocabulary import DIRECTIONS
from explorer.messages.inspection import LISTED, Inspection, Setup, Track
from explorer.messages.pack import Answer
from explorer.messages.questions import Look

COLUMNS = 500  # into how many columns the strips of loss are cut


def triplets_head(found: Inspection, setup: Setup) -> dict[str, Any]:
    """Give the triplets of a query as JSON values."""
    state = found.question.state
    one = found.found
    agree, tie, inverted = one.counts[0].tolist()
    head: dict[str, Any] = {
        "query": found.query,
        "variant": setup.inspected(state),
        "direction": state.direction,
        "extents": found.extents,
        "frameless": setup.convention.frameless,
        "agree": agree,
        "tie": tie,
        "inverted": inverted,
        "total": agree + tie + inverted,
        "reach": one.reach[0].tolist(),
        "picked": _picked(one, tie + inverted) if len(one.with_block) else None,
    }
    if found.told:
        head["picked"] = _single(found.told)
        head["words"] = sentence(found.told)
    elif len(one.with_block):
        head["words"] = sentence(one.explanations[0])
    else:
        head["words"] = _why_empty(found, head, setup.convention)
    if found.blocks is not None:
        blocks = found.blocks.blocks[:LISTED]
        head["rows"] = _rows(blocks, blocks.count, found.blocks.tie + found.blocks.inverted)
        head["listed"] = len(found.blocks.blocks)
    return head


def _picked(one: QuerySweep, lost: float) -> dict[str, Any]:
    """Give the one block that is drawn."""
    count = float(one.count[0])
    return _single(one.explanations[0]) | {
        "run": one.run[0].tolist(),
        "i": one.i[0].tolist(),
        "j": one.j[0].tolist(),
        "count": count,
        "of_loss": count / lost if lost > 0 else None,
    }


def _single(told: Explanation) -> dict[str, Any]:
    """Give one triplet as it is drawn, which reaches no further than its moments."""
    return {
        "outcome": told.outcome,
        "of_labels": told.of_labels,
        "segments": [
            [_segment(segment) for segment in side] for side in (told.reference, told.estimate)
        ],
        "i": [told.i, told.i],
        "j": [told.j, told.j],
        "example": [told.i, told.j],
        "count": 1.0,
        "of_loss": None,
    }


def _why_empty(found: Inspection, head: Mapping[str, Any], convention: Convention) -> str:
    """Say why no block is shown: of the whole track, if all of it is alike, else of the query."""
    state = found.question.state
    direction = state.direction
    own, other = ("reference", "estimate")
    if direction == "precision":
        own, other = other, own
    measure = BY_KEY[head["variant"]]
    by_one = " by exactly one layer" if measure.key == "reduced" else ""
    closer = f"the {own} calls no moment closer than another{by_one}"
    if found.whole == "none":
        return (
            f"Nothing can disagree at this window: within it, around any q, {closer}, so there is "
            f"no triplet for {direction}."
        )
    none = (
        f"Within this window around q, {closer}, so q has no triplet for {direction} and "
        f"{convention.told_without}. "
        "Other places have some."
    )
    if found.whole == "agree" and state.outcome == "lost":
        every = f"every triplet of the {own} that {measure.title} {direction} counts"
        nothing = (
            f"Nothing disagrees at this window: the {other} agrees with {every}, around any q."
        )
        return nothing if head["total"] else f"{nothing} {none}"
    if not head["total"]:
        return none
    if state.outcome != "lost" or head["tie"] + head["inverted"] > 0:
        return "The filters leave no block of this query."
    return f"Nothing is lost here: the {other} agrees with all triplets of q."


def track_key(setup: Setup, question: Look) -> str:
    """Give a short text that tells answers about whole tracks apart."""
    whole = question.track == "whole"
    state = question.state
    asked: list[object] = [state.window, setup.inspected(state)]
    if whole:
        asked += [state.variant, state.direction, state.outcome, state.layers, state.region]
    pair = setup.reference.digest, setup.estimate.digest, setup.convention, setup.frame_size
    content = repr((pair, question.track, asked, question.shown if whole else None))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def track_message(found: Track, question: Look, measure: str) -> Answer:
    """Give what does not change with the query; the browser keeps it until it does."""
    head: dict[str, Any] = {
        "splits": {
            measure: {
                direction: {
                    "score": split.score,
                    "tie": split.tie,
                    "inverted": split.inverted,
                    "uncounted": split.uncounted,
                }
                for direction in DIRECTIONS
                for split in [found.splits[measure, direction]]
            }
            for measure in {measure: None for measure, _ in found.splits}
        },
        "beside": found.beside,
    }
    if question.track != "whole":
        return head, {}
    state = question.state
    own = found.splits[measure, state.direction]
    layers = own.layers_reference if state.direction == "recall" else own.layers_estimate
    strips, peak = loss_strips(own, question.shown)
    rows = found.costliest
    head |= {
        "rows": [] if rows is None else _rows(rows, rows.loss, own.tie + own.inverted),
        "cut": rows is not None and len(rows) == LISTED,
        "layers": layers.tolist(),
        "worst": [] if found.worst is None else found.worst.tolist(),
        "strip": {"range": question.shown, "peak": peak, "columns": COLUMNS},
    }
    return head, {"loss": strips, "pixels": _bytes(own.pixels)}


def _rows(blocks: Blocks, parts: npt.NDArray[np.float64], lost: float) -> list[dict[str, Any]]:
    """Give blocks as rows, with `of_loss`, the part of each in all that is lost."""
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


def loss_strips(found: Survey, shown: tuple[float, float]) -> tuple[npt.NDArray[np.uint8], float]:
    """Give loss as query, as i and as j over a stretch of time, a value a column."""
    columns = np.linspace(*shown, COLUMNS + 1)
    rows = []
    for values in (found.as_query, found.as_i, found.as_j):
        summed = np.concatenate([[0.0], np.cumsum(values)])
        rows.append(np.diff(np.interp(columns, found.edges, summed)) / (columns[1] - columns[0]))
    density = np.maximum(np.array(rows), 0.0)
    peak = float(np.max(density))
    if peak <= 0.0:
        return np.zeros(density.shape, np.uint8), 0.0
    return np.rint(255 * density / peak).astype(np.uint8), peak


def _bytes(values: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """Scale values to 0..255, 255 the largest; the square root, so that small losses show."""
    most = float(np.max(values)) if values.size else 0.0
    if most <= 0.0:
        return np.zeros(values.shape, np.uint8)
    scaled: npt.NDArray[np.uint8] = np.rint(255 * np.sqrt(np.maximum(values, 0.0) / most)).astype(
        np.uint8
    )
    return scaled


def _segment(segment: Segment) -> list[Any]:
    return [segment.level, segment.start, segment.end, segment.label, segment.other]
