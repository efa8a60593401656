"""One server and one Chromium for all browser tests; a fresh page for each."""

import pytest
from serving import chromium, served


@pytest.fixture(scope="session")
def address():
    with served() as found:
        yield found


@pytest.fixture(scope="session")
def browser():
    with chromium() as found:
        yield found


def bad(message):
    """Whether a message of the console is a fault of ours."""
    # Opened at a page of its own, Streamlit first asks for these below it (streamlit#7074).
    looks_below = message.location["url"].endswith(("/_stcore/health", "/_stcore/host-config"))
    return message.type == "error" and not looks_below


@pytest.fixture
def open_page(browser, address):
    """Open the explorer; fails the test when the page logs an error or asks another machine."""
    contexts, faults = [], []

    def open_at(query="", width=1280, height=900, scheme="light", ready=".say:not(.late)", **how):
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            accept_downloads=True,
            **how,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"page: {error}"))
        page.on("console", lambda message: faults.append(message.text) if bad(message) else None)
        page.on(
            "request",
            lambda request: (
                faults.append(f"asked {request.url}")
                if not request.url.startswith(
                    (address, "data:", "blob:", address.replace("http", "ws"))
                )
                else None
            ),
        )
        page.goto(f"{address}/{query}")
        page.locator("[data-score=reduced-recall]").wait_for()
        page.locator(".details:not(.late)").wait_for()
        page.locator(ready).wait_for()
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert not faults
