"""How much a score hangs on the choice of the window: its range from half to double of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.vocabulary import FloatArray

UNSTEADY = 0.3
"""From which range on a score is unsteady around a window.

It is the gap "of around 30%" that the paper finds between the agreement of two annotators and that
of an annotator with an algorithm, and calls substantial (section 5.2): where the window alone moves
a score by as much, the score says more of the window than of the estimate.
"""

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Around:
    """A score at the windows from half to double of one.

    An octave to each side, since that is by how much readings of w differ: w/2 to each side by
    Eq. 8, w in the paper's tables and in mir_eval.

    Parameters
    ----------
    half, double : float
        Seconds; for the whole track half of the track, and infinite.
    low, high : float
        The least and the largest value at the windows scored in between, the one in the middle
        among them.
    """

    half: float
    double: float
    low: float
    high: float

    @property
    def range(self) -> float:
        """How far the values lie apart."""
        return self.high - self.low

    @property
    def unsteady(self) -> bool:
        """Whether they lie at least `UNSTEADY` apart."""
        return self.range >= UNSTEADY - _ROUNDING


def around(windows: FloatArray, values: FloatArray, window: float, end: float) -> Around | None:
    """Find how far a score lies apart around a window.

    Parameters
    ----------
    windows, values : ndarray, shape (w,)
        Values are NaN where nothing is counted.
    window : float
        One of the windows, in seconds.
    end : float
        Of the track, in seconds.

    Returns
    -------
    Around or None
        None where nothing is counted at `window`.
    """
    if np.isnan(values[int(np.searchsorted(windows, window))]):
        return None
    half = min(window, end) / 2
    near = values[(windows >= half) & (windows <= 2 * window) & ~np.isnan(values)]
    return Around(half, 2 * window, float(near.min()), float(near.max()))
