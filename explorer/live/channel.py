"""The WebSocket of live questions: how much at once, and in which thread.

The gate decides who may ask: see :mod:`explorer.server.gate`. Answers are computed in threads of
their own, so that the event loop, which serves all pages, is free. Costly answers have a thread of
their own, so that quick ones never wait for them. A socket's questions are answered one after the
other, and each address has a few turns: whoever asks much waits for his own answers.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from weakref import WeakValueDictionary

from starlette.websockets import WebSocket, WebSocketDisconnect

from explorer.live.answers import Pairs, refusal, reply
from explorer.live.price import Allowance

ROUTE = "/hierscope/live"
MOST_SOCKETS = 500
"""Open at once; one more is told to try again later."""
TRY_AGAIN = 1013
"""The code by which a socket is closed then."""
LONGEST = 4_000_000
"""Characters of a question; a drawn pair of 20,000 segments takes about half of it."""
THREADS = 2
"""More do not help: a thread holds the interpreter but while a kernel runs."""
QUICK = 0.1
"""Seconds of a core that an answer may take beside others; a costlier one waits for its turn."""

_quick = ThreadPoolExecutor(THREADS, "hierscope-live")
_costly = ThreadPoolExecutor(1, "hierscope-live-costly")
_open: set[WebSocket] = set()


class Turns:
    """The turns of an address: what it asks beyond them waits, and holds up nobody else."""

    def __init__(self) -> None:
        self.quick = asyncio.Semaphore(THREADS)
        self.costly = asyncio.Semaphore(1)


_turns: WeakValueDictionary[str, Turns] = WeakValueDictionary()


async def live(socket: WebSocket) -> None:
    """Serve one browser's socket until it is closed."""
    await socket.accept()
    if len(_open) >= MOST_SOCKETS:
        await socket.close(TRY_AGAIN, "too many sockets")
        return
    _open.add(socket)
    try:
        await _answer_all(socket)
    finally:
        _open.discard(socket)


async def _answer_all(socket: WebSocket) -> None:
    address = socket.client.host if socket.client else ""
    turns, pairs = _turns.setdefault(address, Turns()), Pairs()
    message = await socket.receive()
    while message["type"] != "websocket.disconnect":
        gone = Event()
        answering = asyncio.ensure_future(_answer(message.get("text") or "", pairs, turns, gone))
        following = asyncio.ensure_future(socket.receive())
        try:
            await asyncio.wait([answering, following], return_when=asyncio.FIRST_COMPLETED)
            # Whoever has left waits for nothing: neither in the queue nor between two steps.
            if following.done() and following.result()["type"] == "websocket.disconnect":
                return
            if answer := await answering:
                await socket.send_bytes(answer)
            message = await following
        except WebSocketDisconnect:
            return
        finally:
            gone.set()
            answering.cancel()
            following.cancel()


async def _answer(text: str, pairs: Pairs, turns: Turns, gone: Event) -> bytes | None:
    if len(text) > LONGEST:
        return refusal(0, "too-large", f"A question has {LONGEST:,} characters at most.")
    loop = asyncio.get_running_loop()
    async with turns.quick:
        allowance = Allowance(QUICK, gone.is_set)
        answer = await loop.run_in_executor(_quick, reply, text, pairs, allowance)
    if answer is None:
        async with turns.costly:
            allowance = Allowance(gone=gone.is_set)
            answer = await loop.run_in_executor(_costly, reply, text, pairs, allowance)
    return answer
