"""The WebSocket of live questions: how much at once, and in which thread.

Who may ask is seen to before, as for all else: see :mod:`explorer.server.gate`.
A socket's questions are answered one after the other: what comes meanwhile waits with the sender.
Answers are computed in threads of their own, so that the event loop, which serves all pages, is
free.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from starlette.websockets import WebSocket, WebSocketDisconnect

from explorer.live.answers import Pairs, refusal, reply

ROUTE = "/hierscope/live"
MOST_SOCKETS = 500
"""Open at once; one more is told to try again later."""
TRY_AGAIN = 1013
"""The code by which a socket is closed then."""
LONGEST = 4_000_000
"""Characters of a question; a drawn pair of 20,000 segments takes about half of it."""
THREADS = 2
"""More do not help: a thread holds the interpreter but while a kernel runs."""

_pool = ThreadPoolExecutor(THREADS, "hierscope-live")
_open: set[WebSocket] = set()


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
    loop, pairs = asyncio.get_running_loop(), Pairs()
    while True:
        said = await socket.receive()
        if said["type"] == "websocket.disconnect":
            return
        text = said.get("text") or ""
        answer = (
            refusal(0, "too-large", f"A question has {LONGEST:,} characters at most.")
            if len(text) > LONGEST
            else await loop.run_in_executor(_pool, reply, text, pairs)
        )
        if answer:
            try:
                await socket.send_bytes(answer)
            except WebSocketDisconnect:
                return
