"""Connections that wait, are slow or send too much are closed; others stay open."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from serving import finished
from uvicorn import Config
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from explorer import app
from explorer.server import connections
from explorer.server.load import Load

REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
UPLOAD = b"PUT /_stcore/upload_file/me/file HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class Loop:
    """The loop that runs, with timers that only a test lets go off."""

    def __init__(self):
        self.timers = {}

    def __getattr__(self, name):
        return getattr(asyncio.get_running_loop(), name)

    def call_later(self, seconds, action):
        timer = Timer(self)
        self.timers[timer] = seconds, action
        return timer


class Timer:
    def __init__(self, loop):
        self.loop = loop

    def cancel(self):
        self.loop.timers.pop(self, None)


class Transport:
    """The end of a connection that the server has."""

    def __init__(self, address):
        self.address, self.protocol = address, None
        self.aborted = self.closed = False

    def get_extra_info(self, name, default=None):
        return (self.address, 1) if name in ("peername", "sockname") else default

    def set_protocol(self, protocol):
        self.protocol = protocol

    def abort(self):
        if not self.aborted:
            self.aborted = True
            self.protocol.connection_lost(OSError())

    def is_closing(self):
        return self.aborted

    def ignore(self, *_):
        """Take what is written, and pauses."""

    write = writelines = pause_reading = resume_reading = ignore

    def close(self):
        self.closed = True


class Server:
    """Uvicorn's protocols, held to the limits, before an application."""

    def __init__(self, app, most=100):
        self.http = type("Http", (AutoHTTPProtocol,), {})
        self.socket = type("Socket", (WebSocketsSansIOProtocol,), {})
        connections.hold(self.http, self.socket, most)
        self.config = Config(app, http=self.http, ws=self.socket, lifespan="off")
        self.config.load()
        self.state, self.loop = ServerState(), Loop()

    def connect(self, address="1.1.1.1", data=b""):
        transport = Transport(address)
        transport.protocol = self.http(self.config, self.state, {}, self.loop)
        transport.protocol.connection_made(transport)
        if data:
            transport.protocol.data_received(data)
        return transport

    @property
    def waits(self):
        """The seconds of the timers that run, without those of Uvicorn's own."""
        ours = (connections.HEADERS_WITHIN, connections.ANSWER_WITHIN)
        return [seconds for seconds, _ in self.loop.timers.values() if seconds in ours]


async def answer(scope, receive, send):
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def silent(scope, receive, send):
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


