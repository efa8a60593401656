"""What visitors leave behind: `python benchmarks/leaving.py`.

Twenty people compare two folders on Styles, each other ones, and close the tab. Seen is how much
memory the server takes while they are there, and once their sessions have ended.
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
ITEMS, SIZE = 4, 4_000_000  # of a corpus, and bytes of an item
PATIENCE = 120
GONE = 140  # seconds after which a session has ended
GROWTH = 0.10


def main():
    with (
        tempfile.TemporaryDirectory() as folder,
        started(environment={**os.environ, "HIERSCOPE_CACHE": folder}) as (address, server),
    ):
        asyncio.run(visit(address, [corpora(folder, "warm", size=1000)], lambda: None))
        time.sleep(GONE)
        before = memory(server.pid)
        pages = [corpora(folder, str(who)) for who in range(PEOPLE)]
        there = []
        asyncio.run(visit(address, pages, lambda: there.append(memory(server.pid))))
        left = memory(server.pid)
        time.sleep(GONE)
        # Streamlit holds the last one who was there until another comes.
        asyncio.run(visit(address, [corpora(folder, "next", size=1000)], lambda: None))
        time.sleep(GONE)
        after = memory(server.pid)
    print(f"before {before:.0f} MB, with {PEOPLE} people {there[0]:.0f} MB")
    print(f"when they have left {left:.0f} MB, after {GONE} s {after:.0f} MB")
    return after > before * (1 + GROWTH)


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
