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
    """A process, and what it is at."""

    def __init__(self, targets: str, seed: int, task: Task) -> None:
        self.said, theirs = _processes.Pipe()
        self.process = _processes.Process(target=_work, args=(theirs, targets, seed), daemon=True)
        self.process.start()
        theirs.close()
        self.give(task)

    def give(self, task: Task) -> None:
        """Have it try the inputs of a task, the first of which it is at."""
        self.task, self.at = task, task.start
        self.heard = time.monotonic()
        self.said.send(task)

    def hear(self) -> Found:
        """Take what it says of the input that it is at; where it has died, that is said of it."""
        try:
            found: Found = self.said.recv()
        except EOFError:
            self.process.join()
            words = f"the process ended with {self.process.exitcode}"
            found = self.task.target, self.at, Failure("ends the process", words)
        self.at += 1
        self.heard = time.monotonic()
        return found

    def give_up(self) -> Found:
        """Say that the input that it is at does not end."""
        failure = Failure("does not end", f"no answer within {PATIENCE} s")
        self.end()
        self.at += 1
        return self.task.target, self.at - 1, failure

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.said.close()


def _work(said: Connection, targets: str, seed: int) -> None:
    known: dict[str, Target] = import_module(targets, __package__).TARGETS
    while True:
        task: Task = said.recv()
        for found in here(known[task.target], seed, range(task.start, task.stop)):
            said.send(found)


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
            ready = wait([worker.said for worker in running], PATIENCE)
            for worker in list(running):
                if worker.said in ready:
                    yield worker.hear()
                elif time.monotonic() - worker.heard > PATIENCE:
                    yield worker.give_up()
                else:
                    continue
                done = worker.at == worker.task.stop
                if done and waiting and worker.process.is_alive():
                    worker.give(waiting.popleft())
                elif done or not worker.process.is_alive():
                    running.remove(worker)
                    worker.end()
                    if not done:
                        waiting.appendleft(Task(worker.task.target, worker.at, worker.task.stop))
    finally:
        for worker in running:
            worker.end()
