"""Stop an answer in a thread of the server that takes longer than its estimate allows."""

import asyncio
import ctypes
import sys
import time
from collections.abc import Callable
from threading import Lock, get_ident

_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = ctypes.c_ulong, ctypes.py_object


class StoppedError(BaseException):
    """An answer took too long; not an Exception, so that nothing handles it on its way."""


class Budget:
    """The processor time of an answer in a thread; the time, where a system can't tell it.

    Estimates can be wrong. An exception that CPython raises between two steps of Python is the
    only way to stop a thread; kernels end first, and their estimates are good.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._lock = Lock()
        self._thread = 0  # while the answer is computed

    def run(self, answer: Callable[..., bytes | None], *arguments: object) -> bytes | None:
        """Compute an answer; None if it was stopped."""
        try:
            try:
                with self._lock:
                    self._thread = get_ident()
                    self._end = self._now() + self._seconds
                self._loop.call_soon_threadsafe(self._check)
                return answer(*arguments)
            finally:
                with self._lock:
                    self._thread = 0
                    _raise_in(get_ident(), ctypes.py_object())  # none that is still to come
        except StoppedError:
            return None

    def _check(self) -> None:
        with self._lock:
            if self._thread:
                left = self._end - self._now()
                if left > 0:
                    self._loop.call_later(left, self._check)
                else:
                    _raise_in(self._thread, StoppedError)

    def _now(self) -> float:
        if sys.platform == "linux":
            return time.clock_gettime(time.pthread_getcpuclockid(self._thread))
        return time.monotonic()
