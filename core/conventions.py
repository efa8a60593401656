"""The conventions by which published T-measures differ.

The paper's text, its printed tables and mir_eval compute slightly different numbers. A
:class:`Convention` selects one; numbers under different conventions are not comparable.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.frames import SAME_TIME, Rounding, to_frame
from core.vocabulary import FloatArray, Side
from core.wording import IN_SECONDS, TimeNotation


@dataclass(frozen=True)
class Convention:
    """The rules for computing T-measures.

    Parameters
    ----------
    name : str
        Its name on the command line and in URLs.
    rounding : {"mir_eval", "exact", None}
        Conversion of times to frames (see :mod:`core.frames`); None for the limit of small frames.
    half_window : bool
        False: the window reaches `window` seconds to each side, half open. True: half of the window
        to each side with both ends, as in Eq. 8.
    no_triplet : float, optional
        Score of a query without a triplet: None leaves it out of the mean, 0 is Eq. 9 as written,
        1 is :data:`LOSE_THE_FRAMES`.
    """

    name: str
    rounding: Rounding | None
    half_window: bool = False
    no_triplet: float | None = None

    @property
    def frameless(self) -> bool:
        """Whether lengths in seconds replace counts of frames."""
        return self.rounding is None

    @property
    def mean_over_all(self) -> bool:
        """Whether queries without a triplet count."""
        return self.no_triplet is not None

    def most(self, share: float) -> float:
        """Return the highest possible score if only this share of queries has a triplet."""
        return 1.0 if self.no_triplet is None else share + (1.0 - share) * self.no_triplet

    @property
    def describe_mean(self) -> str:
        """Name the queries of the mean, after a comma; empty if queries need triplets."""
        if self.no_triplet is None:
            return ""
        if self.no_triplet == 0:
            return ", mean over all queries"
        return f", queries without a triplet count as {self.no_triplet:g}"

    @property
    def describe_origin(self) -> str:
        """Where such scores are found: ``"as mir_eval"``."""
        return _AS.get(self.name, f"as in {self.name}")

    @property
    def describe_no_triplet(self) -> str:
        """The treatment of a query without a triplet: ``"is left out of the mean"``."""
        if self.no_triplet is None:
            return "is left out of the mean"
        return f"counts as {self.no_triplet:g}"

    def describe_window(self, window: float, units: TimeNotation = IN_SECONDS) -> str:
        """Name the reach of a window, such as ``"±15 s"``; an infinite one is the whole track."""
        if np.isinf(window):
            return "whole track"
        return f"±{units.lasting(window / 2 if self.half_window else window)}"

    def describe_lack(
        self, window: float, side: Side, which: str = "triplet", units: TimeNotation = IN_SECONDS
    ) -> str:
        """Explain a missing score: ``"no query has a triplet within ±15 s in the estimate"``."""
        reach = "" if np.isinf(window) else f" within {self.describe_window(window, units)}"
        return f"no query has a {which}{reach} in the {side}"

    def reach(
        self, windows: npt.ArrayLike, frame_size: float, times: FloatArray | None = None
    ) -> tuple[FloatArray, FloatArray]:
        """Return how far windows reach back and ahead; one column, or one per frame of `times`."""
        seconds = np.asarray(windows, dtype=np.float64)[:, np.newaxis]
        half = seconds / 2 if self.half_window else seconds
        if times is not None:
            here = np.arange(len(times))
            first = np.searchsorted(times, times - half - SAME_TIME)
            last = np.searchsorted(
                times, times + half + (SAME_TIME if self.half_window else -SAME_TIME)
            )
            return (here - first).astype(np.float64), np.maximum(last - here, 1.0)
        if self.rounding is None:
            return half, half
        finite = np.isfinite(half)
        frames = to_frame(np.where(finite, half, 0.0), frame_size, self.rounding)
        back = np.where(finite, frames, np.inf)
        # A window below a frame contains only the query.
        return back, np.maximum(back + 1.0 if self.half_window else back, 1.0)

    def reach_in_seconds(
        self, windows: npt.ArrayLike, frame_size: float
    ) -> tuple[FloatArray, FloatArray]:
        """Return how many seconds windows reach before and after a query, for drawings."""
        back, ahead = (side[:, 0] for side in self.reach(windows, frame_size))
        return (back, ahead) if self.frameless else (back * frame_size, ahead * frame_size)


MIR_EVAL = Convention("mir_eval", "mir_eval")
"""Like mir_eval 0.8.2, floating-point quirks included. The default."""

PAPER_TABLES = Convention("paper-tables", "exact")
"""Like the printed tables of the paper, without rounding errors in frames.

The authors' code rounds boundaries in floating point, which affects four printed numbers; see
:mod:`core.papers.reproducing`.
"""

PAPER_EQUATION = Convention("paper-equation", "exact", half_window=True)
"""Eq. 8 as written; set `no_triplet` to 0 for Eq. 9 as written."""

FRAMELESS = Convention("frameless", None)
"""The limit of small frames: free of frame-size error."""

LOSE_THE_FRAMES = Convention("lose-the-frames", None, no_triplet=1.0)
"""No frames, and a query without a triplet counts as 1, because there is nothing to miss.

This is the L-measure of Q. Xi, B. McFee, "Lose the Frames", ISMIR 2025, in one version of their
package frameless-eval (commit 6186c58). In another version (2c6ad35), such a query makes the score
NaN. If no query has a triplet, the package returns 1, but hierscope has no score, as in all
conventions. The package has no window and no T-measure: both are hierscope's extension.
"""

CONVENTIONS = {
    convention.name: convention
    for convention in (MIR_EVAL, PAPER_TABLES, PAPER_EQUATION, FRAMELESS, LOSE_THE_FRAMES)
}
"""Every convention by name."""

_AS = {
    "mir_eval": "as mir_eval",
    "paper-tables": "as the paper's tables",
    "paper-equation": "as the paper's Eq. 8",
}
