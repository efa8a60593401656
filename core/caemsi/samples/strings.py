"""Strings of Markov chains over two letters."""

from __future__ import annotations

from functools import cache

import numpy as np

from core.caemsi.demo import walk_chain

File = tuple[str, bytes]
Files = tuple[File, ...]
Chain = tuple[float, float]

LENGTH = 300
SEED = 0

BASE: Chain = (0.30, 0.55)
FAR: Chain = (0.70, 0.55)
NEAR: Chain = (0.36, 0.55)
"""How probable another letter is, after 'a' and after 'b'."""


@cache
def two_chains(chains: tuple[Chain, Chain], each: int, seed: int = SEED) -> tuple[Files, Files]:
    """Make so many strings of either chain, a file each."""
    rng = np.random.default_rng(seed)
    a, b = (
        tuple((f"{side}-{n:03}.txt", walk_chain(chain, LENGTH, rng)) for n in range(1, each + 1))
        for side, chain in zip("ab", chains, strict=True)
    )
    return a, b
