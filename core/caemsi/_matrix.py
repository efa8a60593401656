"""What both tests take: a matrix of distances, and how many of its items are of corpus A."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.caemsi.distances import Distances
from core.errors import StyleError
from core.vocabulary import FloatArray

LEAST = 3
"""Items of a corpus: two have one distance, and no spread."""


def read_matrix(distances: Any, n_a: int) -> FloatArray:
    """Check a matrix of distances."""
    matrix = np.asarray(distances, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise StyleError(f"distances of shape {matrix.shape} are not square")
    for name, count in (("A", n_a), ("B", len(matrix) - n_a)):
        if count < LEAST:
            raise StyleError(
                f"corpus {name} has {max(count, 0)} items",
                mend=f"Give at least {LEAST}; for a test that finds anything, 25",
            )
    pairs = matrix[np.triu_indices(len(matrix), 1)]
    if not np.isfinite(pairs).all():
        raise StyleError("a distance is not finite")
    if not np.array_equal(pairs, matrix.T[np.triu_indices(len(matrix), 1)]):
        raise StyleError(
            "the distances are not symmetric",
            mend="Compress each pair in one order, whatever its corpora",
        )
    return matrix


def read_compressor(distances: Any) -> str:
    """Give the compressor's name and version, where the distances tell."""
    if isinstance(distances, Distances):
        return f"{distances.compressor} ({distances.version})"
    return ""


def check_permutations(n_permutations: int) -> None:
    """Refuse to draw no labelling."""
    if n_permutations < 1:
        raise StyleError("there must be at least one permutation")


def labellings(n_first: int, n_second: int) -> int:
    """Give in how many ways so many can be labelled."""
    return math.comb(n_first + n_second, n_first)
