"""Score the pairs of a corpus on a Dask cluster, the optional extra ``hierscope[cluster]``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from typing import Any

from core.corpus.items import Item
from core.corpus.job import Identity, Job, Outcome, failed, identity
from core.corpus.running import DIED, Task, chunks, in_parallel, score_chunk
from core.errors import ReadError

_AHEAD = 4  # chunks for each thread of the cluster: none waits for the next
_RETRIES = 3
_OTHER_VERSION = "other version"
_PATIENCE = 10  # seconds, to find the scheduler


def run_on(
    address: str,
    items: Iterable[Item],
    job: Job,
    *,
    known: Mapping[Identity, str] | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Outcome]:
    """Score pairs on a cluster; else as :func:`core.corpus.running.run`.

    What a worker was at when it died is done by another. The workers read the files themselves:
    paths must mean the same to them, and they must have the same version of hierscope.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``"tcp://10.0.0.1:8786"``.
    items, job, known, progress, cancelled
        As in :func:`core.corpus.running.run`.

    Yields
    ------
    Row, Unchanged or Problem
        One a pair, in no order.

    Raises
    ------
    ReadError
        If `distributed` is not installed, there is no scheduler, or its workers can't score.
    """
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise ReadError(
            "distributed is not installed",
            source="Dask",
            mend="pip install 'hierscope[cluster]', or score on this machine",
        ) from error
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ReadError(
            f"there is no scheduler ({error})", source=address, mend="Check the address"
        ) from error
    total = len(items) if isinstance(items, Sized) else 0
    known = known or {}
    tasks = ((item, known.get(identity(item))) for item in items)
    with client:
        outcomes = _scored(client, chunks(tasks, cancelled), job, address)
        for done, outcome in enumerate(outcomes, 1):
            progress(done, total)
            yield outcome


def _scored(client: Any, parts: Iterator[list[Task]], job: Job, address: str) -> Iterator[Outcome]:
    from distributed import KilledWorker, as_completed

    completed = as_completed(loop=client.loop)

    def submit(part: list[Task]) -> Any:
        future = client.submit(_on_worker, part, job, job.key, retries=_RETRIES, pure=False)
        completed.add(future)
        return future

    most = _AHEAD * max(1, sum(client.nthreads().values()))
    results = in_parallel(parts, submit, lambda _: next(completed), most, KilledWorker)
    while True:
        try:
            part, outcomes = next(results)
        except StopIteration:
            return
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
