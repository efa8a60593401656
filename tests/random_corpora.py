"""Corpora of random points, and how often the test calls them equivalent."""

import numpy as np

from core.caemsi.equivalence import Ranked, equivalence, rank


def equivalent(items, margin, spread, times, seed=0, dimensions=1):
    """Return the share of pairs with p_eqv < 0.05; the second corpus is `spread` times as wide."""
    rng, count, places = np.random.default_rng(seed), 0, ()
    for _ in range(times):
        points = rng.normal(0, np.repeat([1, spread], items)[:, None], (2 * items, dimensions))
        distances = np.sqrt(np.square(points[:, None] - points).sum(-1))
        ranked = rank(distances, items, n_permutations=1 if places else 10_000)
        places = places or ranked.places
        again = Ranked(ranked.ranks, places, False, "")
        count += equivalence(again, margin).p_value < 0.05
    return count / times
