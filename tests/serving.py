"""Start the explorer and a Chromium for tests and benchmarks."""

import asyncio
import os
import re
import shutil
import socket
import socketserver
import subprocess
import sys
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit

import uvicorn
from playwright.sync_api import sync_playwright
from starlette.applications import Starlette
from starlette.middleware import Middleware

from core.tmeasures import score
from explorer.app import routes
from explorer.machine import LOOPBACK
from explorer.server.gate import Entry, Gate

ROOT = Path(__file__).resolve().parents[1]
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
         "--disable-component-update", "--no-first-run", "--disable-quic",
         # Other machines can't be reached, so that requests to them fail visibly.
         "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, "
         "EXCLUDE *.localhost")  # fmt: skip
FITS = """width => [document.documentElement, document.querySelector('[data-testid="stMain"]')]
  .every((part) => innerWidth === width && part.scrollWidth <= part.clientWidth)"""
# Left, top, right and bottom of parts of the page, also of those within its components.
BOXES = """(selectors) => {
  const all = [...document.querySelectorAll("*")];
  const roots = [document, ...all.flatMap((at) => at.shadowRoot ?? [])];
  return selectors.map((selector) => {
    const part = roots.map((root) => root.querySelector(selector)).find(Boolean);
    if (!part) return null;
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return [left, top, right, bottom];
  });
}"""
STANDS = """async (part, place) => {
  for (let same = 0, before; ; await new Promise(requestAnimationFrame)) {
    if (!part.isConnected) return null;
    const now = JSON.stringify(place(part));
    same = now === before ? same + 1 : 0;
    if (same === 30) return place(part);
    before = now;
  }
}"""
HASTY = "--js-flags=--no-maglev --no-opt"
"""For pages that live for a second: optimizing their code would be too late."""
PATIENCE = float(os.environ.get("HIERSCOPE_PATIENCE", "300"))
"""Seconds that a test waits for an expected state; a smaller value helps when editing a test."""


STREAMLIT_RUN = {
    "program": ("streamlit", "run", "explorer/app.py"),
    "options": ("--server.headless=true",),
    "port_option": "--server.port",
}
"""The command of hosting services."""


def finished(coroutine):
    """Return the result of a coroutine, in a thread, since Playwright uses this thread's loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def served(*files, **how):
    """Run `hierscope`; yield its address."""
    with started(*files, **how) as (address, _):
        yield address


@contextmanager
def started(
    *files,
    options=("--no-browser", "--no-token"),
    environment=None,
    cwd=ROOT,
    log=subprocess.DEVNULL,
    program=("hierscope",),
    port_option="--port",
):
    """Run `hierscope` on a free port; yield its address and its process."""
    port = free_port()
    command = [sys.executable, "-m", *program, *options, f"{port_option}={port}"]
    command += map(str, files)
    with subprocess.Popen(
        command, cwd=cwd, env=environment, stdin=subprocess.PIPE, stdout=log, stderr=log
    ) as server:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/_stcore/health", server)
            yield address, server
        finally:
            server.terminate()
            server.wait(PATIENCE)


def wait_for(address, server):
    """Wait until the server answers; fail if it ends or takes too long."""
    deadline = time.monotonic() + 10 * PATIENCE  # a busy machine may take minutes for a start
    while True:
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except HTTPError:  # a server below a path does not have this page
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
        # Without a pause, the requests would slow down the start.
        with suppress(subprocess.TimeoutExpired):
            raise RuntimeError(f"the server ended with status {server.wait(0.05)}")


class Relay(socketserver.ThreadingTCPServer):
    """A relay in front of a server, which can be replaced behind the same address."""

    daemon_threads = True

    def __init__(self, address):
        super().__init__(("127.0.0.1", 0), None)
        self.behind = urlsplit(address)
        self.lines = []

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def put(self, address):
        """Close all connections to the server, and switch to another server, or none."""
        self.behind = address and urlsplit(address)
        for line in self.lines:
            end(line)
        self.lines.clear()

    def finish_request(self, request, client_address):
        if not self.behind:
            return
        with socket.create_connection((self.behind.hostname, self.behind.port)) as server:
            self.lines += [request, server]
            back = threading.Thread(target=pass_on, args=(server, request))
            back.start()
            pass_on(request, server)
            back.join()


def pass_on(source, sink):
    """Pass on what a socket says until one of the two ends, then end both."""
    with suppress(OSError):
        while data := source.recv(1 << 16):
            sink.sendall(data)
    end(source)
    end(sink)


def end(line):
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


@contextmanager
def relayed(address):
    """Start a relay in front of a server; yield it."""
    with Relay(address) as relay:
        threading.Thread(target=relay.serve_forever, kwargs={"poll_interval": 0.05}).start()
        try:
            yield relay
        finally:
            relay.shutdown()
            relay.put(None)


@contextmanager
def live_served(more=()):
    """Serve only live questions and the frontend's files, without Streamlit; yield the address."""
    port = free_port()
    gate = Middleware(Gate, Entry(LOOPBACK, "", port))
    with served_here(Starlette(routes=[*more, *routes()], middleware=[gate]), port) as address:
        yield address


