"""What the view asks while a pair is being drawn, and the core's answer; no Streamlit here."""

from __future__ import annotations

import hashlib
import re
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.effects import Effects, effects
from core.hierarchy import Hierarchy
from core.tmeasures import query_scores, score
from core.windows import columns
from explorer.messages.inspection import Setup
from explorer.messages.pair import STRIP_COLUMNS, g_row, strip_bytes

BUDGET = 250_000
"""Windows times frames times layers that are scored for a state that is dragged: about 1 ms."""

SLICE = 0.05
"""Seconds after which an answer goes with the effects that are computed by then."""

AT_ONCE = 16
"""Effects that are computed between two looks at the clock, at most; the first time it is one."""


@dataclass(frozen=True)
class Edited:
    """A state of the pair that is being drawn."""

    stamp: str
    """What the browser calls it."""
    reference: Hierarchy
    estimate: Hierarchy
    nested: bool = True
    """Whether the layers are kept a refinement."""
    effects: str = ""
    """What the browser calls the effects that it asks for; empty where it asks for none."""
    first: int = 0
    """How many of them it has."""


def read_stamp(said: object) -> str:
    """Read what the browser calls a state; empty for what is no such name."""
    return said if isinstance(said, str) and re.fullmatch(r"[a-z0-9]{1,40}:\d{1,9}", said) else ""


def rules(setup: Setup) -> str:
    """Give a short text that tells apart how scores are computed."""
    content = repr((setup.convention, setup.frame_size, setup.beta))
    return hashlib.sha256(content.encode()).hexdigest()[:12]


def edited_answer(
    setup: Setup,
    edited: Edited,
    *,
    query: float,
    window: float,
    variant: str,
    shown: tuple[float, float],
) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Score a state of the pair that is being drawn."""
    pair = edited.reference, edited.estimate
    end = edited.reference.end
    windows = setup.windows
    index = int(np.argmin(np.abs(np.log(np.minimum(windows, 1e9) / min(window, 1e9)))))
    layers = len(edited.reference.layers) + len(edited.estimate.layers)
    step = max(1, round(len(windows) * layers * end / setup.frame_size / BUDGET))
    scored = np.union1d(np.arange(0, len(windows), step), [index, len(windows) - 1])
    result = score(*pair, windows[scored], **setup.how)
    low, high = (shown[0], min(shown[1], end)) if shown[0] < end else (0.0, end)
    here, frames = windows[index : index + 1], setup.frames
    strips = query_scores(*pair, here, queries=columns(low, high, STRIP_COLUMNS), **frames)
    head: dict[str, Any] = {
        "drawn": edited.stamp,
        "rules": rules(setup),
        "end": end,
        "count": len(windows),
        "index": index,
        "shown": [low, high],
        "g": g_row(query_scores(*pair, here, queries=[query], **frames)),
    }
    if edited.effects:
        head["effects"] = _effects(edited, float(windows[index]), variant, **setup.how)
    return head, {
        "at": scored.astype(np.float64),
        "scores": result.table(),
        "strips": strip_bytes(strips),
    }


def _effects(edited: Edited, window: float, variant: str, **how: Any) -> dict[str, Any]:
    """Give what boundaries do, as far as time allows: a deep estimate's are asked for in parts."""
    rows: list[list[Any]] = []
    end = time.perf_counter() + SLICE
    at_once = 1
    while True:
        found = effects(
            edited.reference,
            edited.estimate,
            window,
            nested=edited.nested,
            first=edited.first + len(rows),
            most=at_once,
            **how,
        )
        rows += effect_rows(found, variant)
        left = found.total - edited.first - len(rows)
        if left <= 0 or time.perf_counter() >= end:
            break
        at_once = min(2 * at_once, AT_ONCE)
    return {"key": edited.effects, "first": edited.first, "rows": rows, "total": found.total}


def effect_rows(found: Effects, variant: str) -> list[list[Any]]:
    """Give what each boundary does: kind, level, time, change of F, R and P, slope."""
    changes = found.changes[variant]
    return [
        [
            found.kinds[row],
            int(found.levels[row]),
            float(found.times[row]),
            float(changes.f_measure[row]),
            float(changes.recall[row]),
            float(changes.precision[row]),
            None if np.isnan(changes.slope[row]) else float(changes.slope[row]),
        ]
        for row in range(len(found.kinds))
    ]
