"""The test for equivalence at many margins, and where its answer changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.caemsi.equivalence import EquivalenceTest, Ranked, equivalence

MARGINS = tuple(
    round(step / 10_000, 4)
    for step in (*range(25, 2000, 25), *range(2000, 3000, 50), *range(3000, 5001, 200))
)
"""Equivalence ranges that can be chosen from: the paper's 0.15, 0.1, 0.0875 and 0.075 are among
them. At 0.5 the medians may lie half of all ranks apart."""

ALPHAS = (
    0.001, 0.002, 0.003, 0.004, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06,
    0.07, 0.08, 0.09, 0.1, 0.12, 0.15, 0.2,
)  # fmt: skip
"""Levels that can be chosen from."""

DEFAULT_ALPHA = 0.05
"""The level by custom."""

FINE = 10_000
"""Where the answer changes is given in steps of 1 / `FINE`."""


@dataclass(frozen=True)
class Flip:
    """Where the answer changes as the margin grows."""

    margin: float
    """The first, in steps of 1 / `FINE`, with the new answer."""
    equivalent: bool
    """The new answer."""


@dataclass(frozen=True, eq=False)
class MarginCurve:
    """The test at many margins, with the same labellings at each."""

    margins: tuple[float, ...]
    """Rising; the inferior ones."""
    tests: tuple[EquivalenceTest, ...]
    """One a margin."""
    superior: float | None
    """The superior margin where it is one for all; else it is the same as the inferior one."""

    def without_labellings(self) -> MarginCurve:
        """Give the same without what each labelling gave, which is most of it."""
        none = np.empty(0)
        tests = tuple(
            replace(
                test,
                a=replace(test.a, null_inferior=none, null_superior=none),
                b=replace(test.b, null_inferior=none, null_superior=none),
            )
            for test in self.tests
        )
        return replace(self, tests=tests)


def margin_curve(
    ranked: Ranked,
    margins: Sequence[float] = MARGINS,
    *,
    superior: float | None = None,
    plus_one: bool = False,
) -> MarginCurve:
    """Test for equivalence at many margins."""
    tests = tuple(_at(ranked, margin, superior, plus_one) for margin in margins)
    return MarginCurve(tuple(margins), tests, superior)


def flips(ranked: Ranked, curve: MarginCurve, alpha: float) -> list[Flip]:
    """Find the margins at which the answer changes: whether p_eqv is below alpha."""
    found = []
    said = [test.p_value < alpha for test in curve.tests]
    for at in np.flatnonzero(np.diff(said)).tolist():
        plus_one = curve.tests[at].plus_one
        low, high = (round(each * FINE) for each in curve.margins[at : at + 2])
        while high - low > 1:
            middle = (low + high) // 2
            test = _at(ranked, middle / FINE, curve.superior, plus_one)
            low, high = (middle, high) if (test.p_value < alpha) == said[at] else (low, middle)
        found.append(Flip(high / FINE, said[at + 1]))
    return found


def _at(ranked: Ranked, margin: float, superior: float | None, plus_one: bool) -> EquivalenceTest:
    both = (margin, margin if superior is None else superior)
    return equivalence(ranked, both, plus_one=plus_one)
