"""Pass on only those messages to Streamlit that this app needs, at a pace.

Streamlit (1.67) also accepts messages that list changed files of a git repository, empty all caches
or install files. Any visitor may send them, and some run on the event loop.
"""

import asyncio
from weakref import WeakValueDictionary

from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

from explorer.server.connections import LARGEST

KINDS = frozenset(("app_heartbeat", "file_urls_request", "rerun_script", "stop_script"))
"""The kinds of messages that browsers send to this app; all others are dropped."""
OPERATIONS = frozenset(("dataframe_chunk", "deferred_file"))  # scrolled tables, saved files
PAUSE = 0.1  # seconds before each of these operations of an address
ITEMS = 5000  # names of uploads, widgets and hashes in a message
AN_ITEM = 0.00005  # seconds for each; the event loop needs a tenth of this to deal with it


def pause_before(data: bytes) -> float | None:
    """Return the seconds that a message waits; None if this app does not need it."""
    message = BackMsg()
    message.ParseFromString(data)
    kind: str | None = message.WhichOneof("type")
    if kind == "backend_operation_request":
        operation = message.backend_operation_request.WhichOneof("payload")
        return PAUSE if operation in OPERATIONS else None
    run = message.rerun_script
    lists = message.file_urls_request.file_names, run.widget_states.widgets
    items = sum(map(len, (*lists, run.cached_message_hashes)))
    return items * AN_ITEM if kind in KINDS and items <= ITEMS else None


class Stream:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket" or not scope["path"].endswith("/_stcore/stream"):
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        turn = self._turns.setdefault(address, asyncio.Lock())

        async def receive_needed() -> Message:
            while True:
                message = await receive()
                data = message.get("bytes") or b""
                if not 0 < len(data) <= LARGEST:  # Streamlit closes the socket
                    return message
                try:
                    pause = pause_before(data)
                except DecodeError:
                    return message
                if pause:
                    async with turn:
                        await asyncio.sleep(pause)
                if pause is not None:
                    return message

        await self._app(scope, receive_needed, send)
