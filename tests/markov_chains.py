"""A labeled collection for tests: strings of Markov chains over two letters, a chain per class."""

import numpy as np

from core.caemsi.items import Item
from sample_data.make_styles import walk_chain


def markov_chains(seed=1, *, classes=10, items=200, length=400):
    chains = np.random.default_rng(seed).beta(5, 5, (classes, 2)).tolist()
    made = []
    for number, chain in enumerate(chains, 1):
        label = f"chain {number}"
        for item in range(1, items + 1):
            rng = np.random.default_rng([seed, number, item])
            made.append(Item(f"{label}/{item}", walk_chain(chain, length, rng), str(item), label))
    return tuple(made)
