"""Pack the scape of the time on screen: g of each column at each window."""

import zlib
from typing import Any

import numpy as np

from core.choosing.layers import layer_durations, layer_weights
from core.scape import deciding_layers, mean_loss
from core.showing import none_for_nan
from core.tmeasures.scoring import query_scores
from core.vocabulary import DIRECTIONS, SIDES, FloatArray
from core.windows import SCAPED_FROM, columns
from explorer.messages.inspection import Setup
from explorer.messages.pack import Answer
from explorer.messages.pair import NO_TRIPLET, steps
from explorer.messages.schema import SCHEMA

_PARTS: int = SCHEMA["scape"]["parts"]  # the least window of a short track is 1 / parts of it

COARSE, FINE = (60, 400), (240, 1000)
"""Numbers of windows and queries: while a boundary is dragged, and otherwise."""

WEIGHED = 30  # windows at which layers are weighed

SHADES = 63
"""Steps of g: more are hardly visible, and twice as many need 50 % more bytes."""


def scape_windows(end: float, count: int) -> FloatArray:
    """Return logarithmically spaced windows, up to the whole track."""
    return np.geomspace(min(SCAPED_FROM, end / _PARTS), end, count)


def layers_over_windows(setup: Setup) -> dict[str, Any]:
    """Return for each side and layer the durations of segments (5 %, median, 95 %), and where its
    share of the comparisons ends if shares are stacked, at evenly spaced windows of the scape."""
    windows = scape_windows(setup.reference.end, WEIGHED)
    beside: dict[str, Any] = {}
    for side, hierarchy in zip(SIDES, setup.pair, strict=True):
        weights = layer_weights(hierarchy, windows, settings=setup.settings).weights
        # Several layers can decide the same triplet unless they are nested.
        ends = np.cumsum(weights / np.maximum(weights.sum(axis=0), 1), axis=0)
        lasting = [(layer.p5, layer.median, layer.p95) for layer in layer_durations(hierarchy)]
        beside[side] = {"durations": lasting, "ends": [none_for_nan(row) for row in ends.round(3)]}
    return beside


def scape_message(
    setup: Setup, measure: str, shown: tuple[float, float], *, fine: bool, layers: bool
) -> Answer:
    """Pack g, or with `layers` the deciding layer, and the mean loss of each query."""
    count, wide = FINE if fine else COARSE
    windows, queries = scape_windows(setup.reference.end, count), columns(*shown, wide)
    drawn = query_scores(
        *setup.pair, windows, queries=queries, measure=measure, settings=setup.settings
    )
    g = np.array([drawn.of(measure, part) for part in DIRECTIONS])
    head = {"windows": [windows[0], windows[-1]], "rows": count, "shown": shown}
    if layers:
        planes = np.array(
            [
                deciding_layers(side, windows, queries, settings=setup.settings)
                for side in setup.pair
            ]
        )
        planes = np.where(planes == 0, NO_TRIPLET, planes - 1).astype(np.uint8)
    else:
        planes = steps(np.rint(g * SHADES) / SHADES)
    if fine:  # 0.25 s on a slow line; sockets do not compress, as most messages are small
        planes = np.frombuffer(zlib.compress(planes.tobytes(), 1), np.uint8)
    return head, {"planes": planes.ravel(), "costs": steps(mean_loss(g))}
