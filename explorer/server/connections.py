"""Open connections: how soon a request is complete, how many wait, and the bytes that they send.

Uvicorn (0.54) waits for a request without end, and Streamlit (1.67) starts it without a way to name
protocols of our own, so those that it has are watched. What is too much is taken from the address
that has most of it.
"""

import asyncio
import functools
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEADERS_WITHIN = 10.0
"""Seconds from when a connection is open, or its last answer complete, to the next request."""
ANSWER_WITHIN = 600.0  # seconds for the rest: the body of a request, and its answer
WAITING = 100  # connections of an address that wait for a request; one more closes the oldest
OPEN = 2000  # connections of all; fewer where the system allows fewer descriptors
AT_A_TIME = 50  # connections that are accepted before those that are too many are closed
SPARE = 200 + 4 * AT_A_TIME
"""Descriptors for other things: files, workers, and connections that are not yet counted or closed,
which takes four rounds of the event loop."""
ARRIVING = 100_000_000
"""Bytes of messages that came by WebSockets and are incomplete, or not dealt with."""
FRAGMENTS = 1000  # of a message; each takes more memory than its bytes
_WANTED = 10_000


class Requests:
    """HTTP connections that wait for a request, or for its answer."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: defaultdict[str, dict[Any, None]] = defaultdict(dict)  # the oldest first
        self._timers: dict[Any, asyncio.TimerHandle] = {}

    def see(self, connection: Any) -> None:
        """Note what a connection does now, and close those that are too many."""
        mine = self._waiting[_address(connection)]
        is_open = connection in connection.connections
        waits = is_open and (connection.cycle is None or connection.cycle.response_complete)
        if not is_open or waits != (connection in mine) or connection not in self._timers:
            self._forget(connection)
            if is_open:
                within = HEADERS_WITHIN if waits else ANSWER_WITHIN
                abort = connection.transport.abort
                self._timers[connection] = connection.loop.call_later(within, abort)
            if waits:
                mine[connection] = None
        if len(mine) > WAITING:
            self._close(mine)
        if waits and len(connection.connections) > self._most:
            self._close(max(self._waiting.values(), key=len))
        if not mine:
            self._waiting.pop(_address(connection), None)

    def _forget(self, connection: Any) -> None:
        self._waiting[_address(connection)].pop(connection, None)
        if connection in self._timers:
            self._timers.pop(connection).cancel()

    def _close(self, waiting: dict[Any, None]) -> None:
        oldest = next(iter(waiting))
        self._forget(oldest)
        oldest.transport.abort()


class Messages:
    """Bytes that WebSockets brought and that nobody has dealt with."""

    def __init__(self) -> None:
        self._incomplete = Counter[Any]()
        self._complete = Counter[Any]()
        self._all = 0

    def come(self, socket: Any, size: int) -> bool:
        """Count bytes that come, and close a socket if all are too many; say if this one stays."""
        self._incomplete[socket] += size
        self._all += size
        if len(socket.frames) > FRAGMENTS:
            self._close(socket)
        elif self._all > ARRIVING:
            sizes = self._incomplete + self._complete
            by_address = Counter[str]()
            for sender, count in sizes.items():
                by_address[_address(sender)] += count
            [(most, _)] = by_address.most_common(1)
            self._close(
                max((sender for sender in sizes if _address(sender) == most), key=sizes.__getitem__)
            )
        return socket in self._incomplete

    def complete(self, socket: Any) -> None:
        self._complete[socket] += self._incomplete.pop(socket, 0)

    def dealt_with(self, socket: Any) -> None:
        if socket.queue.empty():
            self._all -= self._complete.pop(socket, 0)

    def lost(self, socket: Any) -> None:
        self._all -= self._incomplete.pop(socket, 0) + self._complete.pop(socket, 0)
        # Left to the garbage collector, they would stay for minutes.
        socket.frames.clear()
        socket.conn.reader.buffer.clear()

    def _close(self, socket: Any) -> None:
        self.lost(socket)
        socket.transport.abort()


def _address(connection: Any) -> str:
    return connection.client[0] if connection.client else ""


@functools.cache
def hold_connections() -> None:
    """Have Uvicorn hold its connections to these limits."""
    hold(AutoHTTPProtocol, WebSocketsSansIOProtocol, min(OPEN, descriptors() - SPARE))


def hold(http: type[asyncio.Protocol], socket: type[WebSocketsSansIOProtocol], most: int) -> None:
    """Hold the connections of two protocols to the limits, and their number to `most`."""
    requests, messages = Requests(most), Messages()
    for name in ("connection_made", "data_received", "on_response_complete", "connection_lost"):
        _after(http, name, requests.see)
    _after(socket, "send_receive_event_to_app", messages.complete)
    _after(socket, "connection_lost", messages.lost)
    take, receive = socket.data_received, socket.receive

    def data_received(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        if messages.come(self, len(data)):
            take(self, data)

    async def receive_next(self: WebSocketsSansIOProtocol) -> Any:
        messages.dealt_with(self)
        return await receive(self)

    socket.data_received = data_received  # type: ignore[method-assign]
    socket.receive = receive_next  # type: ignore[method-assign]


def accept_few_at_a_time(loop: asyncio.AbstractEventLoop) -> None:
    """Have the servers of a loop accept :data:`AT_A_TIME`; the queue of the system stays long.

    asyncio accepts as many as that queue holds. Without a descriptor it tries and logs all of them
    (CPython 3.11): 2,048 tracebacks a second, and nobody is answered.
    """
    create = loop.create_server

    async def create_server(
        *arguments: Any, sock: Any = None, backlog: int = 100, **how: Any
    ) -> asyncio.Server:
        server = await create(*arguments, sock=sock, backlog=AT_A_TIME, **how)
        if sock is not None:
            sock.listen(backlog)
        return server

    with suppress(AttributeError):  # uvloop has a way of its own
        loop.create_server = create_server  # type: ignore[method-assign]


def _after(protocol: type, name: str, watch: Callable[[Any], None]) -> None:
    plain = getattr(protocol, name)

    def watched(self: Any, *arguments: Any) -> None:
        plain(self, *arguments)
        watch(self)

    setattr(protocol, name, watched)


def descriptors() -> int:
    """Raise the limit of descriptors as far as the system lets us; give what it is then."""
    try:
        import resource
    except ImportError:  # Windows has none
        return OPEN + SPARE
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if most == resource.RLIM_INFINITY else min(most, _WANTED)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            now = wanted
    return wanted if now == resource.RLIM_INFINITY else now
