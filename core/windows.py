"""Windows in seconds: the default, and the lists for corpora, the slider and tables."""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

DEFAULT_WINDOW = 15.0
"""Seconds: the default of mir_eval, and what the paper recommends for SALAMI (section 5.1)."""

# fmt: off
CORPUS_WINDOWS = (
    0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2, 2.5, 2.8, 3.0, 3.5, 4.0, 4.5, 5.0,
    5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0,
    18.0, 19.0, 20.0, 22.0, 24.0, 26.0, 28.0, 30.0, 33.0, 36.0, 40.0, 44.0, 48.0, 52.0, 56.0, 60.0,
    65.0, 70.0, 80.0, 90.0, 100.0, 110.0, 120.0, math.inf,
)
# fmt: on
"""Default windows of a corpus: 60 round values in seconds; the last is the whole track."""

MARKED = (0.5, 3.0, DEFAULT_WINDOW)
"""Windows that charts mark, in seconds: two tolerances of boundary detection, and the default."""

SCAPED_FROM = 0.5
"""Seconds: the smallest window of a scape; below it, hardly any query has a triplet."""

ADVISABLE: tuple[float, ...] = (0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 60, 90, 120, math.inf)
"""Windows of :data:`CORPUS_WINDOWS` that can be advised for a data set, in seconds."""

LANDMARKS = (*MARKED, 30.0)  # seconds; with the other windows of the paper's tables


def sweep(duration: float, *extra: float | None) -> npt.NDArray[np.float64]:
    """Return round windows about 4 % apart, from 0.1 s to the whole track, and infinity."""
    steps = np.geomspace(0.1, max(duration, 0.2), 200)
    grids = np.select([steps < 10, steps < 60, steps < 200], [0.1, 0.5, 1.0], 5.0)
    tidy = np.round(np.round(steps / grids) * grids, 6)
    wanted = [w for w in (*tidy.tolist(), *LANDMARKS, duration) if 0.1 <= w <= duration]
    windows = sorted({*wanted, *(w for w in extra if w is not None and w > 0), math.inf})
    return np.array(windows)


def landmarks(windows: Sequence[float]) -> Sequence[float]:
    """Return the windows to show if there is no room for all."""
    return [w for w in (*LANDMARKS, math.inf) if w in windows] or windows[:5]


def tabulated(duration: float, window: float) -> list[float]:
    """Return the windows of a printed table: landmarks, the chosen window, the whole track."""
    return sorted({*LANDMARKS, math.inf, effective_window(duration, window)})


def finite(window: float) -> float | None:
    """Return a window for tables and JSON; None (null) is the whole track."""
    return None if math.isinf(window) else window


def whole_from(duration: float) -> float:
    """Return twice the duration: from this window on every convention sees the whole track."""
    return 2 * duration


def effective_window(duration: float, window: float) -> float:
    """Return the window to score: infinity if it covers the whole track."""
    return math.inf if window >= whole_from(duration) else window


@lru_cache(maxsize=256)
def extra_window(duration: float, window: float) -> float | None:
    """Return the window to score, if the slider lacks it."""
    wanted = effective_window(duration, window)
    return None if wanted in sweep(duration) else wanted


def columns(start: float, end: float, count: int) -> npt.NDArray[np.float64]:
    """Return the middles of `count` equal parts of a stretch of time, in seconds."""
    return start + (np.arange(count, dtype=np.float64) + 0.5) * ((end - start) / count)
