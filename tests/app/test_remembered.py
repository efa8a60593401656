"""Results are computed once, and cached while a visitor who uses them is connected."""

import asyncio
import threading
from types import SimpleNamespace
from weakref import ref

import pytest
from streamlit.runtime.caching import clear_session_resource_cache
from streamlit.runtime.scriptrunner_utils import script_run_context

from explorer.session import remembered


class Large:
    """Something that is seen to go."""


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Where no loop runs: that of the tests in a browser is none of a server's."""

    def none():
        raise RuntimeError("no running event loop")

    monkeypatch.setattr(asyncio, "get_running_loop", none)


@pytest.fixture
def become(monkeypatch):
    """Act for a session from now on."""

    def act(name):
        context = SimpleNamespace(session_id=name, gather_usage_stats=False)
        attribute = script_run_context.SCRIPT_RUN_CONTEXT_ATTR_NAME
        monkeypatch.setattr(threading.current_thread(), attribute, context, raising=False)

    yield act
    for name in ("a", "b"):
        clear_session_resource_cache(name)


@pytest.fixture
def large():
    """Something that is remembered by a key, and what was made of it."""
    made = []

    @remembered.remembered(2)
    def large(key, _more=None):
        found = Large()
        made.append((key, ref(found)))
        return found

    return large, made


def there(made):
    return [key for key, found in made if found() is not None]


def test_it_is_made_once_for_all_and_goes_with_the_last_who_asked(become, large):
    make, made = large
    become("a")
    make("x")
    assert make("x", "more") is make("x")
    become("b")
    make("x")
    make("y")
    assert [key for key, _ in made] == ["x", "y"]
    clear_session_resource_cache("a")
    assert there(made) == ["x", "y"]
    clear_session_resource_cache("b")
    assert there(made) == []
    for key in "xyz":  # a session remembers two
        make(key)
    assert there(made) == ["y", "z"]


class Loop:
    """What is to be done later, in the order in which it came."""

    def __init__(self):
        self.later = []

    def call_later(self, seconds, do):
        assert seconds > 0
        self.later.append(do)

    def turn(self):
        now, self.later = self.later, []
        for do in now:
            do()


@pytest.fixture
def loop(monkeypatch):
    found = Loop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: found)
    return found


@pytest.fixture
def runtime(monkeypatch):
    """A server to which session b is back, and the sessions that were closed."""
    found = SimpleNamespace(closed=[], is_active_session="b".__eq__)
    found.close_session = found.closed.append
    monkeypatch.setattr(remembered, "get_instance", lambda: found)
    return found


def test_who_loads_the_page_again_finds_all(become, large, loop):
    make, made = large
    become("a")
    make("x")
    clear_session_resource_cache("a")
    assert there(made) == ["x"]
    become("b")
    make("x")
    loop.turn()
    assert there(made) == ["x"]
    clear_session_resource_cache("b")
    loop.turn()
    assert there(made) == []
    assert len(made) == 1


def test_a_session_ends_once_its_visitor_has_left_for_good(become, loop, runtime):
    done = []
    for name in ("a", "b"):
        become(name)
        remembered.stay()
        remembered.at_end(lambda name=name: done.append(name))
        clear_session_resource_cache(name)
    assert not runtime.closed
    loop.turn()
    assert (runtime.closed, done) == (["a"], ["a"])
    assert loop.later == [remembered.collect]
