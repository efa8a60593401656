"""Load one server with a class of simulated clients: `python benchmarks/load.py`.

Thirty people, then a hundred, open the page at once. Then thirty send live requests: half move the
query, half drag a boundary. With `--minutes 10` they go on for ten minutes while the server's
memory is measured. Errors and lost answers are counted; there must be none.
"""

import argparse
import asyncio
import json
import re
import statistics
import sys
import time
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from asking import DEFAULT_STATE, look
from drawing import pair_of_five_minutes
from serving import started
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from unpacking import unpacked
from websockets.asyncio.client import connect

from core.io.link import unpack_pair
from core.io.pair import pair_document
from core.samples import Sample

PEOPLE = 30
CLASS = 100
PATIENCE = 60
LIMITS = {5: 60, 10: 200}  # ms, p95 of a question, by questions a second of each person
ARRIVE = {PEOPLE: 150, CLASS: 1000}  # ms, p95 until a page is there, by how many come at once
WHILE = 5  # seconds, in which a class may click on one link
GROWTH = 0.05  # of memory, after the first minute
SECONDS = 20


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=0, help="how long to watch the memory")
    options = parser.parse_args()
    missed = False
    with started() as (address, server):
        asyncio.run(arrive(address, 2))  # the first run of the page imports what it needs
        for people, limit in ARRIVE.items():
            times = asyncio.run(arrive(address, people))
            missed |= report(f"{people} open the page at once: a page", times, limit)
            times = asyncio.run(arrive(address, people, WHILE))
            report(f"{people} within {WHILE} s: a page", times, None)
        for rate, limit in LIMITS.items():
            times, lost = asyncio.run(asking(address, rate, SECONDS))
            missed |= report(f"{PEOPLE} people, {rate} a second each: a question", times, limit)
            missed |= bool(lost)
            print(f"    errors or lost answers: {lost}")
        if options.minutes:
            missed |= watch(address, server.pid, options.minutes)
    print("MISSED" if missed else "every limit held")
    return int(missed)


def report(name, times, limit):
    print(
        f"{name:<52}{statistics.median(times):7.1f} / {p95(times):7.1f} ms "
        f"(median / p95 of {len(times):,}, {f'limit {limit:.0f}' if limit else 'no limit'})"
    )
    return limit is not None and p95(times) > limit


def p95(times):
    return sorted(times)[int(0.95 * len(times))]


async def asking(address, rate, seconds):
    """Have all people send requests; return each one's milliseconds, and the lost ones."""
    pair = Sample("five", "", "", *unpack_pair(pair_of_five_minutes()))
    found = await asyncio.gather(
        *(person(address, pair, number, rate, seconds) for number in range(PEOPLE))
    )
    return [lag for lags, _ in found for lag in lags], sum(lost for _, lost in found)


async def person(address, pair, who, rate, seconds):
    """Send requests like the browser: one at a time, and only the latest waits."""
    lags, lost, told = [], 0, False
    async with connect(address.replace("http", "ws") + "/hierscope/live", max_size=None) as socket:
        begin = time.perf_counter() + who / PEOPLE / rate
        for turn in range(int(seconds * rate)):
            due = begin + turn / rate
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            elif -wait > 1 / rate:
                continue  # a later one has taken its place
            said = question(pair, who, turn, told)
            told |= said["kind"] == "look"
            # From when the hand moved: that the last answer was late counts, too.
            await socket.send(json.dumps(said))
            head, _ = unpacked(await asyncio.wait_for(socket.recv(), PATIENCE))
            lags.append(1000 * (time.perf_counter() - due))
            lost += head["number"] != turn or "error" in head
    return lags, lost


def question(pair, who, turn, told):
    end = pair.reference.end
    query = (7.3 * turn + who) % end
    if (who + turn // 20) % 2:
        said = look(pair, query, strips=turn % 10 == 0)
        return {**said, "number": turn, "document": None if told else said["document"]}
    document = pair_document(pair.reference, pair.estimate)
    finest = document["estimate"]["layers"][-1]["boundaries"]
    room = min(after - before for before, after in pairwise(finest))
    finest[1] += 0.5 * room * ((turn % 10) / 10)
    return {
        "kind": "draw",
        "number": turn,
        "document": document,
        "drawn": f"a{who}:{turn}",
        "nested": False,
        "effects": "",
        "first": 0,
        "extra": None,
        "query": query,
        "shown": [0.0, end],
        "state": DEFAULT_STATE,
    }


async def arrive(address, people, within=0):
    """Have people open the page within some seconds; return the milliseconds of each."""
    waits = (within * who / people for who in range(people))
    return await asyncio.gather(*(opened(address, wait) for wait in waits))


async def opened(address, wait):
    await asyncio.sleep(wait)
    begin = time.perf_counter()
    stream = address.replace("http", "ws") + "/_stcore/stream"
    async with connect(stream, subprotocols=["streamlit"], max_size=None) as socket:
        hello = BackMsg()
        hello.rerun_script.query_string = ""
        await socket.send(hello.SerializeToString())
        shown = False
        while True:
            said = ForwardMsg()
            said.ParseFromString(await asyncio.wait_for(socket.recv(), PATIENCE))
            element = said.delta.new_element.bidi_component.component_name
            shown |= element == "hierscope_scope"
            if said.WhichOneof("type") == "script_finished":
                break
    if not shown:
        raise RuntimeError("the page came without its view")
    return 1000 * (time.perf_counter() - begin)


def watch(address, pid, minutes):
    """Have all people send requests for long; print the server's memory every minute."""
    start = None
    sizes = []
    for minute in range(max(2, round(minutes))):
        times, lost = asyncio.run(asking(address, 5, 60))
        sizes.append(memory(pid))
        start = start or sizes[0]
        print(f"    minute {minute + 1}: {sizes[-1]:.0f} MB, {len(times):,} questions, {lost} lost")
        if lost:
            return True
    growth = sizes[-1] / start - 1
    print(f"memory after the first minute: {100 * growth:+.1f} % (limit {100 * GROWTH:.0f} %)")
    return growth > GROWTH


def memory(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


if __name__ == "__main__":
    sys.exit(main())
