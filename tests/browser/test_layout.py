"""The picture comes first: what is visible without scrolling, and what stays where it is."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect
from serving import BOXES, boxes, comes_to, follow, query, resting

from core.io.link import pack_pair
from core.samples import sample

HEAD = 60
"""Streamlit's own head, in px, which lies over what scrolls."""
PASTE = "document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' }))"
PARTS = (
    ".top",
    ".sentence",
    ".layers-box",
    ".foot > .tools",
    ".foot .unfold",
    ".foot .unfold + button",
)
ACTS = (".actions .link", ".actions .present", "[data-testid=stPopoverButton]")


def all_between(page, above, below, *selectors):
    """Wait until parts of the page are wholly between two heights, none on another."""
    page.wait_for_function(
        f"""([selectors, above, below]) => ({BOXES})(selectors).every((box, at, all) =>
          box && box[1] >= (at ? all[at - 1][3] - 1 : above) && box[3] <= below)""",
        arg=[list(selectors), above, below],
        polling=50,
    )


def scroll(page, by):
    page.evaluate("(by) => document.querySelector('.stMain').scrollBy(0, by)", by)


@pytest.mark.walk
def test_the_picture_comes_first_and_nothing_moves_under_the_pointer(open_page):
    reference = sample("jingle_bells_algorithm").reference
    estimate = replace(reference, name="another")
    page = open_page(f"?pair={pack_pair(reference, estimate)}", width=1280, height=800)
    places = []
    for name in ("Compare", "Triplets", "Draw"):
        if places:
            follow(page, name)
        words = ".toolbar" if name == "Draw" else ".sentence"
        page.locator(f".top ~ .body {words} ~ .layers-box .estimate .layer").nth(2).wait_for()
        page.locator(".details:not(.late)").wait_for(state="attached")
        all_between(page, HEAD, 800, ".top", words, ".layers-box .estimate .strip")
        still = boxes(page, ".headline", ".steer", ".layers-box")
        places.append([edge for box in still for edge in box])
    # Who changes the page sees all of it stay where it is; Draw has its tools above the layers.
    compare, triplets, draw = places
    assert triplets[:11] == pytest.approx(compare[:11], abs=1)
    assert draw[:8] == pytest.approx(compare[:8], abs=1)
    follow(page, "Triplets")
    page.locator(".trees").wait_for()
    scroll(page, 400)
    all_between(page, HEAD, 170, ".headline")
    all_between(page, HEAD, 170, ".steer")
    follow(page, "Compare")
    expect(page.get_by_test_id("stMain")).to_have_js_property("scrollTop", 0)
    # A phone shows the scores, then the picture, and keeps the slider.
    page.set_viewport_size({"width": 390, "height": 844})
    parts = (".headline", ".steer", ".why", ".asked", ".layers-box .reference .strip")
    all_between(page, HEAD, 844, *parts)
    scroll(page, 600)
    page.locator(".away .brief > div").wait_for()
    all_between(page, HEAD, 190, ".steer", ".brief > div")
    score = page.locator("[data-headline=recall]").text_content()
    expect(page.locator(".brief b").first).to_have_text(score)
    scroll(page, -600)
    page.set_viewport_size({"width": 1280, "height": 1200})
    nothing_moves_under_the_pointer_and_a_rerun_keeps_the_view(page)


def nothing_moves_under_the_pointer_and_a_rerun_keeps_the_view(page):
    view = page.locator("svg.layers")
    view.evaluate("layers => { layers.dataset.mark = 'same'; }")
    all_between(page, HEAD, 1200, *PARTS[:3])
    resting(page.locator(".foot"))
    before = boxes(page, *PARTS)
    page.locator(".foot").hover()
    assert boxes(page, *PARTS) == before
    page.get_by_role("button", name="Zoom in").click()
    expect(page.get_by_role("button", name="Zoom out")).to_have_attribute("aria-disabled", "false")
    assert boxes(page, *PARTS) == before
    page.get_by_role("button", name="listen").click()
    page.locator(".hearing").wait_for(state="attached")
    assert boxes(page, *PARTS) == before
    # A link is copied where browsers keep the clipboard to themselves, as over plain http.
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    button = page.get_by_role("button", name="Copy link")
    head = boxes(page, *ACTS)
    # Where it may not be copied, it is there to be copied by hand.
    page.evaluate("document.execCommand = () => false")
    button.click()
    field = page.get_by_role("textbox", name="Text to copy")
    expect(field).to_have_value(page.url)
    expect(field).to_be_focused()
    assert boxes(page, *ACTS) == head
    chosen = field.evaluate("each => each.value.slice(each.selectionStart, each.selectionEnd)")
    assert chosen == page.url
    field.press("Tab")
    expect(field).to_have_count(0)
    page.evaluate("delete document.execCommand")
    button.click()
    expect(page.get_by_text("Link copied. It opens on this machine only")).to_be_visible()
    expect(button).to_be_focused()
    assert boxes(page, *ACTS) == head
    assert boxes(page, *PARTS) == before
    copied = page.url
    # A click on the layers closes the menu, and moves no query.
    opener = page.get_by_test_id("stPopoverButton").filter(has_text="⋮")
    opener.click()
    page.get_by_role("button", name="Swap").wait_for()
    place = query(page)
    view.click(position={"x": 200, "y": 60})
    expect(page.get_by_test_id("stPopoverBody")).to_be_hidden()
    page.mouse.move(0, 0)
    comes_to(page, place)
    opener.click()
    page.get_by_role("button", name="Swap").click()
    expect(page.locator(".layers-box .title.reference")).to_have_text("Reference · another")
    expect(view).to_have_attribute("data-mark", "same")
    page.evaluate(PASTE)
    page.locator("#paste").press("ControlOrMeta+v")
    expect(page.locator("#paste")).to_have_value(copied)


def test_a_phone_shows_names_of_layers_whole(open_page):
    page = open_page("?sample=jingle_bells", width=390, height=844)
    names = page.locator("svg.layers .layer > text")
    expect(names).to_have_text(["units", "functions", "periods", "functions", "phrases"])
    left = names.evaluate_all("all => Math.min(...all.map((name) => name.getBBox().x))")
    assert left >= 0
    expect(page.locator(".gallery .line .name")).to_contain_text("in two readings, both ours")
    assert page.locator(".gallery .line .name").evaluate(
        "name => name.scrollWidth <= name.clientWidth"
    )
