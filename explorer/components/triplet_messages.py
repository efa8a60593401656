"""The messages about triplets: what is drawn and listed, as JSON values and arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from core.export import block_rows
from core.triplets import DIRECTIONS, Blocks, Segment, Survey
from explorer.inspection import LISTED, Inspection
from explorer.state import VARIANTS

COLUMNS = 500
"""Into how many columns the strips of loss are cut."""


def triplet_message(
    found: Inspection, end: float
) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Give an inspection as a head of JSON values and arrays.

    Parameters
    ----------
    found : Inspection
    end : float
        Of the track, in seconds.
    """
    here, state = found.here, found.question.state
    head: dict[str, Any] = {
        "query": here.query,
        "window": None if np.isinf(state["window"]) else state["window"],
        "variant": state["variant"],
        "direction": state["direction"],
        "reach": here.reach,
        "total": here.total,
        "agree": here.agree,
        "tie": here.tie,
        "inverted": here.inverted,
        "extents": [side.tolist() for side in found.extents],
        "words": found.words,
        "splits": {
            variant: {
                direction: {"score": split.score, "tie": split.tie, "inverted": split.inverted}
                for direction in DIRECTIONS
                for split in [found.track.splits[variant, direction]]
            }
            for variant in VARIANTS
        },
        "picked": None,
    }
    if found.picked is not None and found.explanation is not None:
        block = here.blocks[found.picked : found.picked + 1]
        head["picked"] = {
            **_rows(block, block.count, here.tie + here.inverted)[0],
            "example": block.example[0].tolist(),
            "segments": [
                [_segment(segment) for segment in side]
                for side in (found.explanation.reference, found.explanation.estimate)
            ],
        }
    arrays: dict[str, npt.NDArray[Any]] = {}
    if found.question.whole:
        own = found.track.splits[state["variant"], state["direction"]]
        layers = own.layers_reference if state["direction"] == "recall" else own.layers_estimate
        head |= {
            "rows": _listed(found),
            "listed": len(found.listed) if found.listed is not None else 0,
            "layers": layers.tolist(),
            "worst": found.track.worst.tolist() if found.track.worst is not None else [],
            "pixels": len(own.pixels),
        }
        strips, peak = loss_strips(own, found.question.shown, end)
        head["strip"] = {"range": found.question.shown, "peak": peak, "columns": COLUMNS}
        arrays = {"loss": strips, "pixels": _bytes(own.pixels)}
    return head, arrays


def _listed(found: Inspection) -> list[dict[str, Any]]:
    """Give the listed blocks, each with its share of all that the query, or the track, loses."""
    if found.listed is None:
        return []
    here, state = found.here, found.question.state
    listed = found.listed[:LISTED]
    if state["listed"] == "query":
        return _rows(listed, listed.count, here.tie + here.inverted)
    own = found.track.splits[state["variant"], state["direction"]]
    return _rows(listed, listed.loss, own.tie + own.inverted)


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


def loss_strips(
    found: Survey, shown: tuple[float, float], end: float
) -> tuple[npt.NDArray[np.uint8], float]:
    """Give loss as query, as i and as j over a stretch of time, a value a column.

    Returns
    -------
    strips : ndarray of uint8, shape (3, COLUMNS)
        255 is the peak of all three.
    peak : float
        Loss a second.
    """
    n_bins = len(found.times)
    bins = np.linspace(0.0, end, n_bins + 1)
    columns = np.linspace(*shown, COLUMNS + 1)
    rows = []
    for values in (found.as_query, found.as_i, found.as_j):
        summed = np.concatenate([[0.0], np.cumsum(values)])
        rows.append(np.diff(np.interp(columns, bins, summed)) / (columns[1] - columns[0]))
    density = np.maximum(np.array(rows), 0.0)
    peak = float(density.max())
    if peak <= 0.0:
        return np.zeros(density.shape, np.uint8), 0.0
    return np.rint(255 * density / peak).astype(np.uint8), peak


def _bytes(values: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """Scale values to 0..255, 255 the largest; the square root, so that small losses show."""
    most = values.max(initial=0.0)
    if most <= 0.0:
        return np.zeros(values.shape, np.uint8)
    scaled: npt.NDArray[np.uint8] = np.rint(255 * np.sqrt(np.maximum(values, 0.0) / most)).astype(
        np.uint8
    )
    return scaled


def _segment(segment: Segment) -> list[Any]:
    return [segment.level, segment.start, segment.end, segment.label]
