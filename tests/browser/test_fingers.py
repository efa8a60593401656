"""Touch input on a phone, in Chromium with simulated touches."""

import re
import time

import pytest
from playwright.sync_api import expect
from serving import comes_to, frames, query

PHONE = {"width": 390, "height": 700}
# Where time begins, how wide it is, and the top of the layers.
AXIS = """each => {
  const axis = each.querySelector(".overview rect");
  const [from, width] = ["x", "width"].map((name) => Number(axis.getAttribute(name)));
  const { left, top } = each.getBoundingClientRect();
  return [left + from, width, top];
}"""


@pytest.fixture
def on_phone(open_page):
    """Open a page on a phone, and put fingers on it."""
    touching = []

    def open_at(query="?sample=figure6", **how):
        page = open_page(query, **{**PHONE, **how})
        touching.append(Fingers(page))
        return page, touching[-1]

    yield open_at
    for fingers in touching:
        fingers.session.detach()


class Fingers:
    """Touches on the layers, at shares of the time on screen and pixels below their top."""

    def __init__(self, page):
        self.page = page
        self.at = time.time()
        self.session = page.context.new_cdp_session(page)
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        page.locator("svg.layers").evaluate("each => each.scrollIntoView({ block: 'center' })")

    def touch(self, kind, *places):
        left, width, top = self.page.locator("svg.layers").evaluate(AXIS)
        points = [
            {"x": left + share * width, "y": top + 40 + down, "id": number}
            for number, (share, down) in enumerate(places)
        ]
        # As fast as fingers are, however busy the machine is.
        self.at += 0.01
        self.session.send(
            "Input.dispatchTouchEvent",
            {"type": f"touch{kind}", "touchPoints": points, "timestamp": self.at},
        )

    def tap(self, part):
        """Tap on the middle of a part of the page."""
        part.click(trial=True)  # in view, and it stays where it is
        box = part.bounding_box()
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind, points in (("Start", [at]), ("End", [])):
            self.session.send(
                "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points}
            )

    def move(self, start, end):
        """Put fingers down at places, take them to others, and lift them."""
        for number in range(len(start)):
            self.touch("Start", *start[: number + 1])
        for step in range(1, 6):
            between = [
                tuple(a + (b - a) * step / 5 for a, b in zip(first, last, strict=True))
                for first, last in zip(start, end, strict=True)
            ]
            self.touch("Move", *between)
        self.touch("End")
        frames(self.page)


def shows(page, start, end):
    """Wait until the bar under the axis has these seconds as the first and the last on screen."""
    page.wait_for_function(
        """([scope, start, end]) => {
          const [whole, grip] = [":not(.grip)", ".grip"].map((which) => {
            const bar = scope.querySelector(`.overview rect${which}`);
            return ["x", "width"].map((name) => Number(bar.getAttribute(name)));
          });
          const from = (60 * (grip[0] - whole[0])) / whole[1];
          const to = from + (60 * grip[1]) / whole[1];
          return Math.abs(from - start) < 0.5 && Math.abs(to - end) < 0.5;
        }""",
        arg=[page.locator(".scope").element_handle(), start, end],
    )


def test_fingers_place_q_zoom_move_the_picture_and_scroll(on_phone):
    page, fingers = on_phone()
    whole = page.get_by_role("button", name="fit")
    expect(whole).to_be_disabled()
    shows(page, 0, 60)
    fingers.move([(0.5, 0)], [(0.5, 0)])
    comes_to(page, 30, within=0.2)
    fingers.move([(0.5, 0)], [(0.75, 5)])  # all is on screen: it takes q along
    comes_to(page, 45, within=0.2)
    fingers.move([(0.4, 0), (0.6, 0)], [(0.2, 0), (0.8, 0)])
    shows(page, 20, 40)
    comes_to(page, 45, within=0.2)
    fingers.move([(0.75, 0)], [(0.25, 5)])
    shows(page, 30, 50)
    comes_to(page, 45, within=0.2)
    fingers.move([(0.5, 0)], [(0.5, 0)])
    comes_to(page, 40, within=0.2)
    expect(whole).to_be_enabled()
    fingers.move([(0.5, 0), (0.5, 120)], [(0.5, 50), (0.5, 70)])  # up and down, too
    shows(page, 0, 60)
    assert page.evaluate("visualViewport.scale") == 1
    # A swipe scrolls the page and moves nothing.
    before, top = query(page), page.evaluate("scrollY")
    fingers.move([(0.5, 0)], [(0.51, 220)])
    page.wait_for_function("top => scrollY < top - 50", arg=top)
    assert query(page) == before
    # Hints are those for fingers.
    page.get_by_role("button", name="in words").click()
    for hint, words in (".foot .hint", "Tap a layer"), (".reasons .hint", "Two fingers zoom."):
        expect(page.locator(hint)).to_contain_text(words, use_inner_text=True)
        expect(page.locator(hint)).not_to_contain_text("wheel", use_inner_text=True)


def middle_of(page, part):
    """How far below the top of the layers the middle of a part is, and how high the part is."""
    return page.locator(".scope").evaluate(
        """(scope, part) => {
          const { top, height } = scope.querySelector(part).getBoundingClientRect();
          const layers = scope.querySelector("svg.layers").getBoundingClientRect();
          return [top + height / 2 - layers.top - 40, height];
        }""",
        part,
    )


def test_a_finger_on_a_scape_takes_q_and_w_along(on_phone):
    page, fingers = on_phone("windows?sample=jingle_bells", ready=".plane.recall[data-drawn]")
    down, height = middle_of(page, ".plane.recall")
    fingers.move([(0.3, down)], [(0.75, down - height / 4)])
    comes_to(page, 0.75 * 96, within=1)
    expect(page).to_have_url(re.compile(r"w=2[5-7]\b"))  # 0.5 s * 193 ** 0.75


def test_a_tap_tells_what_a_score_says_and_the_next_leads_on(on_phone):
    page, fingers = on_phone("triplets?sample=ode_to_joy&direction=precision")
    score, tip = page.locator("[data-score=reduced-f]"), page.locator("#says-reduced-f")
    recall = page.locator(".sentence input[value=recall]")
    fingers.tap(page.get_by_role("button", name="all scores"))
    fingers.tap(score)
    expect(tip).to_be_visible()
    fingers.tap(page.locator(".bar label"))
    expect(tip).to_be_hidden()
    expect(recall).not_to_be_checked()
    fingers.tap(score)
    fingers.tap(score)
    expect(recall).to_be_checked()


def test_a_boundary_is_added_by_two_taps_and_moved(on_phone):
    page, fingers = on_phone("draw?sample=figure6", ready=".toolbar", width=800, height=900)
    layer = page.locator(".layers-box .estimate .layer").first
    page.get_by_role("button", name="More tools").click()
    field = page.get_by_role("textbox", name="Time of the boundary")
    expect(field).to_be_visible()
    parts = layer.locator("rect").count()
    down, _ = middle_of(page, ".estimate .layer")
    for _ in range(2):
        fingers.move([(0.1, down)], [(0.1, down)])
    expect(page.locator(".toolbar .status")).to_contain_text("added to estimate layer 1")
    expect(layer.locator("rect")).to_have_count(parts + 1)
    expect(field).to_have_value("0:06")
    fingers.move([(0.1, down)], [(0.05, down)])
    expect(field).to_have_value("0:03")
