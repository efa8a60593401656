"""Cache results as long as a visitor who uses them is connected."""

import asyncio
import gc
from collections.abc import Callable, Mapping
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import ref

import streamlit as st
from streamlit.runtime import get_instance
from streamlit.runtime.scriptrunner import get_script_run_ctx

P = ParamSpec("P")
R = TypeVar("R")

LINGERS = 110  # seconds before a visitor's caches are dropped, in case of a reload
TOGETHER = 30  # seconds before garbage of sessions is collected, which takes 0.2 s
_PLACES = 1000  # places per function; an empty place takes little memory

ends: dict[str, list[Callable[[], object]]] = {}  # by session
_ended: set[str] = set()


class _Made(Generic[R]):
    """A cached value; each session that uses it keeps a reference."""

    def __init__(self, value: R) -> None:
        self.value = value


class _Place(Generic[R]):
    """A weak reference through which sessions share a cached value."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: Callable[[], _Made[R] | None] = lambda: None

    def made(self, make: Callable[[], R]) -> _Made[R]:
        with self._lock:
            made = self._made()
            if made is None:
                made = _Made(make())
                self._made = ref(made)
            return made


def remembered(
    most: int, *, spinner: str | bool = False, keys: Mapping[str | type, Any] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache results until no session needs them; all sessions share one value, never to change."""
    how: dict[str, Any] = {"hash_funcs": dict(keys) if keys else None}

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @st.cache_resource(max_entries=_PLACES, show_spinner=False, **how)
        @wraps(function)
        def place(*args: P.args, **kwargs: P.kwargs) -> _Place[R]:
            return _Place()

        @wraps(function)
        def made(*args: P.args, **kwargs: P.kwargs) -> _Made[R]:
            return place(*args, **kwargs).made(lambda: function(*args, **kwargs))

        for_session = st.cache_resource(
            scope="session", max_entries=most, show_spinner=spinner, on_release=_linger, **how
        )(made)

        @wraps(function)
        def recalled(*args: P.args, **kwargs: P.kwargs) -> R:
            # Outside a run, for example when saving a file, there is no session.
            return (for_session if get_script_run_ctx(suppress_warning=True) else made)(
                *args, **kwargs
            ).value

        return recalled

    return decorate


def at_end(do: Callable[[], object]) -> None:
    context = get_script_run_ctx()
    assert context is not None
    ends.setdefault(context.session_id, []).append(do)


@st.cache_resource(scope="session", show_spinner=False, on_release=lambda session: _leave(session))
def stay() -> str:
    """End this session soon after its visitor has left; Streamlit (1.67) does so late."""
    context = get_script_run_ctx()
    assert context is not None
    return context.session_id


def _linger(made: _Made[Any]) -> None:
    """Keep the results of an ended session for a while, in case its visitor returns."""
    _later(LINGERS, lambda: made)


def _leave(session: str) -> None:
    _later(LINGERS, lambda: _end(session))


def _end(session: str) -> None:
    """End a session, unless its visitor has returned."""
    if get_instance().is_active_session(session):
        return
    get_instance().close_session(session)
    for do in ends.pop(session, []):
        do()
    # Sessions have reference cycles of large objects, and a whole class can leave at once.
    if not _ended:
        _later(TOGETHER, collect)
    _ended.add(session)


def collect() -> None:
    _ended.clear()
    gc.collect()


def _later(seconds: float, do: Callable[[], object]) -> None:
    """Call a function later, but only from the server's loop, in which sessions end."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return
    loop.call_later(seconds, do)
