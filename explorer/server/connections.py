"""Limit open connections: the time for a request, their number, and what sockets send.

Above a limit, the address with the most connections or bytes loses some. Frames of WebSockets are
counted before anything reads them. Uvicorn (0.54) has no public option for this:
``timeout_keep_alive`` begins after the first request, and ``limit_concurrency`` and ``ws_max_size``
know no addresses and no sum. Streamlit (1.67) starts Uvicorn and passes on neither options nor
protocols, so this module changes Uvicorn's protocols.
``tests/server/test_private_parts.py`` names the parts, and fails if an upgrade changes them.
"""

import asyncio
import functools
import logging
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from threading import Event, get_ident
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEADERS_WITHIN = 10.0
"""Seconds from opening a connection, or from the end of its last answer, to the next request."""
ANSWER_WITHIN = 600.0  # seconds for the body of a request and its answer
WAITING = 100  # connections per address that wait for a request; one more closes the oldest
OPEN = 2000  # connections in total, or fewer if the system allows fewer descriptors
SOCKETS = 1000
"""WebSockets in total, or half of all connections; one more closes the oldest of the address with
most."""
AT_A_TIME = 50  # connections accepted before closing excess ones
SPARE = 200 + 4 * AT_A_TIME
"""Descriptors for files, workers, and connections not yet counted or closed, which takes four
rounds of the event loop."""
ARRIVING = 60_000_000
"""Bytes of WebSocket messages that are incomplete or not processed."""
LARGEST = 2_000_000
"""Bytes of a message, as in maxWidgetStateSize; an upload of 5,000 files has 1,500,000, and a
question about a pair of 20,000 segments with labels of 30 letters 1,100,000."""
SLICE = 8192  # bytes that are parsed before their frames are counted
FRAME = 20_000  # bytes that count like one more frame
BURST, RATE = 2000, 500
"""Frames, including pings, that an address may send at once, and each second after that. A class of
300 phones that reconnect at once sends about 1,500."""
FRAGMENTS = 1000  # fragments of a message; each takes more memory than its bytes
_WANTED = 10_000

_log = logging.getLogger(__name__)


class Pace:
    """What each address sends: `burst` at once, and `rate` a second after that."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._due: dict[str, float] = {}  # when all that an address sent was within the rate

    def ahead(self, address: str, count: float, now: float, *, waits: bool) -> float:
        """Return the seconds by which an address is above the burst; count what is, or waits."""
        if len(self._due) > OPEN:
            self._due = {sender: due for sender, due in self._due.items() if due > now}
        due = max(self._due.get(address, now), now) + count / self._rate
        ahead = max(due - now - self._burst / self._rate, 0.0)
        if waits or not ahead:
            self._due[address] = due
        return ahead


class Requests:
    """HTTP connections that wait for a request or an answer.

    Without their limits, one client that opens connections and sends nothing, or one byte at a
    time, uses up the descriptors: nobody else can connect.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: defaultdict[str, dict[Any, None]] = defaultdict(dict)  # oldest first
        self._timers: dict[Any, asyncio.TimerHandle] = {}

    def see(self, connection: Any) -> None:
        """Update the state of a connection, and close excess connections."""
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
    """WebSockets, their frames, and the bytes that they sent and nobody processed yet.

    Without these limits, unfinished messages of up to 200 MB (``ws_max_size``) on each of 1,000
    sockets fill the memory, and 20,000 empty messages or pings in one packet stop the server.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: defaultdict[str, dict[Any, None]] = defaultdict(dict)  # oldest first
        self._pace = Pace(BURST, RATE)
        self._incomplete = Counter[Any]()
        self._complete = Counter[Any]()
        self._all = 0

    def opened(self, socket: Any) -> None:
        self._open[_address(socket)][socket] = None
        if sum(map(len, self._open.values())) > self._most:
            most = max(self._open.values(), key=lambda sockets: len(sockets))
            self._close(next(iter(most)))

    def parsed(self, socket: Any) -> None:
        """Count the frames that were parsed, of all kinds."""
        if not self._spend(socket, len(socket.conn.events)):
            socket.conn.events.clear()

    def _spend(self, socket: Any, frames: float) -> bool:
        """Count frames of an address; close a socket above the rate; return whether it is open."""
        ahead = self._pace.ahead(_address(socket), frames, socket.loop.time(), waits=False)
        if ahead:
            self._close(socket)
        return not ahead

    def come(self, socket: Any, size: int) -> bool:
        """Count received bytes; close a socket above a limit; return whether this one is open."""
        if socket not in self._open.get(_address(socket), {}):
            return False
        if not self._spend(socket, size / FRAME):
            return False
        self._incomplete[socket] += size
        self._all += size
        if len(socket.frames) > FRAGMENTS or self._incomplete[socket] > LARGEST:
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
        mine = self._open[_address(socket)]
        mine.pop(socket, None)
        if not mine:
            del self._open[_address(socket)]
        # Free the buffers now; the garbage collector would take minutes.
        socket.frames.clear()
        socket.conn.reader.buffer.clear()

    def _close(self, socket: Any) -> None:
        self.lost(socket)
        socket.transport.abort()


def _address(connection: Any) -> str:
    return connection.client[0] if connection.client else ""


@functools.cache
def hold_connections() -> None:
    """Apply these limits to Uvicorn's connections."""
    hold(AutoHTTPProtocol, WebSocketsSansIOProtocol, most_open(descriptors()))


