"""Compare two corpora, step by step: their distances, then both tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.caemsi._matrix import LEAST
from core.caemsi.difference import DifferenceTest, are_few, difference_test
from core.caemsi.distances import Distances, Order, distance_matrix
from core.caemsi.equivalence import Ranked, rank
from core.caemsi.items import Corpus, check_disjoint
from core.errors import StyleError
from core.wording import counted

MOST_ITEMS = 4000
"""More items are not compared: their distances would take a gigabyte."""


@dataclass(frozen=True)
class Draws:
    """How labellings are drawn, and what is made of them."""

    n_permutations: int = 1000
    seed: int = 0
    """Each test begins with it anew, so that one does not change with the other."""
    exact: bool = False
    """Whether a test goes through all labellings instead, where there are at most
    `MOST_LABELLINGS`: for p_diff up to 11 + 11 items, for p_eqv, which labels distances, up to 4 +
    4."""
    equal_weight: bool = False
    plus_one: bool = False
    """As in :func:`core.caemsi.difference_test`."""


def measure(
    a: Corpus,
    b: Corpus,
    compressor: str = "zlib",
    *,
    order: Order = "canonical",
    workers: int | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Distances:
    """Give the distances of all items of two corpora, those of A first."""
    for name, corpus in (("A", a), ("B", b)):
        if len(corpus.items) < LEAST:
            items = counted(len(corpus.items), "item")
            raise StyleError(
                f"corpus {name} ('{corpus.name}') has {items} to compare",
                mend=f"Give at least {LEAST}; for a test that finds anything, 25",
            )
    count = len(a.items) + len(b.items)
    if count > MOST_ITEMS:
        raise StyleError(
            f"{count:,} items are too many to compare at once", mend=f"Give at most {MOST_ITEMS:,}"
        )
    check_disjoint(a, b)
    data = [item.data for item in (*a.items, *b.items)]
    return distance_matrix(
        data, compressor, order=order, workers=workers, progress=progress, cancelled=cancelled
    )


def run_tests(
    distances: Any,
    n_a: int,
    draws: Draws | None = None,
    *,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[DifferenceTest, Ranked]:
    """Test for difference, and prepare the test for equivalence for any margin."""
    how = draws or Draws()
    if how.seed < 0:
        raise StyleError(f"the seed {how.seed} is negative")
    n_b = len(distances) - n_a
    done = 0

    def drawn(count: int) -> None:
        nonlocal done
        done += count
        # One for the difference, and one for each corpus.
        progress(min(done, 3 * how.n_permutations), 3 * how.n_permutations)
        if cancelled():
            raise StyleError("the tests were stopped before they were done")

    difference = difference_test(
        distances,
        n_a,
        n_permutations=how.n_permutations,
        exact=how.exact and are_few(n_a, n_b),
        rng=np.random.default_rng(how.seed),
        equal_weight=how.equal_weight,
        plus_one=how.plus_one,
        drawn=drawn,
    )
    few = all(are_few(n * (n - 1) // 2, n_a * n_b) for n in (n_a, n_b))
    ranked = rank(
        distances,
        n_a,
        n_permutations=how.n_permutations,
        exact=how.exact and few,
        rng=np.random.default_rng(how.seed),
        drawn=drawn,
    )
    return difference, ranked
