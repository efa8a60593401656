"""The distances within each corpus, and between both (Eqs. 3 to 5 of the paper)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from core.caemsi._matrix import read_matrix
from core.vocabulary import FloatArray


@dataclass(frozen=True, eq=False)
class Spread:
    """Distances by where they lie, each from the smallest to the largest."""

    within_a: FloatArray
    within_b: FloatArray
    """W_A and w_B, Eqs. 3 and 4."""
    between: FloatArray
    """B_AB, Eq. 5."""

    def named(self) -> tuple[tuple[str, FloatArray], ...]:
        """Give each with its name in the paper."""
        return (("w_A", self.within_a), ("w_B", self.within_b), ("b_AB", self.between))


def spread(distances: Any, n_a: int) -> Spread:
    """Sort the distances of two corpora by where they lie."""
    matrix = read_matrix(distances, n_a)
    parts = (_pairs(matrix[:n_a, :n_a]), _pairs(matrix[n_a:, n_a:]), matrix[:n_a, n_a:].ravel())
    return Spread(*map(np.sort, parts))


def _pairs(own: FloatArray) -> FloatArray:
    pairs: FloatArray = own[np.triu_indices(len(own), 1)]
    return pairs


def cumulated(values: FloatArray) -> FloatArray:
    """Give the share of values that are at most each, as Figures 1 and 2 of the paper draw it."""
    shares: FloatArray = np.searchsorted(values, values, side="right") / len(values)
    return shares
