"""Time corpora and watch their memory: ``python benchmarks/corpus.py [--pairs 100000]``.

SALAMI is looked for in ``$HIERSCOPE_SALAMI`` and in ``../shared/salami``. The synthetic corpus has
`--pairs` pairs that reuse the files of 500: every pair is read, scored and held in memory as if it
had its own files. Prints a table and exits with 1 if a limit is missed.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import loky
import numpy as np
from timing import boundary_rows, nested

from core.corpus.items import Item
from core.corpus.job import Job, run
from core.corpus.reading import read_aligned
from core.corpus.sources.salami import from_salami
from core.corpus.store import read_results
from core.corpus.updating import update_results
from core.tmeasures import score

SALAMI = Path(os.environ.get("HIERSCOPE_SALAMI") or Path(__file__).parents[2] / "shared/salami")
DURATION = 240_000  # milliseconds
FILES = 500
WINDOWS = [15.0]
JOB = Job()
PER_PAIR = 2500  # bytes that may be held for each: its item, its name and digest while it runs
WORKER = 100  # MB, which every worker has and loky's other processes have not

missed = 0


def main() -> int:
    """Run all and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=100_000)
    pairs = parser.parse_args().pairs
    print(f"{platform.platform()}, {os.cpu_count()} CPUs, {len(JOB.windows)} windows")
    print(f"Python {platform.python_version()}, numpy {np.__version__}, loky {loky.__version__}\n")
    if (SALAMI / "annotations").is_dir():
        salami()
    else:
        print(f"no SALAMI in {SALAMI}")
    with tempfile.TemporaryDirectory() as folder:
        synthetic(Path(folder), pairs)
    return 1 if missed else 0


def salami() -> None:
    """Time the two annotators of SALAMI: from nothing, and once the workers are there."""
    items = from_salami(SALAMI).items
    print(f"SALAMI, {len(items)} pairs")
    check("2 processes that must start first", timed(items, "process"), 8, "s")
    check("2 processes, read and scored again", timed(items, "process"), 2, "s")
    check("2 threads", timed(items, "thread"))
    check("neither", timed(items, "serial"))
    read = clocked(lambda: [read_aligned(item) for item in items])
    check("of which reading", read)
    parsed = [(pair.reference, pair.estimate) for pair in map(read_aligned, items)]
    check("of which scoring", clocked(lambda: [score(*pair, JOB.windows) for pair in parsed]))
    with ThreadPoolExecutor(2) as threads:
        both = clocked(lambda: list(threads.map(lambda pair: score(*pair, JOB.windows), parsed)))
    check("scoring in 2 threads", both)
    with tempfile.TemporaryDirectory() as folder:
        update = partial(update_results, Path(folder) / "r.parquet", items, JOB)
        check("into a file", clocked(update), 8, "s")
        check("into a file again, nothing changed", clocked(update), 2, "s")


def synthetic(folder: Path, pairs: int) -> None:
    """Compare the memory of a large corpus with that of a tenth of it."""
    paths = []
    for seed in range(2 * FILES):
        path = folder / f"{seed}.csv"
        path.write_text(boundary_rows(nested(seed, DURATION, 8, 24)))
        paths.append((str(path),))
    growth = {}
    for count in (pairs // 10, pairs):
        print(f"\n{count} synthetic pairs")
        output = folder / f"{count}.parquet"
        before = memory("VmRSS", os.getpid())
        reset_peak()
        items = [
            Item(f"track {at}", "m", paths[at % FILES], paths[FILES + at % FILES])
            for at in range(count)
        ]
        took = clocked(lambda items=items, to=output: update_results(to, items, JOB))
        check("scored into a file", took)
        check("a pair", took / count * 1e3, unit="ms")
        check("size of the file", output.stat().st_size / 1e6, unit="MB")
        growth[count] = memory("VmHWM", os.getpid()) - before
        check("this process grew by", growth[count], unit="MB")
        for number, child in enumerate(children()):
            check(f"worker {number} has at most", memory("VmHWM", child), unit="MB")
        update = clocked(lambda items=items, to=output: update_results(to, items, JOB))
        check("again, nothing changed", update)
        read = clocked(lambda to=output: read_results(to, WINDOWS))
        check("read at one window", read)
    more = (growth[pairs] - growth[pairs // 10]) * 1e6 / (pairs - pairs // 10)
    print()
    check("this process holds, a pair", more, PER_PAIR, "bytes")


def timed(items: Sequence[Item], kind: str) -> float:
    """Time a run that keeps nothing."""
    return clocked(lambda: list(run(items, JOB, workers=2, kind=kind)))


def clocked(work: Callable[[], object]) -> float:
    """Time one call, in seconds."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def check(name: str, value: float, limit: float | None = None, unit: str = "s") -> None:
    """Print a line, and count it if the value is over the limit."""
    global missed
    over = limit is not None and value > limit
    missed += over
    told = "" if limit is None else f"   at most {limit:g}{'  MISSED' * over}"
    print(f"  {name:<44}{value:>9.2f} {unit}{told}", flush=True)


def memory(field: str, pid: int) -> float:
    """Return a field of a process's memory in MB (Linux)."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024


def reset_peak() -> None:
    """Let the peak of this process's memory begin here (Linux)."""
    Path("/proc/self/clear_refs").write_text("5")


def children() -> list[int]:
    """Return the worker processes (Linux)."""
    found = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [int(pid) for pid in found if memory("VmHWM", int(pid)) > WORKER]


if __name__ == "__main__":
    sys.exit(main())
