"""Compute T-measures of a pair of hierarchies at many windows, in any :class:`Convention`.

References
----------
B. McFee, O. Nieto, J. P. Bello, "Hierarchical evaluation of segment boundary detection", ISMIR
2015. g(q) is Eq. 8, T_R Eq. 9, T_P Eq. 7, "reduced" section 3.5.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from core.conventions import Convention
from core.hierarchy import Hierarchy
from core.measures import MEASURES, QUERY_COLUMNS, Measure, function
from core.settings import DEFAULT, Settings
from core.tmeasures import _kernels
from core.tmeasures.problem import Cells, Problem, check_beta, check_windows, pose
from core.tmeasures.results import QueryScores, Scores, TMeasures, f_measure
from core.vocabulary import DIRECTIONS, FloatArray, freeze
from core.windows import DEFAULT_WINDOW

_HALF = 1 / np.sqrt(3)  # places of two samples in a piece that integrate a cubic


def score(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike = (DEFAULT_WINDOW,),
    *,
    settings: Settings = DEFAULT,
) -> TMeasures:
    """Score an aligned pair at many windows.

    Parameters
    ----------
    reference, estimate : Hierarchy
        Of one span, from 0; see :func:`core.align.align`.
    windows : array_like, shape (w,)
        Seconds, positive; infinite is the whole track.
    settings : Settings

    Raises
    ------
    ScoreError
        If the pair is not aligned, or a window or a setting can't be used.
    """
    seconds = check_windows(windows)
    check_beta(settings.beta)
    problem = pose(reference, estimate, seconds, settings)
    if settings.equal == "triplets":
        mean, counted = _ratios(problem)
    else:
        total, counted = totals(problem, problem.cells)
        mean = means(total, counted, problem, settings.convention)
    share, mean = freeze(counted / problem.size), freeze(mean)
    recall, precision = mean[:, 0::2], mean[:, 1::2]
    f = freeze(f_measure(precision, recall, settings))
    columns = recall, precision, f, share[:, 0::2], share[:, 1::2]
    scores = {
        measure.key: Scores(*(column[:, at] for column in columns))
        for at, measure in enumerate(MEASURES)
    }
    unit = problem.pair[0].unit
    return TMeasures(freeze(seconds), scores, settings, unit, problem.lack)


def totals(
    problem: Problem, cells: Cells, measures: Sequence[Measure] = MEASURES
) -> tuple[FloatArray, FloatArray]:
    """Sum g over all queries, shape (windows, 2 * measures): recall and precision of each measure;
    also return how many queries (or seconds) have a triplet."""
    total, counted = np.zeros((2, len(problem.back), len(DIRECTIONS) * len(measures)))
    for compute, columns in functions(problem, measures, attrgetter("sums")):
        total[:, columns], counted[:, columns] = compute(problem, cells)
    return total, counted


def functions(
    problem: Problem, measures: Iterable[Measure], name_of: Callable[[Measure], str]
) -> Iterator[tuple[Callable[..., Any], slice]]:
    """Yield the functions of the measures that the pair allows, and the columns that each fills."""
    after = 0
    for (name, needs), same in groupby(measures, lambda measure: (name_of(measure), measure.needs)):
        first, after = after, after + len(DIRECTIONS) * len([*same])
        if name and not (needs == "labels" and problem.lack):
            yield function(name), slice(first, after)


def sum_triplets(problem: Problem, cells: Cells) -> tuple[FloatArray, FloatArray]:
    """Sum g over all queries: recall and precision of each measure."""
    if problem.frameless:
        return _kernels.integrate(problem.back, problem.ahead, *cells.arrays)
    return _kernels.score_points(
        problem.positions, problem.back, problem.ahead, problem.own, *cells.arrays, False
    )[:2]


def means(
    total: FloatArray, counted: FloatArray, problem: Problem, convention: Convention
) -> FloatArray:
    """Return scores from the sums of :func:`totals` (Eq. 9); NaN if no query has a triplet."""
    value = convention.no_triplet
    every = total if value is None else total + value * (problem.size - counted)
    size = counted if value is None else problem.size
    return np.divide(every, size, out=np.full_like(total, np.nan), where=counted > 0)


def score_many(
    problem: Problem,
    every: Sequence[Cells],
    settings: Settings,
    measures: Sequence[Measure] = MEASURES,
) -> tuple[FloatArray, FloatArray]:
    """Score many pairs with the same span like :func:`score`, with the setup done once."""
    settings.require_queries()
    sums, counts = np.empty((2, len(every), len(problem.back), 2 * len(measures)))
    for row, cells in enumerate(every):
        sums[row], counts[row] = totals(problem, cells, measures)
    mean = means(sums, counts, problem, settings.convention)
    recall, precision = mean[..., 0::2], mean[..., 1::2]
    values = np.stack((recall, precision, f_measure(precision, recall, settings)), axis=-1)
    return values, counts.reshape(*counts.shape[:2], len(measures), 2)


def _ratios(problem: Problem) -> tuple[FloatArray, FloatArray]:
    """Return the shares of all triplets that agree, and the numbers of queries with triplets."""
    shape = len(problem.back), len(MEASURES) * len(DIRECTIONS)
    ratios, counted = np.full(shape, np.nan), np.zeros(shape)
    for compute, columns in functions(problem, MEASURES, attrgetter("queries")):
        for window in range(len(ratios)):
            ratios[window, columns], counted[window, columns] = _ratio(problem, compute, window)
    return ratios, counted


def _ratio(
    problem: Problem, compute: Callable[..., Any], window: int
) -> tuple[FloatArray, FloatArray]:
    """Divide the agreeing triplets by all triplets; also return the number of queries with any."""
    back, ahead = problem.back[window : window + 1], problem.ahead[window : window + 1]
    positions, weights = problem.positions, np.ones(len(problem.positions))
    if problem.frameless:
        positions, weights = _samples(problem, float(back[0, 0]))
    g, sizes = compute(problem, problem.cells, positions, back, ahead)
    has = ~np.isnan(g[0])
    every = (weights * sizes[0]).sum(axis=1)
    agreeing = (weights * sizes[0] * np.where(has, g[0], 0.0)).sum(axis=1)
    ratio = np.divide(agreeing, every, out=np.full_like(every, np.nan), where=every > 0)
    return ratio, (weights * has).sum(axis=1)


def _samples(problem: Problem, reach: float) -> tuple[FloatArray, FloatArray]:
    """Return queries and weights that integrate counts exactly, as they are quadratic in pieces."""
    edges = problem.cells.edges
    cuts = np.unique(np.concatenate((edges, edges - reach, edges + reach)))
    cuts = cuts[(cuts >= 0) & (cuts <= problem.end)]
    lengths, middles = np.diff(cuts), (cuts[:-1] + cuts[1:]) / 2
    sides = middles[:, np.newaxis] + lengths[:, np.newaxis] / 2 * np.array([-_HALF, _HALF])
    return sides.ravel(), np.repeat(lengths / 2, 2)


def query_scores(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike = (DEFAULT_WINDOW,),
    *,
    settings: Settings = DEFAULT,
    queries: npt.ArrayLike | None = None,
    measure: str | None = None,
) -> QueryScores:
    """Return g(q) (Eq. 8) at many windows, for every frame or the frames of `queries`, and for all
    measures or at least `measure`."""
    settings.require_queries()
    seconds = check_windows(windows)
    problem = pose(reference, estimate, seconds, settings)
    positions, times, back, ahead = problem.positions, problem.times, problem.back, problem.ahead
    if queries is not None:
        positions, times, back, ahead = problem.at(queries)
    asked = [measure for measure in MEASURES if measure.queries]
    g = np.full((len(seconds), len(QUERY_COLUMNS), len(positions)), np.nan)
    for compute, columns in functions(problem, asked, attrgetter("queries")):
        if measure is None or measure in {key for key, _ in QUERY_COLUMNS[columns]}:
            g[:, columns], _ = compute(problem, problem.cells, positions, back, ahead)
    return QueryScores(freeze(times.copy()), freeze(seconds), freeze(g))


def query_triplets(
    problem: Problem, cells: Cells, positions: FloatArray, back: FloatArray, ahead: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return g and the number of triplets of queries: recall, precision; reduced, then full."""
    return _kernels.score_points(positions, back, ahead, problem.own, *cells.arrays, True)[2:]
