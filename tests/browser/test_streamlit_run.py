"""Started like a hosting service does, by `streamlit run explorer/app.py` alone; and a restart."""

import os
import re
import urllib.request
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect
from serving import PATIENCE, STREAMLIT_RUN, follow, relayed, served

from core.io.link import unpack_pair
from core.samples import sample

pytestmark = pytest.mark.walk


FIGURE_6 = sample("figure6")
TIMES = sample("ode_to_joy").estimate.boundaries[0][1:-1].tolist()


@pytest.fixture(scope="module")
def hosted(tmp_path_factory):
    kept = str(tmp_path_factory.mktemp("kept"))
    with served(environment={**os.environ, "HIERSCOPE_CACHE": kept}, **STREAMLIT_RUN) as address:
        yield address


def estimate_in(url):
    """The boundaries in the estimate's first layer of the pair in an address."""
    packed = parse_qs(urlsplit(url).query).get("pair")
    return packed and unpack_pair(packed[0])[1].boundaries[0][1:-1].tolist()


def test_a_restart_loses_nothing_and_the_last_of_two_links_counts(hosted, browser, address):
    with relayed(address) as relay, browser.new_context() as context:
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()  # unwatched, since lost connections are errors
        page.goto(f"{relay.address}/draw")
        page.get_by_role("button", name="More tools").click()
        field = page.get_by_label("Time of the boundary", exact=True)
        field.fill("12.5")
        field.press("Enter")
        page.wait_for_url(lambda url: estimate_in(url) == sorted([*TIMES, 12.5]))
        relay.put(hosted)
        # Streamlit connects again by itself, to a session that knows the address only.
        field.fill("22.5")
        field.press("Enter")
        page.wait_for_url(lambda url: estimate_in(url) == sorted([*TIMES, 12.5, 22.5]))
        page.get_by_role("button", name="Undo", exact=True).click()
        page.wait_for_url(lambda url: estimate_in(url) == sorted([*TIMES, 12.5]))
        # Nor does what a page said last, where it said several things while no server was there.
        page.get_by_role("link", name="Compare").click()
        follow(page, "Windows")
        window = page.get_by_role("textbox", name="Window in seconds")
        window.wait_for()
        relay.put(None)
        away = page.locator(
            "[data-test-connection-state]:not([data-test-connection-state=CONNECTED])"
        )
        away.wait_for()
        for seconds in ("3", "10"):
            window.fill(seconds)
            window.press("Enter")
            words = f"±{seconds} s, 0.1 s frames, as mir_eval"
            expect(page.locator(".scope .bar .window-note")).to_have_text(words)
        relay.put(address)
        expect(page).to_have_url(re.compile(r"w=10\.0"))
        page.get_by_role("link", name="Compare").click()
        expect(page.locator(".scope .bar .window-note")).to_have_text(words)


def test_the_whole_app_runs_behind_the_gate(hosted, open_watched, browser):
    page = open_watched("?window=15", server=hosted)
    # The channel of live questions is open: no other answer has g(q).
    expect(page.locator("[data-g=recall]")).to_have_text(re.compile(r"recall g\(q\) = \d"))
    with urllib.request.urlopen(hosted) as answer:
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    # Without WebSockets, the page says so.
    with browser.new_context() as context:
        page = context.new_page()
        page.route_web_socket("**/*", lambda socket: socket.close(code=1011))
        page.clock.install()  # goes on, and can be put forward
        page.goto(hosted)
        page.clock.fast_forward("00:10")
        expect(page.get_by_role("status")).to_contain_text("hierscope needs WebSockets")


def test_a_page_whose_connection_was_lost_while_it_loaded_loads_again(hosted, browser):
    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/static/js/*", lambda route: route.abort(), times=1)
        page.clock.install()
        page.goto(hosted)
        page.clock.fast_forward("00:05")
        page.locator(".scope svg.layers").wait_for()
