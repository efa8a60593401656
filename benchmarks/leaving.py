"""Measure the memory that remains after visitors leave: `python benchmarks/leaving.py`.

Twenty people each compare two folders of their own (32 MB) on Styles and close the tab; later,
twenty others do the same. Measures the server's memory during the visits and after the sessions
end. The memory left must not grow from one class to the next.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from load import memory
from serving import started
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

PEOPLE = 20
CLASSES = 2
ITEMS, SIZE = 4, 4_000_000  # of a corpus, and bytes of an item
PATIENCE = 120
GONE = 120  # seconds after which a session has ended
GROWTH = 0.10


def main():
    left = []
    with (
        tempfile.TemporaryDirectory() as folder,
        started(environment={**os.environ, "HIERSCOPE_CACHE": folder}) as (address, server),
    ):
        asyncio.run(visit(address, [corpora(folder, "first", size=1000)], lambda: None))
        print(f"one page was shown: {memory(server.pid):.0f} MB")
        for number in range(CLASSES):
            pages = [corpora(folder, f"{number}-{who}") for who in range(PEOPLE)]
            most = []
            asyncio.run(visit(address, pages, lambda m=most: m.append(memory(server.pid))))
            time.sleep(GONE)
            # Streamlit holds the last one who was there until another comes.
            asyncio.run(visit(address, [corpora(folder, f"{number}", 1000)], lambda: None))
            time.sleep(GONE)
            left.append(memory(server.pid))
            print(f"{PEOPLE} people: {most[0]:.0f} MB; {GONE} s later: {left[-1]:.0f} MB")
    return left[-1] > left[0] * (1 + GROWTH)


def corpora(folder, who, size=SIZE):
    """Make two corpora of a visitor; give the address of the page."""
    sides = {}
    for side in "ab":
        place = Path(folder) / "items" / who / side
        place.mkdir(parents=True)
        for item in range(ITEMS):
            # Soon compressed, and no two alike.
            (place / f"{item}.bin").write_bytes(os.urandom(100) * (size // 100))
        sides[side] = str(place)
    texts = {"kind": "folders", **sides, "as": "bytes", "similar": "0"}
    return "styles", urlencode({"styles": json.dumps(texts)})


async def visit(address, pages, there):
    """Open a page each, all at once, and leave when all are shown."""
    async with AsyncExitStack() as sockets:
        await asyncio.gather(*(opened(sockets, address, *page) for page in pages))
        there()


async def opened(sockets, address, page, query):
    stream = address.replace("http", "ws") + "/_stcore/stream"
    connecting = connect(stream, subprotocols=["streamlit"], max_size=None)
    socket = await sockets.enter_async_context(connecting)
    hello = BackMsg()
    hello.rerun_script.query_string = query
    hello.rerun_script.page_name = page
    await socket.send(hello.SerializeToString())
    seen = set()
    while True:
        said = ForwardMsg()
        said.ParseFromString(await asyncio.wait_for(socket.recv(), PATIENCE))
        seen.add(said.delta.new_element.bidi_component.component_name)
        if said.WhichOneof("type") == "script_finished":
            break
    if f"hierscope_{page}" not in seen:
        raise RuntimeError(f"the page came without its picture: {seen}")


if __name__ == "__main__":
    sys.exit(main())
