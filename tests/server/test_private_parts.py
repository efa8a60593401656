"""The private parts of Streamlit and Uvicorn that we use have not changed.

If this fails after an upgrade, compare the part in the failing test's name with the file of ours
beside it, which says what fails without it.
"""

import ast
import inspect
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import RerunData
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from uvicorn import Config
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from explorer.session.around_streamlit import CLICKED

EXPLORER = Path(__file__).resolve().parents[2] / "explorer"
STREAMLIT, UVICORN = "server/around_streamlit.py", "server/connections.py"
REMEMBERED = "session/remembered.py"
RUNNER = "streamlit.runtime.scriptrunner.script_runner:ScriptRunner"
SESSIONS = "streamlit.runtime.websocket_session_manager:WebsocketSessionManager"
STORAGE = "streamlit.runtime.memory_session_storage:MemorySessionStorage"
UPLOADS = "streamlit.runtime.memory_uploaded_file_manager:MemoryUploadedFileManager"
HTTP = f"{AutoHTTPProtocol.__module__}:{AutoHTTPProtocol.__name__}"
CYCLE = f"{AutoHTTPProtocol.__module__}:RequestResponseCycle"
SOCKET = f"{WebSocketsSansIOProtocol.__module__}:{WebSocketsSansIOProtocol.__name__}"

FUNCTIONS = [
    # our file, a function that it replaces or calls, its parameters
    (STREAMLIT, "streamlit.config:get_config_files", "file_name"),
    (STREAMLIT, f"{RUNNER}._run_script", "self rerun_data"),
    (STREAMLIT, f"{UPLOADS}.remove_file", "self session_id file_id"),
    (STREAMLIT, "streamlit.runtime.caching.ttl_cache:TTLCache.expire", "self at_time"),
    (STREAMLIT, "streamlit.runtime.runtime:Runtime.is_active_session", "self session_id"),
    (REMEMBERED, "streamlit.runtime.runtime:Runtime.is_active_session", "self session_id"),
    (REMEMBERED, "streamlit.runtime.runtime:Runtime.close_session", "self session_id"),
    (REMEMBERED, "streamlit.runtime.scriptrunner:get_script_run_ctx", "suppress_warning"),
    (UVICORN, f"{HTTP}.connection_made", "self transport"),
    (UVICORN, f"{HTTP}.data_received", "self data"),
    (UVICORN, f"{HTTP}.on_response_complete", "self"),
    (UVICORN, f"{HTTP}.connection_lost", "self exc"),
    (UVICORN, f"{SOCKET}.connection_made", "self transport"),
    (UVICORN, f"{SOCKET}.data_received", "self data"),
    (UVICORN, f"{SOCKET}.handle_events", "self"),
    (UVICORN, f"{SOCKET}.connection_lost", "self exc"),
    (UVICORN, f"{SOCKET}.send_receive_event_to_app", "self"),
    (UVICORN, f"{SOCKET}.receive", "self"),
]
MENTIONS = [
    # our file, a function that makes or calls private parts that the file relies on, these parts
    (STREAMLIT, "streamlit.config:get_config_options", "get_config_files"),
    (STREAMLIT, "streamlit.web.bootstrap:_install_config_watchers", "get_config_files"),
    (STREAMLIT, f"{RUNNER}._run_script_thread", "_run_script"),
    (STREAMLIT, f"{RUNNER}.__init__", "_session_id _uploaded_file_mgr"),
    (STREAMLIT, "streamlit.runtime.runtime:Runtime.__init__", "_session_mgr"),
    (STREAMLIT, f"{SESSIONS}.__init__", "_session_storage"),
    (STREAMLIT, f"{STORAGE}.__init__", "_cache TTLCache"),
    (UVICORN, f"{HTTP}.__init__", "client connections cycle loop transport"),
    (UVICORN, f"{CYCLE}.__init__", "on_response response_complete"),
    (UVICORN, f"{SOCKET}.__init__", "client conn frames loop queue transport"),
    (UVICORN, f"{SOCKET}.data_received", "handle_events"),
    (UVICORN, "websockets.server:ServerProtocol.events_received", "events"),
    (UVICORN, f"{SOCKET}.handle_text", "frames send_receive_event_to_app"),
    (UVICORN, f"{SOCKET}.handle_bytes", "frames send_receive_event_to_app"),
    (UVICORN, f"{SOCKET}.handle_cont", "frames send_receive_event_to_app"),
    (UVICORN, f"{SOCKET}.run_asgi", "receive"),
    (UVICORN, "uvicorn.server:Server.startup", "create_server"),
]


def parameters(name):
    return " ".join(inspect.signature(resolve_name(name)).parameters)


def missing(name, parts):
    """Return the parts that a function does not mention."""
    return set(parts.split()).difference(inspect.unwrap(resolve_name(name)).__code__.co_names)


def protocols():
    """The classes that Streamlit has Uvicorn use."""
    module = import_module("streamlit.web.server.starlette.starlette_server")
    config = Config(print, **module._get_uvicorn_config_kwargs())
    config.load()
    return config.http_protocol_class, config.ws_protocol_class


def stored_uploads():
    uploads = MemoryUploadedFileManager("")
    uploads.add_file("session", UploadedFileRec("file", "name", "", b"12"))
    return uploads.file_storage["session"]["file"].data


def index_page():
    """Places in Streamlit's page for a script, and whether its modules read the address there."""
    folder = Path(import_module("streamlit").__file__).with_name("static")
    modules = (path.read_text("utf-8") for path in (folder / "static" / "js").glob("*.js"))
    reads = any("__streamlit" in text and "BACKEND_BASE_URL" in text for text in modules)
    return (folder / "index.html").read_text("utf-8").count("<head>"), reads


def private_imports(path):
    """The modules of Streamlit and Uvicorn that a file imports from, but for those of messages."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if type(node) is ast.ImportFrom]
    modules = {node.module for node in nodes if node.module.startswith(("streamlit.", "uvicorn."))}
    return {name for name in modules if ".proto." not in name}


CHECKS = {
    **{f"{ours}-{name}": (partial(parameters, name), wanted) for ours, name, wanted in FUNCTIONS},
    **{
        f"{ours}-{name}-{parts}": (partial(missing, name, parts), set())
        for ours, name, parts in MENTIONS
    },
    f"{UVICORN}-the classes in use": (protocols, (AutoHTTPProtocol, WebSocketsSansIOProtocol)),
    f"{UVICORN}-conn.reader.buffer": (lambda: type(ServerProtocol().reader.buffer), bytearray),
    f"{STREAMLIT}-index.html": (index_page, (1, True)),
    f"{STREAMLIT}-file_storage": (stored_uploads, b"12"),
    f"{STREAMLIT}-widget_states": (lambda: RerunData().widget_states, None),
    f"{STREAMLIT}-file_uploader_state_value": (
        lambda: WidgetState().file_uploader_state_value.uploaded_file_info.add().file_id,
        "",
    ),
    "session/around_streamlit.py-exceptions that end a run": (
        lambda: {issubclass(ending, BaseException) for ending in CLICKED},
        {True},
    ),
    "all modules that are imported": (
        lambda: set().union(*map(private_imports, EXPLORER.rglob("*.py"))),
        {"streamlit.runtime", "streamlit.runtime.scriptrunner", "streamlit.delta_generator",
         "streamlit.elements.lib.mutable_popover_container",
         "uvicorn.protocols.http.auto", SOCKET.partition(":")[0]},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("look", "expected"), CHECKS.values(), ids=CHECKS)
def test_a_private_part_is_as_it_was(look, expected):
    assert look() == expected
