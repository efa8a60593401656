"""Compute L-measures of a pair of hierarchies at any window.

Two points meet at the deepest layer in which their segments have the same label. The triplets
(q, i, j) of the reference are those in which i meets q deeper than j does. Recall is the share of
them for which this also holds in the estimate; precision is the reverse. g(q) and the mean over
queries are defined as for T-measures (:mod:`core.tmeasures.scoring`), with the depth of meeting
instead of the least common ancestor.

The paper has no window: i and j are anywhere in the track. Here they lie within the window of q, as
in T-measures. A window over the whole track gives the paper's measure.

References
----------
B. McFee, O. Nieto, M. M. Farbood, J. P. Bello, "Evaluating Hierarchical Structure in Music
Annotations", Frontiers in Psychology 8:1337, 2017, doi:10.3389/fpsyg.2017.01337.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.lmeasures import _kernels
from core.tmeasures import _kernels as integrals
from core.tmeasures.problem import Cells, Problem
from core.vocabulary import FloatArray

Marks = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]

_ROWS = 1_000_000  # pieces at once: 90 MB
_LEAST = 1e-12  # share of the squared track: below it, a count of triplets is a rounding error


def sum_meets(problem: Problem, cells: Cells) -> tuple[FloatArray, FloatArray]:
    """Sum g over all queries, shape (windows, 2); also how many (or seconds) have a triplet."""
    labels = label_cells(cells)
    if problem.frameless:
        return _integrate(problem.back, problem.ahead, cells.edges, *labels)
    return _kernels.score_points(
        problem.positions, problem.back, problem.ahead, problem.own, cells.edges, *labels, False
    )[:2]


def query_meets(
    problem: Problem, cells: Cells, positions: FloatArray, back: FloatArray, ahead: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return g of queries and their numbers of triplets, for recall and precision."""
    return _kernels.score_points(
        positions, back, ahead, problem.own, cells.edges, *label_cells(cells), True
    )[2:]


def label_cells(cells: Cells) -> Marks:
    """Number the labels of both sides in each cell, each of shape (layers, cells)."""
    return _cells(cells, *(_numbers(side.labels) for side in cells.sides))


def segment_cells(cells: Cells) -> Marks:
    """Number the segments in the same form; each number is unique, so that L becomes T."""
    return _cells(cells, *(np.arange(len(side.starts)) for side in cells.sides))


def _cells(cells: Cells, *numbers: npt.NDArray[np.int64]) -> Marks:
    reference, estimate = (
        _kernels.label_cells(side.starts, side.ends, side.offsets, of_side, cells.edges)
        for side, of_side in zip(cells.sides, numbers, strict=True)
    )
    return reference, estimate


def _numbers(labels: Sequence[Sequence[str]]) -> npt.NDArray[np.int64]:
    """Number labels, ignoring case as mir_eval does."""
    numbers: dict[str, int] = {}
    return np.array(
        [numbers.setdefault(label.lower(), len(numbers)) for layer in labels for label in layer],
        dtype=np.int64,
    )


def _integrate(
    back: FloatArray,
    ahead: FloatArray,
    edges: FloatArray,
    reference: npt.NDArray[np.int64],
    estimate: npt.NDArray[np.int64],
) -> tuple[FloatArray, FloatArray]:
    n_windows = len(back)
    total, counted = np.zeros((2, n_windows, 2))
    least = _LEAST * (edges[-1] - edges[0]) ** 2
    step = max(1, _ROWS // (3 * len(edges) + 1))
    for first in range(0, n_windows, step):
        part = slice(first, first + step)
        pieces = _kernels.pieces(back[part], ahead[part], edges, reference, estimate)
        windows, lengths = first + pieces[:, 0].astype(np.int64), pieces[:, 1]
        agreeing = np.ascontiguousarray(pieces[:, 2:5])
        for side in range(2):
            every = np.ascontiguousarray(pieces[:, 5 + 3 * side : 8 + 3 * side])
            g = integrals.mean_ratios(agreeing, every, least)
            has = ~np.isnan(g)
            total[:, side] += np.bincount(windows[has], (g * lengths)[has], n_windows)
            counted[:, side] += np.bincount(windows[has], lengths[has], n_windows)
    return total, counted
