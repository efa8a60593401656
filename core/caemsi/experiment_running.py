"""Run trials on this machine or on a Dask cluster, as a stream of chunks."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from functools import partial
from importlib.metadata import version

import numpy as np

from core.caemsi.experiment_trials import Draw, Sizes, Trial, run_trials
from core.errors import StyleError
from core.jobs.cluster import ClusterError, Trouble, on_cluster
from core.jobs.running import chunks, run_here

_TROUBLES: dict[Trouble, tuple[str, str]] = {
    "extra": (
        "distributed is not installed",
        "pip install 'hierscope[cluster]', or compute on this machine",
    ),
    "scheduler": ("there is no scheduler at '{address}' ({detail})", "Check the address"),
    "workers": ("the scheduler has no workers", "Start some"),
    "gone": ("the scheduler at {address} is gone, or all its workers", "Start it again"),
    "failed": (
        "the workers of {address} can't compute ({detail})",
        "Check that they run and have hierscope",
    ),
    "versions": (
        "the workers of {address} have other versions of hierscope, numpy or scipy",
        "Install the same versions everywhere",
    ),
}


def run_tasks(
    draw: Draw,
    tasks: Iterable[tuple[Sizes, int]],
    workers: int | None,
    scheduler: str | None,
    cancelled: Callable[[], bool],
) -> Generator[list[Trial], None, None]:
    """Run trials of these sizes and numbers, a chunk at once; else as `run_experiment` has it."""
    parts = chunks(tasks, cancelled)
    try:
        if scheduler is None:
            # Both tests spend their time where the GIL is released.
            count = workers or os.cpu_count() or 1
            found = run_here(partial(run_trials, draw), parts, count, "thread")
        else:
            found = on_cluster(scheduler, run_trials, draw, parts, versions=versions, large=True)
        for part, trials in found:
            if trials is None:
                sizes, number = part[0]
                detail = f"they died of trial {number} of size {sizes}, perhaps for lack of memory"
                raise ClusterError("failed", detail)
            yield trials
    except ClusterError as error:
        problem, mend = _TROUBLES[error.trouble]
        told = problem.format(address=scheduler, detail=error.detail)
        raise StyleError(told, mend=mend) from error


def versions(_: Draw) -> tuple[str, ...]:
    """Give the versions that the numbers depend on."""
    return version("hierscope"), np.__version__, version("scipy")
