"""Time the computations behind a choice of window: ``python benchmarks/windows.py``.

Everything is timed after a warm-up, on 300 s at 10 Hz. Prints a table and exits with 1 if a limit
is missed.
"""

from __future__ import annotations

import math
import platform
import sys
from collections.abc import Callable

import numba
import numpy as np
from timing import nested, seconds

from core.choosing import advise, layer_weights
from core.choosing.conventions import frame_rates, under_conventions
from core.choosing.estimates import compare
from core.hierarchy import Hierarchy
from core.windows import sweep
from explorer.messages.inspection import Setup
from explorer.messages.pack import pack
from explorer.messages.scape import scape_message

DURATION = 300_000  # milliseconds
MOST_BYTES = 100_000  # of a scape
FINE = np.append(np.geomspace(0.5, 300.0, 239), math.inf)


def main() -> int:
    """Run all and print the table."""
    windows = sweep(DURATION / 1000)
    reference, estimate = nested(1, DURATION, 5, 15, 40), nested(2, DURATION, 8, 12, 30)
    deep = nested(3, DURATION, *[1] * 64)
    hour = tuple(nested(seed, 12 * DURATION, 20, 80, 200, 300, 400) for seed in (4, 5))
    dozen = [(f"{n}", nested(n, DURATION, 8, 12, 30)) for n in range(12)]
    n_windows = f"{len(windows)} windows"

    works: list[tuple[str, Callable[[], object], float]] = [
        ("all conventions, 240 windows", lambda: under_conventions(reference, estimate, FINE), 300),
        (
            f"all conventions, {n_windows}",
            lambda: under_conventions(reference, estimate, windows),
            300,
        ),
        (f"weights of 3 layers, {n_windows}", lambda: layer_weights(reference, windows), 100),
        ("weights of 64 layers, 48 windows", lambda: layer_weights(deep, windows), 1000),
        (
            f"6 frame rates, 1 to 50 Hz, {n_windows}",
            lambda: frame_rates(reference, estimate, windows),
            500,
        ),
        (f"12 estimates, {n_windows}", lambda: compare(reference, dozen, windows), 500),
        ("advice", lambda: advise([reference, estimate]), 100),
        ("scape of a boundary that is dragged", lambda: scape((reference, estimate), False), 20),
        ("scape, 240 x 1,000", lambda: scape((reference, estimate), True), 150),
        ("scape, an hour of 1,000 segments, 5 layers", lambda: scape(hour, True), 1000),
    ]
    print(f"{platform.platform()}, {platform.machine()}, {numba.config.NUMBA_NUM_THREADS} CPUs")
    print(f"Python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}")
    print("300 s, 3 layers each, 10 Hz\n")
    missed = 0
    for name, work, limit in works:
        took = seconds(work, 7) * 1e3
        missed += took > limit
        print(f"{name:<44}{took:>9.1f} ms   at most {limit:g}{'  MISSED' * (took > limit)}")
    sent = len(scape((reference, estimate), True))
    missed += sent > MOST_BYTES
    print(f"a scape takes {sent / 1000:.0f} kB; at most {MOST_BYTES / 1000:.0f}")
    return 1 if missed else 0


def scape(pair: tuple[Hierarchy, ...], fine: bool) -> bytes:
    """Pack the scape of a whole track."""
    setup = Setup(*pair)
    shown = (0.0, setup.reference.end)
    head, arrays = scape_message(setup, "reduced", shown, fine=fine, layers=False)
    return pack(head, **arrays)


if __name__ == "__main__":
    sys.exit(main())
