"""Arrange items by their distances, in a row or on a plane."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform
from sklearn.manifold import MDS

from core.errors import StyleError
from core.vocabulary import FloatArray

MOST_MAPPED = 500
"""Limit of items on a map: this many take a second or two, and time grows quadratically."""


@dataclass(frozen=True, eq=False)
class Map:
    """Items on a plane, with distances close to their own."""

    places: FloatArray
    stress: float
    """Kruskal's Stress-1: 0 if distances on the plane match the items'; 0.2 is poor."""


def clustered(distances: Any) -> list[int]:
    """Return an order that puts similar items next to each other (scipy's average linkage)."""
    pairs = squareform(np.asarray(distances, dtype=np.float64), checks=False)
    return leaves_list(linkage(pairs, "average", optimal_ordering=True)).tolist()


def flat_map(distances: Any) -> Map:
    """Place items on a plane by metric multidimensional scaling, after classical scaling."""
    matrix = np.maximum(np.asarray(distances, dtype=np.float64), 0)
    if len(matrix) > MOST_MAPPED:
        raise StyleError(
            f"{len(matrix):,} items are too many for a map", advice=f"Use at most {MOST_MAPPED:,}"
        )
    np.fill_diagonal(matrix, 0)
    if not matrix.any():
        return Map(np.zeros((len(matrix), 2)), 0.0)  # scikit-learn would divide by it
    scaling = MDS(
        n_components=2,
        n_init=1,
        init="classical_mds",
        metric="precomputed",
        normalized_stress=True,
        random_state=0,
    )
    return Map(scaling.fit_transform(matrix), float(scaling.stress_))


def nearest(distances: Any, item: int, among: npt.NDArray[np.int64], count: int) -> list[int]:
    """Return the `count` items nearest to an item, nearest first."""
    others = among[among != item]
    order = np.argsort(np.asarray(distances)[item, others], kind="stable")
    return others[order[:count]].tolist()