@contextmanager
def served_here(app, port):
    """Serve an app in a thread; yield its address."""
    server = uvicorn.Server(
        uvicorn.Config(app, port=port, log_level="error", ws="websockets-sansio")
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        deadline = time.monotonic() + PATIENCE
        while not server.started:
            if time.monotonic() > deadline or not thread.is_alive():
                raise RuntimeError("the server did not start")
            thread.join(0.01)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


@contextmanager
def chromium(*more):
    """Start a headless Chromium, with more options; yield Playwright's browser."""
    path = os.environ.get("HIERSCOPE_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*QUIET, *more])
        try:
            yield browser
        finally:
            browser.close()


def settled(page):
    """Wait until the script does not run, since Streamlit can drop clicks during a run."""
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()


def frames(page):
    """Wait for two frames: one receives a move, the next draws it."""
    page.evaluate("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")


def boxes(page, *selectors):
    """Return left, top, right and bottom of parts once all are there."""
    all_there = (
        f"(selectors) => {{ const b = ({BOXES})(selectors); return b.every(Boolean) && b; }}"
    )
    return page.wait_for_function(all_there, arg=list(selectors), polling=50).json_value()


def stands(locator, place):
    """Wait until a place, which a function of JavaScript gives, has been the same for 30 frames.

    A part that the page replaces meanwhile is looked up again.
    """
    while (place_now := locator.evaluate(f"(part) => ({STANDS})(part, {place})")) is None:
        pass
    return place_now


def resting(locator):
    """The box of a part of the page in px, once the part has stopped moving."""
    return stands(locator, "(part) => part.getBoundingClientRect().toJSON()")


def resized(page, width, height):
    """Give the window a size, and wait until all of the page fits its width."""
    page.set_viewport_size({"width": width, "height": height})
    frames(page)
    page.wait_for_function(FITS, arg=width, polling=50)


def follow(page, name):
    """Go to another page by its link, and wait until it has replaced the previous page."""
    in_menu = name in ("Styles", "Papers", "Guide", "Glossary")
    if in_menu:
        page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem" if in_menu else "link", name=name, exact=True).click()
    place = "" if name == "Compare" else name.lower()
    page.wait_for_url(re.compile(rf"^[^?#]*/{place}([?#]|$)"))
    settled(page)


def query(page):
    """The query on screen, in seconds, with the stored digits."""
    return float(page.locator(".scope").get_attribute("data-wanted").split()[1])


def comes_to(page, time, within=1e-6):
    """Wait until the query is at a time."""
    page.wait_for_function(
        "([view, time, within]) => Math.abs(view.dataset.wanted.split(' ')[1] - time) <= within",
        arg=[page.locator(".scope").element_handle(), time, within],
        polling=50,
    )


def box_of(page, part):
    """The box of a part of the layers' picture in px, once the part has stopped moving."""
    return resting(page.locator(f"svg.layers {part}").first)


def unfold_scores(page):
    """Unfold the table of all scores."""
    page.get_by_role("button", name="all scores").click()


def choose_sample(page, sample):
    """Choose a sample pair by clicks: one opens the list, the other closes it."""
    page.get_by_role("button", name="All samples").click()
    page.locator(f"[data-sample={sample}]").click()


PARTS = {"recall": "recall", "precision": "precision", "f": "f_measure"}
SIX = {
    f"{variant}-{cell}": (variant, part)
    for variant in ("reduced", "full")
    for cell, part in PARTS.items()
}
"""The cells of the table of scores: measure and part of each."""


def shown_scores(page):
    """The six scores on screen."""
    return {cell: page.locator(f"[data-score={cell}]").inner_text() for cell in SIX}


def computed_scores(sides, window=15.0):
    """The six scores of a pair from the core, with the displayed digits."""
    scores = score(*sides, [window]).scores
    return {
        cell: f"{getattr(scores[variant], part)[0]:.3f}" for cell, (variant, part) in SIX.items()
    }
