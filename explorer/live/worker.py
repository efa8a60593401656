"""Answers costly questions, in a process of its own; see :mod:`explorer.live.apart`."""

from __future__ import annotations

import os
import pickle
import sys
from collections import OrderedDict
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from explorer.live.answers import Pairs, reply
from explorer.live.apart import Request, read_frame, write_frame
from explorer.live.price import Allowance
from explorer.server.failing import keep_log_printable

MOST_SOCKETS = 8
"""Whose pairs are kept; one more takes the place of the one that asked longest ago."""

requests: SimpleQueue[Request] = SimpleQueue()
dropped: set[int] = set()


def listen(stream: BinaryIO) -> None:
    """Take requests, and the turns that are dropped, until the server ends."""
    while frame := read_frame(stream):
        heard = pickle.loads(frame)
        if isinstance(heard, int):
            dropped.add(heard)
        else:
            requests.put(heard)
    os._exit(0)


def main() -> None:
    """Answer one request after the other."""
    keep_log_printable()
    if hasattr(os, "nice"):
        os.nice(10)  # what the server answers itself goes first
    Thread(target=listen, args=(sys.stdin.buffer,), daemon=True).start()
    kept: OrderedDict[int, Pairs] = OrderedDict()
    while True:
        turn, session, text, told = requests.get()
        pairs = kept.setdefault(session, Pairs())
        kept.move_to_end(session)
        if len(kept) > MOST_SOCKETS:
            kept.popitem(last=False)
        pairs.take(told)
        answer = reply(text, pairs, Allowance(gone=partial(dropped.__contains__, turn)))
        dropped.clear()
        write_frame(sys.stdout.buffer, answer or b"")


if __name__ == "__main__":
    main()
