"""The way of live questions, when it is lost, barred, or asked for by somebody else."""

import re
import socket
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

LIVE = re.compile("/hierscope/live$")


@pytest.fixture
def routed(browser, address):
    """Open the explorer with its live socket in our hands: `take(route)` is called for each."""
    contexts = []

    def open_at(take, query=""):
        context = browser.new_context()
        contexts.append(context)
        page = context.new_page()
        page.route_web_socket(LIVE, take)
        page.goto(f"{address}/{query}")
        page.locator("[data-score=reduced-recall]").wait_for()
        return page

    yield open_at
    for context in contexts:
        context.close()


def query_is(page, time):
    expect(page.locator(".details:not(.late) .place")).to_have_text(f"q = {time}")


def test_a_lost_connection_is_taken_up_again_and_nothing_is_lost(routed):
    lines = []

    def take(route):
        server = route.connect_to_server()
        lines.append((route, server))

    page = routed(take, "?q=12.0")
    query_is(page, "0:12.0")
    for turn, time in enumerate(("0:13.0", "0:14.0")):  # neither was asked about before
        route, server = lines[-1]
        route.close(code=1012)
        server.close()
        page.locator("svg.layers").focus()
        page.keyboard.press("Shift+ArrowRight")
        query_is(page, time)
        assert len(lines) == turn + 2
    expect(page.locator(".trouble")).to_be_hidden()


def test_while_there_is_no_connection_it_is_said_quietly_and_scores_follow(routed):
    page = routed(lambda route: route.close(code=1013))
    expect(page.locator(".trouble")).to_contain_text("being taken up again")
    before = page.locator("[data-score=reduced-recall]").inner_text()
    page.locator("#window").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-score=reduced-recall]")).not_to_have_text(before)


def test_a_way_that_lets_pages_through_but_no_socket_is_named(routed):
    page = routed(lambda route: None)
    # A proxy answers the handshake itself: the browser is told of no opening, only of an end.
    page.evaluate(
        """() => {
          window.WebSocket = class extends EventTarget {
            static OPEN = 1;
            readyState = 3;
            constructor() {
              super();
              setTimeout(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 })));
            }
            close() {}
          };
        }"""
    )
    page.get_by_role("link", name="Glossary").click()
    page.get_by_role("textbox", name="Search the glossary").wait_for()
    page.get_by_role("link", name="Compare").click()
    expect(page.locator(".trouble")).to_contain_text("no WebSocket")


def spoken_to(address, host, path, origin=None):
    """Open a socket to the server under the name that a page elsewhere has given it."""
    place = urlsplit(address)
    wire = socket.create_connection((place.hostname, place.port))
    return connect(f"ws://{host}:{place.port}{path}", sock=wire, origin=origin)


@pytest.mark.parametrize("path", ["/hierscope/live", "/_stcore/stream"])
def test_a_page_that_gives_this_machine_a_name_of_its_own_is_refused(address, path):
    port = urlsplit(address).port
    with (
        pytest.raises(InvalidStatus) as refused,
        spoken_to(address, "evil.example", path, f"http://evil.example:{port}"),
    ):
        pass
    assert refused.value.response.status_code == 403
    with spoken_to(address, "localhost", path, f"http://localhost:{port}"):
        pass  # as before


def test_a_page_under_a_path_finds_its_modules_and_its_socket(address):
    place = urlsplit(address)
    with connect(f"ws://{place.netloc}/some/path/hierscope/live") as line:
        line.send("boo")
        assert b"malformed" in line.recv()
