"""Time L-measures against mir_eval and against T-measures: ``python benchmarks/lmeasures.py``.

All versions are timed in the same run after a warm-up. Prints a table and exits with 1 if a limit
is missed.
"""

from __future__ import annotations

import math
import platform
import statistics
import sys

import mir_eval
import numpy as np
from timing import Row, nested, seconds, told

from core.hierarchy import Hierarchy
from core.lmeasures.dropin import lmeasure
from core.lmeasures.labels import sum_meets
from core.settings import Settings
from core.tmeasures import FRAMELESS, MIR_EVAL
from core.tmeasures.problem import pose
from core.tmeasures.scoring import sum_triplets

DURATION = 300_000  # milliseconds
WINDOWS = np.geomspace(0.5, 300.0, 240)


def labeled(seed: int, *marks: int) -> Hierarchy:
    """Three nested layers with recurring labels, like verses and choruses."""
    plain = nested(seed, DURATION, *marks)
    rng = np.random.default_rng(seed)
    labels = [rng.choice([*"abcdef"], len(layer.labels)).tolist() for layer in plain.layers]
    return Hierarchy.from_boundaries(plain.boundaries, labels)


def main() -> int:
    """Run all and print the table."""
    pair = labeled(1, 5, 15, 40), labeled(2, 8, 12, 30)
    lists = [
        each
        for side in pair
        for each in (side.intervals, [list(layer.labels) for layer in side.layers])
    ]
    wanted = mir_eval.hierarchy.lmeasure(*lists)
    off = float(np.abs(np.subtract(lmeasure(*lists), wanted)).max())
    theirs = statistics.median(
        seconds(lambda: mir_eval.hierarchy.lmeasure(*lists), 1) for _ in range(3)
    )
    ours = seconds(lambda: lmeasure(*lists), 200)
    rows: list[Row] = [
        ("mir_eval / our lmeasure", theirs / ours, "at least", 10_000, "times"),
        ("largest difference from mir_eval", off, "at most", 1e-12, ""),
    ]
    for name, convention in (("10 Hz", MIR_EVAL), ("no frames", FRAMELESS)):
        problem = pose(*pair, WINDOWS, Settings(convention, frame_size=0.1))
        both = [
            statistics.median(
                seconds(lambda of=of, at=problem: of(at, at.cells), 1) for _ in range(15)
            )
            for of in (sum_meets, sum_triplets)
        ]
        rows.append((f"240 windows, {name}", both[0] * 1e3, "at most", 150, "ms"))
        rows.append((f"240 windows, {name}, L / T", both[0] / both[1], "", math.nan, "times"))

    print(
        f"{platform.platform()}, Python {platform.python_version()}, mir_eval "
        f"{mir_eval.__version__}"
    )
    print(f"300 s, 3 layers, 10 Hz: mir_eval {theirs:.3f} s, our lmeasure {ours * 1e3:.3f} ms\n")
    return told(rows)


if __name__ == "__main__":
    sys.exit(main())
