"""One server for all browser tests of a worker; a fresh page for each."""

import pytest
from playwright.sync_api import expect
from serving import PATIENCE, served

# What is expected is waited for as long as a busy machine may take; it is no measure of speed.
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def address():
    with served() as found:
        yield found


def bad(message):
    """Whether a message of the console is a fault of ours."""
    # Opened at a page of its own, Streamlit first asks for these below it (streamlit#7074).
    looks_below = message.location["url"].endswith(("/_stcore/health", "/_stcore/host-config"))
    return message.type == "error" and not looks_below


@pytest.fixture(scope="session")
def profile(browser):
    """A context that keeps what it has loaded: Streamlit's scripts take longest of a page."""
    context = browser.new_context(accept_downloads=True)
    yield context
    context.close()


@pytest.fixture
def open_watched(browser, profile, address):
    """Open a page, at once; fails the test when it, or one that it opens, logs an error, also that
    something did not load, or asks another machine. With `fresh`, as in another browser."""
    own, faults, watched, servers = [], [], [], set()

    def ours(url):
        return url.startswith(("data:", "blob:")) or url.replace("ws", "http", 1).startswith(
            tuple(servers)
        )

    def watch(context):
        listeners = {
            "weberror": lambda error: faults.append(f"page: {error.error}"),
            "console": lambda message: faults.append(message.text) if bad(message) else None,
            "request": lambda request: (
                None if ours(request.url) else faults.append(f"asked {request.url}")
            ),
        }
        for event, listener in listeners.items():
            context.on(event, listener)
            watched.append((context, event, listener))

    def open_at(query="", width=1280, height=900, scheme="light", server=address, fresh=False):
        context = profile
        servers.add(server)
        if fresh:
            context = browser.new_context(accept_downloads=True)
            own.append(context)
        if all(context is not each for each, _, _ in watched):
            watch(context)
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{server}/{query}")
        return page

    yield open_at
    for context in own:
        context.close()
    forget(profile, servers)
    for context, event, listener in watched:
        if context is profile:
            context.remove_listener(event, listener)
    assert not faults


def forget(context, servers):
    """Close all pages, and clear what they have left but for what was loaded."""
    if context.pages:
        session = context.new_cdp_session(context.pages[0])
        for server in servers:
            left = {"origin": server, "storageTypes": "cookies,local_storage,indexeddb"}
            session.send("Storage.clearDataForOrigin", left)
    for page in context.pages:
        page.close()
    context.clear_permissions()


@pytest.fixture
def open_page(open_watched):
    """Open the explorer at a page with a live view, watched, and wait until that is drawn."""

    def open_at(query="", ready=".say:not(.late)", **how):
        page = open_watched(query, **how)
        page.locator("[data-score=reduced-recall]").wait_for()
        page.locator(".details:not(.late)").wait_for()
        page.locator(ready).wait_for()
        return page

    return open_at
