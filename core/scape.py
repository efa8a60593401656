"""The scape of a pair: the score of every query at every window, and the scores that are its means.

Scape plots of music go back to C. S. Sapp, "Harmonic visualizations of tonal music" (ICMC 2001).
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.align import Alignment
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.settings import DEFAULT, Settings
from core.showing import Column, PairResult, Row, none_for_nan
from core.tmeasures.results import Scores, TMeasures
from core.tmeasures.scoring import query_scores, score
from core.vocabulary import DIRECTIONS, Direction, FloatArray, freeze, mean
from core.windows import landmarks, sweep
from core.wording import TimeNotation

__all__ = ["Scape", "deciding_layers", "scape"]


@dataclass(frozen=True, eq=False, repr=False)
class Scape(PairResult):
    """g(q) of every query at every window, for recall and precision of one measure.

    Parameters
    ----------
    windows : ndarray, shape (w,)
        Seconds, increasing; infinite is the whole track.
    times : ndarray, shape (q,)
        Of the queries, in seconds.
    recall, precision : ndarray, shape (w, q)
        g(q) of Eq. 8 in [0, 1]; NaN where the query has no triplet within the window.
    means : TMeasures
        The scores at the same windows. With all queries, a score is the mean of a row.
    measure : str
        ``"reduced"``, ``"full"`` or ``"l"``.
    pair : Alignment, optional
        The scored pair.
    """

    columns = (
        Column("window", "window", "none is the whole track"),
        Column("time", "time", "of the query q"),
        Column("recall", "score", "g(q) in the reference; none without a triplet"),
        Column("precision", "score", "g(q) in the estimate; none without a triplet"),
    )

    windows: FloatArray
    times: FloatArray
    recall: FloatArray
    precision: FloatArray
    means: TMeasures
    measure: str
    pair: Alignment | None = None

    @property
    def scores(self) -> Scores:
        """The means of rows, such as T_R, and shares of queries counted, of shape (w,) each."""
        return self.means.scores[self.measure]

    def of(self, direction: Direction) -> FloatArray:
        """Return g(q) for recall or precision, shape (w, q)."""
        return self.recall if direction == "recall" else self.precision

    def cost(self, direction: Direction) -> FloatArray:
        """Return the mean loss of each query over the windows, shape (q,): the mean of 1 - g
        in each column, NaN where the query has no triplet at any window."""
        return freeze(mean_loss(self.of(direction)))

    @property
    def notation(self) -> TimeNotation:
        """How times of the pair are written."""
        return self.means.notation

    def rows(self) -> list[Row]:
        windows = none_for_nan(np.where(np.isinf(self.windows), np.nan, self.windows))
        values = [map(none_for_nan, self.of(part)) for part in DIRECTIONS]
        return [
            {"window": window, "time": time, "recall": recall, "precision": precision}
            for window, *g in zip(windows, *values, strict=True)
            for time, recall, precision in zip(self.times.tolist(), *g, strict=True)
        ]

    def cells(self, most: int | None = None) -> list[dict[str, str]]:
        """Show the scores at a few windows: all of g is too much to read."""
        windows = self.windows.tolist()
        rows = self.means.cells()
        measures = len(rows) // len(windows)
        at = [*self.means.scores].index(self.measure)
        shown = [windows.index(window) for window in landmarks(windows)]
        return [
            {name: cell for name, cell in rows[measures * row + at].items() if name != "measure"}
            for row in shown[:most]
        ]

    def headline(self) -> str:
        """Name the pair, the measure, and how many queries and windows there are."""
        size = f"{len(self.times)} queries at {len(self.windows)} windows"
        how = self.means.settings.describe_frames(self.notation)
        return f"{self.compared}g(q) of {BY_KEY[self.measure].heading}, {size}, {how}"


def scape(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike | None = None,
    *,
    queries: npt.ArrayLike | None = None,
    measure: str = "reduced",
    settings: Settings = DEFAULT,
) -> Scape:
    """Score every query of a pair of one span at many windows.

    Parameters
    ----------
    reference, estimate, settings
        See :func:`core.tmeasures.score`.
    windows : array_like, optional
        Seconds, increasing; by default about 200, from 0.1 s to the whole track.
    queries : array_like, optional
        Seconds, increasing. By default every frame, or without frames evenly spread moments.
    measure : {"reduced", "full", "l"}
    """
    seconds = sweep(reference.end) if windows is None else np.array(windows, np.float64, ndmin=1)
    g = query_scores(
        reference, estimate, seconds, queries=queries, measure=measure, settings=settings
    )
    recall, precision = (freeze(g.of(measure, part).copy()) for part in DIRECTIONS)
    means = score(reference, estimate, seconds, settings=settings)
    return Scape(g.windows, g.times, recall, precision, means, measure)


def mean_loss(g: FloatArray) -> FloatArray:
    """Return the mean of 1 - g over windows, shape (..., queries); NaN without any g."""
    return mean(1 - g, axis=-2)


def deciding_layers(
    hierarchy: Hierarchy,
    windows: npt.ArrayLike,
    queries: npt.ArrayLike,
    *,
    settings: Settings = DEFAULT,
) -> npt.NDArray[np.int64]:
    """Return the layer that decides most reduced triplets of each query at each window.

    Returns
    -------
    ndarray, shape (w, q)
        1 is the coarsest layer, 0 a query without a triplet. If layers decide equally many,
        the coarsest counts.
    """
    alone = (replace(hierarchy, layers=(layer,)) for layer in hierarchy.layers)
    drawn = [
        query_scores(
            hierarchy, flat, windows, queries=queries, measure="reduced", settings=settings
        )
        for flat in alone
    ]
    shares = np.array([g.of("reduced", "recall") for g in drawn])
    empty = np.isnan(shares[0])
    return np.where(empty, 0, np.nan_to_num(shares).argmax(axis=0) + 1)
