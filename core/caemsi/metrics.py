"""How often the tests are right where the truth is known (Eqs. 9 to 16 of the paper)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import StyleError

LEVEL = 0.95
"""Of the intervals."""


@dataclass(frozen=True)
class Rate:
    """A share, with its Wilson interval."""

    count: int
    of: int
    """How many trials of how many."""
    value: float
    """Their ratio; nan of none."""
    low: float
    high: float
    """The interval at `LEVEL`; 0 and 1 of none. It is one over trials: collections other than the
    one at hand may lie outside."""


@dataclass(frozen=True)
class Metrics:
    """Eqs. 12 to 16; positive is "same class"."""

    accuracy: Rate
    """ACC: how many trials are predicted right."""
    tpr: Rate
    tnr: Rate
    """Of the trials of one class, how many are predicted so; of those of two classes."""
    ppv: Rate
    npv: Rate
    """Of the trials predicted to be of one class, how many are; of those predicted to be of two."""

    def items(self) -> tuple[tuple[str, Rate], ...]:
        """Give each with its name in the paper."""
        return tuple(
            zip(NAMES, (self.accuracy, self.tpr, self.tnr, self.ppv, self.npv), strict=True)
        )


NAMES = ("ACC", "TPR", "TNR", "PPV", "NPV")
"""The paper's, in the order of its Table 2."""

POSITIVE = (
    "Positive is “of one class”: TPR is how many pairs of corpora of one class are called so, TNR "
    "how many of two; PPV and NPV how many that are called so are."
)
"""What the names mean."""


def rate(count: int, of: int) -> Rate:
    """Give a share with its Wilson interval."""
    if of == 0:
        return Rate(0, 0, math.nan, 0.0, 1.0)
    from scipy.stats import binomtest  # as long to import as all else here

    interval = binomtest(count, of).proportion_ci(LEVEL, method="wilson")
    return Rate(count, of, count / of, float(interval.low), float(interval.high))


def metrics(truth: Sequence[bool], predicted: Sequence[bool]) -> Metrics:
    """Compare what was predicted with the truth.

    Eqs. 13 and 14 take half of the trials to be of one class; here each is counted.
    """
    if len(truth) != len(predicted):
        raise StyleError(f"{len(predicted)} predictions do not fit {len(truth)} trials")
    same, said = np.asarray(truth, bool), np.asarray(predicted, bool)
    right = same == said
    return Metrics(
        *(
            rate(int(right[chosen].sum()), int(chosen.sum()))
            for chosen in (np.ones_like(same), same, ~same, said, ~said)
        )
    )


def same_by_difference(p_diff: float, alpha: float = 0.05) -> bool:
    """Predict from p_diff: the same class where no difference is found.

    Eq. 10 joins both tests by "or", and so gives both answers at once for many pairs; Table 2 comes
    out where each test predicts by itself.
    """
    return p_diff >= alpha


def same_by_equivalence(p_eqv: float, alpha: float = 0.05) -> bool:
    """Predict from p_eqv: the same class where equivalence is found; see above for Eq. 10."""
    return p_eqv < alpha
