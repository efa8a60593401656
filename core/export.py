"""Scores as text for files and pipes."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import Any

from core.tmeasures import TMeasures


def score_rows(result: TMeasures) -> list[dict[str, Any]]:
    """Give one row a window: `window`, `convention`, and the scores under mir_eval's names.

    Parameters
    ----------
    result : TMeasures

    Returns
    -------
    list of dict
        `window` is None for the whole track.
    """
    return [
        {
            "window": None if math.isinf(window) else window,
            "convention": result.convention.name,
            **result.as_mir_eval(index),
        }
        for index, window in enumerate(result.windows.tolist())
    ]


def detailed_rows(result: TMeasures) -> list[dict[str, Any]]:
    """Give the rows of :func:`score_rows` with all that tells how they were computed.

    Parameters
    ----------
    result : TMeasures

    Returns
    -------
    list of dict
        Also the shares of queries that have any triplet ("Recall counted reduced", ...), the
        frame size (None without frames), beta, and whether the mean is over all queries.
    """
    return [
        {
            **row,
            **{
                f"{word} counted {variant}": float(shares[index])
                for variant, scores in (("reduced", result.reduced), ("full", result.full))
                for word, shares in (
                    ("Precision", scores.precision_share),
                    ("Recall", scores.recall_share),
                )
            },
            "frame_size": result.frame_size,
            "beta": result.beta,
            "mean_over_all": result.convention.mean_over_all,
        }
        for index, row in enumerate(score_rows(result))
    ]


def rows_json(rows: list[dict[str, Any]]) -> str:
    """Write rows as a JSON list; the whole track is null."""
    return json.dumps(rows, indent=2) + "\n"


def rows_csv(rows: list[dict[str, Any]]) -> str:
    """Write rows as CSV; the whole track is ``inf``."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {**row, "window": "inf" if row["window"] is None else row["window"]} for row in rows
    )
    return text.getvalue()
