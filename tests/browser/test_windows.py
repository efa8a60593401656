"""The page Windows by mouse and keyboard, in Chromium."""

import math
import re

import pytest
from playwright.sync_api import expect
from serving import boxes, choose_sample, resting, settled

from core.corpus.summary import nearest_window
from core.samples import sample, samples
from core.scape import scape
from core.tmeasures import score
from core.triplets.patches import patch
from core.triplets.task import Task
from core.windows import sweep

TUNE = sample("jingle_bells")
PAIR = TUNE.reference, TUNE.estimate
END = TUNE.reference.end


@pytest.fixture
def open_windows(open_watched):
    def open_at(query="", height=1300, **how):
        page = open_watched(f"windows?sample=jingle_bells{query}", height=height, **how)
        page.locator(".plane.recall[data-drawn]").wait_for()
        settled(page)
        return page

    return open_at


def place(page, time, window, part="recall"):
    """The pixel of a query and a window on a plane."""
    box = resting(page.locator(f".plane.{part}"))
    return box["x"] + box["width"] * time / END, box["y"] + box["height"] * (1 - up(window))


def up(window):
    """The height of a window on a plane, as a share."""
    return math.log(window / 0.5) / math.log(END / 0.5)


def expect_scores(page, window):
    scores = score(*PAIR, [window]).scores["reduced"]
    for part in ("recall", "precision", "f_measure"):
        shown = page.locator(f'[data-headline="{part}"]')
        expect(shown).to_have_text(f"{scores.part(part)[0]:.2f}")


def pixel(page, time, window):
    """The color of the canvas at a query and a window."""
    return page.locator(".plane.recall").evaluate(
        """(canvas, [x, y]) => [...canvas.getContext("2d").getImageData(
          Math.floor(x * canvas.width), Math.floor(y * canvas.height), 1, 1).data]""",
        [time / END, 1 - up(window)],
    )


def test_planes_show_g_or_layers_and_what_is_pressed_moves_query_and_window(open_windows):
    page = open_windows()
    drawn = scape(*PAIR, [2.0, 60.0], queries=[12.0, 31.0, 41.0, 84.0])
    shades = [[pixel(page, time, window) for time in drawn.times] for window in drawn.windows]
    for row, g in zip(shades, drawn.recall, strict=True):
        for color, value in zip(row, g, strict=True):
            assert (color[3] == 0) == math.isnan(value)
    counted = [(sum(color[:3]), g) for color, g in zip(shades[1], drawn.recall[1], strict=True)]
    counted.sort()
    assert [g for _, g in counted] == sorted(g for _, g in counted)
    page.locator("svg.layers").focus()
    page.keyboard.press("ArrowUp")
    expect_scores(page, 15.5)
    expect(page).to_have_url(re.compile("w=15.5"))
    page.keyboard.press("ArrowDown")
    expect(page).not_to_have_url(re.compile("w="))
    page.mouse.move(*place(page, 20, 3))
    page.mouse.down()
    page.mouse.move(*place(page, 72, 40), steps=5)
    typed = page.get_by_role("textbox", name="Window in seconds")
    expect(typed).to_have_value(re.compile(r"^(3[6-9]|4[0-4])\b"))
    window = float(typed.input_value())
    expect_scores(page, window)
    page.mouse.up()
    expect(page).to_have_url(re.compile(f"w={window:g}"))
    expect(page.locator(".sentence")).to_contain_text("At 1:1")
    expect(page).to_have_url(re.compile(r"q=(71\.[5-9]|72)"))
    # A click on the other plane goes to the worst point of the patch under the mouse.
    around = patch(Task(*PAIR, 30.0, "precision"), 82.0)
    page.mouse.move(*place(page, 82, 30, "precision"))
    expect(page.locator(".patch")).to_contain_text(around.sentence.partition(": ")[2])
    page.mouse.down()
    page.mouse.up()
    query, window = around.worst
    expect(page).to_have_url(re.compile(f"w={window:.1f}&q={query:g}"))
    before = pixel(page, 25, 60)
    page.get_by_role("button", name="deciding layers").click()
    expect(page.locator(".plane.recall")).to_have_attribute("data-drawn", "layers")
    assert pixel(page, 25, 60) != before
    assert pixel(page, 25, 60) != pixel(page, 21, 3)  # other layers decide
    expect(page.locator(".scapes .key")).to_contain_text("functions")
    with page.expect_download() as waiting:
        page.locator(".actions").get_by_role("button", name="SVG").click()
    assert waiting.value.path().read_text().count("data:image/png;base64,") == 2
    # The layers beside a scape are those of the pair on screen.
    expect(page.locator(".decides")).to_have_count(3 + 2)
    choose_sample(page, "minuet_in_g")
    expect(page.locator(".decides")).to_have_count(3 + 3)
    # Scapes are presented below their layers.
    page.keyboard.press("f")
    parts = (".stack.reference", ".plane.recall", ".stack.estimate", ".plane.precision", ".axis")
    page.locator(f".stage {parts[1]}[data-drawn]").wait_for()
    places = boxes(page, *(f".stage {part}" for part in parts))
    edges = [edge for _, top, _, bottom in places for edge in (top, bottom)]
    assert [*edges, 1300] == sorted([*edges, 1300])
    # The arrow down leads to the next sample.
    page.keyboard.press("ArrowDown")
    ids = [each.id for each in samples()]
    after = sample(ids[(ids.index("minuet_in_g") + 1) % len(ids)])
    expect(page).to_have_url(re.compile(f"sample={after.id}.*present=1"))
    expect(page.locator(".stage .name-cell")).to_contain_text(after.title.split(" · ")[0])


