"""The socket of live questions, spoken to as a browser does; and the frontend's files."""

import json
import threading
import urllib.error
import urllib.request
import weakref
from contextlib import ExitStack

import pytest
from asking import look
from serving import PATIENCE, live_served
from unpacking import unpacked
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from core.samples import sample
from explorer.frontend import serving as frontend
from explorer.live import answers, channel

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


def test_questions_are_answered_under_their_numbers(address):
    with opened(address) as socket:
        for number in (7, 3, 12):
            head = ask(socket, {**GOOD, "number": number})
            assert (head["number"], head["triplets"]["total"] > 0) == (number, True)


def test_what_is_asked_meanwhile_is_answered_in_turn(address):
    with opened(address) as socket:
        for number in range(20):
            socket.send(json.dumps({**GOOD, "number": number}))
        assert [unpacked(socket.recv())[0]["number"] for _ in range(20)] == list(range(20))


def test_the_socket_lives_on_after_a_wrong_question(address):
    with opened(address) as socket:
        assert ask(socket, "boo")["error"]["name"] == "malformed"
        socket.send(b"bytes")
        assert unpacked(socket.recv())[0]["error"]["name"] == "malformed"
        assert ask(socket, " " * (channel.LONGEST + 1))["error"]["name"] == "too-large"
        assert "error" not in ask(socket, GOOD)


def test_a_socket_knows_the_pairs_that_it_was_told_itself(address):
    untold = {**GOOD, "told": None}
    with opened(address) as one, opened(address) as other:
        ask(one, GOOD)
        assert "error" not in ask(one, untold)
        assert ask(other, untold)["error"]["name"] == "unknown-pair"
    with opened(address) as again:
        assert ask(again, untold)["error"]["name"] == "unknown-pair"


def test_the_pairs_of_a_socket_go_when_it_is_closed(address, monkeypatch):
    gone = threading.Event()

    def pairs():
        found = answers.Pairs()
        weakref.finalize(found, gone.set)
        return found

    monkeypatch.setattr(channel, "Pairs", pairs)
    with opened(address) as socket:
        ask(socket, GOOD)
        assert not gone.is_set()
    assert gone.wait(PATIENCE)


def test_one_socket_too_many_is_told_to_try_again(address, monkeypatch):
    monkeypatch.setattr(channel, "MOST_SOCKETS", 2)
    with opened(address) as one, opened(address) as two:
        ask(one, GOOD)
        ask(two, GOOD)
        with opened(address) as three, pytest.raises(ConnectionClosed) as refused:
            ask(three, GOOD)
        assert refused.value.rcvd.code == channel.TRY_AGAIN
        assert "error" not in ask(two, GOOD)


def test_a_slow_answer_holds_up_nobody_else(address, monkeypatch):
    going, wait = threading.Event(), threading.Event()
    look_up = answers.ANSWERS["look"]

    def slow(said, *rest):
        if said["number"] == 99:
            going.set()
            assert wait.wait(60)
        return look_up(said, *rest)

    monkeypatch.setitem(answers.ANSWERS, "look", slow)
    with opened(address) as one, opened(address) as other:
        one.send(json.dumps({**GOOD, "number": 99}))
        assert going.wait(60)
        try:
            assert "error" not in ask(other, GOOD)
        finally:
            wait.set()
        assert unpacked(one.recv())[0]["number"] == 99


def test_costly_answers_hold_up_no_quick_one(address, monkeypatch):
    going, wait = threading.Event(), threading.Event()

    def costly(said, pairs, allowance):
        allowance.take(2 * channel.QUICK)
        going.set()
        assert wait.wait(PATIENCE)
        return {}, {}

    monkeypatch.setitem(answers.ANSWERS, "depths", costly)
    question = {name: GOOD[name] for name in ("pair", "told", "held", "state")}
    with ExitStack() as stack:
        sockets = [stack.enter_context(opened(address)) for _ in range(3 * channel.THREADS)]
        for number, socket in enumerate(sockets):
            socket.send(json.dumps({**question, "kind": "depths", "number": number}))
        assert going.wait(PATIENCE)
        try:
            with opened(address) as other:
                assert "error" not in ask(other, GOOD)
        finally:
            wait.set()
        for number, socket in enumerate(sockets):
            assert unpacked(socket.recv())[0]["number"] == number


def test_an_answer_that_nobody_waits_for_is_dropped_while_it_is_computed(address, monkeypatch):
    going, ended = threading.Event(), threading.Event()
    between = threading.Event()  # never set

    def endless(said, pairs, allowance):
        try:
            while True:
                allowance.go_on()
                going.set()
                between.wait(0.01)
        finally:
            ended.set()

    monkeypatch.setitem(answers.ANSWERS, "look", endless)
    with opened(address) as socket:
        socket.send(json.dumps(GOOD))
        assert going.wait(PATIENCE)
        assert not ended.is_set()
    assert ended.wait(PATIENCE)


def test_a_page_from_elsewhere_is_refused_before_anything_is_heard(address):
    with pytest.raises(InvalidStatus) as refused, opened(address, origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403


def fetched(address, digest, name):
    path = frontend.ROUTE.replace(":path", "").format(digest=digest, name=name)
    with urllib.request.urlopen(address + path) as response:
        return response.headers, response.read()


def test_modules_are_kept_for_good_under_their_digest_alone(address):
    headers, data = fetched(address, frontend.DIGEST, "shared/pack.js")
    assert data == (frontend.FOLDER / "shared/pack.js").read_bytes()
    assert headers["content-type"].startswith("text/javascript")
    assert "immutable" in headers["cache-control"]
    headers, again = fetched(address, "0000", "shared/pack.js")
    assert (again, headers["cache-control"]) == (data, "no-store")


def test_who_asks_for_another_version_gets_what_is_there_now(address, monkeypatch):
    monkeypatch.setitem(frontend.FILES, "shared/pack.js", b"as it was")
    _, data = fetched(address, "0000", "shared/pack.js")
    assert data == (frontend.FOLDER / "shared/pack.js").read_bytes()


@pytest.mark.parametrize(
    "name",
    ["nothing.js", "shared", "..%2flaunch.py", "serving.py", "%2e%2e/launch.py", ".", "a.py"],
)
def test_nothing_else_is_handed_out(address, name):
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetched(address, frontend.DIGEST, name)
    with refused.value as answer:
        assert answer.code == 404
