"""Answer requests made while a user draws on a pair: scores and effects; without Streamlit."""

import hashlib
import re
import time
from typing import Any

import numpy as np

from core.effects import Effects, effects
from core.showing import none_for_nan
from core.tmeasures import score
from core.tmeasures.scoring import query_scores
from core.windows import columns, effective_window
from explorer.messages.inspection import Setup
from explorer.messages.pack import Answer
from explorer.messages.pair import STRIP_COLUMNS, g_row, steps
from explorer.messages.questions import Draw, shown_of, within
from explorer.messages.score_words import coverage_words
from explorer.messages.triplets import drawn_triplet
from explorer.palette import label_fills

BUDGET = 250_000
"""Most windows x frames x layers scored while a boundary is dragged: about 1 ms."""

SLICE = 0.05  # seconds to compute effects before the answer is sent with those found

AT_ONCE = 16
"""Most effects computed between two time checks; the first check follows one effect."""


def read_stamp(text: object) -> str:
    """Read the browser's identifier of a state; empty if it is malformed."""
    return text if isinstance(text, str) and re.fullmatch(r"[a-z0-9]{1,40}:\d{1,9}", text) else ""


def rules(setup: Setup) -> str:
    """Return a short key of the settings that scores depend on."""
    content = repr(setup.settings)
    return hashlib.sha256(content.encode()).hexdigest()[:12]


def edited_answer(setup: Setup, asked: Draw) -> Answer:
    pair, end, windows = setup.pair, setup.reference.end, setup.windows
    window = effective_window(end, asked.state.window)
    index = int(np.argmin(np.abs(np.log(np.minimum(windows, 1e9) / min(window, 1e9)))))
    layers = sum(len(side.layers) for side in pair)
    step = max(1, round(len(windows) * layers * end / setup.settings.frame_size / BUDGET))
    scored = np.union1d(np.arange(0, len(windows), step), [index, len(windows) - 1])
    result = score(*pair, windows[scored], settings=setup.settings)
    shown = shown_of(asked.shown, end)
    here = windows[index : index + 1]
    strips = query_scores(
        *pair, here, queries=columns(*shown, STRIP_COLUMNS), settings=setup.settings
    )
    head: dict[str, Any] = {
        "drawn": asked.drawn,
        "rules": rules(setup),
        "end": end,
        "count": len(windows),
        "index": index,
        "shown": list(shown),
        "coverage": coverage_words(result, setup.pair),
        "fills": label_fills(*pair),
        "g": g_row(
            query_scores(*pair, here, queries=[within(asked.query, end)], settings=setup.settings)
        ),
    }
    at_window = asked.state.copy(window=float(windows[index]))
    head["triplets"] = drawn_triplet(setup, asked.model_copy(update={"state": at_window}))
    if asked.effects:
        head["effects"] = _effects(setup, asked, float(windows[index]))
    at = scored.astype(np.float64)
    return head, {"at": at, "scores": result.table(), "strips": steps(strips.g)}


def _effects(setup: Setup, asked: Draw, window: float) -> dict[str, Any]:
    """Return as many effects of boundaries as time allows; the browser requests the rest."""
    rows: list[list[Any]] = []
    end = time.perf_counter() + SLICE
    at_once = 1
    while True:
        answer = effects(
            *setup.pair,
            window,
            nested=asked.nested,
            first=asked.first + len(rows),
            most=at_once,
            settings=setup.settings,
        )
        rows += effect_rows(answer, asked.state.variant)
        left = answer.total - asked.first - len(rows)
        if left <= 0 or time.perf_counter() >= end:
            break
        at_once = min(2 * at_once, AT_ONCE)
    return {"key": asked.effects, "first": asked.first, "rows": rows, "total": answer.total}


def effect_rows(made: Effects, variant: str) -> list[list[Any]]:
    """Return a row per boundary: kind, level, time, changes of F, R and P, slope."""
    changes = made.changes[variant]
    numbers = (made.levels, made.times, changes.f_measure, changes.recall, changes.precision)
    columns = (made.kinds, *(column.tolist() for column in numbers), none_for_nan(changes.slope))
    return [list(row) for row in zip(*columns, strict=True)]
