"""A served class with plain clients: a lecturer, and phones from addresses of their own."""

import asyncio
import json
import re
import secrets
import tempfile
from contextlib import asynccontextmanager, contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

from serving import PATIENCE, started
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from unpacking import unpacked
from websockets.asyncio.client import connect

from explorer.server.keys import CLASS, ticket

STEP = "lesson=triplet&step=2"


class Class(NamedTuple):
    address: str  # on this machine
    token: str  # the lecturer's

    @property
    def stream(self):
        return self.address.replace("http", "ws")

    @property
    def cookie(self):
        port = urlsplit(self.address).port
        return {"Cookie": f"{CLASS}-{port}={ticket(self.token, port)}"}


@contextmanager
def class_served():
    with (
        tempfile.TemporaryFile("w+") as log,
        started(options=("--no-browser", "--class"), log=log) as (address, _),
    ):
        log.seek(0)
        yield Class(address, re.search(r"token=(\w+)", log.read())[1])


class Client:
    """A phone or the lecturer's screen; its state is what it was told last."""

    def __init__(self, socket):
        self.socket, self.state = socket, {}

    async def say(self, do, **more):
        await self.socket.send(json.dumps({"kind": "room", "do": do, **more}))

    async def until(self, holds):
        async with asyncio.timeout(PATIENCE):
            while not (self.state and holds(self.state)):
                await self.hears()
        return self.state

    async def hears(self):
        head, _ = unpacked(await self.socket.recv())
        self.state = {"question": self.state.get("question"), **head["room"]}


@asynccontextmanager
async def client(there, place=1, *, lecturer=False):
    """Connect from 127.0.0.`place`, and join."""
    async with connect(
        f"{there.stream}/hierscope/live",
        additional_headers=there.cookie if lecturer else {},
        local_addr=(f"127.0.0.{place}", 0),
    ) as socket:
        guest = Client(socket)
        await guest.say("join", phone=secrets.token_hex(16))
        yield guest


async def ask(there, step=STEP, *, lecturer=True):
    """Open a step of a lesson, as a browser does, and press its button to ask the room; return
    whether there is one."""
    async with connect(
        f"{there.stream}/_stcore/stream",
        additional_headers=there.cookie if lecturer else {},
        subprotocols=["streamlit"],
        max_size=None,
    ) as socket:
        message = BackMsg()
        message.rerun_script.query_string = step
        message.rerun_script.page_name = "lessons"
        buttons = await _run(socket, message)
        if "Ask the room" not in buttons:
            return False
        states = message.rerun_script.widget_states
        states.widgets.add(id=buttons["Ask the room"], trigger_value=True)
        await _run(socket, message)
        return True


async def _run(socket, request):
    """Have the script run; return the ids of buttons by label."""
    await socket.send(request.SerializeToString())
    buttons = {}
    async with asyncio.timeout(PATIENCE):
        while True:
            message = ForwardMsg()
            message.ParseFromString(await socket.recv())
            button = message.delta.new_element.button
            if button.id:
                buttons[button.label] = button.id
            if message.WhichOneof("type") == "script_finished":
                return buttons
