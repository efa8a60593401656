"""Only the messages that this app needs come to Streamlit, and each is counted."""

import asyncio

import pytest
from serving import finished
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from explorer.server import stream
from explorer.server.connections import LARGEST

REFUSED = {"clear_cache", "debug_disconnect_websocket", "debug_shutdown_runtime", "load_git_info",
           "set_run_on_save", "install_skills", "dismiss_skills_nudge"}  # fmt: skip


def message(kind, names=()):
    made = BackMsg()
    if kind == "cached hashes":
        made.rerun_script.cached_message_hashes.extend(names)
    elif kind == "widgets":
        made.rerun_script.widget_states.widgets.extend(WidgetState(id=name) for name in names)
    elif kind in stream.OPERATIONS | {"install_skills", "dismiss_skills_nudge"}:
        getattr(made.backend_operation_request, kind).SetInParent()
    elif hasattr(getattr(made, kind), "SetInParent"):
        getattr(made, kind).SetInParent()
    else:
        setattr(made, kind, True)
    if kind == "file_urls_request":
        made.file_urls_request.file_names.extend(names)
    return made.SerializeToString()


def heard(monkeypatch, *sent, path="/lab/_stcore/stream"):
    """What Streamlit hears, and the pauses."""
    pauses, received = [], []

    async def pause(seconds):
        pauses.append(seconds)

    async def streamlit(scope, receive, send):
        while (data := (await receive()).get("bytes")) is not None:
            received.append(data)

    queue = [*({"type": "websocket.receive", "bytes": data} for data in sent), {"type": "end"}]

    async def receive():
        return queue.pop(0)

    monkeypatch.setattr(asyncio, "sleep", pause)
    finished(stream.Stream(streamlit)({"type": "websocket", "path": path}, receive, None))
    return received, pauses


def test_every_kind_of_streamlits_messages_is_needed_or_refused():
    kinds = {field.name for field in BackMsg.DESCRIPTOR.oneofs_by_name["type"].fields}
    of_operations = BackendOperationRequest.DESCRIPTOR.oneofs_by_name["payload"].fields
    kinds |= {field.name for field in of_operations}
    # If an upgrade adds a kind: is it needed, and what may a visitor do with it?
    assert kinds - {"backend_operation_request"} == stream.KINDS | stream.OPERATIONS | REFUSED


@pytest.mark.parametrize("kind", sorted(stream.KINDS | stream.OPERATIONS | REFUSED))
def test_only_needed_kinds_pass_and_operations_wait(kind, monkeypatch):
    sent = message(kind)
    passed = [] if kind in REFUSED else [sent]
    pauses = [stream.PAUSE] * (kind in stream.OPERATIONS)
    assert heard(monkeypatch, sent) == (passed, pauses)


@pytest.mark.parametrize("kind", ["file_urls_request", "cached hashes", "widgets"])
def test_lists_are_bounded_and_unreadable_messages_are_left_to_streamlit(kind, monkeypatch):
    few, many = (message(kind, ["a"] * n) for n in (stream.ITEMS, stream.ITEMS + 1))
    large = bytes(LARGEST + 1)
    heard_of = heard(monkeypatch, few, many, b"\xff", large, b"")
    assert heard_of == ([few, b"\xff", large, b""], [stream.ITEMS * stream.AN_ITEM])
    assert heard(monkeypatch, many, path="/hierscope/live")[0] == [many]
