"""The page Windows by mouse and keyboard, in Chromium."""

import math
import re

import pytest
from playwright.sync_api import expect
from serving import choose_sample, frames, settled

from core.corpus.summary import nearest_window
from core.samples import sample
from core.scape import scape
from core.tmeasures import score
from core.triplets.patches import patch
from core.triplets.task import Task
from core.windows import sweep

POP = sample("pop_two_annotators")
PAIR = POP.reference, POP.estimate


@pytest.fixture
def open_windows(open_watched):
    def open_at(query="", height=1300, **how):
        page = open_watched(f"windows?sample=pop_two_annotators{query}", height=height, **how)
        page.locator(".plane.recall[data-drawn]").wait_for()
        settled(page)
        return page

    return open_at


def place(page, time, window, part="recall"):
    """The pixel of a query and a window on a plane."""
    box = page.locator(f".plane.{part}").bounding_box()
    end = POP.reference.end
    up = math.log(window / 0.5) / math.log(end / 0.5)
    return box["x"] + box["width"] * time / end, box["y"] + box["height"] * (1 - up)


def drag(page, start, end, part="recall"):
    """Drag over a plane; the mouse stays down."""
    page.mouse.move(*place(page, *start, part))
    page.mouse.down()
    page.mouse.move(*place(page, *end, part), steps=5)
    frames(page)


def expect_scores(page, window):
    scores = score(*PAIR, [window]).scores["reduced"]
    for part in ("recall", "precision", "f_measure"):
        shown = page.locator(f'[data-headline="{part}"]')
        expect(shown).to_have_text(f"{scores.part(part)[0]:.2f}")


@pytest.mark.parametrize("part", ["recall", "precision"])
def test_a_drag_on_a_plane_moves_query_and_window_and_all_that_follows(open_windows, part):
    page = open_windows()
    drag(page, (20, 3), (150, 40), part)
    typed = page.get_by_role("textbox", name="Window in seconds")
    expect(typed).to_have_value(re.compile(r"^(3[6-9]|4[0-4])\b"))
    window = float(typed.input_value())
    expect_scores(page, window)
    page.mouse.up()
    expect(page).to_have_url(re.compile(f"w={window:g}"))
    expect(page.locator(".sentence")).to_contain_text("At 2:")
    expect(page).to_have_url(re.compile(r"q=(149\.[89]|150(?!\.[2-9]))"))


def test_a_click_on_a_patch_says_what_it_is_and_goes_to_its_worst_point(open_windows):
    page = open_windows()
    around = patch(Task(*PAIR, 30.0, "precision"), 170.0)
    page.mouse.move(*place(page, 170, 30, "precision"))
    expect(page.locator(".patch")).to_contain_text(around.sentence.partition(": ")[2])
    page.mouse.down()
    page.mouse.up()
    query, window = around.worst
    expect(page).to_have_url(re.compile(f"w={window:.1f}&q={query:.3f}"))


def test_keys_move_the_window_and_the_address_follows(open_windows):
    page = open_windows()
    page.locator("svg.layers").focus()
    page.keyboard.press("ArrowUp")
    expect_scores(page, 15.5)
    expect(page).to_have_url(re.compile("w=15.5"))
    page.keyboard.press("ArrowDown")
    expect(page).not_to_have_url(re.compile("w="))


def pixel(page, time, window, part="recall"):
    """The color of the canvas at a query and a window."""
    x, y = place(page, time, window, part)
    return page.locator(f".plane.{part}").evaluate(
        """(canvas, [x, y]) => {
          const box = canvas.getBoundingClientRect();
          const at = (value, start, size, pixels) => Math.floor(((value - start) / size) * pixels);
          return [...canvas.getContext("2d").getImageData(at(x, box.left, box.width, canvas.width),
            at(y, box.top, box.height, canvas.height), 1, 1).data];
        }""",
        [x, y],
    )


def test_planes_are_dark_where_g_is_low_and_empty_without_a_triplet(open_windows):
    page = open_windows()
    drawn = scape(*PAIR, [2.0, 60.0], queries=[25.0, 65.0, 85.0, 175.0])
    shades = [[pixel(page, time, window) for time in drawn.times] for window in drawn.windows]
    for row, g in zip(shades, drawn.recall, strict=True):
        for color, value in zip(row, g, strict=True):
            assert (color[3] == 0) == math.isnan(value)
    counted = [(sum(color[:3]), g) for color, g in zip(shades[1], drawn.recall[1], strict=True)]
    counted.sort()
    assert [g for _, g in counted] == sorted(g for _, g in counted)


def test_deciding_layers_color_the_planes(open_windows):
    page = open_windows()
    before = pixel(page, 25, 60)
    page.get_by_role("button", name="deciding layers").click()
    expect(page.locator(".plane.recall")).to_have_attribute("data-drawn", "layers")
    assert pixel(page, 25, 60) != before
    assert pixel(page, 25, 60) != pixel(page, 21, 3)  # layer 1, and layer 2
    expect(page.locator(".scapes .key")).to_contain_text("layer 2")


def test_layers_beside_a_scape_are_those_of_the_pair_on_screen(open_windows):
    page = open_windows()
    expect(page.locator(".decides")).to_have_count(2 + 2)
    choose_sample(page, "sonata_movement")
    expect(page.locator(".decides")).to_have_count(3 + 2)


@pytest.mark.walk
def test_charts_in_folds_share_the_window(open_windows):
    page = open_windows()
    page.get_by_text("Conventions side by side").click()
    chart = page.locator(".chart[data-window]")
    chart.scroll_into_view_if_needed()
    expect(chart).to_have_attribute("data-window", "15")
    chart.locator(".plot").hover(position={"x": 500, "y": 80})
    pointed = sweep(POP.reference.end)
    flag = chart.locator(".flag")
    expect(flag).to_contain_text("at ")
    at = nearest_window(pointed, float(re.sub(r"[^\d.]", "", flag.text_content())))
    f_measure = score(*PAIR, pointed).scores["reduced"].f_measure[at]
    expect(chart.locator('[data-value="mir_eval"]')).to_have_text(f"{f_measure:.3f}")
    expect(chart).to_have_attribute("data-window", "15")
    chart.locator(".plot").click(position={"x": 300, "y": 80})
    expect(chart).not_to_have_attribute("data-window", "15")
    window = float(chart.get_attribute("data-window"))
    expect_scores(page, window)
    expect(page).to_have_url(re.compile(f"w={window:g}"))


def test_the_picture_is_saved_with_its_planes(open_windows):
    page = open_windows()
    with page.expect_download() as waiting:
        page.locator(".actions").get_by_role("button", name="SVG").click()
    assert waiting.value.path().read_text().count("data:image/png;base64,") == 2
