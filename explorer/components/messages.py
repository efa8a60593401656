"""The messages of the live view: what is drawn, packed; nothing here knows Streamlit."""

from __future__ import annotations

import hashlib
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from core.hierarchy import Hierarchy
from core.io import describe
from core.samples import samples
from core.tmeasures import N_SCORES, QueryScores, TMeasures
from core.windows import whole_from
from explorer.components.pack import pack
from explorer.inspection import Setup
from explorer.state import WINDOW_LEAST

STRIP_COLUMNS = 800
"""Queries drawn in the strips of g(q); about one a pixel."""

NO_TRIPLET = 255
_STEPS = 254  # g in [0, 1] is drawn in as many steps; exact values come from the probe


def live_message(
    reference: Hierarchy,
    estimate: Hierarchy,
    result: TMeasures,
    strips: QueryScores,
    *,
    shown: tuple[float, float],
    frame_size: float,
    baseline: TMeasures | None,
    start: dict[str, Any],
    depths: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None = None,
) -> bytes:
    """Pack everything that the live view draws.

    Parameters
    ----------
    reference, estimate : Hierarchy
        The aligned pair.
    result : TMeasures
        Scores for every window of the slider.
    strips : QueryScores
        g(q) at evenly spaced queries, for the same windows.
    shown : (float, float)
        The stretch of time that the strips cover, in seconds.
    frame_size : float
        Seconds.
    baseline : TMeasures or None
        Scores in the default convention, to show how far the chosen one differs.
    start : dict
        Where a new view starts: `mode` ("compare", "triplets" or "draw") and parameters.
    depths : (ndarray, ndarray), optional
        Pictures of depth in the reference and in the estimate, in the "triplets" mode.

    Returns
    -------
    bytes
    """
    windows = result.windows.tolist()
    back, ahead = result.convention.reach_in_seconds(result.windows, frame_size)
    arrays: dict[str, npt.NDArray[Any]] = {
        "scores": result.table(),
        "back": back,
        "ahead": ahead,
        "strips": strip_bytes(strips),
    }
    if baseline is not None:
        arrays["delta"] = (result.table() - baseline.table())[:, :N_SCORES]
    for name, matrix in zip(("ref_depths", "est_depths"), depths or (), strict=False):
        arrays[name] = np.rint(255 * matrix / max(float(np.max(matrix)), 1.0)).astype(np.uint8)
    head = {
        "pair": pair_key(reference, estimate),
        "sweep": sweep_key(
            Setup(reference, estimate, result.convention, frame_size), result.windows
        ),
        "duration": reference.end,
        "least": WINDOW_LEAST,
        "most": whole_from(reference.end),
        "reference": describe(reference),
        "estimate": describe(estimate),
        "windows": [None if math.isinf(window) else window for window in windows],
        "words": [result.convention.describe(window, frame_size) for window in windows],
        "columns": len(strips.times),
        "step": 0.0 if result.convention.frameless else frame_size,
        "range": {"start": shown[0], "end": shown[1]},
        **start,
    }
    return pack(head, **arrays)


def strip_bytes(strips: QueryScores) -> npt.NDArray[np.uint8]:
    """Give g(q) as it is drawn, shape (windows, 4, queries): steps of 0..1, and no triplet."""
    g = np.stack(
        [
            strips.reduced_recall,
            strips.reduced_precision,
            strips.full_recall,
            strips.full_precision,
        ],
        axis=1,
    )
    steps: npt.NDArray[np.uint8] = np.where(
        np.isnan(g), NO_TRIPLET, np.rint(np.nan_to_num(g) * _STEPS)
    ).astype(np.uint8)
    return steps


def answer_message(
    sweep: str,
    number: int,
    query: float,
    scores: QueryScores | None,
    address: str,
    long: list[int],
    more: tuple[dict[str, Any], dict[str, npt.NDArray[Any]]],
) -> bytes:
    """Pack the answer about one query: g(q) for every window of a sweep, and its triplets.

    Parameters
    ----------
    sweep : str
        See :func:`sweep_key`.
    number : int
        The number of the question that this answers.
    query : float
        Seconds.
    scores : QueryScores or None
        Of this query alone; None where it could not be scored.
    address : str
        The query part of the address that restores what is on screen.
    long : list of int
        How many characters the pair takes, and a link may have; empty where it fits.
    more : (dict, dict)
        The query's triplets, see :func:`explorer.components.triplet_messages.triplet_message`, or
        what is being drawn, see :func:`explorer.drawing.drawing_answer`.
    """
    head, arrays = more
    if scores is not None:
        arrays = {"g": g_table(scores), **arrays}
    return pack(
        {
            "sweep": sweep,
            "number": number,
            "query": query,
            "address": address,
            "long": long,
            **head,
        },
        **arrays,
    )


def g_table(scores: QueryScores) -> npt.NDArray[np.float64]:
    """Give g of one query: recall and precision, reduced then full, a row a window."""
    return np.hstack(
        [
            scores.reduced_recall,
            scores.reduced_precision,
            scores.full_recall,
            scores.full_precision,
        ]
    )


def pair_key(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Give a short text that tells pairs apart."""
    return f"{reference.digest[:16]}-{estimate.digest[:16]}"


def sweep_key(setup: Setup, windows: npt.NDArray[np.float64]) -> str:
    """Give a short text that tells sweeps apart: answers must match what is drawn."""
    pair = pair_key(setup.reference, setup.estimate)
    content = repr((pair, setup.convention, setup.frame_size, windows.tolist()))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def sample_cards() -> list[dict[str, Any]]:
    """Give the sample pairs as the gallery draws them."""
    return [
        {
            "id": sample.id,
            "title": sample.title,
            "about": sample.about,
            "duration": sample.reference.end,
            "reference": describe(sample.reference),
            "estimate": describe(sample.estimate),
        }
        for sample in samples()
    ]
