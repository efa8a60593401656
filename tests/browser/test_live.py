"""The live view by mouse and keyboard, in Chromium."""

import math
import re

import pytest
from playwright.sync_api import expect
from serving import box_of, choose_sample, computed_scores, resting

from core.diagnosis import chance_range, diagnose
from core.hierarchy import Hierarchy
from core.io.link import pack_pair
from core.samples import samples
from core.vocabulary import VARIANTS
from core.windows import sweep

SAMPLES = {sample.id: sample for sample in samples()}


def pair_of(name):
    return SAMPLES[name].reference, SAMPLES[name].estimate


def entry(page):
    return page.get_by_role("textbox", name="Window in seconds")


def shows(page, name, window):
    """Expect the six scores of a sample at a window on screen."""
    for cell, value in computed_scores(pair_of(name), window).items():
        expect(page.locator(f"[data-score={cell}]")).to_have_text(value)


def test_another_pair_begins_at_the_typed_window_without_the_filters_of_the_last(open_page):
    page = open_page("?sample=jingle_bells_algorithm&layers=3-2&region=i:50-70&q=70")
    page.get_by_role("button", name="All samples").click()
    entry(page).fill("7.25")
    # The entry is taken as the hand goes on to the card, which comes before any answer.
    page.locator("[data-sample=figure6]").evaluate(
        "card => { document.activeElement.blur(); card.click(); }"
    )
    shows(page, "figure6", 7.25)
    expect(page).not_to_have_url(re.compile("layers|region"))
    page.get_by_role("button", name="All samples").click()  # which closes the list
    before = 7.25
    for name, window in (("figure6", 7.35), ("jingle_bells", math.inf)):
        choose_sample(page, name)
        shows(page, name, before)
        entry(page).fill(str(window))
        entry(page).press("Enter")
        shows(page, name, window)
        before = window
    choose_sample(page, "figure6")  # a shorter track, at the whole track
    shows(page, "figure6", math.inf)


TWO_CLICKS = """(sample) => {
  const roots = [...document.querySelectorAll("*")].flatMap((at) => at.shadowRoot ?? []);
  const find = (what) => roots.map((root) => root.querySelector(what)).find(Boolean);
  find(`[data-sample=${sample}]`).click();
  find("input[name=variant]:not(:checked)").click();
}"""


@pytest.mark.walk
def test_clicks_at_the_same_moment_and_the_way_back_lose_nothing(open_page, address):
    page = open_page()
    page.goto(f"{address}/?sample=minuet_in_g")
    page.locator(".sentence:not(.late)").wait_for()
    length = page.evaluate("history.length")
    for sample, layers in [("figure6", 1), ("figure7", 3)] * 2:
        page.evaluate(TWO_CLICKS, sample)
        expect(page.locator(".stack.estimate .layer")).to_have_count(layers)
    expect(page).to_have_url(re.compile("sample=figure7"))
    assert page.evaluate("history.length") == length  # so the browser's Back leaves at once
    page.get_by_role("link", name="Windows").click()
    page.locator(".plane.recall[data-drawn]").wait_for()
    page.go_back()
    page.locator(".curves").wait_for()  # which Windows hides
    entry(page).fill("3")
    entry(page).press("Enter")
    page.get_by_role("link", name="Windows").click()
    words = page.locator(".scope .bar .window-note")
    expect(words.first).to_have_text("±3 s, 0.1 s frames, as mir_eval")