# The flag and the value of a chart, once its line is under the mouse.
AT_MOUSE = """([chart, mouse]) => {
  const { left } = chart.querySelector(".plot").getBoundingClientRect();
  const line = Number(chart.querySelector(".pointer").getAttribute("x1"));
  const shown = [".flag", "[data-value=mir_eval]"].map((part) => chart.querySelector(part));
  return Math.abs(line - (mouse - left)) < 8 && shown.map(({ textContent: text }) => text);
}"""


def values_are_those_at_the_mouse(page, mouse, pair):
    """Expect the values of a chart at the window under the mouse; return that window."""
    chart = page.locator(".chart[data-window]").element_handle()
    flag, value = page.wait_for_function(AT_MOUSE, arg=[chart, mouse], polling=50).json_value()
    assert flag.startswith("at ")
    windows = sweep(pair[0].end)
    at = nearest_window(windows, float(re.sub(r"[^\d.]", "", flag)))
    assert value == f"{score(*pair, windows).scores['reduced'].f_measure[at]:.3f}"
    return at


@pytest.mark.walk
def test_a_chart_in_a_fold_shares_the_window_and_follows_a_resting_mouse(open_windows):
    page = open_windows()
    page.get_by_text("Conventions side by side").click()
    chart, plot = page.locator(".chart[data-window]"), page.locator(".chart .plot")
    expect(chart).to_have_attribute("data-window", "15")
    settled(page)
    plot.scroll_into_view_if_needed()
    resting(plot)  # what comes above can push the chart away from the mouse
    plot.hover(position={"x": 500, "y": 80})
    mouse = plot.bounding_box()["x"] + 500
    first = values_are_those_at_the_mouse(page, mouse, PAIR)
    expect(chart).to_have_attribute("data-window", "15")
    # The window changes, the page moves, the chart becomes narrower, another pair is drawn.
    page.locator("svg.layers").evaluate("layers => layers.focus({ preventScroll: true })")
    page.keyboard.press("ArrowUp")
    expect(chart).to_have_attribute("data-window", "15.5")
    assert values_are_those_at_the_mouse(page, mouse, PAIR) == first
    chart.evaluate("chart => (chart.style.paddingTop = '30px')")
    assert values_are_those_at_the_mouse(page, mouse, PAIR) == first
    before = chart.evaluate("chart => chart.querySelector('.plot').clientWidth")
    page.set_viewport_size({"width": 1150, "height": 1300})
    narrower = "([chart, before]) => chart.querySelector('.plot').clientWidth < before"
    page.wait_for_function(narrower, arg=[chart.element_handle(), before], polling=50)
    assert values_are_those_at_the_mouse(page, mouse, PAIR) != first
    page.get_by_role("button", name="All samples").dispatch_event("click")
    key = chart.get_attribute("data-key")
    page.locator("[data-sample=minuet_in_g]").dispatch_event("click")
    expect(chart).not_to_have_attribute("data-key", key)
    other = sample("minuet_in_g")
    values_are_those_at_the_mouse(page, mouse, (other.reference, other.estimate))
    page.mouse.move(0, 0)
    expect(chart.locator(".flag")).to_contain_text("w = ")
    plot.click(position={"x": 300, "y": 80})
    expect(chart).not_to_have_attribute("data-window", "15.5")
    window = float(chart.get_attribute("data-window"))
    expect(page).to_have_url(re.compile(f"w={window:g}"))
