"""The panels of layers and their segments, as values for the browser to draw."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.choosing import LayerDurations, LayerWeights, layer_durations
from core.hierarchy import Hierarchy, Layer
from core.timewords import TimeWords
from core.vocabulary import SIDES, FloatArray, Side
from core.wording import counted, percent
from explorer.messages.score_panels import Rows
from explorer.messages.words import digits, reach, seconds

SHOWN_LAYERS = (4, 8)
"""Of a deep hierarchy: so many of the coarsest layers, and of the finest."""


def layers_panel(
    rows: Rows,
    windows: FloatArray,
    weights: LayerWeights,
    hierarchy: Hierarchy,
    side: Side,
) -> dict[str, Any]:
    """Draw the weight of each layer, and from which window to which it has one."""
    at = np.searchsorted(windows, weights.windows)
    lines, lanes = [], []
    kept = shown_layers(len(hierarchy.layers))
    for number, index in enumerate(kept):
        values = np.full(len(windows), np.nan)
        values[at] = weights.weights[index]
        start, stop = float(weights.starts[index]), float(weights.stops[index])
        lines.append(
            {
                "name": _layer_name(index, hierarchy.layers[index]),
                "colour": number,
                "width": 1.9,
                "row": rows.add(values),
                "more": "never" if math.isnan(start) else reach(start, stop, hierarchy.words),
            }
        )
        if not math.isnan(start):
            lanes.append(
                {
                    "from": None if math.isinf(start) else start,
                    "to": None if math.isinf(stop) else stop,
                    "line": number,
                }
            )
    some = f", {len(kept)} of {len(hierarchy.layers)}" if len(kept) < len(hierarchy.layers) else ""
    return {
        "kind": "lines",
        "id": "layers",
        "title": f"What each layer of the {side}{some} tells apart "
        f"(share of reduced triplets; bars: at least {percent(weights.share)})",
        "height": 120,
        "low": 0,
        "high": 1,
        "ticks": [0, 0.5, 1],
        "form": "percent",
        "lines": lines,
        "lanes": lanes,
        "at": at.tolist() if len(at) < len(windows) else None,
    }


def durations_panel(pair: tuple[Hierarchy, Hierarchy]) -> dict[str, Any]:
    """Draw how long the segments of each layer are."""
    rows: list[dict[str, Any]] = []
    for side, hierarchy in zip(SIDES, pair, strict=True):
        found = layer_durations(hierarchy)
        kept = shown_layers(len(found))
        for index in kept:
            if index and index - 1 not in kept:
                rows.append(
                    {
                        "gap": True,
                        "side": side,
                        "text": f"{len(found) - len(kept)} layers of the {side} not shown",
                    }
                )
            rows.append(
                _durations_row(side, found[index], hierarchy.layers[index], hierarchy.words)
            )
    words = pair[0].words
    unit = f", in {words.unit}" * words.musical
    return {
        "kind": "spans",
        "id": "durations",
        "title": f"How long segments are{unit}: 5 % to 95 % of each layer's, with the median",
        "rows": rows,
    }


def _durations_row(
    side: str, found: LayerDurations, layer: Layer, words: TimeWords
) -> dict[str, Any]:
    name, segments = _layer_name(found.level - 1, layer), counted(found.count, "segment")
    return {
        "side": side,
        "text": name.removeprefix("layer "),
        "p5": found.p5,
        "median": found.median,
        "p95": found.p95,
        "numbers": [digits(found.median), _spread(found, words)],
        "words": f"{side}, {name}: {segments}, {seconds(found.shortest, words)} to "
        f"{seconds(found.longest, words)}",
    }


def _spread(found: LayerDurations, words: TimeWords) -> str:
    """Write where most durations lie; the title says a unit that is long."""
    if words.musical:
        return reach(found.p5, found.p95, words).removesuffix(f" {words.short}").strip()
    return reach(found.p5, found.p95, words)


def shown_layers(count: int) -> list[int]:
    """Choose the layers that are drawn: of a deep hierarchy the coarsest and the finest."""
    coarse, fine = SHOWN_LAYERS
    if count <= coarse + fine:
        return list(range(count))
    return [*range(coarse), *range(count - fine, count)]


def _layer_name(index: int, layer: Layer) -> str:
    return f"layer {index + 1} {layer.name}".strip()
