"""The channel of live questions if it is lost, blocked, or used by another page."""

import re
import socket
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from serving import PATIENCE, choose_sample
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from core.samples import sample
from core.tmeasures import score

LIVE = re.compile("/hierscope/live$")


@pytest.fixture
def routed(browser, plain_address):
    """Open the explorer with its live socket in our hands: `take(route)` is called for each.
    Or with a script that runs before all others."""
    contexts = []

    def open_at(take=None, query="", script=""):
        context = browser.new_context()
        contexts.append(context)
        page = context.new_page()
        if script:
            page.add_init_script(script)
            page.clock.install()  # goes on, and can be put forward
        if take:
            page.route_web_socket(LIVE, take)
        page.goto(f"{plain_address}/{query}")
        page.locator("[data-headline=recall]").wait_for()
        return page

    yield open_at
    for context in contexts:
        context.close()


def until(page, happened):
    """Let the page go on, frame by frame, until it has brought something about."""
    for _ in range(round(60 * PATIENCE)):
        if happened():
            return
        page.evaluate("new Promise(requestAnimationFrame)")
    raise AssertionError("it did not happen")


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
    expect(page.locator(".trouble")).to_contain_text("Reconnecting")
    before = page.locator("[data-score=reduced-recall]").inner_text()
    page.locator("#window").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-score=reduced-recall]")).not_to_have_text(before)


def test_a_sample_is_there_before_the_page_has_followed(browser, plain_address):
    page = browser.new_page()
    held = []

    def take(route):
        server = route.connect_to_server()
        route.on_message(lambda text: held.append(text) if asked else server.send(text))

    asked = []
    page.route_web_socket(re.compile("/plain$"), take)
    page.goto(f"{plain_address}/?w=3.0")
    page.locator(".details:not(.late)").wait_for(state="attached")
    asked.append("from now on, what is said to the script does not come through")
    choose_sample(page, "figure7")
    expect(page.locator(".stack.estimate .layer")).to_have_count(3)
    pair = sample("figure7")
    found = score(pair.reference, pair.estimate, [3.0]).scores["reduced"]
    expect(page.locator("[data-score=reduced-recall]")).to_have_text(f"{found.recall[0]:.3f}")
    expect(page.locator(".details:not(.late)")).to_be_attached()  # its queries are answered, too
    until(page, lambda: any("figure7" in text for text in held))
    page.context.close()


def test_a_samples_answer_that_comes_after_the_page_changes_nothing(routed):
    held, waiting, arrived = [], [], []

    def take(route):
        server = route.connect_to_server()
        route.on_message(lambda text: (waiting.append if held else server.send)(text))
        server.on_message(lambda data: (arrived.append(data), route.send(data)))
        lines.append(server)

    lines = []
    page = routed(take)
    held.append("from now on, no question comes through")
    title = page.locator(".layers-box .title.reference")
    choose_sample(page, "pop_vs_algorithm")
    expect(title).to_have_text("Reference · annotator")
    page.get_by_role("button", name="Swap").click()
    expect(title).to_have_text("Reference · bottom-up algorithm")
    (late,) = [text for text in waiting if '"kind":"sample"' in text]
    lines[-1].send(late)
    until(page, lambda: any(b'"drawing"' in data for data in arrived))
    page.evaluate("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")
    expect(title).to_have_text("Reference · bottom-up algorithm")


@pytest.mark.parametrize("where", ["", "draw"])
def test_what_stays_behind_is_dimmed(routed, where):
    gone = []

    def take(route):
        server = route.connect_to_server()
        route.on_message(lambda text: None if gone else server.send(text))

    page = routed(take, where)
    page.locator(".details:not(.late)").wait_for(state="attached")
    g = page.locator(".details [data-g]").first
    expect(g).to_have_css("opacity", "1")
    gone.append("from now on, nothing is answered")
    page.locator("svg.layers").hover(position={"x": 400, "y": 12})
    expect(g).to_have_css("opacity", "0.6")


# A proxy answers the handshake itself: the browser is told of no opening, only of an end.
BARRED = """
  const Socket = window.WebSocket;
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 3;
    constructor(address) {
      super();
      if (!String(address).endsWith("/hierscope/live")) return new Socket(address);
      setTimeout(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 })));
    }
    close() {}
  };
"""


def test_a_way_that_lets_pages_through_but_no_socket_is_named(routed):
    page = routed(script=BARRED)
    page.clock.fast_forward("00:10")
    expect(page.locator(".trouble")).to_contain_text("may block WebSockets")


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
