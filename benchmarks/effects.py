"""Time the effects of all boundaries against plain scores: ``python benchmarks/effects.py``.

The pair lasts 5 minutes and has 3 layers of 8, 25 and 60 segments, with few common boundaries.
Effects and plain scores are timed in the same run after a warm-up. Prints a table and exits with
1 if a limit is missed.
"""

from __future__ import annotations

import itertools
import math
import platform
import sys

import numba
import numpy as np
from timing import nested, seconds

from core.effects import effects
from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import FRAMELESS, MIR_EVAL, Convention, score

DURATION = 300_000  # milliseconds
MARKS = (7, 17, 35)  # new boundaries a layer
LIMIT = 100  # milliseconds
REPEATS = 15


def times(
    reference: Hierarchy, estimate: Hierarchy, window: float, follow: bool, convention: Convention
) -> tuple[int, float, float]:
    """How many scores the effects take, their milliseconds, and those of as many plain scores.

    Milliseconds are the least of some runs.
    """

    def ours() -> list[str]:
        found = effects(reference, estimate, window, nested=follow, settings=Settings(convention))
        return list(found.kinds)

    kinds = ours()
    # The pair itself, each edit, and two more for each slope.
    n_scores = 1 + len(kinds) + 2 * kinds.count("remove")

    def plain() -> None:
        for _ in range(n_scores):
            score(reference, estimate, [window], settings=Settings(convention))

    # Taking turns exposes both to the same load; other programs can only add time.
    rows = [[seconds(work, 1) for work in (ours, plain)] for _ in range(REPEATS)]
    took, theirs = np.min(rows, axis=0).tolist()
    return n_scores, took * 1e3, theirs * 1e3


def main() -> int:
    """Run all and print the table."""
    pair = nested(1, DURATION, *MARKS), nested(2, DURATION, *MARKS)
    print(f"{platform.platform()}, {platform.machine()}, {numba.config.NUMBA_NUM_THREADS} CPUs")
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}\n"
        f"{DURATION // 1000} s, 8/25/60 segments, 10 Hz\n"
    )
    print(f"{'effects of all boundaries':<40}{'scores':>8}{'ms':>10}{'/ plain scores':>16}")
    missed = 0
    for convention, window, follow in itertools.product(
        (MIR_EVAL, FRAMELESS), (0.5, 15.0, math.inf), (False, True)
    ):
        n_scores, took, theirs = times(*pair, window, follow, convention)
        bad = took > LIMIT
        missed += bad
        name = f"{convention.name}, {window:g} s, {'nested' if follow else 'free'}"
        print(
            f"{name:<40}{n_scores:>8}{took:>10.4g}{took / theirs:>16.3g}  at most {LIMIT} ms"
            f"{'  MISSED' if bad else ''}"
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
