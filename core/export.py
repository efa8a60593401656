"""Scores as text for files and pipes."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import Any

from core.tmeasures import TMeasures


def score_rows(result: TMeasures) -> list[dict[str, Any]]:
    """Give one row a window: `window`, `convention`, then the scores under mir_eval's names.

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


def scores_json(result: TMeasures) -> str:
    """Write a JSON list with one object a window."""
    return json.dumps(score_rows(result), indent=2) + "\n"


def scores_csv(result: TMeasures) -> str:
    """Write CSV with one row a window; the whole track is ``inf``."""
    rows = score_rows(result)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {**row, "window": "inf" if row["window"] is None else row["window"]} for row in rows
    )
    return text.getvalue()
