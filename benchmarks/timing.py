"""Code shared by benchmarks: hierarchies of any size, timing, tables with limits."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from core.hierarchy import Hierarchy

Row = tuple[str, float, str, float, str]
"""The name of a measurement, its value, "at least", "at most" or "", the limit and the unit."""


def nested(seed: int, duration: int, *marks: int) -> Hierarchy:
    """Make a nested hierarchy; `marks` counts each layer's new boundaries, at random times."""
    rng = np.random.default_rng(seed)
    drawn = rng.choice(np.arange(1, duration), size=sum(marks), replace=False)
    return Hierarchy.from_boundaries(
        np.sort(np.append(drawn[:n], (0, duration))) / 1000 for n in np.cumsum(marks)
    )


def boundary_rows(hierarchy: Hierarchy) -> str:
    """A file with one row of boundaries per layer."""
    return "\n".join(",".join(map(repr, row.tolist())) for row in hierarchy.boundaries)


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The median time of a call, after one that is not timed."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def told(rows: Iterable[Row]) -> int:
    """Print a table, and give the status to end with: 1 if a limit is missed."""
    missed = 0
    for name, value, word, limit, unit in rows:
        bad = value < limit if word == "at least" else value > limit
        missed += bad
        asked = f"{word} {limit:g}" if word else ""
        print(f"{name:<52}{value:>12.4g} {unit:<6}{asked:<16}{'MISSED' if bad else ''}")
    return 1 if missed else 0
