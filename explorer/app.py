"""The web application: pages and live requests, behind access checks and load limits.

`hierscope` serves it to its owner or a class by :func:`serve`. `streamlit run explorer/app.py`
serves it to strangers.
"""

import argparse
import asyncio
import gc
import os
import sys
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from streamlit import config

from explorer.frontend import serving
from explorer.live import channel
from explorer.machine import LOOPBACK, admit_visitors
from explorer.preparing import compile_first, prepare_rest
from explorer.server import failing
from explorer.server.around_streamlit import PAGE, ours_alone, run_pages_in_turn, upload_sizes
from explorer.server.classroom import EVERYWHERE, Classroom, print_code, qr_code
from explorer.server.connections import accept_few_at_a_time, hold_connections, wake_once
from explorer.server.gate import Entry, Gate
from explorer.server.keys import own_key
from explorer.server.listening import PublicAddress, address_of
from explorer.server.load import Load, give_back
from explorer.server.stream import Stream
from explorer.state.pages import PAGES

SCRIPT = Path(__file__).parent / "pages" / "_navigation.py"


def parts(entry: Entry, started: Callable[[], object]) -> dict[str, Any]:
    """Return the arguments of ``st.App``; `started` runs in a thread while the server answers."""
    failing.keep_log_printable()
    hold_connections()
    run_pages_in_turn()
    sys.setswitchinterval(0.0001)  # a socket waits this long for the GIL while a page runs

    def prepare() -> None:
        started()
        # Collecting garbage in loaded modules would stop the server for 0.2 s. Later, data of
        # visitors would be kept for ever.
        gc.freeze()
        prepare_rest()

    @asynccontextmanager
    async def lifespan(app: st.App) -> AsyncIterator[None]:
        Thread(target=prepare, daemon=True).start()
        accept_few_at_a_time(asyncio.get_running_loop())
        wake_once(asyncio.get_running_loop())
        giving_back = asyncio.create_task(give_back())
        yield
        giving_back.cancel()

    return {
        "script_path": str(SCRIPT),
        "lifespan": lifespan,
        "routes": [*pages(entry.below), *routes()],
        "middleware": [Middleware(Gate, entry), Middleware(Load, upload_sizes), Middleware(Stream)],
        "on_script_error": failing.say,
    }


def routes() -> list[BaseRoute]:
    """Return our own routes, at the root and below a path (server.baseUrlPath)."""
    return [
        route
        for below in ("", "/{base:path}")
        for route in (
            WebSocketRoute(f"{below}{channel.ROUTE}", channel.live),
            Route(f"{below}{serving.ROUTE}", serving.module),
        )
    ]


def pages(below: str) -> list[BaseRoute]:
    """Return the routes of all pages, which have the same HTML."""

    def index(name: str) -> Callable[[Request], Awaitable[HTMLResponse]]:
        page = PAGE.replace("</head>", f"{serving.preloads(name)}</head>", 1)

        async def answer(request: Request) -> HTMLResponse:
            return HTMLResponse(page, headers={"Cache-Control": "no-cache"})

        return answer

    start = f"/{below}/" if below else "/"
    names = ("", *(page.script.stem for page in PAGES))
    return [Route(start + name, index(name)) for name in names]


def for_strangers() -> Entry:
    """Refuse visitors this machine's files, and return access rules from Streamlit's options."""
    admit_visitors(sys.argv[1:])
    own = config.get_option("server.address") in LOOPBACK
    return Entry(
        hosts=config.get_option("server.allowedHosts") or (LOOPBACK if own else ()),
        key="",  # nobody is known as the owner
        port=config.get_option("server.port"),
        origins=config.get_option("server.corsAllowedOrigins"),
        below=config.get_option("server.baseUrlPath").strip("/"),
        trusted=own,
    )


def serve(
    options: argparse.Namespace, public: PublicAddress | None, classroom: Classroom | None
) -> None:
    """Serve the owner, a class, or the visitors that another server sends here."""
    compile_first()
    if options.reload:
        # Streamlit's hot reload covers PYTHONPATH: edits in core are seen too.
        parts_of_path = (str(SCRIPT.parents[2]), os.environ.get("PYTHONPATH", ""))
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, parts_of_path))
    own = public is None and options.host in LOOPBACK
    key = own_key() if own and not options.no_token else ""
    hosts = [public.host] if public else list(LOOPBACK) if own else []
    if not own:
        admit_visitors(options.files)
    address = address_of(options.host, options.port) + (f"/?token={key}" if key else "")
    for_whom = f" for {options.serve}" if public else ""
    if classroom:
        hosts, key = [*classroom.hosts, *LOOPBACK], classroom.key
        address, *others = classroom.addresses
        for_whom = "".join(f", or {other}" for other in others)
        for_whom += " for everybody on the network"
        print_code(qr_code(address))
    print(f"hierscope: starting on {address}{for_whom} (Ctrl+C stops it)", flush=True)
    if classroom:
        if options.host == EVERYWHERE:  # locally, so that the token does not cross the network
            address = address_of("127.0.0.1", options.port)
        address += f"/?token={key}"
        if options.no_browser:  # otherwise a class that sees the terminal does not learn it
            print(f"hierscope: the lecturer's address is {address}", flush=True)

    def open_browser() -> None:
        if not (options.no_browser or public):
            webbrowser.open(address)

    # Streamlit passes these arguments on; it finds .streamlit/config.toml next to the first.
    sys.argv = [__file__, *(str(Path(path).resolve()) for path in options.files)]
    ours_alone()
    entry = Entry(
        hosts,
        key,
        options.port,
        origins=[public.origin] if public else [],
        below=public.path if public else "",
        trusted=own or public is not None,
        for_class=classroom is not None,
    )
    st.App(**parts(entry, open_browser)).run(
        # explorer/.streamlit/config.toml has the settings that are the same at each start.
        config={
            "server.address": options.host,
            "server.port": options.port,
            "server.fileWatcherType": "auto" if options.reload else "none",
            # The command opens the browser and prints the address, because it has the token.
            "server.headless": True,
            "logger.hideWelcomeMessage": True,
            "server.allowedHosts": hosts,
            "server.baseUrlPath": entry.below,
            "server.corsAllowedOrigins": entry.origins,
        }
    )


if __name__ == "app":  # `streamlit run` imports this file by that name, and looks for `app = …`
    app = st.App(**parts(for_strangers(), compile_first))
