"""Windows, shares and lists as sentences have them."""

from __future__ import annotations

import math
from collections.abc import Sequence

PAPER = "McFee, Nieto and Bello 2015"
"""What reasons cite."""

_ROUNDING = 1e-9  # what binary numbers add


def percent(share: float) -> str:
    """Write a share in percent.

    Parameters
    ----------
    share : float
        In [0, 1].

    Returns
    -------
    str
        With one decimal at most, as ``"77.6 %"``. Rounded down, so that what falls short of a bound
        never reads as if it met it.
    """
    return f"{math.floor(share * 1000 + _ROUNDING) / 10:g} %"


def listed(words: Sequence[str]) -> str:
    """Join words as a sentence does: ``"a, b and c"``."""
    *before, last = words
    return f"{', '.join(before)} and {last}" if before else last
