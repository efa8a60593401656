"""Simulate a browser without drawing: Streamlit's protocol and our live channel."""

import asyncio
import json
import re
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import count
from urllib.parse import quote, urlsplit
from uuid import uuid4

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from unpacking import unpacked
from websockets.asyncio.client import connect

PATIENCE = 60
BOUNDARY = "hierscope-visitor"


class RefusedError(Exception):
    """The server answered with an error."""


class Visitor:
    """One tab: `async with Visitor(address) as visitor`.

    `elements` is what the last run of the page drew, by widgets' ids; `problems` is what it said
    in red.
    """

    def __init__(self, address, query="", source=None):
        self.address = address
        self.source = source
        self.query = query
        self.page = ""
        self.states = {}
        self.elements = {}
        self.problems = []
        self.names = set()
        self._session = None
        self._numbers = count()
        self._told = set()

    async def __aenter__(self):
        await self.open()
        return self

    async def __aexit__(self, *_):
        await self.leave()

    async def open(self):
        """Connect; if this tab was connected before, as after a lost connection."""
        place = self.address.replace("http", "ws", 1)
        back = ["streamlit", "none", self._session] if self._session else ["streamlit"]
        how = {"max_size": None, "local_addr": self.source}
        self._pages = await connect(f"{place}/_stcore/stream", subprotocols=back, **how)
        self._live = await connect(f"{place}/hierscope/live", **how)
        self._told.clear()

    async def leave(self):
        """Close the tab."""
        await self._live.close()
        await self._pages.close()

    async def run(self, page=None, query=None):
        """Have the script run, with what was set before, and wait until it is over."""
        if page is not None and page != self.page:
            self.page, self.states = page, {}
        self.query = self.query if query is None else query
        said = BackMsg()
        said.rerun_script.page_name = self.page
        said.rerun_script.query_string = self.query
        for state in self.states.values():
            said.rerun_script.widget_states.widgets.add().CopyFrom(state)
        self.problems = []
        await self._pages.send(said.SerializeToString())
        while not _is_over(heard := await self._heard()):
            self._take(heard)
        self.states = {
            key: state for key, state in self.states.items() if not state.HasField("trigger_value")
        }

    async def press(self, key):
        """Press a button."""
        self._state(key).trigger_value = True
        await self.run()

    def type(self, key, text):
        """Type into a field; the next run uses it."""
        self._state(key).string_value = text

    def tell(self, key, state, value):
        """Have a component send a state, as when the hand rests; the next run uses it."""
        self._state(key).json_value = json.dumps({state: [value, next(self._numbers) + 1, ""]})

    async def upload(self, key, name, data):
        """Upload a file; the next run uses it."""
        asked = BackMsg()
        asked.file_urls_request.request_id = uuid4().hex
        asked.file_urls_request.file_names.append(name)
        asked.file_urls_request.session_id = self._session
        await self._pages.send(asked.SerializeToString())
        while (heard := await self._heard()).WhichOneof("type") != "file_urls_response":
            self._take(heard)
        (place,) = heard.file_urls_response.file_urls
        await asyncio.to_thread(put, self.address, place.upload_url, name, data, self.source)
        told = self._state(key).file_uploader_state_value.uploaded_file_info.add()
        told.file_id, told.name, told.size = place.file_id, name, len(data)
        told.file_urls.CopyFrom(place)

    async def ask(self, said):
        """Ask a live question, which tells about its pair once; give the answer as it came."""
        number, pair = next(self._numbers), said.get("pair")
        told = None if pair in self._told else said["document"]
        await self._live.send(json.dumps({**said, "number": number, "document": told}))
        answer = await asyncio.wait_for(self._live.recv(), PATIENCE)
        head, arrays = unpacked(answer)
        if head["number"] != number or "error" in head:
            raise RefusedError(f"question {number}: {head}")
        if pair:
            self._told.add(pair)
        return head, arrays

    def _state(self, key):
        """Return the state of a widget on the page by its key, which may end in a number."""
        wanted = re.compile(rf"-{key}(_\d+)?$")
        name = next(filter(wanted.search, self.elements), None)
        if name is None:
            raise RefusedError(f"{self.page or 'the first page'} has no {key}: {self.problems}")
        state = type(BackMsg().rerun_script.widget_states.widgets.add())(id=name)
        self.states[name] = state
        return state

    async def _heard(self):
        heard = ForwardMsg()
        heard.ParseFromString(await asyncio.wait_for(self._pages.recv(), PATIENCE))
        return heard

    def _take(self, heard):
        kind = heard.WhichOneof("type")
        if kind == "new_session":
            self._session = heard.new_session.initialize.session_id
            self.elements, self.names = {}, set()
        if kind != "delta" or heard.delta.WhichOneof("type") != "new_element":
            return
        drawn = heard.delta.new_element.WhichOneof("type")
        element = getattr(heard.delta.new_element, drawn)
        if drawn == "exception" or (drawn == "alert" and element.format == element.ERROR):
            self.problems.append(str(getattr(element, "message", "") or element.body))
        self.elements[getattr(element, "id", "")] = element
        self.names.add(getattr(element, "component_name", drawn))


def _is_over(heard):
    """Whether a run of the script ended, and no other follows by itself."""
    if heard.WhichOneof("type") != "script_finished":
        return False
    return heard.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN


def put(address, place, name, data, source=None):
    """Upload a file as a browser does."""
    server = HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE, source_address=source)
    with closing(server):
        server.request("GET", "/_stcore/health")
        with server.getresponse() as answer:
            answer.read()
        (cookie,) = (
            value.partition(";")[0]
            for value in answer.headers.get_all("set-cookie")
            if value.startswith("_streamlit_xsrf=")
        )
        head = (
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; '
            f'filename="{quote(name)}"\r\nContent-Type: application/octet-stream\r\n\r\n'
        )
        headers = {
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
            "Cookie": cookie,
            "X-Xsrftoken": cookie.partition("=")[2],
        }
        body = head.encode() + data + f"\r\n--{BOUNDARY}--\r\n".encode()
        server.request("PUT", place, body, headers)
        with server.getresponse() as answer:
            if answer.status >= HTTPStatus.BAD_REQUEST:
                raise RefusedError(f"{name}: {answer.status}")