async def rest():
    """Let all tasks come as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_each_state_of_a_connection_has_its_own_time_however_it_dawdles():
    async def run():
        server = Server(answer)
        slow = server.connect(data=REQUEST[:9])
        [(seconds, late)] = server.loop.timers.values()
        slow.protocol.data_received(REQUEST[9:20])
        assert list(server.loop.timers.values()) == [(seconds, late)]
        late()
        assert (seconds, slow.aborted) == (connections.HEADERS_WITHIN, True)
        assert server.waits == []
        transport = server.connect(data=REQUEST)
        assert server.waits == [connections.ANSWER_WITHIN]
        await rest()
        assert server.waits == [connections.HEADERS_WITHIN]
        server.connect(data=UPGRADE)
        transport.abort()
        assert server.waits == []

    finished(run())


@pytest.mark.parametrize(("size", "closed"), [(1000, False), (999_999_999, True)])
def test_the_body_of_a_refused_upload_is_not_read(size, closed):
    async def run():
        transport = Server(Load(silent, dict)).connect(data=UPLOAD % size)
        await rest()
        return transport.closed

    assert finished(run()) is closed


def test_the_oldest_waiting_connections_of_the_address_with_the_most_are_closed():
    async def run():
        server = Server(silent, most=1000)
        others = [server.connect(data=REQUEST), server.connect(data=UPGRADE)]
        others.append(server.connect("2.2.2.2"))
        waiting = [server.connect() for _ in range(connections.WAITING + 2)]
        kept = [False] * connections.WAITING
        assert [one.aborted for one in waiting] == [True, True, *kept]
        server = Server(silent, most=4)
        crowd = [server.connect() for _ in range(4)]
        others += [server.connect("2.2.2.2"), server.connect("3.3.3.3", REQUEST)]
        assert [one.aborted for one in crowd] == [True, True, False, False]
        assert len(server.state.connections) == 4
        assert not any(one.aborted for one in others)

    finished(run())


@pytest.fixture
def little_room(monkeypatch):
    """Room for 10 kB of messages that have not arrived whole."""
    monkeypatch.setattr(connections, "ARRIVING", 10_000)


def message(size, *, fin=True, opcode=Opcode.BINARY):
    return Frame(opcode, bytes(size), fin).serialize(mask=True)


async def sockets(server, *addresses):
    opened = [server.connect(address, UPGRADE) for address in addresses]
    await rest()
    return opened


@pytest.mark.usefixtures("little_room")
def test_unfinished_messages_are_bounded_for_all_and_the_largest_loses():
    async def run():
        server = Server(silent)
        one, two, three, other = await sockets(server, *["1.1.1.1"] * 3, "2.2.2.2")
        for socket, size in ((one, 2000), (two, 3000), (other, 4000), (three, 2000)):
            socket.protocol.data_received(message(9000)[:size])
        assert [socket.aborted for socket in (one, two, three, other)] == [
            False,
            True,
            False,
            False,
        ]
        # What a lost socket sent is freed at once.
        server = Server(silent)
        for _ in range(3):
            [socket] = await sockets(server, "1.1.1.1")
            socket.protocol.data_received(message(9000)[:8000])
            assert not socket.aborted
            socket.abort()
            assert len(socket.protocol.conn.reader.buffer) == 0

    finished(run())


@pytest.mark.usefixtures("little_room")
def test_a_message_counts_until_the_next_one_is_asked_for():
    async def run():
        go_on = asyncio.Semaphore(0)

        async def slow(scope, receive, send):
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] == "websocket.receive":
                await go_on.acquire()

        [one, two] = await sockets(Server(slow), "1.1.1.1", "2.2.2.2")
        for _ in range(3):
            one.protocol.data_received(message(8000))
            await rest()
            go_on.release()
            await rest()
        one.protocol.data_received(message(8000))
        two.protocol.data_received(message(4000))
        return one.aborted, two.aborted

    assert finished(run()) == (True, False)


def test_a_message_of_countless_fragments_is_refused():
    async def run():
        [socket] = await sockets(Server(silent), "1.1.1.1")
        socket.protocol.data_received(message(1, fin=False))
        sent = 1
        while not socket.aborted:
            socket.protocol.data_received(message(1, fin=False, opcode=Opcode.CONT))
            sent += 1
        return sent

    assert finished(run()) == connections.FRAGMENTS + 2


@pytest.mark.parametrize(
    ("frame", "few", "more"),
    [(message(0, opcode=Opcode.PING), 1500, 2000), (message(0, opcode=Opcode.PONG), 1500, 2000),
     (message(2), 1500, 20_000), (message(1_900_000), 10, 21), (message(2_100_000), 0, 1)],
    ids=["pings", "pongs", "short messages", "bytes", "a large message"],
)  # fmt: skip
def test_frames_of_an_address_are_counted_before_anything_reads_them(frame, few, more, monkeypatch):
    handled = []
    handle = WebSocketsSansIOProtocol.handle_events

    def count(self):
        handled.extend(self.conn.events)
        handle(self)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "handle_events", count)

    async def run():
        asyncio.get_running_loop().time = lambda: 0.0  # a slow machine would allow more
        one, two, other = await sockets(Server(silent), "1.1.1.1", "1.1.1.1", "2.2.2.2")
        one.protocol.data_received(few * frame)
        two.protocol.data_received(more * frame)
        other.protocol.data_received(message(1))
        return one.aborted, two.aborted, other.aborted

    assert finished(run()) == (False, True, False)
    assert len(handled) < connections.BURST + connections.SLICE


def test_of_too_many_sockets_the_oldest_of_the_address_with_most_is_closed(monkeypatch):
    monkeypatch.setattr(connections, "SOCKETS", 5)

    async def run():
        crowd = await sockets(server := Server(silent), *["1.1.1.1"] * 3, "2.2.2.2", "3.3.3.3")
        assert not any(socket.aborted for socket in crowd)
        [newcomer] = await sockets(server, "4.4.4.4")
        return [socket.aborted for socket in (*crowd, newcomer)]

    assert finished(run()) == [True, False, False, False, False, False]


@pytest.mark.parametrize(
    ("allowed", "most", "lines"), [(120, 30, 1), (400, 100, 0), (9999, 2000, 0)]
)
def test_with_few_descriptors_fewer_connections_are_open_and_a_line_says_so(
    allowed, most, lines, caplog
):
    assert connections.most_open(allowed) == most
    assert len(caplog.messages) == lines


def test_a_crowd_is_accepted_a_few_at_a_time_and_waits_in_the_system():
    class Socket:
        def listen(self, backlog):
            asked.append(backlog)

    class Loop:
        async def create_server(self, factory, *, sock, backlog):
            asked.append(backlog)

    async def run():
        loop = Loop()
        connections.accept_few_at_a_time(loop)
        await loop.create_server(asyncio.Protocol, sock=Socket(), backlog=2048)

    asked = []
    finished(run())
    assert asked == [connections.AT_A_TIME, 2048]


def test_calls_of_other_threads_wake_a_loop_once_and_none_is_lost():
    async def run():
        loop, wakes, seen = asyncio.get_running_loop(), [], []
        wake = loop.call_soon_threadsafe
        loop.call_soon_threadsafe = lambda *call: (wakes.append(call), wake(*call))
        connections.wake_once(loop)
        with ThreadPoolExecutor(1) as other:  # whose end the loop does not answer
            other.map(loop.call_soon_threadsafe, [seen.append] * 9, range(9))
        loop.call_soon_threadsafe(seen.append, 9)
        await rest()
        assert (len(wakes), seen) == (1, [*range(10)])
        for _ in range(1000):  # each wakes a loop that waits, or is about to
            await asyncio.to_thread(int)

    finished(run())


def test_what_is_served_is_held_to_the_limits(served, monkeypatch):
    held = []
    monkeypatch.setattr(app, "hold_connections", lambda: held.append(True))
    served()
    assert held


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize(
    ("limits", "wanted", "most"),
    [((1024, 4096), (4096, 4096), 4096), ((1024, -1), (10_000, -1), 10_000),
     ((20_000, 50_000), None, 20_000), ((-1, -1), None, 10_000)],
)  # fmt: skip
def test_descriptors_are_as_many_as_the_system_allows(limits, wanted, most, monkeypatch):
    import resource

    asked = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda what, pair: asked.append(pair))
    assert connections.descriptors() == most
    assert asked == ([wanted] if wanted else [])
