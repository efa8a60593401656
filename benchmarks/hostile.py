"""Test a server that serves a class and a hostile client: `python benchmarks/hostile.py`.

Thirty clients send live requests. One hostile client in a separate process opens many sockets and
sends the most expensive requests that are not refused: pairs of 10 x 950 boundaries at w = inf,
draws of 98 x 98 layers and others. It also uploads files of 200 MB, holds 1,000 sockets open, and
floods both sockets with each kind of message, and the server with requests (`attackers.py`).
It has an address of its own, or with `--same-address` the class's, as behind a proxy. The class
must not notice: the 95th percentile of its answers is at most 60 ms and that of its pages at most
300 ms higher than just before, without the hostile client.
Afterwards, the server may use at most a tenth more memory.

A real hostile client runs on another machine. This one shares the cores with the server and the
class, so its process runs at `nice 19` and starts after its modules are loaded.
"""

import argparse
import asyncio
import multiprocessing
import os
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from attackers import SOCKETS, WAYS
from load import LIMITS, asking, p95, report
from serving import started
from soak import GROWTH, PAGE, memory
from visitor import Visitor

RATE = 5  # questions a second of each of the class
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
        for way in options.way or WAYS:
            times, _, pages, _ = beside(address, source, None, options.seconds)
            alone = p95(times), p95(pages)
            times, lost, pages, answers = beside(address, source, way, options.seconds)
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
        await asyncio.sleep(0.3)
    return times


if __name__ == "__main__":
    sys.exit(main())
