"""Many small tasks, a bounded number at once, as a stream of what came of them."""

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from itertools import islice
from threading import Thread
from typing import Any, Literal, TypeVar
from weakref import WeakSet

T = TypeVar("T")
R = TypeVar("R")
Kind = Literal["process", "thread", "serial"]

CHUNK = 8

AHEAD = 2  # chunks that are under way for each worker here: none waits for the next
ALONE = 3  # how often a task is tried by itself before its worker's death is put down to it

_IDLE = 60  # seconds after which idle processes end
_pools: WeakSet[Any] = WeakSet()  # loky keeps one a thread


def chunks(tasks: Iterable[T], cancelled: Callable[[], bool]) -> Iterator[list[T]]:
    """Cut tasks into chunks until there are no more, or `cancelled` says to stop."""
    rest = iter(tasks)
    while not cancelled() and (chunk := list(islice(rest, CHUNK))):
        yield chunk


def run_here(
    compute: Callable[[list[T]], R], parts: Iterable[list[T]], workers: int, kind: Kind
) -> Iterator[tuple[list[T], R | None]]:
    """Have chunks computed on this machine, by processes that are kept for the next run."""
    if kind == "serial":
        yield from ((part, compute(part)) for part in parts)
        return
    with ThreadPoolExecutor(workers) as threads:  # none is started before it has a chunk

        def submit(part: list[T]) -> Future[R]:
            pool: Executor = threads if kind == "thread" else _processes(workers)
            return pool.submit(compute, part)

        yield from in_parallel(parts, submit, lambda: AHEAD * workers)


def in_parallel(
    parts: Iterable[list[T]],
    submit: Callable[[list[T]], Future[R]],
    room: Callable[[], int],
    died: type[Exception] = BrokenExecutor,
    often: float | None = None,
) -> Generator[tuple[list[T], R | None], None, None]:
    """Have chunks computed, a bounded number at once, and find the tasks that workers die of.

    `room` says how many may be under way, also every `often` seconds while none is done."""
    rest = iter(parts)
    under_way: dict[Future[R], list[T]] = {}
    suspects: deque[list[T]] = deque()
    deaths = 0  # of the first of them
    try:
        while True:
            while not suspects and len(under_way) < room() and (part := next(rest, None)):
                under_way[submit(part)] = part
            # Nothing else is under way then: who is there when a worker dies is to blame.
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
    """Give the current pool, or a new one if one of its processes died."""
    # Unlike those of multiprocessing, its workers do not run the main module again, which under
    # Streamlit is the page. Imported where it is used: it takes 70 ms.
    from loky import get_reusable_executor

    pool = get_reusable_executor(
        workers, timeout=_IDLE, initializer=end_with_parent, initargs=(os.getpid(),)
    )
    _pools.add(pool)
    return pool


def end_processes() -> None:
    """End the processes of a run that was interrupted, whatever they are about."""
    for pool in _pools:
        pool.shutdown(wait=False, kill_workers=True)


def end_with_parent(parent: int) -> None:
    """Have this process end soon after its parent, even if that is killed; Ctrl+C is for the parent
    alone, as a process that it ends while it holds a lock would block the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
