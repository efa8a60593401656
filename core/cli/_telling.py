"""What the commands say on standard error on the way: lines, and how far they are."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Self

_STEPS = 10  # lines of progress where they can't be written over


def say(*lines: str) -> None:
    """Write lines on standard error, if anyone still reads it."""
    with suppress(OSError):
        for line in lines:
            print(f"hierscope: {line}", file=sys.stderr, flush=True)


def silence_dask() -> None:
    """Keep what a cluster logs off the terminal: what matters is raised."""
    with suppress(ModuleNotFoundError):
        import_module("distributed")  # which sets the levels of its loggers
    for name in ("distributed", "distributed.client", "distributed.gc", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


class Progress:
    """Says how far it is on standard error: on one line, or where it can't be, ten times.

    Parameters
    ----------
    words : callable
        Puts what is done, and all, into words.
    patience : float
        Seconds in which nothing is said.
    busy : bool
        Whether there is anything new to do; without a terminal, nothing is said before.
    """

    def __init__(
        self, words: Callable[[int, int], str], patience: float = 0.0, busy: bool = True
    ) -> None:
        self.busy = busy
        self._words = words
        self._live = sys.stderr.isatty()
        self._from = time.monotonic() + patience
        self._said = 0
        self._open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._open:  # end the line
            with suppress(OSError):
                print(file=sys.stderr)

    def __call__(self, done: int, total: int) -> None:
        steps = 100 if self._live else _STEPS
        step = steps * done // max(total, 1)
        if step == self._said or time.monotonic() < self._from or not (self.busy or self._live):
            return
        self._said = step
        if self._live:
            with suppress(OSError):
                text = f"\rhierscope: {self._words(done, total)}"
                print(text, end="", file=sys.stderr, flush=True)
            self._open = True
        else:
            say(self._words(done, total))
