"""Score the pairs of a corpus on this machine, as a stream."""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Sized
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from threading import Thread
from typing import Any, Literal
from weakref import WeakSet

# Unlike those of multiprocessing, its workers do not run the main module again, which under
# Streamlit is the page.
from loky import cpu_count, get_reusable_executor

from core.corpus.items import Item
from core.corpus.job import Identity, Job, Outcome, failed, identity, score_item

Kind = Literal["process", "thread", "serial"]
Task = tuple[Item, str | None]
"""A pair, and the digest of which a row is known."""

CHUNK = 8
"""Pairs that a worker is given at once: 0.1 s of work, so it stops soon when told to."""

FEW = 300
"""Pairs that are scored before processes for them would have started."""

DIED = "the process that scored it died, perhaps for lack of memory"

ALONE = 3
"""How often a pair is tried by itself before its worker's death is put down to it."""

AHEAD = 2  # chunks for each worker: none waits for the next
IDLE = 60  # seconds, after which processes that have nothing to do end


def run(
    items: Iterable[Item],
    job: Job,
    *,
    known: Mapping[Identity, str] | None = None,
    workers: int | None = None,
    kind: Kind | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Outcome]:
    """Score pairs as they come; what fails becomes a problem and the rest goes on.

    Only a few pairs a worker are under way at once, however many there are.

    Parameters
    ----------
    items : iterable of Item
        May be a generator.
    job : Job
    known : mapping from (track, method) to str, optional
        Digests of which a row under the same job is known: those pairs are not scored again.
    workers : int, optional
        As many as there are processors by default.
    kind : {"process", "thread", "serial"}, optional
        What the workers are; processes by default, but none for few pairs unless `workers` says
        how many.
    progress : callable
        Called with the number of pairs that are done, and of all (0 where that is not known).
    cancelled : callable
        Asked before each chunk; once it says so, what is under way is finished and given.

    Yields
    ------
    Row, Unchanged or Problem
        One a pair, in no order.
    """
    total = len(items) if isinstance(items, Sized) else 0
    known = known or {}
    tasks = ((item, known.get(identity(item))) for item in items)
    # On 2 processors, SALAMI's 494 pairs take 2 processes 1.3 s, 2 threads 1.9 to 3.1 s, and none
    # 2.6 to 3.1 s: reading holds the GIL. But processes take 2 s to start.
    chosen = kind or ("serial" if workers is None and 0 < total <= FEW else "process")
    outcomes = _scored(chunks(tasks, cancelled), job, workers or cpu_count(), chosen)
    for done, outcome in enumerate(outcomes, 1):
        progress(done, total)
        yield outcome


def chunks(tasks: Iterable[Task], cancelled: Callable[[], bool]) -> Iterator[list[Task]]:
    """Cut tasks into chunks until there are no more, or `cancelled` says to stop."""
    rest = iter(tasks)
    while not cancelled() and (chunk := list(islice(rest, CHUNK))):
        yield chunk


def score_chunk(chunk: Sequence[Task], job: Job) -> list[Outcome]:
    """Score a chunk; see :func:`core.corpus.job.score_item`."""
    return [score_item(item, job, known) for item, known in chunk]


def _scored(parts: Iterator[list[Task]], job: Job, workers: int, kind: Kind) -> Iterator[Outcome]:
    if kind == "serial":
        for part in parts:
            yield from score_chunk(part, job)
        return
    with ThreadPoolExecutor(workers) as threads:  # none is started before it has a chunk

        def submit(part: list[Task]) -> Any:
            pool = threads if kind == "thread" else _processes(workers)
            return pool.submit(score_chunk, part, job)

        def most() -> int:
            return AHEAD * workers

        for part, outcomes in in_parallel(parts, submit, _any_done, most, BrokenProcessPool):
            yield from [failed(part[0][0], DIED)] if outcomes is None else outcomes


def _processes(workers: int) -> Any:
    """Give a pool that is kept for the next run, and replaced where a process of it died."""
    pool = get_reusable_executor(
        workers, timeout=IDLE, initializer=_end_with_parent, initargs=(os.getpid(),)
    )
    _pools.add(pool)
    return pool


_pools: WeakSet[Any] = WeakSet()


def end_processes() -> None:
    """End the processes of a run that was interrupted, whatever they are about."""
    for pool in _pools:
        pool.shutdown(wait=False, kill_workers=True)


def _end_with_parent(parent: int) -> None:
    """Have this process end soon after its parent, even if that is killed; loky's go on.

    Ctrl+C is for the parent alone: a process that it ends while it holds a lock would leave the
    others waiting for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def in_parallel(
    parts: Iterator[list[Task]],
    submit: Callable[[list[Task]], Any],
    next_done: Callable[[Collection[Any]], Any],
    most: Callable[[], int],
    died: type[Exception],
) -> Iterator[tuple[list[Task], Any]]:
    """Have chunks scored, a bounded number at once, and find the pairs that workers die of.

    Parameters
    ----------
    parts : iterator of chunks
        Taken as they are needed.
    submit : callable
        Gives a chunk to a worker, and returns its future.
    next_done : callable
        Waits for one of the futures, and returns it.
    most : callable
        Asked at each turn how many chunks may be under way.
    died : type
        What a future raises whose worker died. The pairs of its chunk are tried again one by one,
        each :data:`ALONE` times: a worker may die of something else.

    Yields
    ------
    chunk : list of Task
    result : object
        What its future gives; None for a single pair that took its worker along.
    """
    under_way: dict[Any, list[Task]] = {}
    suspects: deque[Task] = deque()
    deaths = 0  # of the first of them
    try:
        while True:
            while not suspects and len(under_way) < most() and (part := next(parts, None)):
                under_way[submit(part)] = part
            # Nothing else is under way then: who is there when a worker dies is to blame.
            alone = bool(suspects) and not under_way
            if alone:
                part = [suspects.popleft()]
                under_way[submit(part)] = part
            if not under_way:
                return
            future = next_done(under_way)
            part = under_way.pop(future)
            try:
                result = future.result()
            except died:
                if not alone:
                    suspects += part
                    continue
                deaths += 1
                if deaths < ALONE:
                    suspects.appendleft(part[0])
                    continue
                result = None
            deaths = 0
            yield part, result
    finally:
        for future in under_way:
            future.cancel()


def _any_done(futures: Collection[Future[Any]]) -> Future[Any]:
    return next(iter(wait(futures, return_when=FIRST_COMPLETED).done))
