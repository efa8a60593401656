"""Data of departed visitors is dropped, and its memory returned."""

import platform
import weakref
from types import SimpleNamespace

import psutil
import pytest
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from explorer.server import around_streamlit, load


class Session:
    """Stands for one of Streamlit's, which drops its uploads when it is gone."""

    id = "left"


def test_expired_sessions_are_dropped_though_nobody_comes(monkeypatch):
    storage = MemorySessionStorage(ttl_seconds=0)
    manager = WebsocketSessionManager(storage, None, None, None)
    monkeypatch.setattr(
        around_streamlit, "get_instance", lambda: SimpleNamespace(_session_mgr=manager)
    )
    session = Session()
    gone = weakref.ref(session)
    storage.save(SimpleNamespace(session=session))
    del session
    assert gone()
    around_streamlit.drop_expired_sessions()
    assert not gone()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc keeps it")
def test_freed_memory_goes_back_to_the_system():
    process, size = psutil.Process(), 100_000_000
    blocks = [bytes(4000) for _ in range(size // 4000)]
    kept = blocks[::1000]
    blocks.clear()
    before = process.memory_info().rss
    load.trim()
    assert before - process.memory_info().rss > size / 2, len(kept)
