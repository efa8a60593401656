"""Time T-measures against mir_eval and against themselves: ``python benchmarks/tmeasures.py``.

All versions are timed in the same run after a warm-up. Prints a table and exits with 1 if a limit
is missed.
"""

from __future__ import annotations

import math
import platform
import statistics
import sys
import time
from collections.abc import Callable

import mir_eval
import numba
import numpy as np
from timing import Row, nested, seconds, told

from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import FRAMELESS, score
from core.tmeasures.dropin import tmeasure
from core.tmeasures.scoring import query_scores

DURATION = 300_000  # milliseconds
WINDOWS = np.geomspace(0.5, 300.0, 240)
FIELDS = ("precision", "recall", "f_measure")
Scores = tuple[float, float, float]


def interleaved(works: list[Callable[[], object]], repeats: int) -> list[float]:
    """The median time of each call, taking turns so that all see the same machine."""
    rows = [[seconds(work, 1) for work in works] for _ in range(repeats)]
    return [statistics.median(column) for column in zip(*rows, strict=True)]


def against_mir_eval(
    reference: Hierarchy, estimate: Hierarchy
) -> tuple[float, float, float, float]:
    """Seconds of mir_eval, of our score and our tmeasure, and the largest difference from it.

    Reduced and full at a window of 15 s: two calls of mir_eval's function, two of our replacement
    `tmeasure`, both with lists of interval arrays, and one call of our score.
    """
    pair = reference.intervals, estimate.intervals

    def calls(function: Callable[..., Scores]) -> list[Scores]:
        return [function(*pair, transitive=full) for full in (False, True)]

    def ours() -> list[float]:
        return [
            seconds(lambda: score(reference, estimate), 200),
            seconds(lambda: calls(tmeasure), 200),
        ]

    before = ours()
    times, scores = [], []
    for _ in range(3):
        start = time.perf_counter()
        scores = calls(mir_eval.hierarchy.tmeasure)
        times.append(time.perf_counter() - start)
    scored, in_place = map(max, before, ours())
    found = score(reference, estimate)
    mine = [
        [getattr(v, field)[0] for field in FIELDS]
        for v in (found.scores["reduced"], found.scores["full"])
    ]
    off = float(np.abs(np.subtract([mine, calls(tmeasure)], scores)).max())
    return statistics.median(times), scored, in_place, off


def main() -> int:
    """Run all and print the table."""
    reference, estimate = nested(1, DURATION, 5, 15, 40), nested(2, DURATION, 8, 12, 30)
    rows: list[Row] = []

    theirs, ours, in_place, off = against_mir_eval(reference, estimate)
    rows.append(("mir_eval / ours, one window", theirs / ours, "at least", 10_000, "times"))
    rows.append(
        ("mir_eval / our tmeasure, two plain calls", theirs / in_place, "at least", 5_000, "times")
    )
    rows.append(("largest difference from mir_eval", off, "at most", 1e-12, ""))

    sweep, kept = interleaved(
        [
            lambda: score(reference, estimate, WINDOWS),
            lambda: query_scores(reference, estimate, WINDOWS),
        ],
        15,
    )
    rows.append(("240 windows", sweep * 1e3, "at most", 60, "ms"))
    rows.append(("240 windows, every g kept", kept * 1e3, "", math.nan, "ms"))

    for window in (0.5, 3.0, 15.0, math.inf):
        framed, frameless = interleaved(
            [
                lambda w=window: score(reference, estimate, [w]),
                lambda w=window: score(reference, estimate, [w], settings=Settings(FRAMELESS)),
            ],
            201,
        )
        rows.append(
            (f"frameless / 10 Hz frames, window {window:g} s", frameless / framed,
             "at most", 4, "times")
        )  # fmt: skip

    one_by_one, dense = [1] * 64, [4] * 64
    for name, many_layers, few_layers in (
        ("64 / 4 layers, a boundary a layer", one_by_one, [1] * 4),
        ("64 / 4 layers, the same 64 boundaries", one_by_one, [16] * 4),
        ("64 / 4 layers, the same 256 boundaries", dense, [64] * 4),
    ):
        deep, shallow = (
            [nested(n, DURATION, *marks) for n in (3, 4)] for marks in (many_layers, few_layers)
        )
        for window in (15.0, math.inf):
            few, many = interleaved(
                [
                    lambda pair=shallow, w=window: score(*pair, [w]),
                    lambda pair=deep, w=window: score(*pair, [w]),
                ],
                51,
            )
            rows.append((f"{name}, window {window:g} s", many / few, "at most", 24, "times"))

    print(f"{platform.platform()}, {platform.machine()}, {numba.config.NUMBA_NUM_THREADS} CPUs")
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}, "
        f"mir_eval {mir_eval.__version__}"
    )
    print(
        f"300 s, 3 layers, 10 Hz: mir_eval {theirs:.3f} s, ours {ours * 1e3:.3f} ms, "
        f"our tmeasure twice {in_place * 1e3:.3f} ms\n"
    )
    return told(rows)


if __name__ == "__main__":
    sys.exit(main())
