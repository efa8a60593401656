"""The scape of the stretch of time on screen, packed: g of each column at each window."""

import zlib

import numpy as np

from core.scape import deciding_layers, mean_loss
from core.tmeasures.api import query_scores
from core.vocabulary import DIRECTIONS, FloatArray
from core.windows import SCAPED_FROM, columns
from explorer.messages.inspection import Setup
from explorer.messages.pack import Answer
from explorer.messages.pair import NO_TRIPLET, steps
from explorer.messages.schema import SCHEMA

_PARTS: int = SCHEMA["scape"]["parts"]  # of a short track: the least window is one of them

COARSE, FINE = (60, 400), (240, 1000)
"""Windows and queries while a boundary is dragged, and otherwise."""

SHADES = 63
"""Steps of g: more could hardly be told apart, and twice as many take half as many bytes again."""


def scape_windows(end: float, count: int) -> FloatArray:
    """Give windows at even distances on a log axis, up to the whole track."""
    return np.geomspace(min(SCAPED_FROM, end / _PARTS), end, count)


def scape_message(
    setup: Setup, measure: str, shown: tuple[float, float], *, fine: bool, layers: bool
) -> Answer:
    """Pack g, or with `layers` the layer that decides; and what each moment costs."""
    count, wide = FINE if fine else COARSE
    windows, queries = scape_windows(setup.reference.end, count), columns(*shown, wide)
    drawn = query_scores(*setup.pair, windows, queries=queries, measure=measure, **setup.frames)
    g = np.array([drawn.of(measure, part) for part in DIRECTIONS])
    head = {"windows": [windows[0], windows[-1]], "rows": count, "shown": shown}
    if layers:
        planes = np.array(
            [deciding_layers(side, windows, queries, **setup.frames) for side in setup.pair]
        )
        planes = np.where(planes == 0, NO_TRIPLET, planes - 1).astype(np.uint8)
    else:
        planes = steps(np.rint(g * SHADES) / SHADES)
    # A quarter of a second of a slow line; the sockets are not compressed, for moves are small.
    packed = np.frombuffer(zlib.compress(planes.tobytes(), 1), np.uint8)
    return head, {"planes": packed, "costs": steps(mean_loss(g))}
