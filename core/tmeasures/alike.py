"""Scores in which all triplets weigh alike, in the place of all queries."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.measures import MEASURES
from core.tmeasures.api import functions, results
from core.tmeasures.conventions import MIR_EVAL, Convention
from core.tmeasures.problem import Problem, check_beta, check_windows, pose
from core.tmeasures.results import TMeasures
from core.vocabulary import DIRECTIONS, FloatArray
from core.windows import DEFAULT_WINDOW

_HALF = 1 / np.sqrt(3)  # of a piece: where two samples integrate a cubic


def score_alike(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike = (DEFAULT_WINDOW,),
    *,
    convention: Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    frames: npt.ArrayLike | None = None,
    beta: float = 1.0,
) -> TMeasures:
    """Score a pair by the share of all triplets that agree.

    T and L are means over queries of such shares, so a triplet weighs more where its query has few.
    Here the triplets of all queries are added up before the division, as issue 421 of mir_eval
    proposes. A measure that is no mean over queries has no score.

    Parameters
    ----------
    reference, estimate, windows, convention, frame_size, frames, beta
        As of :func:`core.tmeasures.score`; what a query without a triplet counts as changes
        nothing here.

    Returns
    -------
    TMeasures
    """
    seconds = check_windows(windows)
    check_beta(beta)
    problem = pose(reference, estimate, seconds, convention, frame_size, frames)
    mean, counted = np.zeros((2, len(seconds), len(MEASURES) * len(DIRECTIONS)))
    for compute, columns in functions(problem, MEASURES, attrgetter("queries")):
        for window in range(len(seconds)):
            mean[window, columns], counted[window, columns] = _ratio(problem, compute, window)
    size = frame_size if frames is None else None
    return results(problem, seconds, mean, counted, convention, size, beta)


def _ratio(
    problem: Problem, compute: Callable[..., Any], window: int
) -> tuple[FloatArray, FloatArray]:
    """Divide the agreeing triplets by all triplets; give also how many queries have any."""
    back, ahead = problem.back[window : window + 1], problem.ahead[window : window + 1]
    positions, weights = problem.positions, np.ones(len(problem.positions))
    if problem.frameless:
        positions, weights = _samples(problem, float(back[0, 0]))
    g, sizes = compute(problem, problem.cells, positions, back, ahead)
    has = ~np.isnan(g[0])
    every = (weights * sizes[0]).sum(axis=1)
    agreeing = (weights * sizes[0] * np.where(has, g[0], 0.0)).sum(axis=1)
    ratio = np.divide(agreeing, every, out=np.zeros_like(every), where=every > 0)
    return ratio, (weights * has).sum(axis=1)


def _samples(problem: Problem, reach: float) -> tuple[FloatArray, FloatArray]:
    """Give queries, and the length that each stands for, by which counts integrate exactly.

    Between the times at which q or an end of its window passes a boundary, counts are quadratic.
    """
    edges = problem.cells.edges
    cuts = np.unique(np.concatenate((edges, edges - reach, edges + reach)))
    cuts = cuts[(cuts >= 0) & (cuts <= problem.end)]
    lengths, middles = np.diff(cuts), (cuts[:-1] + cuts[1:]) / 2
    sides = middles[:, np.newaxis] + lengths[:, np.newaxis] / 2 * np.array([-_HALF, _HALF])
    return sides.ravel(), np.repeat(lengths / 2, 2)