def test_zoom_stays_where_one_looks_and_edges_of_the_bar_stop_at_the_track(open_page):
    page = open_page("?sample=jingle_bells_algorithm&q=5", height=1250)
    layers, times = page.locator("svg.layers"), page.locator(".layers-box .axis text")
    layers.focus()
    for key in ("+", "+", "PageDown", "PageDown", "PageDown", "+"):
        page.keyboard.press(key)
    for label in (times.first, times.last):
        expect(label).to_have_text(re.compile("^0:[4-9]|^1:"))
    expect(page.locator(".details:not(.late) .place")).to_have_text("q = 0:05.0")
    page.keyboard.press("ArrowRight")
    expect(times.first).to_have_text(re.compile("0:0"))
    expect(page.locator(".layers-box line.query")).to_have_attribute("visibility", "visible")
    page.keyboard.press("PageDown")
    expect(times.first).not_to_have_text(re.compile("0:0"))
    grip = page.locator(".layers-box rect.grip")
    grip.hover(position={"x": 1, "y": 4})  # in view, once it stays where it is
    box = box_of(page, "rect.grip")
    page.mouse.down()
    page.mouse.move(box["x"] - 2000, box["y"] + 4, steps=4)
    page.mouse.up()
    after = box_of(page, "rect.grip")
    assert after["width"] > box["width"]
    assert after["x"] + after["width"] == pytest.approx(box["x"] + box["width"], abs=2)


FOCUSED = """view => {
  const on = view.getRootNode().activeElement;
  return on?.getAttribute("aria-label") ?? on?.value ?? null;
}"""


def without_coverage(diagnosis):
    """Give the sentence as the page has it, which says beside the score what it rests on."""
    coverage = [each.text for each in diagnosis.findings if each.kind == "coverage"]
    return " ".join(diagnosis.sentence.replace("".join(coverage), "").split()).replace("T_F", "TF")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_sentence_longer_than_a_line_is_shown_whole(open_page, width):
    said = open_page("?sample=figure5&w=30", width=width, height=844).locator(".why .diagnosis")
    expect(said).to_have_text(re.compile(r"chance: .* would raise .* to 1\.00\."))
    assert said.evaluate(
        "it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight + 1"
    )


def test_a_phone_shows_the_whole_reasons_of_readings(open_page):
    page = open_page("?sample=ode_to_joy", width=390, height=844)
    for side, ending in (("reference", "the tune has two halves"), ("estimate", "of its own")):
        title = page.locator(f".layers-box .title.{side}")
        expect(title).to_have_text(re.compile(f"reading .: a phrase begins .*{ending}$"))
        box, first = resting(title), box_of(page, f".{side} .layer")
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= first["y"] + 2


def test_scores_say_what_they_count_and_a_cause_is_marked_and_fixed_in_draw(open_page):
    page = open_page("?sample=jingle_bells_algorithm", width=1280, height=800)
    said, cause = page.locator(".why .diagnosis"), page.locator(".why .diagnosis .cause").first
    meaning = page.get_by_role("tooltip").filter(has_text="how often the reference agrees")
    for part in (".how", ".sides .recall", ".sides .precision", ".coverage"):
        page.locator(f".headline {part}").hover()
        expect(meaning).to_be_visible()
        said.hover()
        expect(meaning).to_be_hidden()
    page.locator(".sides .recall").click()  # the table explains each score itself
    expect(page.locator(".readout")).to_be_visible()
    expect(meaning).to_be_hidden()
    pair = pair_of("jingle_bells_algorithm")
    found = diagnose(*pair, 15.0)
    expect(cause).to_have_text(found.causes[0].fix)
    expect(said).to_have_text(without_coverage(found))
    # Everything is reached by the Tab key.
    page.locator("#window").focus()
    missing = {"Window w in seconds", "reduced", "Zoom in", "Reference and estimate"}
    for _ in range(40):
        focused = page.locator(".scope").evaluate(FOCUSED)
        missing -= {name for name in missing if focused and focused.startswith(name)}
        if not missing:
            break
        page.keyboard.press("Tab")
    assert not missing
    # The slider changes the sentence, without a rest.
    page.locator("#window").focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    at = int(page.locator("#window").input_value())  # the keys have moved it already
    window = sweep(pair[0].end, math.inf)[at]
    expect(said).to_have_text(without_coverage(diagnose(*pair, window)))
    # A cause is reached by keys, and marked.
    cause.focus()
    page.keyboard.press("Enter")
    expect(cause).to_have_attribute("aria-pressed", "true")
    page.locator(".fixed .added").first.wait_for(state="attached")
    after = diagnose(*pair, window).causes[0].after
    expect(page.locator(".fixing-words .f")).to_contain_text(f"→ {after.f_measure:.2f}")
    page.wait_for_url(f"**cause={found.causes[0].kind}-estimate**")
    page.get_by_role("button", name="all causes").click()
    expect(page.locator(".causes tbody tr")).to_have_count(len(diagnose(*pair, window).causes))
    before = computed_scores(pair, window)["reduced-f"]
    expect(page.locator("[data-score=reduced-f]")).to_have_text(before)
    page.get_by_role("button", name="Apply in Draw").click()
    expect(page.locator(".toolbar .status")).to_have_text(f"Fixed: {found.causes[0].text}")
    expect(page.locator("[data-score=reduced-f]")).to_have_text(f"{after.f_measure:.3f}")
    expect(said).not_to_contain_text(found.causes[0].text)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-score=reduced-f]")).to_have_text(before)
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")


