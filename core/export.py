"""Scores and blocks of triplets as text for files and pipes."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from core.timewords import IN_SECONDS, TimeWords
from core.tmeasures import TMeasures
from core.vocabulary import DIRECTIONS

if TYPE_CHECKING:
    from core.triplets import Blocks

_PAIRS = {
    "i": ("i_start", "i_end"),
    "j": ("j_start", "j_end"),
    "depth_reference": ("depth_reference_i", "depth_reference_j"),
    "depth_estimate": ("depth_estimate_i", "depth_estimate_j"),
    "queries": ("queries_start", "queries_end"),
}
"""What is a pair in JSON and two columns in CSV."""

_TIMES = ("query", "i", "j", "queries")


def score_rows(result: TMeasures) -> list[dict[str, Any]]:
    """Give one row a window: `window`, `convention`, and the scores by name."""
    return [
        {
            "window": None if math.isinf(window) else window,
            **_unit(result.words),
            "convention": result.convention.name,
            **result.named(index),
        }
        for index, window in enumerate(result.windows.tolist())
    ]


def detailed_rows(result: TMeasures) -> list[dict[str, Any]]:
    """Give the rows of :func:`score_rows` with all that tells how they were computed."""
    return [
        {
            **row,
            **{
                measure.counted_name(part): float(result.scores[measure.key].share(part)[index])
                for measure in result.asked
                for part in DIRECTIONS[::-1]
            },
            "frame_size": result.frame_size,
            "beta": result.beta,
            "mean_over_all": result.convention.mean_over_all,
        }
        for index, row in enumerate(score_rows(result))
    ]


def block_keys(*, merge: bool = False, words: TimeWords = IN_SECONDS) -> list[str]:
    """Name what each row of :func:`block_rows` holds, for tables that may be empty."""
    keys = ["query", "i", "j", "depth_reference", "depth_estimate", "outcome", "count", "loss"]
    return [*keys, "share", *(["queries"] if merge else []), *_unit(words)]


def block_rows(
    blocks: Blocks, *, merge: bool = False, words: TimeWords = IN_SECONDS
) -> list[dict[str, Any]]:
    """Give one row a block, in plain Python numbers."""
    from core.triplets import OUTCOME_NAMES  # what exports scores does without

    columns = {
        "outcome": [OUTCOME_NAMES[code] for code in blocks.outcome.tolist()],
        # Frames are whole, and so are their products; seconds seldom are.
        "count": [int(count) if count.is_integer() else count for count in blocks.count.tolist()],
    }
    columns |= {key: [value] * len(blocks) for key, value in _unit(words).items()}
    keys = block_keys(merge=merge, words=words)
    for key in keys:
        if key not in columns:
            values = getattr(blocks, key)
            columns[key] = (np.round(values + words.first, 9) if key in _TIMES else values).tolist()
    return [
        dict(zip(keys, row, strict=True))
        for row in zip(*(columns[key] for key in keys), strict=True)
    ]


def _unit(words: TimeWords) -> dict[str, str]:
    return {"unit": words.unit} if words.musical else {}


def rows_json(rows: list[dict[str, Any]]) -> str:
    """Write rows as a JSON list; the whole track is null, and so is what has no score."""
    return json.dumps(rows, indent=2) + "\n"


def rows_csv(rows: list[dict[str, Any]], keys: Sequence[str] = ()) -> str:
    """Write rows as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = keys or list(dict.fromkeys(name for row in rows for name in row))
    writer.writerow(flat_keys(names))
    for row in rows:
        cells = flat_row({name: row.get(name) for name in names})
        if cells.get("window", 0) is None:
            cells["window"] = "inf"
        writer.writerow(cells.values())
    return text.getvalue()


def flat_keys(keys: Sequence[str]) -> list[str]:
    """Name the columns of a table of rows: two for a pair (`i_start`, `i_end`)."""
    return [column for key in keys for column in _PAIRS.get(key, (key,))]


def flat_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Give a row with two columns for each pair; see :func:`flat_keys`."""
    cells = (cell for key, value in row.items() for cell in (value if key in _PAIRS else (value,)))
    return dict(zip(flat_keys(list(row)), cells, strict=True))
