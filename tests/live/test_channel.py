"""The socket of live questions, used like a browser does; and the frontend's files."""

import json
import socket as socketlib
import sys
import threading
import urllib.error
import urllib.request
import weakref
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from asking import look
from serving import PATIENCE, live_served
from unpacking import unpacked
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from core.io.pair import pair_document
from core.samples import sample
from explorer.frontend import serving as frontend
from explorer.live import answers, channel
from explorer.live.apart import COMMAND, Apart

FIGURE_6 = sample("figure6")
GOOD = look(FIGURE_6, 25.0)


@pytest.fixture(scope="module")
def address():
    with live_served() as found:
        yield found


def opened(address, **how):
    return connect(address.replace("http", "ws") + channel.ROUTE, **how)


def ask(socket, said):
    socket.send(said if isinstance(said, str) else json.dumps(said))
    return unpacked(socket.recv())[0]


def test_the_socket_lives_on_after_a_wrong_question(address):
    with opened(address) as socket:
        assert ask(socket, "boo")["error"]["name"] == "malformed"
        socket.send(b"bytes")
        assert unpacked(socket.recv())[0]["error"]["name"] == "malformed"
        assert ask(socket, " " * (channel.LONGEST + 1))["error"]["name"] == "too-large"
        assert "error" not in ask(socket, GOOD)


def test_a_socket_knows_its_own_pairs_which_go_when_it_is_closed(address, monkeypatch):
    untold = {**GOOD, "document": None}
    gone = threading.Event()

    def pairs():
        found = answers.Pairs()
        weakref.finalize(found, gone.set)
        return found

    monkeypatch.setattr(channel, "Pairs", pairs)
    with opened(address) as one:
        ask(one, GOOD)
        monkeypatch.undo()
        assert "error" not in ask(one, untold)
        with opened(address) as other:
            assert ask(other, untold)["error"]["name"] == "unknown-pair"
        assert not gone.is_set()
    assert gone.wait(PATIENCE)


class Held:
    """The process for costly questions, as the test has it: see `held_worker.py`."""

    def __init__(self, line):
        self._line = line
        self._heard = line.makefile("r")

    def hears(self):
        return self._heard.readline().strip()

    def answers(self, word="now"):
        self._line.sendall(f"{word}\n".encode())


@contextmanager
def apart_by(monkeypatch, command=COMMAND, patience=10 * PATIENCE):
    """Leave costly questions to a process of its own, for longer than any test waits."""
    process = Apart(command, patience)
    monkeypatch.setattr(channel, "apart", process)
    try:
        yield
    finally:
        process.end()


@contextmanager
def held(monkeypatch, **how):
    """Yield what waits for the process that is started next, which is ended afterwards."""
    program = str(Path(__file__).with_name("held_worker.py"))
    with ExitStack() as stack, socketlib.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE)
        command = sys.executable, program, str(server.getsockname()[1])

        def started():
            line, _ = server.accept()
            line.settimeout(PATIENCE)
            return Held(stack.enter_context(line))

        with apart_by(monkeypatch, command, **how):
            yield started


LARGE_ONE = {**GOOD, "track_key": " " * channel.LARGE}
"""A question that is left to the process."""


def test_costly_answers_hold_up_no_quick_one(address, monkeypatch):
    with held(monkeypatch) as started, opened(address) as one, opened(address) as other:
        one.send(json.dumps({**LARGE_ONE, "number": 99}))
        process = started()
        assert process.hears() == "asked 99"
        for number in range(3 * channel.THREADS):
            assert ask(other, {**GOOD, "number": number})["number"] == number
        process.answers()
        assert unpacked(one.recv())[0]["number"] == 99


def test_a_question_is_dropped_while_it_is_computed_also_when_its_asker_goes(address, monkeypatch):
    with held(monkeypatch) as started:
        with opened(address) as one:
            one.send(json.dumps({**LARGE_ONE, "number": 7}))
            process = started()
            assert process.hears() == "asked 7"
            one.send(json.dumps({"kind": "drop", "number": 7}))
            head, _ = unpacked(one.recv())
            assert (head["number"], head["error"]["name"]) == (7, "dropped")
            assert process.hears() == "dropped"
            assert "error" not in ask(one, GOOD)
            process.answers("nothing")
            one.send(json.dumps({**LARGE_ONE, "number": 8}))
            assert process.hears() == "asked 8"
        assert process.hears() == "dropped"
        process.answers("nothing")


