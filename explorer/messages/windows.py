"""The message of the chart of a pair against the window, and what all charts share."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from core.choosing import LayerWeights
from core.hierarchy import Hierarchy
from core.timewords import TimeWords
from core.tmeasures import TMeasures
from core.vocabulary import SIDES, Side
from core.windows import MARKED, whole_from
from explorer.messages.layer_panels import durations_panel, layers_panel
from explorer.messages.pack import pack, wrap
from explorer.messages.score_panels import Rows, counted_panel, scores_panel
from explorer.messages.words import seconds
from explorer.state.pair import PairState


def chart_message(
    drawn: bytes,
    *,
    window: float,
    axis: str,
    restored: int,
    lead: bool = False,
    address: str = "",
) -> bytes:
    """Pack a drawing with what changes more often than it."""
    head = {
        "window": None if math.isinf(window) else window,
        "axis": axis,
        "restored": restored,
        "lead": lead,
        "least": PairState.window.least,
        "address": address,
    }
    return wrap(head, drawn)


def windows_drawing(
    pair: tuple[Hierarchy, Hierarchy],
    result: TMeasures,
    weights: LayerWeights,
    *,
    side: Side,
    variant: str,
    bound: float,
    advised: float,
) -> bytes:
    """Pack the chart of a pair: its scores, what is counted, its layers and their segments."""
    rows = Rows(len(result.windows))
    panels = [
        scores_panel(rows, result, variant, bound),
        counted_panel(rows, result, variant, bound),
        layers_panel(rows, result.windows, weights, pair[SIDES.index(side)], side),
        durations_panel(pair),
    ]
    label = (
        "Scores, queries counted, weights of layers and durations of segments against the window"
    )
    caption = pair_words(pair, result)
    return drawing(rows, result, panels, pair[0].end, advised, label, caption, "windows", side=side)


def drawing(
    rows: Rows,
    result: TMeasures,
    panels: list[dict[str, Any]],
    end: float,
    advised: float,
    label: str,
    caption: str,
    file: str,
    *,
    side: Side | None = None,
    **arrays: npt.NDArray[np.uint8],
) -> bytes:
    """Pack panels on one axis of windows."""
    windows = result.windows.tolist()
    head = {
        "windows": [None if math.isinf(window) else window for window in windows],
        "words": [result.convention.describe_window(window, result.words) for window in windows],
        "frames": how_scored(result),
        "most": whole_from(end),
        "unit": result.unit,
        "marks": _marks(windows, advised, result.words),
        "label": label,
        "caption": caption,
        "file": f"hierscope-{file}",
        "panels": panels,
        "side": side,
    }
    return pack(head, values=rows.values, pale=rows.pale, **arrays)


def _marks(windows: list[float], advised: float, words: TimeWords) -> list[dict[str, Any]]:
    """Give the windows that are marked, the advised one among them."""
    usual = () if words.musical else MARKED  # which are times in seconds
    marked = {window: False for window in usual if window in windows} | {advised: True}
    return [
        {
            "window": None if math.isinf(window) else window,
            "text": f"{seconds(window, words)} advised" if is_advised else f"{window:g}",
            "advised": is_advised,
        }
        for window, is_advised in sorted(marked.items())
    ]


def how_scored(result: TMeasures) -> str:
    """Say how scores were computed, but for the window."""
    return result.convention.describe_frames(result.frame_size or 0.0, result.words)


def pair_words(pair: tuple[Hierarchy, Hierarchy], result: TMeasures) -> str:
    """Say what a pair is called, and how it was scored."""
    reference, estimate = (side.name or "unnamed" for side in pair)
    beta = "" if result.beta == 1 else f"; T_F with beta = {result.beta:g}"
    return f"Reference: {reference}, estimate: {estimate}; {how_scored(result)}{beta}"
