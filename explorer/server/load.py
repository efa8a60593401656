"""How much the server takes on: bytes uploaded, by a visitor and in all, and open connections."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

OF_A_VISITOR = 200_000_000
"""Bytes uploaded that are held for one visitor: ten of the largest files."""
OF_ALL = 4_000_000_000
"""Bytes uploaded that are held for all visitors."""
CONNECTIONS = 1000
"""WebSockets open at once; each tab has one of Streamlit's and one of ours."""

_UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/")
_LATER = 1013


class Load:
    """Stands before an application, and turns away what would be too much.

    Parameters
    ----------
    app : ASGI application
    held : callable
        Gives how many bytes are held for each session.
    """

    def __init__(self, app: ASGIApp, held: Callable[[], dict[str, int]]) -> None:
        self._app = app
        self._held = held
        self._coming: Counter[str] = Counter()  # bytes of uploads under way, by session
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or turn it away."""
        upload = _UPLOAD.search(scope["path"]) if scope["type"] == "http" else None
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        elif upload and scope["method"] == "PUT":
            await self._upload(upload[1], scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._open >= CONNECTIONS:
            await receive()
            await send({"type": "websocket.close", "code": _LATER})
            return
        self._open += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open -= 1

    async def _upload(self, session: str, scope: Scope, receive: Receive, send: Send) -> None:
        said = Headers(scope=scope).get("content-length", "")
        if not re.fullmatch(r"\d{1,12}", said):
            await _no("The length of an upload is to be said before it.", 411)(scope, receive, send)
            return
        size, held = int(said), self._held()
        mine = held.get(session, 0) + self._coming[session] + size
        every = sum(held.values()) + self._coming.total() + size
        if mine > OF_A_VISITOR or every > OF_ALL:
            await _no("Too much is uploaded; remove some files first.", 413)(scope, receive, send)
            return
        self._coming[session] += size
        try:
            await self._app(scope, receive, send)
        finally:
            self._coming[session] -= size
            if not self._coming[session]:
                del self._coming[session]


def _no(words: str, status: int) -> Response:
    return PlainTextResponse(words, status)


def held_by_streamlit() -> dict[str, int]:
    """Give how many bytes Streamlit holds for each session (1.67 tells only the sum)."""
    from streamlit.runtime import get_instance

    storage = get_instance().uploaded_file_mgr.file_storage  # type: ignore[attr-defined]
    # Copied at once: uploads come meanwhile.
    return {
        session: sum(len(each.data) for each in list(files.values()))
        for session, files in list(storage.items())
    }
