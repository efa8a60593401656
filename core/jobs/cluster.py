"""Chunks of tasks on a Dask cluster, the optional extra ``hierscope[cluster]``."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import closing
from queue import Empty, SimpleQueue
from typing import Any, Literal

from core.jobs.running import R, T, in_parallel

Trouble = Literal["extra", "scheduler", "workers", "gone", "failed", "versions"]

_AHEAD = 4  # chunks for each thread of the cluster: none waits for the next
_RETRIES = 3
_OTHER_VERSION = "other version"
_PATIENCE = 10  # seconds, to find the scheduler, and its first worker
_WAIT = 5  # seconds without a sign of life, after which to look whether there are workers
_OFTEN = 1  # seconds between two counts of the workers


class ClusterError(Exception):
    """What is wrong with a cluster; whoever uses it says so in words of its own.

    `distributed` is not installed ("extra"); there is no scheduler; it has no workers, or is gone
    meanwhile; the workers can't compute ("failed"), or have other versions.
    """

    def __init__(self, trouble: Trouble, detail: object = "") -> None:
        self.trouble = trouble
        self.detail = str(detail)
        super().__init__(trouble, self.detail)


def on_cluster(
    address: str,
    compute: Callable[[Any, list[T]], R],
    shared: object,
    parts: Iterable[list[T]],
    *,
    versions: Callable[[Any], object],
    large: bool = False,
    tell: Callable[[str], object] = lambda text: None,
) -> Iterator[tuple[list[T], R | None]]:
    """Have chunks computed on a cluster; see :func:`core.jobs.running.in_parallel`.

    What a worker was at when it died is done by another, and workers may come and go.
    """
    with _connected(address) as client:
        from distributed import KilledWorker

        try:
            sent = _sent(client, shared) if large else shared
            cluster = _Cluster(
                client,
                (compute, sent, versions, versions(shared)),
                lambda: tell(f"waiting for workers of {address}"),
            )
            with closing(
                in_parallel(parts, cluster.submit, cluster.next_done, cluster.most, KilledWorker)
            ) as results:
                for part, result in results:
                    if result == _OTHER_VERSION:
                        raise ClusterError("versions")
                    yield part, result
        except ClusterError:
            raise
        except (CancelledError, OSError) as error:
            raise ClusterError("gone") from error
        except Exception as error:
            raise ClusterError("failed", f"{type(error).__name__}: {error}") from error


def _connected(address: str) -> Any:
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise ClusterError("extra") from error
    try:
        return distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        trouble = ClusterError("scheduler", error)
    # A client that was half made closes itself now, and not at the end with noise.
    gc.collect()
    raise trouble


def _sent(client: Any, shared: object) -> Any:
    from dask import config

    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError as error:
        raise ClusterError("workers") from error
    # Not by `scatter`, which has nothing to send again once the workers that had it died.
    with config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"}):
        return client.submit(_itself, shared, pure=False)


class _Cluster:
    """Gives chunks to a cluster, as :func:`core.jobs.running.in_parallel` wants it."""

    def __init__(self, client: Any, work: tuple[Any, ...], tell: Callable[[], object]) -> None:
        self._client = client
        self._work = work
        self._tell = tell
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._threads = 0
        self._counted = -float("inf")

    def submit(self, part: list[Any]) -> Any:
        future = self._client.submit(_on_worker, *self._work, part, retries=_RETRIES, pure=False)
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


def _on_worker(
    compute: Callable[[Any, list[T]], R],
    shared: object,
    versions: Callable[[Any], object],
    wanted: object,
    part: list[T],
) -> R | str:
    return compute(shared, part) if versions(shared) == wanted else _OTHER_VERSION


def _itself(shared: Any) -> Any:
    return shared
