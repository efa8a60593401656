"""The messages about triplets: what is drawn and listed, as JSON values and arrays."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from core.export import block_rows
from core.tmeasures import VARIANTS
from core.triplets import DIRECTIONS, Blocks, QuerySweep, Segment, Survey, sentence
from explorer.inspection import ASKED, LISTED, Inspection, Question, Setup

PLACES = ("\ue000", "\ue001")
"""Stand in the words for the times of i and of j, which vary with the window."""

COLUMNS = 500
"""Into how many columns the strips of loss are cut."""


def triplet_message(
    found: Inspection, sweep: str, setup: Setup
) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Give an inspection as a head of JSON values and arrays.

    Parameters
    ----------
    found : Inspection
    sweep : str
        See :func:`explorer.components.messages.sweep_key`.
    setup : Setup
    """
    state = found.question.state
    kinds, arrays = _sweep_message(found.sweep)
    head: dict[str, Any] = {
        "query": found.query,
        "variant": state["variant"],
        "direction": state["direction"],
        "extents": [side.tolist() for side in found.extents],
        "kinds": kinds,
        "empty": _empty_words(state["direction"], setup.convention.mean_over_all),
        "frameless": setup.convention.frameless,
        "all_lost": state["outcome"] == "lost",
        "splits": {
            variant: {
                direction: {
                    "score": split.score,
                    "tie": split.tie,
                    "inverted": split.inverted,
                    "uncounted": split.uncounted,
                }
                for direction in DIRECTIONS
                for split in [found.track.splits[variant, direction]]
            }
            for variant in VARIANTS
        },
    }
    if not found.question.whole:
        return {"triplets": head, "track": None}, arrays
    if found.blocks is not None:
        blocks = found.blocks.blocks[:LISTED]
        head["rows"] = _rows(blocks, blocks.count, found.blocks.tie + found.blocks.inverted)
        head["listed"] = len(found.blocks.blocks)
    head["track_key"] = _track_key(found.question, sweep)
    if found.question.held == head["track_key"]:
        return {"triplets": head, "track": None}, arrays
    track, more = _track_message(found)
    return {"triplets": head, "track": {"key": head["track_key"], **track}}, arrays | more


def _sweep_message(found: QuerySweep) -> tuple[list[dict[str, Any]], dict[str, npt.NDArray[Any]]]:
    """Give one query for every window: the kinds of block that occur, and a row a window.

    A row: triplets that agree, tie, are inverted; start and end of the window; the number of its
    kind of block, -1 for none; start and end of i and of j, an example of each, the count, and its
    part in what the query loses.
    """
    kinds: dict[Any, int] = {}
    told: list[dict[str, Any]] = []
    rows = np.full((len(found.windows), 14), np.nan)
    rows[:, 0:3] = found.counts
    rows[:, 3:5] = found.reach
    rows[:, 5] = -1
    for window, run, each in zip(
        found.found.tolist(), found.run.tolist(), found.explanations, strict=True
    ):
        key = (*run, each.reference, each.estimate)
        if key not in kinds:
            kinds[key] = len(told)
            told.append(
                {
                    "run": run,
                    "outcome": each.outcome,
                    "segments": [
                        [_segment(segment) for segment in side]
                        for side in (each.reference, each.estimate)
                    ],
                    "words": sentence(each, *PLACES),
                }
            )
        rows[window, 5] = kinds[key]
        rows[window, 10:12] = each.i, each.j
    at = found.found
    rows[at, 6:8], rows[at, 8:10], rows[at, 12] = found.i, found.j, found.count
    lost = rows[at, 1] + rows[at, 2]
    rows[at, 13] = found.count / np.where(lost > 0, lost, np.nan)
    return told, {"sweep_rows": rows}


def _empty_words(direction: str, over_all: bool) -> dict[str, str]:
    """Say why no block is shown: where there is no triplet, where all agree, and else."""
    own, other = ("reference", "estimate")
    if direction == "precision":
        own, other = other, own
    return {
        "none": f"The {own} orders no two moments within this window around q, so q has no triplet "
        f"for {direction} and {'counts as 0' if over_all else 'is left out of the mean'}.",
        "agree": f"Nothing is lost here: the {other} agrees with all triplets of q.",
        "filtered": "The filters leave no block of this query.",
    }


def _track_key(question: Question, sweep: str) -> str:
    """Give a short text that tells answers about whole tracks apart."""
    state = [question.state[name] for name in ASKED if name not in ("listed", "marks")]
    content = repr((sweep, state, question.shown))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _track_message(
    found: Inspection,
) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Give what does not change with the query; the browser keeps it until it does."""
    state = found.question.state
    own = found.track.splits[state["variant"], state["direction"]]
    layers = own.layers_reference if state["direction"] == "recall" else own.layers_estimate
    strips, peak = loss_strips(own, found.question.shown)
    rows = found.track.costliest
    head = {
        "rows": [] if rows is None else _rows(rows, rows.loss, own.tie + own.inverted),
        "cut": rows is not None and len(rows) == LISTED,
        "layers": layers.tolist(),
        "worst": [] if found.track.worst is None else found.track.worst.tolist(),
        "strip": {"range": found.question.shown, "peak": peak, "columns": COLUMNS},
    }
    return head, {"loss": strips, "pixels": _bytes(own.pixels)}


def _rows(blocks: Blocks, parts: npt.NDArray[np.float64], lost: float) -> list[dict[str, Any]]:
    """Give blocks as rows, with `of_loss`, the part of each in all that is lost."""
    return [
        {
            **row,
            "run": run,
            "of_loss": None if row["outcome"] == "agree" or not lost else part / lost,
        }
        for row, run, part in zip(
            block_rows(blocks, merge=True), blocks.run.tolist(), parts.tolist(), strict=True
        )
    ]


def loss_strips(found: Survey, shown: tuple[float, float]) -> tuple[npt.NDArray[np.uint8], float]:
    """Give loss as query, as i and as j over a stretch of time, a value a column.

    Returns
    -------
    strips : ndarray of uint8, shape (3, COLUMNS)
        255 is the peak of all three.
    peak : float
        Loss a second.
    """
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
    return [segment.level, segment.start, segment.end, segment.label]
