"""Depths as pictures: around one query, and of all pairs of moments."""

from __future__ import annotations

import numpy as np

from core.tmeasures.results import freeze
from core.triplets._task import Task
from core.triplets.results import FloatArray


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
    marks = np.linspace(0.0, cells.edges[-1], pixels + 1)
    # How much of each pixel lies in each cell.
    start = np.maximum(marks[:-1, None], cells.edges[None, :-1])
    end = np.minimum(marks[1:, None], cells.edges[None, 1:])
    share = np.maximum(end - start, 0.0) / (marks[1] - marks[0])
    reference, estimate = (
        freeze(share @ _cell_depths(left, right, cells.edges) @ share.T)
        for left, right in (
            (cells.ref_left, cells.ref_right),
            (cells.est_left, cells.est_right),
        )
    )
    return reference, estimate


def _cell_depths(left: FloatArray, right: FloatArray, edges: FloatArray) -> FloatArray:
    """Give the depth at which each pair of cells meets."""
    depths = np.zeros((len(edges) - 1, len(edges) - 1))
    for level in range(1, len(left)):
        depths += (left[level][:, None] <= edges[None, :-1]) & (
            edges[None, 1:] <= right[level][:, None]
        )
    return depths
