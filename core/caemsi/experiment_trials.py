"""One trial of the experiment: two corpora drawn from labelled items, and both tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from core.caemsi._matrix import LEAST
from core.caemsi.difference import difference_test
from core.caemsi.equivalence import equivalence_test
from core.errors import StyleError
from core.vocabulary import FloatArray

NARROWEST, WIDENING, SMALLEST = 0.05, 2.5, 25


@dataclass(frozen=True, order=True)
class Sizes:
    """How many items a trial draws for A and for B, and its margin."""

    a: int
    b: int
    """At least 3."""
    margin: float
    """The equivalence range; see :func:`core.caemsi.equivalence_test`."""

    def __post_init__(self) -> None:
        if min(self.a, self.b) < LEAST:
            raise StyleError(
                f"a corpus of {min(self.a, self.b)} items is too small to test",
                mend=f"Choose sizes from {LEAST}",
            )
        if not 0 < self.margin < np.inf:
            raise StyleError(f"the margin {self.margin:g} is no positive number")

    def __str__(self) -> str:
        return f"{self.a}" if self.a == self.b else f"{self.a}:{self.b}"


def default_margin(a: int, b: int) -> float:
    """Give the margin for sizes: the paper's, and between and beyond them what fits them all.

    Table 2 has 0.15, 0.1 and 0.075 for 25, 50 and 100 items, and 0.0875 for 50 against 100. All
    four are 0.05 + 2.5 / n, and its mean for two sizes; below 25 items it stays at 0.15, which
    nothing in the paper allows to be wider.
    """
    share = (1 / max(a, SMALLEST) + 1 / max(b, SMALLEST)) / 2
    # Rounded, so that the paper's come out as they are printed.
    return round(NARROWEST + WIDENING * share, 12)


@dataclass(frozen=True)
class Trial:
    """What both tests gave for two corpora whose classes are known."""

    a: int
    b: int
    number: int
    """Sizes, and the number among the trials of these sizes: even ones draw from one class."""
    margin: float
    class_a: str
    class_b: str
    p_diff: float
    ratio: float
    """P-value and statistic of the test for difference."""
    p_eqv: float
    effect_a: float
    effect_b: float
    """P-value and effects of the test for equivalence."""

    @property
    def same(self) -> bool:
        """Whether both corpora are of one class (Eq. 9)."""
        return self.class_a == self.class_b

    @property
    def identity(self) -> tuple[int, int, float, int]:
        """What tells it from the other trials of an experiment."""
        return self.a, self.b, self.margin, self.number


@dataclass(frozen=True, eq=False)
class Draw:
    """What trials of all sizes share."""

    distances: FloatArray
    """Of the whole collection."""
    labels: tuple[str, ...]
    """The class of each item."""
    seed: int
    n_permutations: int

    @cached_property
    def classes(self) -> dict[str, npt.NDArray[np.intp]]:
        """The items of each class, by name."""
        labels = np.array(self.labels)
        return {str(name): np.flatnonzero(labels == name) for name in np.unique(labels)}

    def members(self, sizes: Sizes) -> dict[str, npt.NDArray[np.intp]]:
        """Give the items of each class that is large enough, by name.

        Large enough for two disjoint corpora. Trials of two classes draw from the same classes, or
        they would differ from those of one class in more than that.
        """
        least = sizes.a + sizes.b
        return {name: items for name, items in self.classes.items() if len(items) >= least}


def run_trial(draw: Draw, sizes: Sizes, number: int) -> Trial:
    """Draw two disjoint corpora and test them.

    The random numbers are those of the seed, the sizes and the trial's number, whichever trials
    were run before, and wherever.
    """
    key = (sizes.a, sizes.b, number)
    rng = np.random.default_rng(np.random.SeedSequence(draw.seed, spawn_key=key))
    members = draw.members(sizes)
    names = list(members)
    if number % 2 == 0:
        class_a = class_b = names[int(rng.integers(len(names)))]
        chosen = rng.choice(members[class_a], sizes.a + sizes.b, replace=False)
    else:
        class_a, class_b = (names[at] for at in rng.choice(len(names), 2, replace=False))
        chosen = np.concatenate(
            [
                rng.choice(members[class_a], sizes.a, replace=False),
                rng.choice(members[class_b], sizes.b, replace=False),
            ]
        )
    matrix = draw.distances[np.ix_(chosen, chosen)]
    options: dict[str, Any] = {"n_permutations": draw.n_permutations, "rng": rng}
    difference = difference_test(matrix, sizes.a, **options)
    equivalence = equivalence_test(matrix, sizes.a, margin=sizes.margin, **options)
    return Trial(
        sizes.a,
        sizes.b,
        number,
        sizes.margin,
        class_a,
        class_b,
        difference.p_value,
        difference.statistic,
        equivalence.p_value,
        equivalence.a.effect,
        equivalence.b.effect,
    )


def run_trials(draw: Draw, chunk: Sequence[tuple[Sizes, int]]) -> list[Trial]:
    """Run some trials, one after the other."""
    return [run_trial(draw, sizes, number) for sizes, number in chunk]
