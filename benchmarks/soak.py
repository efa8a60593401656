"""Keep a class on one server: `python benchmarks/soak.py --minutes 30 --sessions 30`.

Each visitor opens the page, drags the window, uploads a pair, draws on it, visits the pages, leaves
and comes back, in the same session or in a new one. Prints a line per minute with the memory of the
server and its processes and the answer times. The last lines report whether the limits held.
"""

import argparse
import asyncio
import random
import re
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import psutil
from asking import look
from drawing import pair_of_five_minutes
from load import LIMITS, question
from serving import started
from visitor import RefusedError, Visitor
from websockets.exceptions import WebSocketException

from core.io.link import unpack_pair
from core.samples import Sample

RATE = 5  # questions a second, while a hand drags
QUESTION = LIMITS[RATE]  # ms, p95
PAGE = 300  # ms, p95, as in the benchmark of latency
GROWTH = 0.10  # of memory
SETTLED = 5  # minutes, after which memory is to stay
DRAG, REST = (10, 30), (2, 8)  # seconds of a visitor, least and most
PAGES = ("triplets", "windows", "corpus", "styles", "papers", "lessons", "glossary")


@dataclass
class Minute:
    """What was seen in one."""

    questions: list = field(default_factory=list)  # ms
    pages: list = field(default_factory=list)  # of a page and ms
    errors: list = field(default_factory=list)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--sessions", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryFile("w+") as log, started(log=log) as (address, server):
        sizes, minutes = asyncio.run(soak(address, server.pid, options))
        log.seek(0)
        logged = [line for line in log if re.search(r"error|exception|traceback", line, re.I)]
    return int(not verdict(sizes, minutes, logged))


async def soak(address, pid, options):
    """Have visitors come and go; return the memory after each minute, and what was observed."""
    minutes, sizes = [Minute()], []
    deadline = time.monotonic() + 60 * options.minutes
    pair = Sample("five", "", "", *unpack_pair(pair_of_five_minutes()))
    visits = [
        asyncio.create_task(
            Guest(address, pair, who, random.Random(f"{options.seed} {who}"), minutes).stay(
                deadline
            )
        )
        for who in range(options.sessions)
    ]
    print("minute  MB (processes)  questions: median / p95 ms     pages: median / p95 ms  errors")
    for number in range(1, options.minutes + 1):
        await asyncio.sleep(max(0.0, deadline - 60 * (options.minutes - number) - time.monotonic()))
        sizes.append(memory(pid))
        seen = minutes[-1]
        minutes.append(Minute())
        print(
            f"{number:>6}  {sizes[-1][0]:6.0f} ({sizes[-1][1]})  {spread(seen.questions):>32}"
            f"{spread([lasted for _, lasted in seen.pages]):>27}  {len(seen.errors)}",
            flush=True,
        )
        for words in dict.fromkeys(seen.errors):
            print(f"        {words}")
    await asyncio.gather(*visits)
    return [size for size, _ in sizes], minutes[: options.minutes]