def test_thousands_of_segments_are_drawn_as_densities_until_they_are_seen_apart(open_page):
    heavy = Hierarchy.from_boundaries([[0, 5000, 10000], [*range(0, 10001, 10)]])
    page = open_page("?pair=" + pack_pair(heavy, heavy))
    page.locator("svg.layers").press("0")
    fine = page.locator(".stack.reference .layer").nth(1)
    expect(fine.locator("rect.density").nth(100)).to_be_attached()
    assert fine.locator("rect").count() < 400
    expect(page.locator(".guides path")).to_have_count(2)
    for _ in range(6):
        page.locator("svg.layers").press("+")
    expect(fine.locator("rect.density")).to_have_count(0)
    expect(fine.locator("rect").nth(10)).to_be_attached()


def test_what_a_pair_was_padded_with_has_no_name(open_page):
    longer = Hierarchy.from_boundaries([[0, 20, 60]], [["A", "B"]])
    shorter = Hierarchy.from_boundaries([[0, 20, 40, 60]], [["A", "B", "__T_MAX"]])
    page = open_page("?pair=" + pack_pair(longer, shorter))
    expect(page.locator(".labels text")).to_have_text(["A", "B", "A", "B"])
    expect(page.locator(".stack.estimate title").nth(2)).to_contain_text(": –")


def test_the_range_of_chance_is_shaded_for_the_measure_on_screen(open_page):
    bounds = chance_range(*pair_of("figure6"), [15.0])[:, :, 0, 2]
    for at, variant in enumerate(VARIANTS):
        page = open_page(f"?sample=figure6&chance=1&variant={variant}")
        band = page.locator(".curves .chance")
        low, high = (f"{bound:.2f}" for bound in bounds[:, at])
        words = f"By chance, T_F is between {low} and {high} at this window"
        expect(band.locator("title")).to_have_text(words)
        assert len(band.get_attribute("points").split()) > 100


def test_names_are_edited_where_they_stand(open_page):
    page = open_page("?sample=figure6")

    def rename(what, text, key="Enter"):
        page.get_by_title(f"Rename {what}").click()
        expect(field).to_be_focused()
        page.keyboard.type(text)  # F would present, and 1 play
        page.keyboard.press(key)
        expect(field).to_have_count(0)

    field = page.locator("input.naming")
    name, titles = page.locator(".gallery .line .name"), page.locator(".layers-box .title")
    own = name.text_content()
    rename("this pair", "Fig. 1 <b>")
    expect(name).to_have_text("Fig. 1 <b>")
    rename("this pair", "Nothing", "Escape")
    expect(name).to_have_text("Fig. 1 <b>")
    rename("the estimate", "OLDA 1")
    expect(titles.nth(1)).to_have_text("Estimate · OLDA 1")
    expect(page).to_have_url(re.compile(r"title=Fig.*&ename=OLDA\+1"))
    page.get_by_title("Rename the reference").click()
    expect(field).to_be_focused()
    page.locator(".headline").click()  # a press elsewhere ends it, too
    expect(field).to_have_count(0)
    rename("this pair", " ")
    expect(name).to_have_text(own)
