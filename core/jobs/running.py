"""Run many small tasks in parallel on this machine, and stream the results."""

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from itertools import islice
from threading import Thread
from typing import Any, Literal, TypeVar
from weakref import WeakSet

T = TypeVar("T")
R = TypeVar("R")
Kind = Literal["process", "thread", "serial"]

CHUNK = 8

AHEAD = 2  # chunks per worker, so that no worker waits
ALONE = 3  # how often a task may crash its worker alone before it counts as failed

_IDLE = 60  # seconds after which idle processes end
_pools: WeakSet[Any] = WeakSet()  # loky keeps one per thread


def chunks(tasks: Iterable[T], cancelled: Callable[[], bool]) -> Iterator[list[T]]:
    """Cut tasks into chunks, until the end or until `cancelled` returns True."""
    rest = iter(tasks)
    while not cancelled() and (chunk := list(islice(rest, CHUNK))):
        yield chunk


def run_here(
    compute: Callable[[list[T]], R], parts: Iterable[list[T]], workers: int, kind: Kind
) -> Generator[tuple[list[T], R | None], None, None]:
    """Compute chunks on this machine; processes are kept for the next run."""
    if kind == "serial":
        yield from ((part, compute(part)) for part in parts)
        return
    with ThreadPoolExecutor(workers) as threads:  # a thread starts only when it has a chunk

        def submit(part: list[T]) -> Future[R]:
            if kind == "thread":
                return threads.submit(compute, part)
            with _interrupts_held():
                future: Future[R] = _processes(workers).submit(compute, part)
            return future

        yield from in_parallel(parts, submit, lambda: AHEAD * workers)


def in_parallel(
    parts: Iterable[list[T]],
    submit: Callable[[list[T]], Future[R]],
    room: Callable[[], int],
    died: type[Exception] = BrokenExecutor,
    often: float | None = None,
) -> Generator[tuple[list[T], R | None], None, None]:
    """Compute chunks in parallel, and find the tasks that crash their workers.

    `room` returns the limit of running chunks; it is also called every `often` seconds."""
    rest = iter(parts)
    under_way: dict[Future[R], list[T]] = {}
    suspects: deque[list[T]] = deque()
    deaths = 0  # crashes of the first suspect
    try:
        while True:
            while not suspects and len(under_way) < room() and (part := next(rest, None)):
                under_way[submit(part)] = part
            # A suspect runs alone, so that a crash is certainly its fault.
            alone = bool(suspects) and not under_way
            if alone:
                part = suspects.popleft()
                under_way[submit(part)] = part
            if not under_way:
                return
            while not (done := wait(under_way, often, FIRST_COMPLETED).done):
                room()
            future = done.pop()
            part = under_way.pop(future)
            try:
                result: R | None = future.result()
            except died:
                if not alone:
                    suspects += [[task] for task in part]
                    continue
                deaths += 1
                if deaths < ALONE:
                    suspects.appendleft(part)
                    continue
                result = None
            deaths = 0
            yield part, result
    finally:
        for future in under_way:
            future.cancel()


def _processes(workers: int) -> Any:
    """Return the current pool, or a new one if a process of it died."""
    # loky's workers, unlike multiprocessing's, do not run the main module again, which is the page
    # under Streamlit. Imported here because it takes 70 ms.
    from loky import get_reusable_executor

    pool = get_reusable_executor(
        workers, timeout=_IDLE, initializer=end_with_parent, initargs=(os.getpid(),)
    )
    _pools.add(pool)
    return pool


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay Ctrl+C, and block it in processes that are started here.

    A process that starts does not ignore Ctrl+C yet: it would end with a traceback."""
    if sys.platform == "win32":
        yield
        return
    # Imported here because it takes 50 ms. Its start unblocks the signal, up to Python 3.11.
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_processes() -> None:
    """End all worker processes of an interrupted run."""
    for pool in _pools:
        pool.shutdown(wait=False, kill_workers=True)


def end_with_parent(parent: int) -> None:
    """End this process soon after its parent, even if the parent is killed. Only the parent handles
    Ctrl+C: a worker that it ended while holding a lock would block the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
