"""Requests above the limits are refused before they are read."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from queue import Queue
from threading import Event, get_ident, local
from types import SimpleNamespace

import pytest
import streamlit as st
from serving import PATIENCE, finished
from streamlit.proto.Common_pb2 import UploadedFileInfo
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import RerunData, ScriptRunner
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from core.jobs.turns import Turns
from explorer.server import around_streamlit, load
from explorer.server.around_streamlit import free_replaced
from explorer.server.load import AT_ONCE, OF_A_VISITOR, OF_ALL, PACE, Load

PLACE = "/lab/_stcore/upload_file/{}/file"
UPLOAD = {"path": PLACE.format("me"), "size": OF_A_VISITOR}
SOCKET = {"path": "/x", "kind": "websocket"}


class Behind:
    """What is behind: takes a request in, and ends it when told to."""

    def __init__(self):
        self.taken = 0
        self.go_on = asyncio.Event()

    async def __call__(self, scope, receive, send):
        self.taken += 1
        await self.go_on.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})


async def ask(app, path, size=None, *, kind="http", method="PUT", client="1.1.1.1", body=b""):
    told = []

    async def receive():
        return {"type": "websocket.connect", "body": body}

    async def send(message):
        told.append(message)

    headers = [] if size is None else [(b"content-length", str(size).encode())]
    scope = {"type": kind, "method": method, "path": path, "headers": headers}
    scope["client"] = (client, 1)
    await app(scope, receive, send)
    return told[0].get("status", told[0].get("code"))


@pytest.mark.parametrize(
    ("held", "size", "status"),
    [({}, OF_A_VISITOR, 204), ({}, OF_A_VISITOR + 1, 413),
     ({"me": 60}, OF_A_VISITOR - 60, 204), ({"me": 60}, OF_A_VISITOR - 59, 413),
     ({"other": OF_ALL - 50}, 50, 204), ({"other": OF_ALL - 50}, 51, 413),
     ({}, None, 411), ({}, "-1", 411), ({}, "9" * 400, 411)],
)  # fmt: skip
def test_an_upload_that_is_too_much_is_not_taken_in(held, size, status):
    async def run():
        behind = Behind()
        behind.go_on.set()
        app = Load(behind, lambda: held)
        assert await ask(app, PLACE.format("me"), size) == status
        assert behind.taken == int(status == 204)
        # Other requests are not counted.
        assert await ask(app, PLACE.format("me"), method="DELETE") == 204
        assert await ask(app, "/", OF_ALL) == 204

    finished(run())


@pytest.mark.parametrize(
    ("open_ones", "more", "answers"),
    [
        ([UPLOAD], {**UPLOAD, "size": 1}, [413, 413]),
        ([{"path": "/x"}] * AT_ONCE, {"path": "/x"}, [503, 204]),
        ([{"path": "/x"}] * AT_ONCE, SOCKET, [1013, 204]),
    ],
)
def test_one_too_many_at_once_is_told_to_come_later(open_ones, more, answers):
    async def run():
        behind = Behind()
        app = Load(behind, dict)
        asked = [asyncio.create_task(ask(app, **each)) for each in open_ones]
        await asyncio.sleep(0)
        refused = await ask(app, **more)
        behind.go_on.set()
        of_another_address = await ask(app, **more, client="2.2.2.2")
        await asyncio.gather(*asked)
        return [refused, of_another_address, await ask(app, **more)]

    assert finished(run()) == [*answers, 204]


def test_requests_of_an_address_above_a_rate_wait(monkeypatch):
    monkeypatch.setattr(load, "BURST", 3)
    pauses = []

    async def pause(seconds):
        pauses.append(seconds)

    async def run():
        behind = Behind()
        behind.go_on.set()
        app = Load(behind, dict)
        monkeypatch.setattr(asyncio, "sleep", pause)
        for client in "aaabaa":
            assert await ask(app, "/x", client=client) == 204

    finished(run())
    assert len(pauses) == 2
    assert 0 < pauses[0] <= pauses[1] < 0.1


def test_sessions_of_one_address_share_its_uploads():
    async def run():
        behind = Behind()
        behind.go_on.set()
        held = {}
        app = Load(behind, lambda: held)
        answers = []
        for session, size, client in (
            ("one", OF_A_VISITOR, "a"), ("two", OF_A_VISITOR - 9, "a"), ("three", 40, "b"),
            ("four", 10, "a"), ("four", 9, "a"),
        ):  # fmt: skip
            answers.append(await ask(app, PLACE.format(session), size, client=client))
            if answers[-1] == 204:
                held[session] = held.get(session, 0) + size
        held.clear()
        return answers, await ask(app, PLACE.format("two"), OF_A_VISITOR, client="a")

    assert finished(run()) == ([204, 204, 204, 413, 204], 204)


def test_uploads_of_one_address_share_a_pace():
    ends = []

    async def read(scope, receive, send):
        await receive()
        ends.append(scope["client"][0])
        await send({"type": "http.response.start", "status": 204, "headers": []})

    async def run():
        app, body = Load(read, dict), bytes(PACE // 20)
        await asyncio.gather(*(ask(app, PLACE.format(f"{at}"), 1, client=client, body=body)
                               for at, client in enumerate("aab")))  # fmt: skip

    finished(run())
    assert ends == ["a", "b", "a"]


@pytest.mark.parametrize(("addresses", "at_once"), [("aaa", 1), ("aab", 2), ([None] * 3, 3)])
def test_pages_of_one_address_run_one_after_the_other_until_one_is_long(
    monkeypatch, addresses, at_once
):
    reports, go_on, timers, own = Queue(), Event(), [], local()

    class Reported(Turns):
        def turn(self, waiting, about=None):
            return super().turn(lambda before: reports.put((get_ident(), "waits")), about)

    class Late:
        """A timer that only the test lets go off."""

        def __init__(self, seconds, action):
            self.start = lambda: timers.append(action)
            self.cancel = lambda: None

    def run(*_):
        reports.put((get_ident(), "runs"))
        go_on.wait(PATIENCE)

    def open_page(address):
        own.address = address
        ScriptRunner._run_script(
            SimpleNamespace(_session_id="", _uploaded_file_mgr=None), RerunData()
        )

    def follow(holds):
        """Read what the pages report until it holds; give the number of those that run."""
        while not holds():
            page, state = reports.get(timeout=PATIENCE)
            pages[page] = state
        return running()

    def running():
        return list(pages.values()).count("runs")

    pages = {}
    monkeypatch.setattr(around_streamlit, "_page_runs", Reported(1000))
    monkeypatch.setattr(around_streamlit, "Timer", Late)
    monkeypatch.setattr(ScriptRunner, "_run_script", run)
    monkeypatch.setattr(type(st.context), "ip_address", property(lambda _: own.address))
    around_streamlit.run_pages_in_turn()
    with ThreadPoolExecutor(len(addresses)) as pool:
        for address in addresses:
            pool.submit(open_page, address)
        try:
            assert follow(lambda: len(pages) == len(addresses)) == at_once
            for give_way in list(timers):
                give_way()
            follow(lambda: running() == min(at_once + 1, len(addresses)))
        finally:
            go_on.set()
        assert follow(lambda: running() == len(addresses)) == len(addresses)


@pytest.mark.parametrize("stays", [True, False])
def test_a_page_whose_visitor_left_while_it_waited_does_not_run(monkeypatch, stays):
    ran = []
    server = SimpleNamespace(is_active_session={"one": stays}.get)
    monkeypatch.setattr(around_streamlit, "exists", lambda: True)
    monkeypatch.setattr(around_streamlit, "get_instance", lambda: server)
    monkeypatch.setattr(ScriptRunner, "_run_script", lambda *_: ran.append(True))
    around_streamlit.run_pages_in_turn()
    page = SimpleNamespace(_session_id="one", _uploaded_file_mgr=None)
    ScriptRunner._run_script(page, RerunData())
    assert bool(ran) is stays


def test_uploads_that_the_browser_has_no_longer_are_freed():
    uploads = MemoryUploadedFileManager("")
    for session, file in product(("one", "two"), "abcde"):
        uploads.add_file(session, UploadedFileRec(file, file, "", b""))

    def kept_after(session, *uploaders):
        states = WidgetStates()
        for files in uploaders:
            state = states.widgets.add().file_uploader_state_value
            state.uploaded_file_info.extend(UploadedFileInfo(file_id=file) for file in files)
        free_replaced(session, uploads, states)
        free_replaced(session, uploads, None)  # a run that the browser did not ask for
        return "".join(uploads.file_storage[session])

    assert kept_after("one", "a", "bc") == "abcde"  # the others are still to be mentioned
    assert kept_after("two", "a") == "abcde"
    assert [kept_after("one", "d", "c"), kept_after("one")] == ["cde", "e"]
    assert kept_after("two", "a") == "abcde"