def most_open(allowed: int) -> int:
    """Return how many connections fit into the descriptors; log a line if these are few."""
    most = min(OPEN, max(allowed - SPARE, allowed // 4))
    if most < WAITING:
        _log.warning(
            "hierscope: this system allows %d open files, so at most %d connections are open at "
            "once. Allow more with ulimit -n 1000",
            allowed,
            most,
        )
    return most


def hold(http: type[asyncio.Protocol], socket: type[WebSocketsSansIOProtocol], most: int) -> None:
    """Apply the limits to connections of two protocols, at most `most` in total."""
    requests, messages = Requests(most), Messages(min(SOCKETS, most // 2))
    for name in ("connection_made", "data_received", "on_response_complete", "connection_lost"):
        _after(http, name, requests.see)
    _after(socket, "connection_made", messages.opened)
    _after(socket, "send_receive_event_to_app", messages.complete)
    _after(socket, "connection_lost", messages.lost)
    take, handle, receive = socket.data_received, socket.handle_events, socket.receive

    def data_received(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            part = data[start : start + SLICE]
            if messages.come(self, len(part)) and not self.transport.is_closing():
                take(self, part)

    def handle_events(self: WebSocketsSansIOProtocol) -> None:
        messages.parsed(self)
        handle(self)

    async def receive_next(self: WebSocketsSansIOProtocol) -> Any:
        messages.dealt_with(self)
        return await receive(self)

    socket.data_received = data_received  # type: ignore[method-assign]
    socket.handle_events = handle_events  # type: ignore[method-assign]
    socket.receive = receive_next  # type: ignore[method-assign]


def accept_few_at_a_time(loop: asyncio.AbstractEventLoop) -> None:
    """Make a loop's servers accept :data:`AT_A_TIME` connections, with the system's long queue.

    Otherwise asyncio accepts as many as are in the queue. Without free descriptors it tries and
    logs all of them (CPython 3.11): 2,048 tracebacks per second, and no answers.
    """
    create, few = loop.create_server, min(AT_A_TIME, descriptors() // 20)

    async def create_server(
        *arguments: Any, sock: Any = None, backlog: int = 100, **how: Any
    ) -> asyncio.Server:
        server = await create(*arguments, sock=sock, backlog=few, **how)
        if sock is not None:
            sock.listen(backlog)
        return server

    with suppress(AttributeError):  # uvloop's loop does not allow this
        loop.create_server = create_server  # type: ignore[method-assign]


def wake_once(loop: asyncio.AbstractEventLoop) -> None:
    """Wake a loop once for all calls that came.

    Otherwise Streamlit (1.67) wakes it twice for each element, which slows down each page.
    """
    own, wake, awake = get_ident(), loop.call_soon_threadsafe, Event()

    def add(*call: Any, **how: Any) -> asyncio.Handle:
        handle = loop.call_soon(*call, **how)  # first: the loop may be about to wait
        if get_ident() != own and not awake.is_set():
            awake.set()
            wake(awake.clear)
        return handle

    if isinstance(loop, asyncio.SelectorEventLoop) and not loop.get_debug():
        loop.call_soon_threadsafe = add  # type: ignore[assignment, method-assign]


def _after(protocol: type, name: str, watch: Callable[[Any], None]) -> None:
    plain = getattr(protocol, name)

    def watched(self: Any, *arguments: Any) -> None:
        plain(self, *arguments)
        watch(self)

    setattr(protocol, name, watched)


def descriptors() -> int:
    """Raise the limit of descriptors as far as the system allows, and return it."""
    if sys.platform == "win32":  # it has no such limit
        return OPEN + SPARE
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if most == resource.RLIM_INFINITY else min(most, _WANTED)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            now = wanted
    return wanted if now == resource.RLIM_INFINITY else now
