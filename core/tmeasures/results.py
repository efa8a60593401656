"""The frozen results of scoring a pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from core.tmeasures.conventions import Convention

FloatArray = npt.NDArray[np.float64]

VARIANTS: tuple[Literal["reduced", "full"], ...] = ("reduced", "full")
_SCORES = ("recall", "precision", "f_measure")
_SHARES = ("recall_share", "precision_share")
N_SCORES = len(VARIANTS) * len(_SCORES)
"""The first columns of a table are scores, the others shares."""
COLUMNS = tuple(
    f"{name}_{variant}" for names in (_SCORES, _SHARES) for variant in VARIANTS for name in names
)
"""What a table of scores holds: ``recall_reduced``, ``precision_reduced``, ``f_measure_reduced``,
the same for ``full``, then ``recall_share_reduced``, ..., ``precision_share_full``."""
SYMBOLS = {"recall": "T_R", "precision": "T_P", "f_measure": "T_F"}
"""The measures as the paper writes them."""


@dataclass(frozen=True, eq=False)
class Scores:
    """One variant (full or reduced) over all windows; every array has shape (windows,).

    Parameters
    ----------
    recall, precision, f_measure : ndarray
        T_R, T_P and T_F, in [0, 1].
    recall_share, precision_share : ndarray
        The share of queries (of time, when frameless) that have any triplet in the reference, and
        in the estimate. Where it is 0 the score is 0 by convention.
    """

    recall: FloatArray
    precision: FloatArray
    f_measure: FloatArray
    recall_share: FloatArray
    precision_share: FloatArray


@dataclass(frozen=True, eq=False)
class TMeasures:
    """T-measures of one pair for many windows.

    Parameters
    ----------
    windows : ndarray, shape (windows,)
        Seconds; infinite is the whole track.
    reduced, full : Scores
        With and without the transitive reduction (section 3.5 of the paper).
    convention : Convention
    frame_size : float or None
        Seconds; None when frameless or when frames were given.
    beta : float
    """

    windows: FloatArray
    reduced: Scores
    full: Scores
    convention: Convention
    frame_size: float | None
    beta: float

    def table(self) -> FloatArray:
        """Give all numbers, shape (windows, 10), in the order of :data:`COLUMNS`."""
        return np.column_stack(
            [
                getattr(getattr(self, variant), name)
                for names in (_SCORES, _SHARES)
                for variant in VARIANTS
                for name in names
            ]
        )

    def as_mir_eval(self, index: int = 0) -> dict[str, float]:
        """Give the scores of one window under mir_eval's names.

        Parameters
        ----------
        index : int
            Which window.

        Returns
        -------
        dict
            ``"T-Precision reduced"``, ``"T-Recall reduced"``, ``"T-Measure reduced"``, and the same
            for ``full``.
        """
        return {
            f"T-{word} {variant}": float(getattr(getattr(self, variant), field)[index])
            for variant in ("reduced", "full")
            for word, field in (
                ("Precision", "precision"),
                ("Recall", "recall"),
                ("Measure", "f_measure"),
            )
        }


@dataclass(frozen=True, eq=False)
class QueryScores:
    """g(q) of every query, for many windows.

    Parameters
    ----------
    times : ndarray, shape (n,)
        Where the queries are, in seconds.
    windows : ndarray, shape (windows,)
        Seconds.
    reduced_recall, reduced_precision, full_recall, full_precision : ndarray, shape (windows, n)
        g(q) in [0, 1] (Eq. 8); NaN where q has no triplet.
    """

    times: FloatArray
    windows: FloatArray
    reduced_recall: FloatArray
    reduced_precision: FloatArray
    full_recall: FloatArray
    full_precision: FloatArray


def freeze(array: FloatArray) -> FloatArray:
    """Make an array read-only and return it."""
    array.flags.writeable = False
    return array


def f_measure(precision: FloatArray, recall: FloatArray, beta: float) -> FloatArray:
    """Combine precision and recall element by element; 0 where both are 0."""
    squared = beta**2
    below = squared * precision + recall
    above = (1 + squared) * precision * recall
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)
