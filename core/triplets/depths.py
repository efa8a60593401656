"""Depths as pictures: around one query, and of all pairs of moments."""

from __future__ import annotations

from functools import partial

import numpy as np

from core.triplets._task import Task
from core.vocabulary import FloatArray, freeze


def depth_extents(task: Task, query: float) -> tuple[FloatArray, FloatArray]:
    """Give for each depth the stretch of time that meets a query at that depth or deeper.

    Parameters
    ----------
    task : Task
    query : float
        Seconds.

    Returns
    -------
    reference, estimate : ndarray, shape (layers + 1, 2)
        Start and end in seconds of {x : depth(query, x) >= l}, for l = 0, 1, ...
    """
    cells = task.problem.cells
    cell = int(np.searchsorted(cells.edges, task.frame(query), side="right")) - 1
    return (
        task.seconds(np.column_stack((cells.ref_left[:, cell], cells.ref_right[:, cell]))),
        task.seconds(np.column_stack((cells.est_left[:, cell], cells.est_right[:, cell]))),
    )


def depth_matrices(task: Task, pixels: int) -> tuple[FloatArray, FloatArray]:
    """Give depth(x, y) of all pairs of moments, down-sampled.

    Parameters
    ----------
    task : Task
    pixels : int
        Into how many even parts the track is cut.

    Returns
    -------
    reference, estimate : ndarray, shape (pixels, pixels)
        The mean depth of the pairs in each pixel.
    """
    cells = task.problem.cells
    marks = np.linspace(0.0, task.extent, pixels + 1)
    within = _covered(marks, cells.edges[:-1], cells.edges[1:])
    # The last part may reach beyond the last frame.
    held = np.maximum(within.sum(axis=0), 1e-12)
    within /= held
    reference, estimate = (
        freeze(within.T @ sum(map(partial(_covered, marks), left[1:], right[1:])) / held)
        for left, right in (
            (cells.ref_left, cells.ref_right),
            (cells.est_left, cells.est_right),
        )
    )
    return reference, estimate


def _covered(marks: FloatArray, starts: FloatArray, ends: FloatArray) -> FloatArray:
    """Give how much of each part between marks (columns) stretches cover (rows), as a share."""
    low = np.maximum(marks[None, :-1], starts[:, None])
    high = np.minimum(marks[None, 1:], ends[:, None])
    covered: FloatArray = np.maximum(high - low, 0.0) / (marks[1] - marks[0])
    return covered
