"""Check every request before the application: hosts, the owner's key, and security headers."""

import base64
import hashlib
import html
import re
from collections.abc import Collection, Sequence
from hmac import compare_digest
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer.server.around_streamlit import PAGE
from explorer.server.keys import CLASS, is_ticket, ticket

HEALTH = "_stcore/health"  # open to everyone; returns "ok" for monitoring

CLOSED = ("/_stcore/metrics", "/_stcore/script-health-check", "/_stcore/agent/")

_A_MONTH = 30 * 24 * 3600


class Entry(NamedTuple):
    hosts: Collection[str]  # accepted host names; any if empty
    key: str  # the token in the owner's address; open to everyone if empty
    port: int  # the server's port
    origins: Collection[str] = ()
    """Further origins whose pages may send requests, such as those of a reverse proxy."""
    below: str = ""  # path of the application, without slashes at its ends
    trusted: bool = True
    """Whether browsers consider the address secure; over http, only their own machine."""
    for_class: bool = False  # whether a class may enter without the key, which is the lecturer's

    @property
    def cookie(self) -> str:
        """The name of the cookie, different for each server on a machine."""
        return f"{CLASS if self.for_class else 'hierscope'}-{self.port}"


class Gate:
    def __init__(self, app: ASGIApp, entry: Entry) -> None:
        self._app = app
        self._entry = entry
        self._health = f"/{entry.below}/{HEALTH}".replace("//", "/")
        self._sent = _HEADERS | (_FOR_TRUSTED if entry.trusted else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        answer = self._answer(scope)

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                MutableHeaders(scope=message).update(self._sent)
            await send(message)

        if answer is None:
            await self._app(scope, receive, send_on)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await answer(scope, receive, send_on)

    def _answer(self, scope: Scope) -> Response | None:
        """Return a response instead of the application's; None if the request may pass."""
        asked, path = Headers(scope=scope), scope["path"]
        if path == self._health and scope["type"] == "http" and scope["method"] == "GET":
            return None
        if not _called(asked.get("host"), self._entry.hosts):
            return _refused(asked, "This server has another address.", _OTHER_NAME)
        if _from_elsewhere(asked, self._entry.origins):
            return PlainTextResponse("Requests from pages of other sites are refused.", 403)
        if any(closed in path for closed in CLOSED):
            return PlainTextResponse("Page not found.", 404)
        if not self._entry.key or self._is_owner(asked):
            return None
        if scope["type"] == "websocket":
            return None if self._entry.for_class else PlainTextResponse("", 403)
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if self._key_in(query) and scope["method"] == "GET":
            return self._let_in(path, query)
        if self._entry.for_class:
            return None
        if asked.get("sec-fetch-site") == "cross-site":
            # After a link on another site, browsers send a strict cookie only with a reload.
            return HTMLResponse('<!doctype html><meta http-equiv="refresh" content="0">')
        return _refused(asked, "This hierscope is private.", _form(query))

    def _is_owner(self, asked: Headers) -> bool:
        # Requests have cookies of other servers on this machine; the standard library rejects some.
        shown = cookie_parser(asked.get("cookie", "")).get(self._entry.cookie, "")
        return is_ticket(shown, self._entry.key, self._entry.port)

    def _key_in(self, query: Sequence[tuple[str, str]]) -> bool:
        key = self._entry.key.encode()
        return any(name == "token" and compare_digest(value.encode(), key) for name, value in query)

    def _let_in(self, path: str, query: Sequence[tuple[str, str]]) -> Response:
        """Set the cookie, and redirect to the address without the key, to keep it out of links."""
        rest = urlencode([item for item in query if item[0] != "token"])
        # Two slashes would start the name of another server.
        place = "/" + quote(path.lstrip("/")) + (f"?{rest}" if rest else "")
        answer = RedirectResponse(place, 303)
        answer.set_cookie(
            self._entry.cookie,
            ticket(self._entry.key, self._entry.port),
            max_age=_A_MONTH,
            httponly=True,
            samesite="strict",
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer


def _called(host: str | None, hosts: Collection[str]) -> bool:
    """Whether a request uses one of the server's names; protects from DNS rebinding."""
    if not hosts:
        return True
    try:
        return urlsplit(f"//{host}").hostname in hosts
    except ValueError:
        return False


def _from_elsewhere(asked: Headers, known: Collection[str]) -> bool:
    """Whether a page of another server or port sent the request, except by a followed link."""
    site = asked.get("sec-fetch-site")
    visits = asked.get("sec-fetch-mode") == "navigate" and asked.get("sec-fetch-dest") == "document"
    if site in ("cross-site", "same-site") and not visits:
        return True
    origin = asked.get("origin")
    # If a reverse proxy changes the host, the browser's `same-origin` decides.
    if origin is None or origin in known or site == "same-origin":
        return False
    try:
        return urlsplit(origin).netloc != asked.get("host")
    except ValueError:
        return True


# Hashes of the page's inline scripts.
_HASHES = " ".join(
    f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
    for text in re.findall(r"<script>(.*?)</script>", PAGE, re.DOTALL)
)

_POLICY = {
    "default-src": "'self'",
    # Streamlit loads scripts of components from blob URLs.
    "script-src": f"'self' blob: {_HASHES}",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    # Hosting services show apps in a frame from the same address.
    "frame-ancestors": "'self'",
}

_HEADERS = {
    "Content-Security-Policy": "; ".join(f"{what} {where}" for what, where in _POLICY.items()),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
}

# On other addresses browsers ignore it and warn.
_FOR_TRUSTED = {"Cross-Origin-Opener-Policy": "same-origin"}

_OTHER_NAME = (
    "<p>Use the address that hierscope printed when it started. On a shared server, ask its "
    "administrator for the address.</p>"
)


def _form(query: Sequence[tuple[str, str]]) -> str:
    """Ask for the key, and keep the rest of the address."""
    rest = "".join(
        f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
        for name, value in query
        if name != "token"
    )
    return (
        "<p>Open the address that hierscope printed in the terminal, which ends in "
        "<code>token=…</code>. This browser then needs no token again. Or paste the token here:</p>"
        f'<form><input name="token" aria-label="Token" autocomplete="off" autofocus>{rest}'
        "<button>Open</button></form>"
        "<p>Somebody else started it? Start your own with <code>hierscope</code>.</p>"
    )


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>hierscope</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto }}
body {{ padding: 0 1rem }}
h1 {{ font-size: 1.35rem }}
input, button {{ font: inherit; padding: .3rem .6rem; margin-right: .4rem }}
input {{ width: 60% }}
</style>
<h1>{title}</h1>
{body}
</html>
"""


def _refused(asked: Headers, title: str, body: str) -> Response:
    """Refuse with a page for browsers, or with a line of text."""
    if "text/html" in asked.get("accept", ""):
        return HTMLResponse(_PAGE.format(title=title, body=body), 403)
    return PlainTextResponse(title, 403)
