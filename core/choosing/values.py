"""Scores as curves: NaN where nothing is counted, so that no 0 is taken for a score."""

from __future__ import annotations

from core.tmeasures import TMeasures
from core.vocabulary import FloatArray, Part, freeze


def counted(result: TMeasures, key: str, part: Part) -> FloatArray:
    """Give one score of all windows, where there is one.

    Parameters
    ----------
    result : TMeasures
    key : str
        Of a measure, such as ``"reduced"``.
    part : {"recall", "precision", "f_measure"}

    Returns
    -------
    ndarray, shape (w,)
        In [0, 1]; NaN where no query is counted on that side, for F on either.
    """
    return freeze(result.scores[key].counted(part))
