"""Run trials on this machine or on a Dask cluster, as a stream of chunks."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from functools import partial
from importlib.metadata import version

import numpy as np

from core.caemsi.experiment_trials import Draw, Sizes, Trial, run_trials
from core.errors import StyleError
from core.jobs.cluster import on_cluster
from core.jobs.running import chunks, run_here


def run_tasks(
    draw: Draw,
    tasks: Iterable[tuple[Sizes, int]],
    workers: int | None,
    scheduler: str | None,
    cancelled: Callable[[], bool],
) -> Generator[list[Trial], None, None]:
    """Run trials of these sizes and numbers, a chunk at once; else as `run_experiment` has it."""
    parts = chunks(tasks, cancelled)
    if scheduler is None:
        # Both tests spend their time where the GIL is released.
        count = workers or os.cpu_count() or 1
        results = run_here(partial(run_trials, draw), parts, count, "thread")
    else:
        results = on_cluster(scheduler, run_trials, draw, parts, versions=versions, large=True)
    for part, trials in results:
        if trials is None:
            sizes, number = part[0]
            raise StyleError(
                f"workers died of trial {number} of size {sizes}, perhaps for lack of memory"
            )
        yield trials


def versions(_: Draw) -> tuple[str, ...]:
    """Give the versions that the numbers depend on."""
    return version("hierscope"), np.__version__, version("scipy")
