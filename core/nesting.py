"""Find the boundaries that deeper layers of a hierarchy lack."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.vocabulary import FloatArray, IntArray

NEST_DECIMALS = 5
"""Boundaries are the same for nesting when they agree to this many decimals, as in mir_eval."""


@dataclass(frozen=True, eq=False)
class Missing:
    """The boundaries of the layers above that a layer lacks."""

    above: IntArray  # the nearest coarser layer that has the boundary, 1 = coarsest
    times: FloatArray  # increasing, in seconds


def missing_boundaries(boundaries: Sequence[FloatArray]) -> Iterator[Missing]:
    """Yield, for each layer, the boundaries above that it lacks."""
    keys, times = np.empty(0), np.empty(0)
    above = np.empty(0, np.int64)
    for level, row in enumerate(boundaries, 1):
        own, last = _keys(row)
        lacks = own[np.minimum(np.searchsorted(own, keys), len(own) - 1)] != keys
        yield Missing(above[lacks], times[lacks])
        keys = np.concatenate((keys[lacks], own))
        order = np.argsort(keys, kind="stable")  # merges two sorted runs
        keys = keys[order]
        times = np.concatenate((times[lacks], row[last]))[order]
        above = np.concatenate((above[lacks], np.full(len(own), level)))[order]


def count_missing(boundaries: Sequence[FloatArray]) -> int:
    """Count missing boundaries without a list: a hundred layers may lack millions."""
    rows = [_keys(row)[0] for row in boundaries]
    levels = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    _, first, counts = np.unique(np.concatenate(rows), return_index=True, return_counts=True)
    # A boundary is missing in each layer without it below the first layer that has it.
    return int((len(rows) - levels[first] - counts).sum())


def _keys(row: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return the distinct rounded boundaries, and the index of the last boundary of each."""
    rounded = np.round(row, NEST_DECIMALS)
    last = np.flatnonzero(np.append(rounded[1:] != rounded[:-1], True)[: len(row)])
    return rounded[last], last
