"""One server and one tab for all browser tests of a worker; nothing is left in it by another.

Tests that are marked `walk` go through the running app as it is; the others concern the pictures
alone, and open the same pages plainly, without Streamlit's front end.
"""

import os
from urllib.parse import urlsplit

import pytest
from plain import plainly
from playwright.sync_api import expect
from serving import PATIENCE, served

# What is expected is waited for as long as a busy machine may take; it is no measure of speed.
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    # What it keeps, such as results of corpora, is for these tests alone.
    kept = str(tmp_path_factory.mktemp("kept"))
    with served(environment={**os.environ, "HIERSCOPE_CACHE": kept}) as found:
        yield found


@pytest.fixture(scope="session")
def plain_address(address):
    with plainly(address) as found:
        yield found


def opened(browser):
    context = browser.new_context(accept_downloads=True)
    context.set_default_timeout(PATIENCE * 1000)
    return context


@pytest.fixture(scope="session")
def profile(browser):
    """A context that keeps what it has loaded, and its tab: a new one has a process of its own,
    which would take longer than the page."""
    context = opened(browser)
    context.new_page()
    yield context
    context.close()


@pytest.fixture
def sent(profile):
    """What pages in the tab send by WebSocket, as it is sent."""
    frames, tab = [], profile.pages[0]

    def watch(socket):
        socket.on("framesent", lambda text: frames.append(text))

    tab.on("websocket", watch)
    yield frames
    tab.remove_listener("websocket", watch)


@pytest.fixture
def open_watched(request, browser, profile):
    """Open a page, at once; fails the test when it, or one that it opens, logs an error, also that
    something did not load, or asks another machine. With `fresh`, as in another browser."""
    own, faults, watched, used = [], [], [], set()
    unused = profile.pages[:1]
    walks = request.node.get_closest_marker("walk")
    usual = request.getfixturevalue("address" if walks else "plain_address")

    def elsewhere(url):
        return urlsplit(url).hostname not in (None, "127.0.0.1", "localhost")

    def watch(context):
        listeners = {
            "weberror": lambda error: faults.append(f"page: {error.error}"),
            "console": lambda said: faults.append(said.text) if said.type == "error" else None,
            # Other machines have no address here (serving.QUIET). To be told of each request
            # would take a tenth of a page's time.
            "requestfailed": lambda request: (
                faults.append(f"asked {request.url}") if elsewhere(request.url) else None
            ),
        }
        for event, listener in listeners.items():
            context.on(event, listener)
            watched.append((context, event, listener))

    def open_at(query="", width=1280, height=900, scheme="light", server=usual, fresh=False):
        context = profile
        if fresh:
            context = opened(browser)
            own.append(context)
        else:
            used.add(server)
        if all(context is not each for each, _, _ in watched):
            watch(context)
        page = unused.pop() if context is profile and unused else context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{server}/{query}")
        return page

    yield open_at
    for context in own:
        context.close()
    forget(profile, used)
    for context, event, listener in watched:
        if context is profile:
            context.remove_listener(event, listener)
    assert not faults


def forget(context, servers):
    """Close all tabs but the first, and clear what they have left but for what was loaded."""
    for page in context.pages[1:]:
        page.close()
    context.clear_permissions()
    page = context.pages[0] if context.pages else context.new_page()
    page.mouse.move(0, 0)
    for server in servers:
        # Of the same origin, and nothing that would write again.
        page.goto(f"{server}/hierscope/frontend/none/shared/icon.svg")
        session = context.new_cdp_session(page)
        left = {"origin": server, "storageTypes": "cookies,local_storage,indexeddb"}
        session.send("Storage.clearDataForOrigin", left)
        session.detach()
        page.evaluate("sessionStorage.clear()")


@pytest.fixture
def open_page(open_watched):
    """Open the explorer at a page with a live view, watched, and wait until that is drawn."""

    def open_at(query="", ready=".sentence:not(.late)", **how):
        page = open_watched(query, **how)
        page.locator("[data-score=reduced-recall]:not(:empty)").wait_for(state="attached")
        page.locator(".details:not(.late)").wait_for(state="attached")
        page.locator(ready).wait_for()
        return page

    return open_at
