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


@pytest.fixture
def open_watched(browser, address):
    """Open a page, at once; fails the test when it, or one that it opens, logs an error, also that
    something did not load, or asks another machine."""
    contexts, faults = [], []

    def open_at(query="", width=1280, height=900, scheme="light", server=address, **how):
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            accept_downloads=True,
            **how,
        )
        contexts.append(context)
        ours = (server, "data:", "blob:", server.replace("http", "ws"))
        context.on("weberror", lambda error: faults.append(f"page: {error.error}"))
        context.on("console", lambda message: faults.append(message.text) if bad(message) else None)
        context.on(
            "request",
            lambda request: (
                None if request.url.startswith(ours) else faults.append(f"asked {request.url}")
            ),
        )
        page = context.new_page()
        page.goto(f"{server}/{query}")
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert not faults


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
