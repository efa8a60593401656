"""Run trials on this machine or on a Dask cluster, as a stream of chunks."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, ThreadPoolExecutor, wait
from contextlib import closing
from importlib.metadata import version
from itertools import islice
from typing import Any

import numpy as np

from core.caemsi.experiment_trials import Draw, Sizes, Trial, run_trials
from core.errors import StyleError

Task = tuple[Sizes, int]
Parts = Iterator[list[Task]]
CHUNK = 8
"""Trials that a worker is given at once: 0.1 to 0.3 s of work."""

_AHEAD = 2  # chunks for each worker: none waits for the next
_RETRIES = 3
_PATIENCE = 10  # seconds, to find the scheduler, and its first worker
_OTHER_VERSION = "other version"


def chunks(tasks: Iterator[Task], cancelled: Callable[[], bool]) -> Parts:
    """Cut tasks into chunks until there are no more, or `cancelled` says to stop."""
    while not cancelled() and (chunk := list(islice(tasks, CHUNK))):
        yield chunk


def run_here(draw: Draw, parts: Parts, workers: int) -> Iterator[list[Trial]]:
    """Run chunks in threads: both tests spend their time where the GIL is released."""
    with ThreadPoolExecutor(workers) as threads:
        yield from _bounded(
            parts,
            lambda part: threads.submit(run_trials, draw, part),
            lambda futures: next(iter(wait(futures, return_when=FIRST_COMPLETED).done)),
            _AHEAD * workers,
        )


def run_on(address: str, draw: Draw, parts: Parts) -> Iterator[list[Trial]]:
    """Run chunks on a Dask cluster; the distances are sent there once.

    What a worker was at when it died is done by another. The workers must have the same versions.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``"tcp://10.0.0.1:8786"``.
    draw : Draw
    parts : iterator of chunks
        Taken as they are needed.

    Yields
    ------
    list of Trial
        A chunk, in no order.

    Raises
    ------
    StyleError
        If `distributed` is not installed, there is no scheduler, it has no workers or is gone
        meanwhile, or its workers can't compute.
    """
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise StyleError(
            "distributed is not installed",
            mend="pip install 'hierscope[cluster]', or compute on this machine",
        ) from error
    client = _connected(distributed, address)
    with client, closing(_on_cluster(client, draw, parts)) as results:
        while True:
            try:
                trials = next(results)
            except StopIteration:
                return
            except StyleError:
                raise
            except (CancelledError, OSError) as error:
                raise StyleError(
                    f"the scheduler at {address} is gone, or all its workers", mend="Start it again"
                ) from error
            except Exception as error:
                raise StyleError(
                    f"the workers of {address} can't compute ({type(error).__name__}: {error})",
                    mend="Check that they run and have hierscope",
                ) from error
            if isinstance(trials, str):
                raise StyleError(
                    f"the workers of {address} have other versions of hierscope, numpy or scipy",
                    mend="Install the same versions everywhere",
                )
            yield trials


def _connected(distributed: Any, address: str) -> Any:
    try:
        return distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        problem = f"there is no scheduler at '{address}' ({error})"
    # A client that was half made closes itself now, and not at the end with noise.
    gc.collect()
    raise StyleError(problem, mend="Check the address")


def _on_cluster(client: Any, draw: Draw, parts: Parts) -> Generator[list[Trial] | str, None, None]:
    from distributed import as_completed

    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError as error:
        raise StyleError("the scheduler has no workers", mend="Start some") from error
    completed = as_completed(loop=client.loop)
    (shared,) = client.scatter([draw], broadcast=True, hash=False)

    def submit(part: list[Task]) -> Any:
        future = client.submit(_on_worker, shared, part, versions(), retries=_RETRIES, pure=False)
        completed.add(future)
        return future

    most = _AHEAD * max(1, sum(client.nthreads().values()))
    yield from _bounded(parts, submit, lambda _: next(completed), most)


def _on_worker(draw: Draw, part: list[Task], wanted: tuple[str, ...]) -> list[Trial] | str:
    return run_trials(draw, part) if versions() == wanted else _OTHER_VERSION


def versions() -> tuple[str, ...]:
    """Give the versions that the numbers depend on."""
    return version("hierscope"), np.__version__, version("scipy")


def _bounded(
    parts: Parts,
    submit: Callable[[list[Task]], Any],
    next_done: Callable[[set[Any]], Any],
    most: int,
) -> Iterator[Any]:
    """Have chunks computed, a bounded number at once; give each future's result as it comes."""
    under_way: set[Any] = set()
    try:
        while True:
            while len(under_way) < most and (part := next(parts, None)):
                under_way.add(submit(part))
            if not under_way:
                return
            future = next_done(under_way)
            under_way.discard(future)
            yield future.result()
    finally:
        for future in under_way:
            future.cancel()
