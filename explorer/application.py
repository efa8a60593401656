"""Assemble the web application: pages and live requests, behind access checks and load limits."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Thread
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route, WebSocketRoute
from streamlit import config

from core.settings import Settings
from explorer.frontend import serving
from explorer.live import channel
from explorer.machine import LOOPBACK, admit_visitors
from explorer.server import failing
from explorer.server.connections import accept_few_at_a_time, hold_connections, wake_once
from explorer.server.gate import Entry, Gate
from explorer.server.load import Load, give_back, run_pages_in_turn, upload_sizes
from explorer.server.page import pages
from explorer.server.settings import SCRIPT, watch_when_told


def parts(entry: Entry, started: Callable[[], object]) -> dict[str, Any]:
    """Return the arguments of ``st.App``; `started` runs in a thread while the server answers."""
    failing.keep_log_printable()
    watch_when_told()
    hold_connections()
    run_pages_in_turn()
    sys.setswitchinterval(0.0001)  # a socket waits this long for the GIL while a page runs

    def prepare() -> None:
        started()
        gc.freeze()  # collecting garbage in loaded modules would stop the server for 0.2 s

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
        "middleware": [Middleware(Gate, entry), Middleware(Load, upload_sizes)],
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


def compile_kernels() -> None:
    """Compile numba's kernels, or load them, before the first page needs them."""
    from core.diagnosis import diagnose
    from core.hierarchy import Hierarchy
    from core.tmeasures import FRAMELESS, MIR_EVAL, score
    from core.triplets.blocks import costliest, survey
    from core.triplets.explaining import query_sweep
    from core.triplets.task import Task

    pair = Hierarchy.from_boundaries([[0, 2]]), Hierarchy.from_boundaries([[0, 1, 2]])
    for convention in (MIR_EVAL, FRAMELESS):
        score(*pair, settings=Settings(convention))
        diagnose(*pair, settings=Settings(convention))
        task = Task(*pair, settings=Settings(convention))
        survey(task)
        costliest(task)
        query_sweep(task, 0.0, [1.0])
