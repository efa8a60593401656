"""The channel of live questions if it is lost, blocked, or used by another page."""

import re
import socket
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from serving import PATIENCE, choose_sample, frames
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from core.samples import sample
from core.tmeasures import score

LIVE, SCRIPT = re.compile("/hierscope/live$"), re.compile("/plain$")


@pytest.fixture
def open_routed(browser, plain_address):
    """Open the explorer with one of its sockets in our hands: `take(route)` is called for each."""
    with browser.new_context() as context:

        def open_at(sockets, take, query):
            page = context.new_page()
            page.route_web_socket(sockets, take)
            page.goto(f"{plain_address}/{query}")
            page.locator(".details:not(.late)").wait_for(state="attached")
            return page

        yield open_at


def until(page, happened):
    """Let the page go on, frame by frame, until it has brought something about."""
    for _ in range(round(60 * PATIENCE)):
        if happened():
            return
        page.evaluate("new Promise(requestAnimationFrame)")
    raise AssertionError("it did not happen")


def query_is(page, time):
    expect(page.locator(".details:not(.late) .place")).to_have_text(f"q = {time}")


def test_a_lost_connection_is_taken_up_again_and_nothing_is_lost(open_routed):
    lines, how = [], set()

    def take(route):
        if "closed" in how:
            return route.close(code=1013)
        server = route.connect_to_server()
        route.on_message(lambda text: None if "silent" in how else server.send(text))
        lines.append((route, server))
        return None

    def lose():
        route, server = lines[-1]
        route.close(code=1012)
        server.close()

    page = open_routed(LIVE, take, "?sample=figure6&q=12.0")
    query_is(page, "0:12.0")
    trouble = page.locator(".trouble")
    for turn, time in enumerate(("0:13.0", "0:14.0")):  # neither was asked about before
        lose()
        page.locator("svg.layers").focus()
        page.keyboard.press("Shift+ArrowRight")
        query_is(page, time)
        assert len(lines) == turn + 2
    expect(trouble).to_be_hidden()
    # What stays behind is dimmed.
    g = page.locator(".details [data-g]").first
    expect(g).to_have_css("opacity", "1")
    how.add("silent")
    page.locator("svg.layers").hover(position={"x": 400, "y": 12})
    expect(g).to_have_css("opacity", "0.6")
    # While there is no connection, the page says so, and the scores follow.
    how.add("closed")
    lose()
    expect(trouble).to_contain_text("Reconnecting")
    expect(trouble).to_contain_text("may block WebSockets")
    recall = page.locator("[data-score=reduced-recall]")
    expect(recall).to_have_text(recall_of("figure6", 15.0))
    page.locator("#window").focus()
    page.keyboard.press("End")
    expect(recall).to_have_text(recall_of("figure6", 60.0))


def recall_of(name, window):
    pair = sample(name)
    scores = score(pair.reference, pair.estimate, [window]).scores
    return f"{scores['reduced'].recall[0]:.3f}"


def test_a_sample_is_there_before_the_page_has_followed(open_routed):
    held, asked = [], []

    def take(route):
        server = route.connect_to_server()
        route.on_message(lambda text: held.append(text) if asked else server.send(text))

    page = open_routed(SCRIPT, take, "?w=3.0")
    asked.append("from now on, what is said to the script does not come through")
    choose_sample(page, "figure7")
    expect(page.locator(".stack.estimate .layer")).to_have_count(3)
    expect(page.locator("[data-score=reduced-recall]")).to_have_text(recall_of("figure7", 3.0))
    expect(page.locator(".details:not(.late)")).to_be_attached()  # its queries are answered, too
    until(page, lambda: any("figure7" in text for text in held))


def test_a_samples_answer_that_comes_after_the_page_changes_nothing(open_routed):
    held, waiting, arrived, lines = [], [], [], []

    def take(route):
        server = route.connect_to_server()
        route.on_message(lambda text: (waiting.append if held else server.send)(text))
        server.on_message(lambda data: (arrived.append(data), route.send(data)))
        lines.append(server)

    page = open_routed(LIVE, take, "")
    held.append("from now on, no question comes through")
    title = page.locator(".layers-box .title.reference")
    choose_sample(page, "jingle_bells_algorithm")
    expect(title).to_have_text(re.compile("^Reference · reading 1"))
    page.get_by_role("button", name="Swap").click()
    expect(title).to_have_text(re.compile("^Reference · .*algorithm"))
    (late,) = [text for text in waiting if '"kind":"sample"' in text]
    lines[-1].send(late)
    until(page, lambda: any(b'"drawing"' in data for data in arrived))
    frames(page)
    expect(title).to_have_text(re.compile("^Reference · .*algorithm"))


def spoken_to(address, host, path):
    """Open a socket to the server under the name that a page elsewhere has given it."""
    place = urlsplit(address)
    wire = socket.create_connection((place.hostname, place.port))
    name = f"{host}:{place.port}"
    return connect(f"ws://{name}{path}", sock=wire, origin=f"http://{name}")


def test_a_page_that_gives_this_machine_a_name_of_its_own_is_refused(address):
    for path in ("/hierscope/live", "/_stcore/stream"):
        with pytest.raises(InvalidStatus) as refused, spoken_to(address, "evil.example", path):
            pass
        assert refused.value.response.status_code == 403
        with spoken_to(address, "localhost", path):
            pass  # as before
    # A page under a path finds its socket.
    with spoken_to(address, "localhost", "/some/path/hierscope/live") as line:
        line.send("boo")
        assert b"malformed" in line.recv()
