"""Compute images of the depths at which all pairs of moments meet."""

from functools import partial

import numpy as np
import numpy.typing as npt

from core.triplets.task import Task
from core.vocabulary import FloatArray, freeze

_ROWS = 512  # cells at once


def depth_matrices(task: Task, pixels: int) -> tuple[FloatArray, FloatArray]:
    """Return depth(x, y) of all pairs of moments, down-sampled, for both hierarchies."""
    cells = task.problem.cells
    marks = np.linspace(0.0, task.extent, pixels + 1)
    within = _covered(marks, cells.edges[:-1], cells.edges[1:])
    # The last part can reach beyond the last frame.
    covered = np.maximum(within.sum(axis=0), 1e-12)
    within /= covered
    if task.of_labels:
        return _mean_meets(task.marks[0], within), _mean_meets(task.marks[1], within)
    reference, estimate = (
        freeze(within.T @ sum(map(partial(_covered, marks), left[1:], right[1:])) / covered)
        for left, right in ((cells.ref_left, cells.ref_right), (cells.est_left, cells.est_right))
    )
    return reference, estimate


def _mean_meets(marks: npt.NDArray[np.int64], within: FloatArray) -> FloatArray:
    """Return the mean depth at which moments of two parts meet, from the depths of cells."""
    total = np.zeros((within.shape[1], within.shape[1]))
    for first in range(0, len(within), _ROWS):
        rows = slice(first, first + _ROWS)
        depths = np.zeros((len(within[rows]), len(within)))
        for level, row in enumerate(marks, 1):
            alike = (row[rows, None] == row[None, :]) & (row[rows, None] >= 0)
            depths[alike] = level
        total += within[rows].T @ (depths @ within)
    return freeze(total)


def _covered(marks: FloatArray, starts: FloatArray, ends: FloatArray) -> FloatArray:
    """Return the share of each part between marks (columns) that each stretch (rows) covers."""
    low = np.maximum(marks[None, :-1], starts[:, None])
    high = np.minimum(marks[None, 1:], ends[:, None])
    return np.maximum(high - low, 0.0) / (marks[1] - marks[0])
