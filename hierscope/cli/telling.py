"""Print messages and progress; text from files is escaped to protect the terminal."""

import logging
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from typing import Self

from core.files.names import escaped
from core.notes import MAY_CHANGE, Note, by_weight

_STEPS = 10  # lines of progress if they can't be overwritten


def say(*lines: str) -> None:
    """Print lines to standard error, if it is still open."""
    with suppress(OSError):
        for line in lines:
            print(escaped(f"hierscope: {line}"), file=sys.stderr, flush=True)


def say_notes(notes: Iterable[Note], source: str = "", mark: str = MAY_CHANGE) -> None:
    """Print notes to standard error: material notes first, then one per kind and side."""
    heavy, light = by_weight(notes)
    where = f"{source}: " if source else ""
    say(*(f"{mark}: {where}{note}" for note in heavy))
    alike: dict[tuple[str, str], list[Note]] = {}
    for note in light:
        alike.setdefault((note.kind, note.side), []).append(note)
    for first, *others in alike.values():
        more = f" (and {len(others)} more like it)" if others else ""
        say(f"{where}{first}{more}")


def write(text: str, *, exact: bool = False) -> None:
    if not exact or sys.stdout.isatty():
        text = "\n".join(map(escaped, text.split("\n")))
    sys.stdout.write(text)


def silence_dask() -> None:
    """Hide a cluster's logs; errors are raised anyway."""
    with suppress(ModuleNotFoundError):
        import_module("distributed")  # the import sets the levels of its loggers
    for name in ("distributed", "distributed.client", "distributed.gc", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


class Progress:
    """Shows progress after some seconds: on one line of a terminal, or else ten times."""

    def __init__(
        self, text_of: Callable[[int, int], str], patience: float = 2.0, busy: bool = True
    ) -> None:
        self.busy = busy
        self._text_of = text_of
        self._live = sys.stderr.isatty()
        self._from = time.monotonic() + patience
        self._last = 0
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
        if step == self._last or time.monotonic() < self._from or not (self.busy or self._live):
            return
        self._last = step
        if self._live:
            with suppress(OSError):
                text = escaped(f"hierscope: {self._text_of(done, total)}")
                print(f"\r{text}", end="", file=sys.stderr, flush=True)
            self._open = True
        else:
            say(self._text_of(done, total))