def test_a_question_is_dropped_while_it_waits(address, monkeypatch):
    with held(monkeypatch) as started, opened(address) as one:
        for number in range(3):
            one.send(json.dumps({**LARGE_ONE, "number": number}))
        one.send(json.dumps({"kind": "drop", "number": 1}))
        process = started()
        assert process.hears() == "asked 0"
        process.answers()
        assert "error" not in unpacked(one.recv())[0]
        assert unpacked(one.recv())[0]["error"]["name"] == "dropped"
        assert process.hears() == "asked 2"
        process.answers()
        assert "error" not in unpacked(one.recv())[0]


def test_a_socket_with_too_many_waiting_questions_is_closed_with_a_reason(address, monkeypatch):
    def closed(*sent):
        with opened(address) as socket:
            with suppress(ConnectionClosed):
                for text in sent:
                    socket.send(text)
                while True:
                    socket.recv()
            return SimpleNamespace(code=socket.close_code, reason=socket.close_reason)

    with held(monkeypatch) as started, opened(address) as one:
        one.send(json.dumps({**LARGE_ONE, "number": 5}))
        process = started()
        assert process.hears() == "asked 5"
        reason = closed(json.dumps(LARGE_ONE), *["{}"] * 20)
        assert (reason.code, reason.reason) == (1008, "Too many questions wait for an answer.")
        # All sockets of an address share its bytes; an emoji makes four bytes of each character.
        assert closed(*["\U0001f600" + " " * 3_900_000] * 2).code == 1008
        process.answers()
        assert unpacked(one.recv())[0]["number"] == 5
        assert "error" not in ask(one, GOOD)


def test_an_answer_that_takes_longer_than_estimated_is_stopped_and_computed_apart(
    address, monkeypatch
):
    def endless(*_):
        while True:
            pass

    with held(monkeypatch) as started, opened(address) as one:
        ask(one, GOOD)
        monkeypatch.setattr(channel, "AT_MOST", 0.01)
        monkeypatch.setitem(answers.ANSWERS, "look", endless)
        one.send(json.dumps({**GOOD, "number": 3}))
        process = started()
        assert process.hears() == "asked 3"
        process.answers()
        assert "error" not in unpacked(one.recv())[0]
        monkeypatch.undo()


def test_a_question_that_takes_far_too_long_ends_with_its_process(address, monkeypatch):
    with held(monkeypatch, patience=0.01), opened(address) as one:
        assert ask(one, LARGE_ONE)["error"]["name"] == "too-long"
        assert "error" not in ask(one, GOOD)


def test_a_pair_that_the_process_was_told_is_known_from_then_on(address, monkeypatch):
    with apart_by(monkeypatch), opened(address) as one:
        assert "error" not in ask(one, LARGE_ONE)
        assert "error" not in ask(one, {**GOOD, "document": None})
        another = ask(one, {**GOOD, "document": None, "pair": "another"})
        assert another["error"]["name"] == "unknown-pair"
        same = pair_document(FIGURE_6.reference, FIGURE_6.reference)
        told = {**GOOD, "document": same, "track": "whole"}
        assert ask(one, told)["track"] is not None


def test_a_page_from_elsewhere_is_refused_before_anything_is_heard(address):
    with pytest.raises(InvalidStatus) as refused, opened(address, origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403


def fetched(address, digest, name):
    path = frontend.ROUTE.replace(":path", "").format(digest=digest, name=name)
    with urllib.request.urlopen(address + path) as response:
        return response.headers, response.read()


def test_modules_are_kept_for_good_under_their_digest_alone(address, monkeypatch):
    headers, data = fetched(address, frontend.DIGEST, "shared/pack.js")
    assert data == (frontend.FOLDER / "shared/pack.js").read_bytes()
    assert headers["content-type"].startswith("text/javascript")
    assert "immutable" in headers["cache-control"]
    # Another version has the same files, from memory, and is not kept.
    monkeypatch.setitem(frontend.FILES, "shared/pack.js", b"in memory")
    headers, again = fetched(address, "0000", "shared/pack.js")
    assert (again, headers["cache-control"]) == (b"in memory", "no-store")


@pytest.mark.parametrize(
    "name",
    ["nothing.js", "shared", "..%2flaunch.py", "serving.py", "%2e%2e/launch.py", ".", "a.py"],
)
def test_nothing_else_is_handed_out(address, name):
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetched(address, frontend.DIGEST, name)
    with refused.value as answer:
        assert answer.code == 404
