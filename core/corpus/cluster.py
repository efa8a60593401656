"""Score the pairs of a corpus on a Dask cluster, the optional extra ``hierscope[cluster]``."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from concurrent.futures import CancelledError
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Any

from core.corpus.items import Item
from core.corpus.job import Identity, Job, Outcome, failed, identity
from core.corpus.running import DIED, Task, chunks, in_parallel, score_chunk
from core.errors import ReadError

_AHEAD = 4  # chunks for each thread of the cluster: none waits for the next
_RETRIES = 3
_OTHER_VERSION = "other version"
_PATIENCE = 10  # seconds, to find the scheduler
_WAIT = 5  # seconds without a sign of life, after which to look whether there are workers
_OFTEN = 1  # seconds between two counts of the workers


def run_on(
    address: str,
    items: Iterable[Item],
    job: Job,
    *,
    known: Mapping[Identity, str] | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
    tell: Callable[[str], object] = lambda text: None,
) -> Iterator[Outcome]:
    """Score pairs on a cluster; else as :func:`core.corpus.running.run`.

    What a worker was at when it died is done by another, and workers may come and go. They read
    the files themselves: paths must mean the same to them, and they must have the same version of
    hierscope.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``"tcp://10.0.0.1:8786"``.
    items, job, known, progress, cancelled
        As in :func:`core.corpus.running.run`.
    tell : callable
        Called with a sentence where the user should know what is waited for.

    Yields
    ------
    Row, Unchanged or Problem
        One a pair, in no order.

    Raises
    ------
    ReadError
        If `distributed` is not installed, there is no scheduler, it is gone meanwhile, or its
        workers can't score.
    """
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise ReadError(
            "distributed is not installed",
            source="Dask",
            mend="pip install 'hierscope[cluster]', or score on this machine",
        ) from error
    client = _connected(distributed, address)
    total = len(items) if isinstance(items, Sized) else 0
    known = known or {}
    tasks = ((item, known.get(identity(item))) for item in items)
    with client:
        outcomes = _scored(client, chunks(tasks, cancelled), job, address, tell)
        for done, outcome in enumerate(outcomes, 1):
            progress(done, total)
            yield outcome


def _connected(distributed: Any, address: str) -> Any:
    try:
        return distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        problem = f"there is no scheduler ({error})"
    # A client that was half made closes itself now, and not at the end with noise.
    gc.collect()
    raise ReadError(problem, source=address or "''", mend="Check the address")


class _Cluster:
    """Gives chunks to a cluster, as :func:`core.corpus.running.in_parallel` wants it."""

    def __init__(self, client: Any, job: Job, tell: Callable[[], object]) -> None:
        self._client = client
        self._job = job
        self._tell = tell
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._threads = 0
        self._counted = -float("inf")

    def submit(self, part: list[Task]) -> Any:
        future = self._client.submit(
            _on_worker, part, self._job, self._job.key, retries=_RETRIES, pure=False
        )
        future.add_done_callback(self._done.put)
        return future

    def next_done(self, _: object) -> Any:
        told = False
        while True:
            try:
                return self._done.get(timeout=_WAIT)
            except Empty:
                if not told and not self._client.nthreads():
                    self._tell()
                    told = True

    def most(self) -> int:
        now = time.monotonic()
        if now - self._counted >= _OFTEN:
            self._threads = sum(self._client.nthreads().values())
            self._counted = now
        return _AHEAD * max(1, self._threads)


def _scored(
    client: Any,
    parts: Iterator[list[Task]],
    job: Job,
    address: str,
    tell: Callable[[str], object],
) -> Iterator[Outcome]:
    from distributed import KilledWorker

    cluster = _Cluster(client, job, lambda: tell(f"waiting for workers of {address}"))
    results = in_parallel(parts, cluster.submit, cluster.next_done, cluster.most, KilledWorker)
    while True:
        try:
            part, outcomes = next(results)
        except StopIteration:
            return
        except (CancelledError, OSError) as error:
            raise ReadError(
                "the scheduler is gone; what is done is kept", source=address, mend="Start it again"
            ) from error
        except Exception as error:
            raise ReadError(
                f"its workers can't score ({type(error).__name__}: {error})",
                source=address,
                mend="Check that they run and have hierscope; what is done is kept",
            ) from error
        if outcomes == _OTHER_VERSION:
            raise ReadError(
                "its workers have another version of hierscope or mir_eval",
                source=address,
                mend="Install the same versions everywhere",
            )
        yield from [failed(part[0][0], DIED)] if outcomes is None else outcomes


def _on_worker(part: Sequence[Task], job: Job, key: str) -> list[Outcome] | str:
    """Score a chunk, unless the versions here are others than those behind the key."""
    # The key is computed anew: that of the job that came is the sender's.
    return score_chunk(part, job) if replace(job).key == key else _OTHER_VERSION
