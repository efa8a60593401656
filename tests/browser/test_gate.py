"""Access in Chromium: the owner by the printed address, and nobody else."""

import os
import select
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect
from serving import PATIENCE, started

# Writes the address that it is to open, as a browser would open it.
BROWSER = "import os, sys; os.write(os.open(sys.argv[1], os.O_WRONLY), sys.argv[2].encode())"
SCORE = "[data-headline=recall]"
TRIES = """async ([address, socket]) => {
  const read = await fetch(address).then((answer) => answer.text()).catch(() => "barred");
  const framed = await new Promise((tell) => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.onload = () => { try { tell(frame.contentDocument.title); } catch { tell("barred"); } };
    frame.src = address;
  });
  const told = await new Promise((tell) => {
    const line = new WebSocket(socket);
    line.onopen = () => tell("open");
    line.onerror = () => tell("barred");
  });
  return [read, framed, told];
}"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """The address of a server, without the token, and the one that was opened."""
    home = tmp_path_factory.mktemp("home")
    pipe = home / "opened"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    script = home / "browser.py"
    script.write_text(BROWSER)
    browser = f"{sys.executable} {script} {pipe} %s"
    environment = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": "", "BROWSER": browser}
    with started(options=(), environment=environment) as (address, _):
        assert select.select([reader], [], [], PATIENCE)[0], "no browser was opened"
        yield address, os.read(reader, 1000).decode()
    os.close(reader)


@pytest.fixture(scope="module")
def context(browser):
    with browser.new_context() as found:
        found.set_default_timeout(PATIENCE * 1000)
        yield found


@pytest.fixture(autouse=True)
def stranger(context):
    """A visitor has no cookie, though the browser has loaded Streamlit's front end before."""
    yield
    context.clear_cookies()
    for page in context.pages:
        page.close()


@contextmanager
def elsewhere(body):
    """Serve a page on another port; yield the port."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.mark.walk
def test_the_address_that_is_opened_lets_in_and_others_read_what_to_do(opened, context):
    address, own = opened
    token = own.split("token=")[1]
    page = context.new_page()
    answer = page.goto(f"{address}/?sample=figure2")
    assert answer.status == 403
    expect(page.get_by_role("heading")).to_contain_text("is private")
    assert token not in page.content()
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Open").click()
    expect(page.locator(SCORE)).to_be_visible()
    assert "token" not in page.url
    assert "sample=figure2" in page.url
    # What follows the hand comes through the gate, too.
    page.get_by_role("slider").first.press("ArrowRight")
    expect(page.locator(".details:not(.late)")).to_be_attached()
    assert context.cookies()[0]["sameSite"] == "Strict"
    # Another tab is known.
    other = context.new_page()
    other.goto(f"{address}/lessons")
    expect(other.get_by_role("heading", name="Lessons")).to_be_visible()


@pytest.mark.walk
def test_pages_on_other_ports_get_nothing_but_may_link_here(opened, context):
    address, own = opened
    page = context.new_page()
    page.goto(own)
    expect(page.locator(SCORE)).to_be_visible()
    socket = address.replace("http", "ws") + "/hierscope/live"
    with elsewhere(f'<body><a href="{address}/lessons">here</a>') as port:
        for name in ("127.0.0.1", "localhost"):  # the same site on another port, and another site
            other = context.new_page()
            other.goto(f"http://{name}:{port}")
            assert other.evaluate(TRIES, [address, socket]) == ["barred"] * 3
            other.get_by_role("link", name="here").click()
            expect(other.get_by_role("heading", name="Lessons")).to_be_visible()
            other.close()
