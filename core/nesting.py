"""Which boundaries the deeper layers of a hierarchy lack: arrays in, arrays out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.vocabulary import FloatArray, IntArray

NEST_DECIMALS = 5
"""Boundaries are the same for nesting when they agree to this many decimals, as in mir_eval."""


@dataclass(frozen=True, eq=False)
class Missing:
    """What a layer lacks of the layers above."""

    above: IntArray  # the nearest coarser layer that has the boundary, 1 = coarsest
    times: FloatArray  # increasing, in seconds


def missing_boundaries(boundaries: Sequence[FloatArray]) -> Iterator[Missing]:
    """Give, for each layer, the boundaries above that it lacks."""
    keys, times = np.empty(0), np.empty(0)
    above = np.empty(0, np.int64)
    for level, row in enumerate(boundaries, 1):
        own, last = _keys(row)
        lacks = own[np.minimum(np.searchsorted(own, keys), len(own) - 1)] != keys
        yield Missing(above[lacks], times[lacks])
        keys = np.concatenate((keys[lacks], own))
        order = np.argsort(keys, kind="stable")  # two sorted runs: they are merged
        keys = keys[order]
        times = np.concatenate((times[lacks], row[last]))[order]
        above = np.concatenate((above[lacks], np.full(len(own), level)))[order]


def count_missing(boundaries: Sequence[FloatArray]) -> int:
    """Count what all layers lack, without listing it: a hundred layers may lack millions."""
    rows = [_keys(row)[0] for row in boundaries]
    levels = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    _, first, counts = np.unique(np.concatenate(rows), return_index=True, return_counts=True)
    # A boundary is lacking in all layers below its first one that do not have it.
    return int((len(rows) - levels[first] - counts).sum())


def _keys(row: FloatArray) -> tuple[FloatArray, IntArray]:
    """Give what boundaries are compared by, each once, and which boundary is the last of each."""
    rounded = np.round(row, NEST_DECIMALS)
    last = np.flatnonzero(np.append(rounded[1:] != rounded[:-1], True)[: len(row)])
    return rounded[last], last
