"""Test a server that serves a class and a hostile client: `python benchmarks/hostile.py`.

Thirty clients send live requests. One hostile client in a separate process opens many sockets and
sends the most expensive requests that are not refused: pairs of 10 x 950 boundaries at w = inf,
draws of 98 x 98 layers and others. It also uploads files of 200 MB, holds 1,000 sockets open, and
floods both sockets with each kind of message, and the server with requests.
It has an address of its own, or with `--same-address` the class's, as behind a proxy. The class
must not notice: in the same run, the 95th percentile of its answers is at most 60 ms and that of
its pages at most 300 ms higher than without the hostile client.
Afterwards, the server may use at most a tenth more memory.

A real hostile client runs on another machine. This one shares the cores with the server and the
class, so its process runs at `nice 19` and starts after its modules are loaded.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import numpy as np
from asking import say
from load import LIMITS, asking, p95, report
from serving import started
from soak import GROWTH, PAGE, memory
from streamlit.proto.BackMsg_pb2 import BackMsg
from unpacking import unpacked
from visitor import RefusedError, Visitor
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from core.hierarchy import Hierarchy

RATE = 5  # questions a second of each of the class
SOCKETS = 20  # of the hostile client
SETTLE = 190  # seconds until memory is given back: Streamlit keeps a session for two minutes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=30, help="for each way")
    parser.add_argument("--same-address", action="store_true")
    parser.add_argument("--settle", type=int, default=SETTLE, help="seconds until memory is read")
    parser.add_argument("--way", action="append", choices=WAYS, help="only this way; may repeat")
    options = parser.parse_args()
    source = None if options.same_address else ("127.0.0.2", 0)
    missed = False
    with started() as (address, server):
        beside(address, None, None, 5)  # the first questions load the kernels
        before = memory(server.pid)[0]
        for way in ("nobody", *(options.way or WAYS)):
            times, lost, pages, answers = beside(
                address, source, way if way in WAYS else None, options.seconds
            )
            if way == "nobody":
                alone = p95(times), p95(pages)
            missed |= report(f"beside {way}: a question", times, LIMITS[RATE] + alone[0])
            missed |= report(f"beside {way}: a page", pages, PAGE + alone[1]) or bool(lost)
            print(f"    lost {lost}; the hostile client's answers: {dict(answers)}", flush=True)
        time.sleep(options.settle)
        grown = memory(server.pid)[0] / before - 1
        missed |= grown > GROWTH
        print(f"memory afterwards: {grown:+.1%} of {before:.0f} MB (limit {GROWTH:+.0%})")
    print("MISSED" if missed else "every limit held")
    return int(missed)


def beside(address, source, way, seconds):
    """Have the class send requests and open pages, with or without the hostile client."""
    answers, sent = multiprocessing.Pipe(duplex=False)
    if way:
        process = multiprocessing.get_context("spawn").Process(
            target=_be_hostile, args=(way, address, source, seconds, sent), daemon=True
        )
        process.start()
        answers.recv()  # the attacker has loaded its modules, which is no attack

    async def everyone():
        return await asyncio.gather(asking(address, RATE, seconds), opening(address, seconds))

    (times, lost), pages = asyncio.run(everyone())
    return times, lost, pages, answers.recv() if way else Counter()


def _be_hostile(way, address, source, seconds, sent):
    """Attack from a separate process, so that its work does not delay the class's clock."""

    os.nice(19)

    async def attacking():
        sent.send("ready")
        answers = Counter()
        tasks = [asyncio.create_task(WAYS[way](address, source, answers)) for _ in range(SOCKETS)]
        await asyncio.wait(tasks, timeout=seconds)
        sent.send(answers)
        os._exit(0)  # a hostile client does not say goodbye

    asyncio.run(attacking())


async def opening(address, seconds):
    """Open the first page again and again; give the milliseconds of each time."""
    times, deadline = [], time.monotonic() + seconds
    while time.monotonic() < deadline:
        begin = time.perf_counter()
        async with Visitor(address) as tab:
            await tab.run()
        times.append(1000 * (time.perf_counter() - begin))
        await asyncio.sleep(1)
    return times


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


async def fetch(address, source, answers):
    """Ask for a large file of the frontend under a wrong version."""
    place = urlsplit(address)
    request = f"GET /hierscope/frontend/0/shared/pack.js HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n"
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(
                place.hostname, place.port, local_addr=source
            )
            while await reader_is_open(reader, writer, request.encode()):
                answers["answered"] += 1
        answers["closed"] += 1
        await asyncio.sleep(0.1)


async def reader_is_open(reader, writer, request):
    writer.write(request)
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    await reader.readexactly(int(head.partition("content-length: ")[2].split("\r")[0]))
    return True


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
LARGE = json.dumps({"kind": "look", "of": "\U0001f600" + " " * 3_900_000})

WAYS = {
    "20,000 empty questions": flood(LIVE, *["{}"] * 20_000),
    "pings": flood(LIVE, pings=20_000),
    "two large questions a socket": flood(LIVE, LARGE, LARGE),
    "load_git_info": flood(STREAM, *[told(load_git_info=True)] * 300),
    "clear_cache": flood(STREAM, *[told(clear_cache=True)] * 300),
    "reruns": flood(STREAM, *[told(rerun_script={"query_string": ""})] * 1000),
    "20 MB to Streamlit": flood(STREAM, bytes(20_000_000)),
    "5,000 names of files": flood(STREAM, told(file_urls_request={"file_names": ["a"] * 5000})),
    "files of a wrong version": fetch,
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


if __name__ == "__main__":
    sys.exit(main())
