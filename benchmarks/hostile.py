"""A class at one server, and one who asks what costs most: `python benchmarks/hostile.py`.

Thirty plain clients ask live questions while one hostile client, from many sockets, asks for pairs
of 10 x 950 boundaries at w = inf, draws of 98 x 98 layers, and whatever costs most of what is not
refused. It comes from an address of its own, or with `--same-address` from that of the class, as
behind a proxy. The class must not notice: 95 % of its answers within 60 ms.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import numpy as np
from asking import say
from load import LIMITS, asking, report
from serving import started
from unpacking import unpacked
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from core.hierarchy import Hierarchy

RATE = 5  # questions a second of each of the class
SOCKETS = 20  # of the hostile client


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=30, help="for each way")
    parser.add_argument("--same-address", action="store_true")
    options = parser.parse_args()
    source = None if options.same_address else ("127.0.0.2", 0)
    missed = False
    with started() as (address, _):
        asyncio.run(asking(address, RATE, 5))  # the first questions load the kernels
        for way in ("nobody", *WAYS):
            times, lost, answers = asyncio.run(
                beside(address, source, WAYS.get(way), options.seconds)
            )
            missed |= report(f"beside {way}", times, LIMITS[RATE]) or bool(lost)
            print(f"    lost {lost}; the hostile client's answers: {dict(answers)}", flush=True)
    print("MISSED" if missed else "every limit held")
    return int(missed)


async def beside(address, source, question, seconds):
    """Have the class ask beside the hostile client, which may be nobody."""
    answers = Counter()
    sockets = SOCKETS if question else 0
    hostile = [
        asyncio.create_task(attack(address, source, question, answers)) for _ in range(sockets)
    ]
    try:
        return *await asking(address, RATE, seconds), answers
    finally:
        for task in hostile:
            task.cancel()
        await asyncio.gather(*hostile, return_exceptions=True)


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


def draw(pair, effects):
    asked = {**say(*pair, 5.0), "kind": "draw", "drawn": "a:1", "nested": False}
    return {**asked, "effects": effects, "first": 0, "extra": None}


WAYS = {
    "10 x 950, splits": lambda: say(*many(10, 950), 5.0, window="inf", track="splits"),
    "10 x 950, one query": lambda: say(*many(10, 950), 5.0, window="inf"),
    "10 x 280, whole": lambda: say(*many(10, 280), 5.0, window="inf", track="whole"),
    "10 x 70, splits": lambda: say(*many(10, 70), 5.0, window="inf", track="splits"),
    "draws of 98 x 98": lambda: draw(many(98, 98), "every"),
    "draws of 98 x 8": lambda: draw(many(98, 8), "every"),
    "why, 4 x 200": lambda: {
        **say(*many(4, 200), 5.0),
        "kind": "diagnose",
        "extra": None,
        "first": 0,
        "count": 1,
    },
}


if __name__ == "__main__":
    sys.exit(main())
