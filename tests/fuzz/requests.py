"""Inputs that are requests: addresses with headers, and messages to Streamlit."""

from google.protobuf.message import DecodeError
from hypothesis import strategies as st
from serving import finished
from starlette.applications import Starlette
from streamlit.proto.BackMsg_pb2 import BackMsg

from explorer.app import pages, routes
from explorer.frontend.serving import DIGEST
from explorer.server import stream
from explorer.server.gate import Entry, Gate
from explorer.server.load import Load

from .damage import damaged
from .trying import Target

_PATHS = ("/", "/triplets", f"/hierscope/frontend/{DIGEST}/shared/pack.js", "/_stcore/health",
          "/_stcore/upload_file/session/file", "/media/a.csv", "/lab/hierscope/live")  # fmt: skip
_HEADERS = {
    "host": b"localhost:8501",
    "cookie": b"hierscope-8501=1-0123456789abcdef; other=a",
    "origin": b"http://localhost:8501",
    "sec-fetch-site": b"same-origin",
    "accept": b"text/html,*/*",
    "content-length": b"12",
}
_app = Gate(
    Load(Starlette(routes=[*pages(""), *routes()]), dict), Entry(["localhost"], "a key", 8501)
)


@st.composite
def _request(draw):
    path = draw(st.sampled_from(_PATHS).map(str.encode).flatmap(damaged))
    query = draw(damaged(b"token=a+key&w=3&pair=1eJw"))
    names = draw(st.lists(st.sampled_from(sorted(_HEADERS)), unique=True))
    changed = tuple((name, draw(damaged(_HEADERS[name]))) for name in names)
    return (draw(st.sampled_from(("GET", "PUT", "POST"))), b""), ("/", path), ("?", query), *changed


def _take_request(parts, folder):
    (method, _), (_, path), (_, query), *changed = parts
    headers = _HEADERS | {name: value.lower() for name, value in changed}
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
        "scheme": "http", "path": path.decode(errors="replace"), "raw_path": path,
        "query_string": query, "root_path": "", "client": ("1.1.1.1", 1),
        "headers": [(name.encode(), value) for name, value in headers.items()],
    }  # fmt: skip
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    finished(_app(scope, receive, send))
    assert 200 <= sent[0]["status"] < 500, sent[0]
    assert all(b"\n" not in value for _, value in sent[0]["headers"])
    return ()


def _messages():
    """Messages of all kinds, with some content."""
    fields = {"rerun_script": {"query_string": "w=3", "page_script_hash": "a", "fragment_id": "b",
                               "widget_states": {"widgets": [{"id": "a", "string_value": "b"}]}},
              "file_urls_request": {"request_id": "a", "file_names": ["b", "c"]},
              "backend_operation_request": {"request_id": "a", "deferred_file": {"file_id": "b"}},
              "app_heartbeat": True, "stop_script": True, "clear_cache": True}  # fmt: skip
    return [BackMsg(**{kind: field}).SerializeToString() for kind, field in fields.items()]


def _take_message(parts, folder):
    try:
        pause = stream.pause_before(parts[0][1])
    except DecodeError:
        return ()
    assert pause is None or 0 <= pause <= stream.ITEMS * stream.AN_ITEM
    return ()


_message = st.sampled_from(_messages()).flatmap(damaged).map(lambda data: (("message", data),))

TARGETS = (
    Target("requests", _request(), _take_request),
    Target("stream", _message, _take_message),
)
"""Each of these takes a millisecond."""
