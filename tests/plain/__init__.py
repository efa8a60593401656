"""The explorer's pages without Streamlit's front end, which takes most of a browser test's time.

The server is the running explorer; what its scripts send is passed on to a page that mounts the
components as Streamlit's does, and draws words and some widgets plainly.
"""

import asyncio
import json
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from google.protobuf.json_format import MessageToDict, ParseDict
from serving import live_served
from starlette.responses import FileResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

HERE = Path(__file__).resolve().parent


@contextmanager
def plainly(address):
    """Show a running explorer plainly; yield the address where it does."""
    stream = address.replace("http", "ws") + "/_stcore/stream"

    async def speak(socket):
        await socket.accept()
        async with connect(stream, subprotocols=["streamlit"], max_size=None) as server:
            ways = [asyncio.create_task(way(socket, server)) for way in (to_server, to_page)]
            _, left = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for each in left:
                each.cancel()

    routes = [
        WebSocketRoute("/plain", speak),
        *(Route(f"/{name}", partial(file, name)) for name in ("plain.js", "words.js")),
        Route("/", partial(file, "page.html")),
        Route("/{page}", partial(file, "page.html")),
    ]
    with live_served(more=routes) as found:
        yield found


async def file(name, _):
    return FileResponse(HERE / name)


async def to_server(socket, server):
    while True:
        try:
            said = json.loads(await socket.receive_text())
        except WebSocketDisconnect:
            return
        message = BackMsg()
        message.rerun_script.query_string = said["query"]
        message.rerun_script.page_script_hash = said["page"]
        message.rerun_script.page_name = said["name"]
        for state in said["states"]:
            ParseDict(state, message.rerun_script.widget_states.widgets.add())
        await server.send(message.SerializeToString())


async def to_page(socket, server):
    with suppress(WebSocketDisconnect):  # the page may go while it is told
        async for data in server:
            message = ForwardMsg()
            message.ParseFromString(data)
            await socket.send_text(json.dumps(MessageToDict(message)))
