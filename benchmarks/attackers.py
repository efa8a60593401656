"""The ways in which a hostile client attacks, for `hostile.py`: functions of an address, the
client's own address, and a counter of answers."""

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from urllib.parse import urlsplit

import numpy as np
from asking import say
from streamlit.proto.BackMsg_pb2 import BackMsg
from unpacking import unpacked
from visitor import RefusedError, Visitor
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from core.hierarchy import Hierarchy
from explorer.live.answers import ANSWERS

SOCKETS = 20  # tasks of the hostile client, each with a socket


def live(question):
    """Ask a live question without end."""

    async def attack_with(address, source, answers):
        await attack(address, source, question, answers)

    return attack_with


async def upload(address, source, answers):
    """Upload a share of a file of 200 MB again and again."""
    data = bytes(200_000_000 // SOCKETS)
    async with Visitor(address, source=source) as tab:
        await tab.run()
        while True:
            try:
                await tab.upload("upload_reference", "large.csv", data)
                answers["uploaded"] += 1
            except (OSError, RefusedError, TimeoutError, WebSocketException):
                answers["refused"] += 1
                await asyncio.sleep(0.1)


async def hold(address, source, answers):
    """Open sockets, a share of a thousand, and leave them open."""
    async with AsyncExitStack() as sockets:
        for _ in range(1000 // SOCKETS):
            try:
                await sockets.enter_async_context(
                    connect(address.replace("http", "ws") + "/hierscope/live", local_addr=source)
                )
                answers["open"] += 1
            except (OSError, TimeoutError, WebSocketException):
                answers["refused"] += 1
        await asyncio.Event().wait()


def flood(path, *sent, pings=0):
    """Send messages without reading, in a new connection where the old one is closed."""

    async def attack_with(address, source, answers):
        place, how = address.replace("http", "ws") + path, {"local_addr": source, "max_size": None}
        if path == STREAM:
            how["subprotocols"] = ["streamlit"]
        while True:
            with suppress(OSError, TimeoutError, WebSocketException):
                async with connect(place, **how) as socket:
                    for message in sent:
                        await socket.send(message)
                        answers["sent"] += 1
                    for _ in range(pings):
                        await socket.ping()
                    await asyncio.wait_for(socket.wait_closed(), 5)
            answers["closed"] += 1
            await asyncio.sleep(0.1)

    return attack_with


def told(**fields):
    """A message to Streamlit."""
    return BackMsg(**fields).SerializeToString()


def fetch(path):
    """Request a path again and again, in ten connections for each of the client's tasks."""

    async def attack_with(address, source, answers):
        await asyncio.gather(*(fetch_one(path, address, source, answers) for _ in range(10)))

    return attack_with


async def fetch_one(path, address, source, answers):
    place = urlsplit(address)
    request = f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode()
    while True:
        with suppress(OSError, EOFError):
            reader, writer = await asyncio.open_connection(
                place.hostname, place.port, local_addr=source
            )
            while True:
                writer.write(request)
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                answers[head.split()[1]] += 1
                length = head.partition("content-length: ")[2].split("\r")[0]
                await reader.readexactly(int(length or 0))
        answers["closed"] += 1
        await asyncio.sleep(0.1)


async def attack(address, source, question, answers):
    """Ask one question without end, in a new connection where the old one is closed."""
    text = json.dumps(question())
    while True:
        with suppress(OSError, WebSocketException):
            async with connect(
                address.replace("http", "ws") + "/hierscope/live",
                max_size=None,
                local_addr=source,
            ) as socket:
                while True:
                    await socket.send(text)
                    head, _ = unpacked(await socket.recv())
                    answers[head.get("error", {}).get("name", "answered")] += 1
        answers["closed"] += 1
        await asyncio.sleep(0.1)


def many(layers, count, end=3600.0):
    """A pair of layers of which no two boundaries meet."""
    return tuple(comb(layers, count, end, offset) for offset in (0.0, 0.01))


def comb(layers, count, end, offset):
    times = np.linspace(0.0, end, layers * count + 2)[1:-1] + offset
    rows = [[0.0, *times[layer::layers], end] for layer in range(layers)]
    return Hierarchy.from_boundaries(
        rows, [[str(at % 7) for at in range(len(r) - 1)] for r in rows]
    )


def nest(layers, offset):
    """Layers of two boundaries, which differ from layer to layer."""
    return Hierarchy.from_boundaries(
        [[0.0, 10 + 5 * at + offset, 600 + 5 * at + offset, 3600.0] for at in range(layers)]
    )


def draw(pair, effects):
    asked = {**say(*pair, 5.0), "kind": "draw", "drawn": "a:1", "nested": False}
    return {**asked, "effects": effects, "first": 0, "extra": None}


LIVE, STREAM = "/hierscope/live", "/_stcore/stream"
LARGE = json.dumps({"kind": "look", "of": "\U0001f600" + " " * 1_100_000}, ensure_ascii=False)
NAMES = json.dumps({**{f"a{at}": 1 for at in range(5000)}, "kind": "look"})
KINDS = [field.name for field in BackMsg.DESCRIPTOR.oneofs_by_name["type"].fields][:-1]
OPERATIONS = ("deferred_file", "install_skills", "dismiss_skills_nudge", "dataframe_chunk")
WIDGETS = {"widgets": [{"id": f"a{at}", "trigger_value": True} for at in range(100_000)]}
ROUTES = (
    *("/", "/triplets", "/_stcore/health", "/_stcore/host-config", "/static/none.js"),
    *("/media/none.csv", "/hierscope/frontend/0/shared/pack.js", "/_stcore/upload_file/a/b"),
)


def kind_of_stream(kind):
    """A flood of a kind of Streamlit's messages."""
    if kind in OPERATIONS:
        message = told(backend_operation_request={kind: {}})
    else:
        lists = {"rerun_script": {}, "file_urls_request": {"file_names": ["a"]}}
        message = told(**{kind: lists.get(kind, True)})
    return flood(STREAM, *[message] * 300)


def kind_of_live(kind):
    """A flood of a kind of live messages."""
    asked = draw(many(4, 10), "every") | {"kind": kind, "count": 1, "deciding": True}
    asked |= {"cause": "a", "fine": True, "sample": "figure6", "pair": "a", "strips": True}
    asked |= {"track": "whole", "track_key": "", "chosen": None, "do": "join"}
    return flood(LIVE, *[json.dumps(asked)] * 300)


WAYS = {
    "20,000 empty questions": flood(LIVE, *["{}"] * 20_000),
    "pings": flood(LIVE, pings=20_000),
    "two large questions a socket": flood(LIVE, LARGE, LARGE),
    "5,000 names in a question": flood(LIVE, *[NAMES] * 300),
    "20 MB to Streamlit": flood(STREAM, bytes(20_000_000)),
    "100,000 widgets": flood(STREAM, *[told(rerun_script={"widget_states": WIDGETS})] * 30),
    "5,000 names of files": flood(STREAM, told(file_urls_request={"file_names": ["a"] * 5000})),
    **{f"to Streamlit: {kind}": kind_of_stream(kind) for kind in (*KINDS, *OPERATIONS)},
    **{f"live: {kind}": kind_of_live(kind) for kind in (*ANSWERS, "drop", "room")},
    **{f"GET {path}": fetch(path) for path in ROUTES},
    "why, 100 x 2": live(
        lambda: {
            **say(*(nest(100, offset) for offset in (0.0, 1.7)), 5.0),
            "kind": "diagnose",
            "extra": None,
            "first": 0,
            "count": 1,
        }
    ),
    "10 x 950, splits": live(lambda: say(*many(10, 950), 5.0, window="inf", track="splits")),
    "10 x 950, one query": live(lambda: say(*many(10, 950), 5.0, window="inf")),
    "10 x 280, whole": live(lambda: say(*many(10, 280), 5.0, window="inf", track="whole")),
    "10 x 70, splits": live(lambda: say(*many(10, 70), 5.0, window="inf", track="splits")),
    "draws of 98 x 98": live(lambda: draw(many(98, 98), "every")),
    "draws of 98 x 8": live(lambda: draw(many(98, 8), "every")),
    "why, 4 x 200": live(
        lambda: {
            **say(*many(4, 200), 5.0),
            "kind": "diagnose",
            "extra": None,
            "first": 0,
            "count": 1,
        }
    ),
    "uploads of 200 MB": upload,
    "1,000 open sockets": hold,
}
