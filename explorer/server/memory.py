"""Memory of visitors who have left: freed, and given back to the system."""

from __future__ import annotations

import asyncio
import ctypes
from contextlib import suppress
from typing import Any

from streamlit.runtime import get_instance

EVERY = 60.0
"""Seconds between two times."""


async def give_back() -> None:
    """Give memory back every minute, until cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        drop_expired_sessions()
        await asyncio.to_thread(trim)


def drop_expired_sessions() -> None:
    """Let go of sessions that nobody will come back to, with their uploads.

    Streamlit (1.67) does so when somebody else comes or leaves, thus never after the last.
    """
    manager: Any = get_instance()._session_mgr
    manager._session_storage._cache.expire()


def trim() -> None:
    """Have glibc return the memory that was freed: it keeps what lies below anything in use."""
    with suppress(AttributeError, TypeError):  # another C library: macOS, musl, Windows
        ctypes.CDLL(None).malloc_trim(0)
