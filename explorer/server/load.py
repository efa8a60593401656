"""Limit the load: uploads, requests, sockets; and return free memory to the system."""

import asyncio
import ctypes
import gc
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from weakref import WeakValueDictionary

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer.server.around_streamlit import drop_expired_sessions
from explorer.server.connections import Pace

OF_A_VISITOR = 100_000_000  # bytes of uploads per visitor: five of the largest
OF_AN_ADDRESS = 200_000_000  # for all visitors of one address, such as a class behind a router
OF_ALL = 1_000_000_000  # for all visitors
PACE = 20_000_000  # bytes per second read from the uploads of one address
AT_ONCE = 300  # requests and WebSockets per address: a class of thirty with some tabs each
BURST, RATE = 5000, 500
"""Requests of an address that are answered at once, and each second after that; the others wait. A
page has about 60 files."""
EVERY = 60.0  # seconds between returns of memory

_UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/")


class Load:
    def __init__(self, app: ASGIApp, stored: Callable[[], dict[str, int]]) -> None:
        self._app = app
        self._stored = stored
        self._coming: Counter[str] = Counter()  # bytes of uploads under way, by session
        self._from: dict[str, str] = {}  # the address of each session that uploaded
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._pace = Pace(BURST, RATE)
        self._at_once: Counter[str] = Counter()  # requests and sockets, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        if self._at_once[address] >= AT_ONCE:
            await _later(scope, receive, send)
            return
        self._at_once[address] += 1
        try:
            now = asyncio.get_running_loop().time()
            if ahead := self._pace.ahead(address, 1, now, waits=True):
                await asyncio.sleep(ahead)
            upload = _UPLOAD.search(scope["path"])
            if upload and scope.get("method") == "PUT":
                await self._upload(upload[1], address, scope, receive, send)
            else:
                await self._app(scope, receive, send)
        finally:
            self._at_once -= {address: 1}  # drops counts of 0

    async def _upload(
        self, session: str, address: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        length = Headers(scope=scope).get("content-length", "")
        if not re.fullmatch(r"\d{1,12}", length):
            await _no("Uploads need a Content-Length header.", 411)(scope, receive, send)
            return
        size, all_sizes = int(length), Counter(self._stored()) + self._coming
        self._from = {visit: where for visit, where in self._from.items() if visit in all_sizes}
        here = sum(all_sizes[visit] for visit, where in self._from.items() if where == address)
        if (
            all_sizes[session] + size > OF_A_VISITOR
            or here + size > OF_AN_ADDRESS
            or all_sizes.total() + size > OF_ALL
        ):
            await _no("The upload limit is reached. Remove some files first.", 413)(
                scope, receive, send
            )
            return
        self._from[session] = address
        self._coming[session] += size
        turn = self._turns.setdefault(address, asyncio.Lock())

        async def receive_paced() -> Message:
            message = await receive()
            async with turn:
                await asyncio.sleep(len(message.get("body", b"")) / PACE)
            return message

        try:
            with suppress(ClientDisconnect):  # its traceback takes long to log
                await self._app(scope, receive_paced, send)
        finally:
            self._coming -= {session: size}


async def _later(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        message = "Too many requests from this address. Try again later."
        await _no(message, 503)(scope, receive, send)
    else:
        await receive()
        await send({"type": "websocket.close", "code": 1013})


def _no(message: str, status: int) -> Response:
    """Refuse a request, and close its connection without reading the rest of its body."""
    return PlainTextResponse(message, status, {"Connection": "close"})


async def give_back() -> None:
    """Return free memory to the system every minute, until cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        drop_expired_sessions()
        await asyncio.to_thread(trim)


def trim() -> None:
    """Make glibc return freed memory; by default it keeps memory below any block in use.

    Sessions of sockets are cycles, so the garbage collector frees what they held.
    """
    gc.collect()
    with suppress(AttributeError, TypeError):  # another C library: macOS, musl, Windows
        ctypes.CDLL(None).malloc_trim(0)
