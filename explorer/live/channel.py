"""The WebSocket of live questions: who may speak, how much at once, and in which thread.

A socket's questions are answered one after the other: what comes meanwhile waits with the sender.
Answers are computed in threads of their own, so that the event loop, which serves all pages, is
free.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import streamlit as st
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
    if not may_speak(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close()  # before it is accepted: refused with status 403
        return
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


def may_speak(origin: str | None, host: str | None) -> bool:
    """Whether a page of this origin may ask: browsers hold back no WebSocket by themselves.

    Parameters
    ----------
    origin : str or None
        Of the page; None where what asks is no browser.
    host : str or None
        By which this server was called.
    """
    try:
        name = urlsplit(f"//{host}").hostname if host else None
        from_here = origin is None or urlsplit(origin).netloc == host
    except ValueError:
        return False
    allowed = st.get_option("server.allowedHosts")
    if name is None or (allowed and name not in allowed):
        return False
    return from_here or origin in st.get_option("server.corsAllowedOrigins")
