"""Time the triplets of long tracks: ``python benchmarks/triplets.py``.

Everything is timed in one run after a warm-up; times are also printed as multiples of the time of
scoring the same pair. Prints a table and exits with 1 if a limit is missed.
"""

from __future__ import annotations

import itertools
import math
import platform
import sys
from collections.abc import Callable

import numba
import numpy as np
from timing import nested, seconds

from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import FRAMELESS, score
from core.triplets.blocks import costliest, query_blocks, survey
from core.triplets.task import Task
from core.vocabulary import DIRECTIONS

DURATION = 600_000  # milliseconds
QUERIES = 40
WINDOWS = (15.0, math.inf)


def onion(layers: int, segment: int) -> Hierarchy:
    """A hierarchy whose layers take a segment off both ends, so that few share their ends."""
    peeled = range(segment, layers * segment, segment)
    return Hierarchy.from_boundaries(
        np.array([0, *peeled[:n], *(DURATION - end for end in peeled[:n][::-1]), DURATION]) / 1000
        for n in range(layers)
    )


def slowest_query(task: Task) -> float:
    """The median time of the query that takes longest, of some all over the track."""
    every = np.linspace(0, DURATION / 1000, QUERIES, endpoint=False).tolist()
    return max(seconds(lambda q=q: query_blocks(task, q), 9) for q in every)


def works(
    reference: Hierarchy, estimate: Hierarchy, window: float, direction: str
) -> list[tuple[str, Callable[[], float], float]]:
    """What is timed: its name, a function that gives its seconds, and its limit in ms."""
    both = reference, estimate

    def new() -> Task:
        # A track that was never asked about: scoring it is part of the time.
        return Task(*both, window, direction, measure="full")

    asked = new()
    exact = Task(*both, window, direction, measure="full", settings=Settings(FRAMELESS))
    return [
        ("score", lambda: seconds(lambda: score(*both, [window]), 21), math.nan),
        ("one query, the slowest of 40", lambda: slowest_query(asked), 2),
        (
            "one query of a new pair",
            lambda: seconds(lambda: query_blocks(new(), 300), 21),
            math.nan,
        ),
        ("100 costliest", lambda: seconds(lambda: costliest(new()), 5), 300),
        ("100 costliest, merged", lambda: seconds(lambda: costliest(new(), merge=True), 5), 300),
        ("survey", lambda: seconds(lambda: survey(new()), 5), math.nan),
        ("survey, 240 pixels", lambda: seconds(lambda: survey(new(), pixels=240), 5), math.nan),
        ("survey, frameless", lambda: seconds(lambda: survey(exact), 3), math.nan),
    ]


def main() -> int:
    """Run all and print the table."""
    print(f"{platform.platform()}, {platform.machine()}, {numba.config.NUMBA_NUM_THREADS} CPUs")
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}\n"
        f"{DURATION // 1000} s at 10 Hz, full; the slower direction counts\n"
    )
    missed = 0
    shallow = nested(1, DURATION, 10, 30, 80)
    estimates = {
        "3 / 3 layers": nested(2, DURATION, 16, 24, 60),
        "3 / 50 layers": nested(2, DURATION, *[2] * 50),
        "3 / 50 layers, the most runs a query can have": onion(50, 5_000),
    }
    for (name, estimate), window in itertools.product(estimates.items(), WINDOWS):
        print(f"{f'{name}, window {window:g} s':<60}{'ms':>10}{'/ score':>10}")
        scoring = 0.0
        for rows in zip(
            *(works(shallow, estimate, window, direction) for direction in DIRECTIONS), strict=True
        ):
            what, _, limit = rows[0]
            took = max(measure() for _, measure, _ in rows) * 1e3
            scoring = scoring or took
            bad = took > limit
            missed += bad
            asked = "" if math.isnan(limit) else f"at most {limit:g}"
            print(
                f"  {what:<58}{took:>10.4g}{took / scoring:>10.3g}  {asked:<14}"
                f"{'MISSED' if bad else ''}".rstrip()
            )
        print()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
