"""Pack the scape of the time on screen: g of each column at each window."""

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

_PARTS: int = SCHEMA["scape"]["parts"]  # the least window of a short track is 1 / parts of it

COARSE, FINE = (60, 400), (240, 1000)
"""Numbers of windows and queries: while a boundary is dragged, and otherwise."""

SHADES = 63
"""Steps of g: more are hardly visible, and twice as many need 50 % more bytes."""


def scape_windows(end: float, count: int) -> FloatArray:
    """Return logarithmically spaced windows, up to the whole track."""
    return np.geomspace(min(SCAPED_FROM, end / _PARTS), end, count)


def scape_message(
    setup: Setup, measure: str, shown: tuple[float, float], *, fine: bool, layers: bool
) -> Answer:
    """Pack g, or with `layers` the deciding layer, and the mean loss of each query."""
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
    if fine:  # 0.25 s on a slow line; sockets do not compress, as most messages are small
        planes = np.frombuffer(zlib.compress(planes.tobytes(), 1), np.uint8)
    return head, {"planes": planes.ravel(), "costs": steps(mean_loss(g))}
