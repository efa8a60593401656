"""A separate process with lower priority for costly questions."""

import os
import pickle
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Thread, Timer
from typing import BinaryIO

from explorer.live.answers import Pairs, reply
from explorer.live.price import Allowance
from explorer.server.failing import keep_log_printable

ROOT = Path(str(files("explorer"))).parent
COMMAND = (sys.executable, "-m", "explorer.live.apart")
PATIENCE = 20.0
"""Seconds after which the process of a question is ended; estimates assume an idle core."""
IDLE = 120.0  # seconds without a question after which the process ends to free memory

MOST_SOCKETS = 8
"""Maximum sockets whose pairs the process stores; the least recently used is replaced."""

Request = tuple[int, int, str, Pairs]
"""The number of the turn, the socket, its question, and the pair if the server knows it."""


class Apart:
    """A process that answers one question at a time; the first question starts it."""

    def __init__(self, command: Sequence[str] = COMMAND, patience: float = PATIENCE) -> None:
        self._command = command
        self._patience = patience
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = 0
        self._asked: Event | None = None
        self._idle = Timer(IDLE, self.end)

    def answer(self, session: int, text: str, pairs: Pairs, gone: Event) -> bytes | None:
        """Return the answer to a question; None if it was dropped or took too long."""
        with self._lock:
            if gone.is_set():
                return None
            self._idle.cancel()
            self._turn += 1
            self._asked = gone
            process = self._started()
            request: Request = (self._turn, session, text, pairs)
        late = Timer(self._patience, process.kill)
        late.start()
        try:
            with self._lock:
                write_frame(process.stdin, pickle.dumps(request))  # type: ignore[arg-type]
            return read_frame(process.stdout) or None  # type: ignore[arg-type]
        except OSError:  # it has ended
            return None
        finally:
            late.cancel()
            with self._lock:
                self._asked = None
                self._idle = Timer(IDLE, self.end)
                self._idle.daemon = True
                self._idle.start()

    def drop(self, gone: Event) -> None:
        gone.set()
        with self._lock, suppress(OSError):
            if self._asked is gone and self._process:
                write_frame(self._process.stdin, pickle.dumps(self._turn))  # type: ignore[arg-type]

    def end(self) -> None:
        """End the process, unless it is answering."""
        with self._lock:
            self._idle.cancel()
            if self._process and not self._asked:
                with self._process as process:  # closes the pipes
                    process.kill()
                self._process = None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process and self._process.poll() is not None:
            with self._process:
                self._process = None
        if not self._process:
            paths = filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            )
        return self._process


def write_frame(stream: BinaryIO, data: bytes) -> None:
    stream.write(len(data).to_bytes(8, "little") + data)
    stream.flush()


def read_frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(8)
    length = int.from_bytes(head, "little")
    data = stream.read(length)
    return data if len(head) == 8 and len(data) == length else None


def listen(stream: BinaryIO, requests: SimpleQueue[Request], dropped: set[int]) -> None:
    """Receive requests and dropped turns until the server ends."""
    while frame := read_frame(stream):
        heard = pickle.loads(frame)
        if isinstance(heard, int):
            dropped.add(heard)
        else:
            requests.put(heard)
    os._exit(0)


def main() -> None:
    """Answer requests one after another; runs in the process."""
    requests: SimpleQueue[Request] = SimpleQueue()
    dropped: set[int] = set()
    keep_log_printable()
    if hasattr(os, "nice"):
        os.nice(10)  # answers of the server itself have priority
    Thread(target=listen, args=(sys.stdin.buffer, requests, dropped), daemon=True).start()
    sockets: OrderedDict[int, Pairs] = OrderedDict()
    while True:
        turn, session, text, others = requests.get()
        pairs = sockets.setdefault(session, Pairs())
        sockets.move_to_end(session)
        if len(sockets) > MOST_SOCKETS:
            sockets.popitem(last=False)
        pairs.take(others)
        answer = reply(text, pairs, Allowance(gone=partial(dropped.__contains__, turn)))
        dropped.clear()
        write_frame(sys.stdout.buffer, answer or b"")


if __name__ == "__main__":
    main()
