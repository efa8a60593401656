"""Started like a hosting service does, by `streamlit run explorer/app.py` alone."""

import os
import urllib.request

import pytest
from playwright.sync_api import expect
from serving import STREAMLIT_RUN, served

SCORE = "[data-headline=recall]"

pytestmark = pytest.mark.walk


@pytest.fixture(scope="module")
def hosted(tmp_path_factory):
    kept = str(tmp_path_factory.mktemp("kept"))
    with served(environment={**os.environ, "HIERSCOPE_CACHE": kept}, **STREAMLIT_RUN) as address:
        yield address


def test_the_scores_follow_the_slider(hosted, open_watched):
    page = open_watched("?window=15", server=hosted)
    score = page.locator(SCORE)
    expect(score).to_be_visible()
    before = score.inner_text()
    slider = page.locator("#window").bounding_box()
    page.mouse.move(slider["x"] + slider["width"] / 2, slider["y"] + slider["height"] / 2)
    page.mouse.down()
    page.mouse.move(slider["x"] + slider["width"] / 4, slider["y"] + slider["height"] / 2)
    expect(score).not_to_have_text(before)  # while the button is down
    page.mouse.up()


def test_a_visitor_is_a_stranger_behind_the_gate(hosted, open_watched):
    with urllib.request.urlopen(hosted) as answer:
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    page = open_watched("corpus", server=hosted)
    page.locator(".st-key-corpus_row summary").click()
    # No folder of this machine is offered.
    expect(page.get_by_role("radio")).to_have_count(2)
    for name in ("Sample", "Upload"):
        expect(page.get_by_text(name, exact=True)).to_be_visible()


def test_without_websockets_the_page_says_so(hosted, browser):
    with browser.new_context() as context:
        page = context.new_page()
        page.route_web_socket("**/*", lambda socket: socket.close(code=1011))
        page.clock.install()  # goes on, and can be put forward
        page.goto(hosted)
        page.clock.fast_forward("00:10")
        expect(page.get_by_role("status")).to_contain_text("hierscope needs WebSockets")
