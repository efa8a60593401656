"""Compare two corpora: compute their distances, and run both tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.caemsi.difference import DifferenceTest, are_few, difference_test
from core.caemsi.distances import LEAST, Distances, Order, distance_matrix
from core.caemsi.equivalence import Ranked, rank
from core.caemsi.items import Corpus, check_disjoint
from core.errors import StyleError
from core.wording import counted

MOST_ITEMS = 4000  # distances of more items would take over a gigabyte


@dataclass(frozen=True)
class Draws:
    """Options for drawing labelings and computing p-values."""

    n_permutations: int = 1000
    seed: int = 0  # each test starts from it, so the tests do not affect each other
    exact: bool = False
    """Whether a test enumerates all labelings if there are at most `MOST_LABELINGS`."""
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
    """Return the distances between all items of two corpora, A first."""
    for name, corpus in (("A", a), ("B", b)):
        if len(corpus.items) < LEAST:
            items = counted(len(corpus.items), "item")
            raise StyleError(
                f"corpus {name} ('{corpus.name}') has {items} to compare",
                advice=f"Use at least {LEAST}, or about 25 to find anything",
            )
    count = len(a.items) + len(b.items)
    if count > MOST_ITEMS:
        raise StyleError(
            f"{count:,} items are too many to compare at once", advice=f"Use at most {MOST_ITEMS:,}"
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
    """Test for difference, and prepare the test for equivalence at any margin."""
    draws = draws or Draws()
    if draws.seed < 0:
        raise StyleError(f"the seed {draws.seed} is negative")
    n_b = len(distances) - n_a
    total = 3 * draws.n_permutations  # one for difference, and one for each corpus
    done = 0

    def drawn(count: int) -> None:
        nonlocal done
        done += count
        progress(min(done, total), total)
        if cancelled():
            raise StyleError("the tests were stopped early")

    difference = difference_test(
        distances,
        n_a,
        n_permutations=draws.n_permutations,
        exact=draws.exact and are_few(n_a, n_b),
        rng=np.random.default_rng(draws.seed),
        equal_weight=draws.equal_weight,
        plus_one=draws.plus_one,
        drawn=drawn,
    )
    few = all(are_few(n * (n - 1) // 2, n_a * n_b) for n in (n_a, n_b))
    ranked = rank(
        distances,
        n_a,
        n_permutations=draws.n_permutations,
        exact=draws.exact and few,
        rng=np.random.default_rng(draws.seed),
        drawn=drawn,
    )
    return difference, ranked
