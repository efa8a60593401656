"""Starting the explorer like a newcomer: the owner comes in by the opened address, nobody else."""

import os
import re
import select
import socket
import sys
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect
from serving import PATIENCE, free_port, started

# Writes the address that it is to open, as a browser would open it.
BROWSER = "import os, sys; os.write(os.open(sys.argv[1], os.O_WRONLY), sys.argv[2].encode())"
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


@contextmanager
def first_start(home):
    """Start with two files and an empty home; yield the address, and the one that was opened."""
    for name, text in (("ref.csv", "0, 20, 40, 60"), ("est.csv", "0, 30, 60")):
        (home / name).write_text(text)
    pipe, script = home / "opened", home / "browser.py"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    script.write_text(BROWSER)
    browser = f"{sys.executable} {script} {pipe} %s"
    # Without settings in the home folder Streamlit would ask for an e-mail address and wait.
    environment = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": "", "BROWSER": browser}
    files = home / "ref.csv", home / "est.csv"
    with started(*files, options=(), environment=environment) as (address, _):
        assert select.select([reader], [], [], PATIENCE)[0], "no browser was opened"
        yield address, os.read(reader, 1000).decode()
    os.close(reader)


@pytest.mark.walk
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
def test_the_address_that_is_opened_lets_in_and_others_get_nothing(browser, tmp_path):
    with (
        first_start(tmp_path) as (address, own),
        browser.new_context() as context,
    ):
        context.set_default_timeout(PATIENCE * 1000)
        assert address.startswith("http://127.0.0.1:")
        token = own.split("token=")[1]
        page = context.new_page()
        # Not Compare is the first page that this server shows: beside a folder named pages,
        # Streamlit would run it without the entry script.
        answer = page.goto(f"{address}/triplets?w=3.0")
        assert answer.status == 403
        expect(page.get_by_role("heading")).to_contain_text("is private")
        assert token not in page.content()
        page.get_by_label("Token").fill(token)
        page.get_by_role("button", name="Open").click()
        title = page.locator(".layers-box .title").first
        expect(title).to_have_text(re.compile("ref.csv"))
        assert "token" not in page.url
        assert "w=3.0" in page.url
        page.get_by_role("link", name="Compare").click()
        expect(page.locator("[data-headline=recall]")).to_be_visible()
        expect(title).to_have_text(re.compile("ref.csv"))
        expect(page.locator(".layers-box .estimate .layer rect")).to_have_count(2)
        # What follows the hand comes through the gate, too.
        page.get_by_role("slider").first.press("ArrowRight")
        expect(page.locator(".details:not(.late)")).to_be_attached()
        assert context.cookies()[0]["sameSite"] == "Strict"
        # Pages on another port and of another site get nothing, but may link here.
        live = address.replace("http", "ws") + "/hierscope/live"
        link, port = f'<body><a href="{address}/lessons">here</a>', free_port()
        for elsewhere in (f"http://127.0.0.1:{port}/", f"http://localhost:{port}/"):
            page.route(elsewhere, lambda way: way.fulfill(body=link, content_type="text/html"))
            page.goto(elsewhere)
            assert page.evaluate(TRIES, [address, live]) == ["barred"] * 3
        page.get_by_role("link", name="here").click()
        expect(page.get_by_role("heading", name="Lessons")).to_be_visible()
        # In another browser, the address that was opened lets in by itself.
        context.clear_cookies()
        answer = context.request.get(f"{address}/lessons")
        assert answer.status == 403
        answer = context.request.get(own)
        assert (answer.status, token in answer.url) == (200, False)


def test_a_port_that_is_taken_is_named_in_one_line(refused):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} is in use" in refused("--no-browser", f"--port={port}")
