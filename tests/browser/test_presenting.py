"""The presentation mode by keyboard, in Chromium: content, sizes and navigation."""

import re

import pytest
from playwright.sync_api import expect
from serving import box_of, query

from core.editing import add_boundary
from core.io.link import pack_pair
from core.samples import samples
from core.triplets.api import costliest
from core.triplets.task import Task
from core.vocabulary import PARTS

SAMPLES = {sample.id: sample for sample in samples()}
JAZZ = SAMPLES["jazz_two_annotators"]
SCORES = [f"[data-headline={part}]" for part in PARTS]
SHOWN = ["#window", "svg.curves", ".name-cell", ".leave", ".asked-cell > p", "svg.layers .axis"]
HIGH_ROWS = """([picture, least]) => [...picture.querySelectorAll(".layer > g > rect")]
  .every((row) => row.getBoundingClientRect().height >= least)"""
HIT = """places => places.map(([x, y]) => {
  const view = document.elementFromPoint(x, y).shadowRoot;
  return Boolean(view?.elementFromPoint(x, y).closest("dialog.stage"));
})"""


def triplet(page, number):
    """Expect the triplet of a number to be drawn, and the query to be where it is costliest."""
    found = costliest(Task(JAZZ.reference, JAZZ.estimate), 60, merge=True)
    expect(page.locator(".stage .step")).to_have_text(f"triplet {number} of {len(found)}")
    wanted = round(float(found.query[number - 1]), 6)
    expect(page.locator(".scope")).to_have_attribute("data-wanted", f"15 {wanted:.10g}")


def test_all_of_three_and_three_layers_is_seen_from_afar(open_page):
    reference = SAMPLES["pop_vs_algorithm"].reference
    pair = pack_pair(reference, add_boundary(reference, 1, 95.0, nested=True))
    page = open_page(f"triplets?pair={pair}&present=1", width=1280, height=720)
    expect(page.locator(".stage .step")).to_contain_text("triplet 1 of")
    for width, height, row in ((1280, 720, 44), (1920, 1080, 70)):
        page.set_viewport_size({"width": width, "height": height})
        picture = page.locator("svg.layers").element_handle()
        page.wait_for_function(HIGH_ROWS, arg=[picture, row])
        for part in (*SHOWN, *SCORES):
            box = page.locator(part).bounding_box()
            assert 0 <= box["x"] <= width - box["width"], part
            assert 0 <= box["y"] <= height - box["height"], part
        assert page.locator("svg.layers").evaluate("svg => svg.currentCSSZoom") > 1.799
        words = page.locator(".asked-cell > p")
        assert words.evaluate("p => p.scrollHeight <= p.clientHeight")
        size = words.evaluate("p => parseFloat(getComputedStyle(p).fontSize) * p.currentCSSZoom")
        assert size >= 22
        # Nothing else can be seen or pressed.
        places = [[x, y] for x in range(10, width, 90) for y in range(10, height, 60)]
        assert all(page.evaluate(HIT, places))


def test_scapes_are_presented_below_their_layers(open_page):
    page = open_page("windows?sample=pop_vs_algorithm&present=1", ".plane.recall[data-drawn]")
    parts = (".stack.reference", ".plane.recall", ".stack.estimate", ".plane.precision", ".axis")
    boxes = [page.locator(f".stage {part}").bounding_box() for part in parts]
    edges = [edge for box in boxes for edge in (box["y"], box["y"] + box["height"])]
    assert [*edges, 900] == sorted([*edges, 900])


def test_a_room_is_led_by_keys(open_page):
    page = open_page("?sample=jazz_two_annotators&q=28")
    headline = page.locator(".top .headline")
    press, stage = page.keyboard.press, page.locator("dialog.stage")
    press("f")
    expect(stage).to_be_visible()
    expect(page).to_have_url(re.compile("present=1"))
    page.wait_for_function("document.fullscreenElement !== null")
    expect(headline).to_have_count(0)
    for score in SCORES:
        expect(page.locator(score)).to_be_visible()
    triplet(page, 1)
    press("PageDown")
    triplet(page, 2)
    press("ArrowRight")
    triplet(page, 3)
    press("PageUp")
    triplet(page, 2)
    press("b")
    expect(page.locator(".stage .blank")).to_be_visible()
    press("PageDown")
    expect(page.locator(".stage .blank")).to_be_hidden()
    triplet(page, 2)
    press("?")
    expect(page.locator(".stage .keys")).to_contain_text("Page Down")
    press("?")
    # A click in the picture, which is shown larger, places q under the mouse; then arrows move it.
    axis = box_of(page, ".axis line")
    page.mouse.click(axis["x"] + axis["width"] / 2, axis["y"] - 20)
    middle = query(page)
    assert middle == pytest.approx(JAZZ.reference.end / 2, abs=0.5)
    page.mouse.move(0, 0)
    press("ArrowRight")
    moved = re.compile(f"15 {middle + 0.1:.10g}")
    expect(page.locator(".scope")).to_have_attribute("data-wanted", moved)
    press("ArrowDown")
    expect(page.locator(".stack.reference .layer")).to_have_count(1)
    expect(page).to_have_url(re.compile("sample=figure2.*present=1"))
    expect(page.locator(".stage .name-cell")).to_contain_text("Flat vs. flat")
    page.locator(".stage .leave").click()
    expect(stage).to_be_hidden()
    expect(headline).to_be_visible()
    expect(page).not_to_have_url(re.compile("present"))
    page.wait_for_function("document.fullscreenElement === null")
