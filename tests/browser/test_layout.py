"""The picture comes first: what is visible without scrolling, and what stays visible."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect
from serving import follow

from core.io.link import pack_pair
from core.samples import sample

HEAD = 60
"""Streamlit's own head, in px, which lies over what scrolls."""


@pytest.fixture(scope="module")
def three_and_three():
    """A pair of three layers each, as its link says it."""
    reference = sample("pop_vs_algorithm").reference
    return "?pair=" + pack_pair(reference, reference)


def boxes(page, *selectors):
    """Left, top, right and bottom of parts of the page, also of those within its components."""
    return page.evaluate(
        """(selectors) => {
          const all = [...document.querySelectorAll("*")];
          const roots = [document, ...all.flatMap((at) => at.shadowRoot ?? [])];
          return selectors.map((selector) => {
            const found = roots.map((root) => root.querySelector(selector)).find(Boolean);
            const { left, top, right, bottom } = found.getBoundingClientRect();
            return [left, top, right, bottom];
          });
        }""",
        list(selectors),
    )


def outside(found, above, below):
    """Give the parts that are not wholly between two heights."""
    return [box for box in found if box[1] < above or box[3] > below]


def scroll(page, by):
    page.evaluate("(by) => document.querySelector('.stMain').scrollBy(0, by)", by)


@pytest.mark.walk
def test_the_picture_comes_first_and_the_scores_stay(open_page, three_and_three):
    page = open_page(three_and_three, width=1280, height=800)
    places = []
    for name in ("Compare", "Triplets", "Draw"):
        if places:
            follow(page, name)
        words = ".toolbar" if name == "Draw" else ".sentence"
        page.locator(f".top ~ .body {words} ~ .layers-box .estimate .layer").nth(2).wait_for()
        page.locator(".details:not(.late)").wait_for(state="attached")
        found = boxes(page, ".top", words, ".layers-box .estimate .strip")
        assert not outside(found, HEAD, 800), name
        # Nothing lies on anything else.
        for above, below in pairwise(found):
            assert above[3] <= below[1] + 1, name
        still = boxes(page, ".headline", ".steer", ".layers-box")
        places.append([edge for box in still for edge in box])
    # Who changes the page sees all of it stay where it is; Draw has its tools above the layers.
    compare, triplets, draw = places
    assert triplets[:11] == pytest.approx(compare[:11], abs=1)
    assert draw[:8] == pytest.approx(compare[:8], abs=1)
    follow(page, "Triplets")
    page.locator(".trees").wait_for()
    scroll(page, 400)
    assert not outside(boxes(page, ".headline", ".steer"), HEAD, 170)
    follow(page, "Compare")
    expect(page.get_by_test_id("stMain")).to_have_js_property("scrollTop", 0)


@pytest.mark.walk
def test_a_phone_shows_scores_then_the_picture_and_keeps_the_slider(open_page, three_and_three):
    page = open_page(three_and_three, width=390, height=844)
    found = boxes(page, ".headline", ".steer", ".why", ".asked", ".layers-box .reference .strip")
    assert not outside(found, HEAD, 844)
    for above, below in pairwise(found):
        assert above[3] <= below[1] + 1
    scroll(page, 600)
    page.locator(".away .brief > div").wait_for()
    assert not outside(boxes(page, ".steer", ".brief > div"), HEAD, 190)
    score = page.locator("[data-headline=recall]").text_content()
    assert page.locator(".brief b").first.text_content() == score
