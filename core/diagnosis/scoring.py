"""Scores of a pair that is mended in many ways, its common problem posed once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.diagnosis.forms import BoolArray
from core.diagnosis.matching import Sides
from core.frames import Segments
from core.measures import BY_KEY
from core.tmeasures import Convention
from core.tmeasures.api import score_many
from core.tmeasures.cells import Cells
from core.tmeasures.problem import Problem
from core.vocabulary import VARIANTS, FloatArray

_VARIANTS = [BY_KEY[variant] for variant in VARIANTS]


@dataclass(frozen=True, eq=False)
class Scorer:
    """What scores pairs of the span, windows and convention of a posed problem.

    Parameters
    ----------
    problem : Problem
    convention : Convention
    beta : float
    """

    problem: Problem
    convention: Convention
    beta: float

    def values(self, sides: Sides) -> tuple[FloatArray, BoolArray]:
        """Score a pair in both variants, which takes no longer than one.

        Returns
        -------
        values : ndarray, shape (variants, windows, 3)
            Recall, precision and F, 0 where no query has a triplet.
        counted : ndarray of bool, shape (variants, windows, 3)
            Where any has, for F on both sides.
        """
        reference, estimate = (
            Segments.of(form.rows, self.problem.place) for form in (sides.reference, sides.estimate)
        )
        cells = Cells.cut(reference, estimate, 0.0, self.problem.size)
        values, counts = score_many(self.problem, [cells], self.convention, self.beta, _VARIANTS)
        any_ = counts[0] > 0
        counted = np.concatenate((any_, any_.all(axis=-1, keepdims=True)), axis=-1)
        return values[0].swapaxes(0, 1), counted.swapaxes(0, 1)
