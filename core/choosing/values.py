"""Scores as curves: NaN where nothing is counted, so that no 0 is taken for a score."""

from __future__ import annotations

from typing import Literal

import numpy as np

from core.effects import Variant
from core.tmeasures import TMeasures
from core.tmeasures.results import FloatArray, freeze

Measure = Literal["recall", "precision", "f_measure"]


def counted(result: TMeasures, variant: Variant, measure: Measure) -> FloatArray:
    """Give one score of all windows, where there is one.

    Parameters
    ----------
    result : TMeasures
    variant : {"reduced", "full"}
    measure : {"recall", "precision", "f_measure"}

    Returns
    -------
    ndarray, shape (w,)
        T_R, T_P or T_F in [0, 1]; NaN where no query has a triplet on that side, for T_F on either.
    """
    has_any = shares(result, variant, measure) > 0
    return freeze(np.where(has_any, getattr(getattr(result, variant), measure), np.nan))


def shares(result: TMeasures, variant: Variant, measure: Measure) -> FloatArray:
    """Give the share of queries that count for one score of all windows.

    Parameters
    ----------
    result : TMeasures
    variant : {"reduced", "full"}
    measure : {"recall", "precision", "f_measure"}

    Returns
    -------
    ndarray, shape (w,)
        In [0, 1]; for T_F the smaller of both sides' shares.
    """
    scores = getattr(result, variant)
    sides = ("recall", "precision") if measure == "f_measure" else (measure,)
    return freeze(np.min([getattr(scores, f"{side}_share") for side in sides], axis=0))
