"""Tries in processes of their own: one that dies, or never ends, is a failure of its last input."""

import multiprocessing
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from .target import Parts, Target
from .trying import CANARY, Failure, attempt, numbered

CHUNK = 250
"""Inputs that a process is asked to try at once."""

PATIENCE = 120
"""Seconds after which a process that says nothing is given up; loading everything takes some."""

_processes = multiprocessing.get_context("spawn")


@dataclass(frozen=True)
class Task:
    """Inputs of a target to try, by number."""

    target: str
    start: int
    stop: int


Found = tuple[str, int, Failure | None]
"""A target, the number of an input of it, and what was wrong with what came of it."""


def alone(target: Target, parts: Parts) -> Failure | None:
    """Try one input in this process."""
    with tempfile.TemporaryDirectory(suffix=CANARY) as place:
        folder = Path(place) / "work"
        folder.mkdir()
        return attempt(target, parts, folder)


def here(target: Target, seed: int, numbers: Iterable[int]) -> Iterator[Found]:
    """Try inputs in this process."""
    for number in numbers:
        yield target.name, number, alone(target, numbered(target, seed, number))


class _Worker:
    """A process, and what it is at.

    It tells the number of each input before it tries it, in memory that is shared, and sends what
    fails and that a task is done.
    """

    def __init__(self, targets: str, seed: int, task: Task) -> None:
        self.said, theirs = _processes.Pipe()
        self._at = _processes.RawValue("q", task.start)
        arguments = (theirs, self._at, targets, seed)
        self.process = _processes.Process(target=_work, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        self.give(task)

    def give(self, task: Task) -> None:
        """Have it try the inputs of a task."""
        self.task: Task | None = task
        self._told = task.start
        self._at.value = task.start
        self._seen, self._since = task.start, time.monotonic()
        self.said.send(task)

    def hear(self) -> Iterator[Found]:
        """Take what it says; where it has died, that is said of the input that it was at."""
        try:
            found: Found | None = self.said.recv()
        except EOFError:
            self.process.join()
            words = f"the process ended with {self.process.exitcode}"
            yield from self._died(Failure("ends the process", words))
            return
        yield from self._passed(self.task.stop if found is None else found[1])
        if found is None:
            self.task = None
        else:
            self._told += 1
            yield found

    def is_stuck(self) -> bool:
        """Whether it has been at one input for too long."""
        if self._at.value != self._seen:
            self._seen, self._since = self._at.value, time.monotonic()
        return time.monotonic() - self._since > PATIENCE

    def give_up(self) -> Iterator[Found]:
        """End it, and say that the input that it is at does not end."""
        self.process.kill()
        return self._died(Failure("does not end", f"no answer within {PATIENCE} s"))

    def _died(self, failure: Failure) -> Iterator[Found]:
        at = self._at.value
        yield from self._passed(at)
        yield self.task.target, at, failure
        self._told = at + 1

    def _passed(self, until: int) -> Iterator[Found]:
        for number in range(self._told, until):
            yield self.task.target, number, None
        self._told = until

    def end(self) -> Task | None:
        """End the process, and give what is left of its task."""
        self.process.kill()
        self.process.join()
        self.said.close()
        if self.task is None or self._told == self.task.stop:
            return None
        return Task(self.task.target, self._told, self.task.stop)


def _work(said: Connection, at: Any, targets: str, seed: int) -> None:
    known: dict[str, Target] = import_module(targets, __package__).TARGETS
    while True:
        task: Task = said.recv()
        for number in range(task.start, task.stop):
            at.value = number
            for found in here(known[task.target], seed, [number]):
                if found[2]:
                    said.send(found)
        said.send(None)


def apart(
    tasks: Iterable[Task], seed: int, workers: int, targets: str = ".targets"
) -> Iterator[Found]:
    """Try inputs in other processes.

    Parameters
    ----------
    tasks : iterable of Task
    seed : int
    workers : int
        Processes at once.
    targets : str
        The module that has them, as `TARGETS`.

    Yields
    ------
    Found
        One for each input, in any order.
    """
    waiting = deque(tasks)
    running: list[_Worker] = []
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                running.append(_Worker(targets, seed, waiting.popleft()))
            ready = wait([worker.said for worker in running], 1)
            for worker in list(running):
                if worker.said in ready:
                    yield from worker.hear()
                    gone = not worker.process.is_alive()
                elif gone := worker.is_stuck():
                    yield from worker.give_up()
                if worker.task is None and waiting and not gone:
                    worker.give(waiting.popleft())
                elif worker.task is None or gone:
                    running.remove(worker)
                    rest = worker.end()
                    if rest:
                        waiting.appendleft(rest)
    finally:
        for worker in running:
            worker.end()
