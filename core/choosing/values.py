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
    scores = getattr(result, variant)
    sides = ("recall", "precision") if measure == "f_measure" else (measure,)
    has_any = np.all([getattr(scores, f"{side}_share") > 0 for side in sides], axis=0)
    return freeze(np.where(has_any, getattr(scores, measure), np.nan))
