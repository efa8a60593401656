"""The presentation mode by keyboard, in Chromium: content, sizes and navigation."""

import re

from playwright.sync_api import expect
from serving import box_of, boxes, comes_to, query, stands

from core.editing import add_boundary
from core.io.link import pack_pair
from core.samples import sample
from core.triplets.blocks import costliest
from core.triplets.task import Task
from core.vocabulary import PARTS
from explorer.messages.inspection import middles

SHOWN = [f"[data-headline={part}]" for part in PARTS]
SHOWN += ["#window", "svg.curves", ".name-cell", ".leave", ".asked-cell > p", ".roll path"]
SHOWN += ["svg.layers .axis"]
HIGH_ROWS = """([picture, least]) => [...picture.querySelectorAll(".layer > g > rect")]
  .every((row) => row.getBoundingClientRect().height >= least)"""
MINUTE_22 = """localStorage.setItem("hierscope.lecture",
  JSON.stringify({ begun: Date.now() - 22 * 60000 }))"""
HIT = """places => places.map(([x, y]) => {
  const view = document.elementFromPoint(x, y).shadowRoot;
  return Boolean(view?.elementFromPoint(x, y).closest("dialog.stage"));
})"""


def test_a_room_sees_all_of_three_and_three_layers_from_afar_and_is_led_by_keys(open_page):
    reference = sample("jingle_bells_algorithm").reference  # a tune, with notes over the layers
    estimate = add_boundary(reference, 1, 95.0, nested=True)
    page = open_page(f"?pair={pack_pair(reference, estimate)}", width=1280, height=720)
    headline, stage = page.locator(".top .headline"), page.locator("dialog.stage")
    press, view = page.keyboard.press, page.locator(".scope")
    blank, picture = page.locator(".stage .blank"), page.locator("svg.layers")
    task = Task(reference, estimate)
    triplets = costliest(task, 60, merge=True)

    def shows(number):
        """Expect the triplet of a number, and the query to be in the middle of its block."""
        step = page.locator(".stage .step")
        expect(step).to_have_text(f"triplet {number} of {len(triplets)}")
        wanted = round(float(middles(task, triplets)[number - 1]), 6)
        expect(view).to_have_attribute("data-wanted", f"15 {wanted:.10g}")

    def leaves():
        page.locator(".stage .leave").click()
        expect(stage).to_be_hidden()
        expect(headline).to_be_visible()
        expect(page).not_to_have_url(re.compile("present"))
        page.wait_for_function("() => document.fullscreenElement === null", polling=50)

    for width, height, row in ((1920, 1080, 70), (1280, 720, 41)):
        page.set_viewport_size({"width": width, "height": height})
        press("f")
        expect(stage).to_be_visible()
        expect(page).to_have_url(re.compile("present=1"))
        page.wait_for_function("() => document.fullscreenElement !== null", polling=50)
        expect(headline).to_have_count(0)
        shows(1)
        page.wait_for_function(HIGH_ROWS, arg=[picture.element_handle(), row], polling=50)
        places = boxes(page, *SHOWN)
        for part, (left, top, right, bottom) in zip(SHOWN, places, strict=True):
            assert 0 <= left <= right <= width, part
            assert 0 <= top <= bottom <= height, part
        assert ends_above_controls(page)
        assert picture.evaluate("svg => svg.currentCSSZoom") > 1.799
        words = page.locator(".asked-cell > p")
        assert words.evaluate("p => p.scrollHeight <= p.clientHeight")
        size = words.evaluate("p => parseFloat(getComputedStyle(p).fontSize) * p.currentCSSZoom")
        assert size >= 22
        # Nothing else can be seen or pressed.
        places = [[x, y] for x in range(10, width, 90) for y in range(10, height, 60)]
        assert all(page.evaluate(HIT, places))
        if width > 1280:
            leaves()
    for key, number in (("PageDown", 2), ("ArrowRight", 3), ("PageUp", 2)):
        press(key)
        shows(number)
    press("b")
    expect(blank).to_be_visible()
    press("PageDown")
    expect(blank).to_be_hidden()
    shows(2)
    press("?")
    expect(page.locator(".stage .keys")).to_contain_text("Page Down")
    page.evaluate(MINUTE_22)
    press("s")
    expect(page.locator(".notes button")).to_have_text(re.compile("2[23] min"))
    expect(page.locator(".notes b")).to_have_text(re.compile("How large must the window be"))
    press("Escape")  # notes and list first
    expect(page.locator(".notes")).to_be_hidden()
    expect(page.locator(".stage .keys")).to_be_hidden()
    expect(stage).to_be_visible()
    # A click in the picture, which is shown larger, places q under the mouse; then arrows move it.
    axis = box_of(page, ".axis line")
    page.mouse.click(axis["x"] + axis["width"] / 2, axis["y"] - 20)
    comes_to(page, reference.end / 2, within=0.5)
    middle = query(page)
    page.mouse.move(0, 0)
    press("ArrowRight")
    expect(view).to_have_attribute("data-wanted", f"15 {middle + 0.1:.10g}")
    leaves()


def test_scapes_are_presented_with_all_of_both_sides(open_page):
    page = open_page("windows?sample=ode_to_joy", width=1280, height=720)
    page.keyboard.press("f")
    page.wait_for_function("() => document.fullscreenElement !== null", polling=50)
    stands(page.locator(".stage svg.layers"), "part => part.getBoundingClientRect().height")
    assert ends_above_controls(page)


def ends_above_controls(page):
    """Whether the buttons, which a moved pointer shows, are below the times of the axis."""
    line, controls = boxes(page, "svg.layers .axis", ".stage .controls")
    return line[3] <= controls[1] + 2  # below a number is its line's space
