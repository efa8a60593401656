"""Measures of labels of two layers without frames: lengths of time in the place of counts.

They are the limits of those of :mod:`mir_eval.segment` as frames become small. Pairwise scores and
the V-measure are so computed in Q. Xi, B. McFee, "Lose the Frames", ISMIR 2025.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.hierarchy import Layer
from core.vocabulary import FloatArray, IntArray

Scored = tuple[float, float, float]


def overlaps(one: Layer, other: Layer) -> FloatArray:
    """Say for how long two layers have each two labels."""
    edges = np.union1d(one.boundaries, other.boundaries)
    rows, columns = (_numbers(layer, edges[:-1]) for layer in (one, other))
    width = int(columns.max()) + 1
    seconds: FloatArray = np.zeros((int(rows.max()) + 1, width))
    np.add.at(seconds, (rows, columns), np.diff(edges))
    return seconds


def _numbers(layer: Layer, times: FloatArray) -> IntArray:
    """Number the labels at times within a layer."""
    known: dict[str, int] = {}
    numbers = np.array([known.setdefault(label.lower(), len(known)) for label in layer.labels])
    at_times: IntArray = numbers[np.searchsorted(layer.boundaries, times, side="right") - 1]
    return at_times


def pairwise(one: Layer, other: Layer, beta: float) -> Scored:
    """Give the share of pairs of moments with one label that have one in the other layer, too."""
    table = overlaps(one, other)
    both, rows, columns = (
        float(np.square(sums).sum()) for sums in (table, table.sum(axis=1), table.sum(axis=0))
    )
    precision, recall = both / columns, both / rows
    return precision, recall, f_measure(precision, recall, beta)


def v_measure(one: Layer, other: Layer, beta: float) -> Scored:
    """Give how much less of one layer's labels is open where those of the other are known."""
    table = overlaps(one, other) / (one.boundaries[-1] - one.boundaries[0])
    of_reference, of_estimate = _entropy(table.sum(axis=1)), _entropy(table.sum(axis=0))
    both = _entropy(table)
    recall = _known(both - of_estimate, of_reference, table.shape[0])
    precision = _known(both - of_reference, of_estimate, table.shape[1])
    return precision, recall, f_measure(precision, recall, beta)


def f_measure(precision: float, recall: float, beta: float) -> float:
    """Give mir_eval's F-measure of two scores."""
    import mir_eval  # as in core.flat.pair

    return float(mir_eval.util.f_measure(precision, recall, beta=beta))


def _entropy(shares: FloatArray) -> float:
    some: npt.NDArray[np.float64] = shares[shares > 0]
    return -float((some * np.log2(some)).sum())


def _known(still_open: float, of_all: float, labels: int) -> float:
    # By rounding, what is left open may be a little less than nothing, or more than all.
    return min(max(1.0 - still_open / of_all, 0.0), 1.0) if labels > 1 else 0.0
