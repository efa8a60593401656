"""Strings of Markov chains over two letters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

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


def walk_chain(chain: Sequence[float], length: int, rng: np.random.Generator) -> bytes:
    """Make a string of a chain over the letters 'a' and 'b', of which either may be the first."""
    state = int(rng.integers(2))
    letters = bytearray()
    for number in rng.random(length).tolist():
        letters.append(b"ab"[state])
        if number < chain[state]:
            state = 1 - state
    return bytes(letters)