class Guest:
    """One visitor, tab after tab."""

    def __init__(self, address, pair, who, chance, minutes):
        self.address = address
        self.pair = pair
        self.who = who
        self.chance = chance
        self.minutes = minutes
        self.turn = 0
        self.deadline = 0.0

    async def stay(self, deadline):
        """Visit again and again."""
        self.deadline = deadline
        await asyncio.sleep(self.chance.uniform(*DRAG))
        while self.goes_on():
            try:
                await self.visit()
            except (OSError, RefusedError, TimeoutError, WebSocketException) as error:
                self.minutes[-1].errors.append(f"{type(error).__name__}: {error}"[:300])
            await self.rest()

    async def visit(self):
        async with Visitor(self.address) as tab:
            await self.page(tab)
            await self.drag(tab, self.a_window)
            tab.tell("scope", "settled", {"window": f"{self.turn % 30 + 1}", "query": "7.3"})
            await self.page(tab)
            for side in ("reference", "estimate"):
                await tab.upload(f"upload_{side}", f"{side}.csv", self.layers())
            await self.page(tab)
            await self.rest()
            await self.page(tab, "draw")
            await self.drag(tab, self.a_boundary)
            await tab.leave()
            await self.rest()
            await tab.open()  # as after a lost connection: the session is as it was
            for name in self.chance.sample(PAGES, 4):
                await self.page(tab, name)
                await self.rest()

    def goes_on(self):
        return time.monotonic() < self.deadline

    async def page(self, tab, name=None):
        if not self.goes_on():
            return
        begin = time.perf_counter()
        await tab.run(name)
        lasted = 1000 * (time.perf_counter() - begin)
        self.minutes[-1].pages.append((tab.page or "compare", lasted))
        self.minutes[-1].errors += [f"{tab.page}: {words}" for words in tab.problems]

    async def drag(self, tab, asked):
        """Send requests like a dragging hand: one at a time, and only the latest waits."""
        begin = time.perf_counter()
        for turn in range(int(RATE * self.chance.uniform(*DRAG))):
            wait = begin + turn / RATE - time.perf_counter()
            if wait < -1 / RATE:
                continue  # a later one has taken its place
            await asyncio.sleep(max(0.0, wait))
            if not self.goes_on():
                return
            self.turn += 1
            due = min(begin + turn / RATE, time.perf_counter())
            await tab.ask(asked())
            self.minutes[-1].questions.append(1000 * (time.perf_counter() - due))

    def a_window(self):
        return look(self.pair, 7.3, window=f"{0.5 + self.turn % 240 / 4:g}", strips=True)

    def a_boundary(self):
        # Those of the load benchmark: every second person draws for 20 turns, by turns.
        return question(self.pair, self.who, self.turn, told=False)

    async def rest(self):
        left = max(0.0, self.deadline - time.monotonic())
        await asyncio.sleep(min(self.chance.uniform(*REST), left))

    def layers(self):
        """Make a new hierarchy of two layers."""
        end = self.chance.randint(60, 400)
        fine = sorted({self.chance.randint(1, end - 1) for _ in range(end // 6)})
        coarse = self.chance.sample(fine, len(fine) // 4)
        return "".join(
            f"0,{','.join(map(str, sorted(each)))},{end}\n" for each in (coarse, fine)
        ).encode()


def spread(times):
    if not times:
        return "-"
    return f"{len(times):,}: {statistics.median(times):.1f} / {p95(times):.1f}"


def p95(times):
    return sorted(times)[int(0.95 * len(times))] if times else 0.0


def memory(pid):
    """Return the megabytes of a process and all below it, and how many they are."""
    server = psutil.Process(pid)
    sizes = []
    for each in (server, *server.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            sizes.append(each.memory_info().rss / 2**20)
    return sum(sizes), len(sizes)


def verdict(sizes, minutes, logged):
    """Say whether each limit held, in every minute."""
    base = sizes[min(SETTLED, (len(sizes) + 1) // 2) - 1]
    growth = max(sizes[len(sizes) // 2 :]) / base - 1
    errors = sum(len(each.errors) for each in minutes)
    slowest = max(p95(each.questions) for each in minutes)
    slowest_page = max(p95([lasted for _, lasted in each.pages]) for each in minutes)
    held = {
        f"errors: {errors}; in the server's log: {len(logged)}": not errors and not logged,
        f"memory after it has settled: {growth:+.1%} (limit {GROWTH:.0%})": growth <= GROWTH,
        f"a question, p95 of the slowest minute: {slowest:.0f} ms (limit {QUESTION})": slowest
        <= QUESTION,
        f"a page, p95 of the slowest minute: {slowest_page:.0f} ms (limit {PAGE})": slowest_page
        <= PAGE,
    }
    pages = [page for each in minutes for page in each.pages]
    for name in dict.fromkeys(name for name, _ in pages):
        print(f"    {name:<10}{spread([lasted for of, lasted in pages if of == name]):>27} ms")
    for words, holds in held.items():
        print(f"{'held' if holds else 'MISSED'}: {words}")
    for line in logged[:20]:
        print(f"    {line.rstrip()}")
    return all(held.values())


if __name__ == "__main__":
    sys.exit(main())
