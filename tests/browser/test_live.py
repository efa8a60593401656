"""The live view by mouse and keyboard, in Chromium."""

import math
import re

import pytest
from playwright.sync_api import expect
from serving import box_of, choose_sample, computed_scores, frames, settled, shown_scores

from core.diagnosis import diagnose
from core.hierarchy import Hierarchy
from core.io.link import pack_pair
from core.samples import samples
from core.tmeasures import MIR_EVAL
from core.tmeasures.api import query_scores
from core.triplets.task import Task
from core.windows import sweep
from core.wording import clock
from explorer.messages.inspection import Setup, first_look
from explorer.state.pair import PairState

SAMPLES = {sample.id: sample for sample in samples()}
FIGURE_6 = SAMPLES["figure6"]
SIDES = FIGURE_6.reference, FIGURE_6.estimate


def shows(page, scores):
    """Expect six scores on screen."""
    for cell, value in scores.items():
        expect(page.locator(f"[data-score={cell}]")).to_have_text(value)


def entry(page):
    return page.get_by_role("textbox", name="Window in seconds")


def slider_place(page, share):
    box = page.locator("#window").bounding_box()
    return box["x"] + 8 + share * (box["width"] - 16), box["y"] + box["height"] / 2


def test_scores_curves_band_and_strips_follow_the_slider_during_the_drag(open_page):
    page = open_page("triplets")
    page.mouse.move(*slider_place(page, 0.5))
    page.mouse.down()
    seen = []
    for share in (0.3, 0.5, 0.7, 0.85):
        page.mouse.move(*slider_place(page, share))
        frames(page)
        window = float(entry(page).input_value())
        assert shown_scores(page) == computed_scores(SIDES, window)
        # The strips come with the answer for this window.
        page.locator(".details:not(.late)").wait_for(state="attached")
        seen.append(
            (
                window,
                page.locator("svg.curves .marker line").get_attribute("x1"),
                page.locator(".layers-box rect.window").get_attribute("width"),
                page.locator(".layers-box .reference path.g").get_attribute("d"),
                page.locator(".layers-box .estimate path.g").get_attribute("d"),
            )
        )
    page.mouse.up()
    for values in zip(*seen, strict=True):
        assert len(set(values)) == len(seen)


def test_a_window_that_is_no_number_is_marked_and_changes_nothing(open_page):
    page = open_page()
    before = shown_scores(page)
    entry(page).fill("fifteen")
    entry(page).press("Enter")
    expect(entry(page)).to_have_attribute("aria-invalid", "true")
    assert shown_scores(page) == before


def test_recall_precision_and_share_say_what_they_count(open_page):
    page = open_page("?sample=pop_two_annotators")
    meaning = page.get_by_role("tooltip").filter(has_text="how often the reference agrees")
    for part in (".how", ".sides .recall", ".sides .precision", ".coverage"):
        page.locator(f".headline {part}").hover()
        expect(meaning).to_be_visible()
        page.locator(".why .diagnosis").hover()
    expect(meaning).to_be_hidden()
    page.locator(".sides .recall").click()  # the table explains each score itself
    expect(page.locator(".readout")).to_be_visible()
    expect(meaning).to_be_hidden()


def test_query_follows_the_mouse_and_g_is_the_cores(open_page):
    page = open_page()
    place = page.locator(".details:not(.late) .place")
    before = place.inner_text()
    box = page.locator("svg.layers").bounding_box()
    page.mouse.click(box["x"] + 600, box["y"] + 60)
    expect(place).not_to_have_text(before)
    minutes, seconds = place.inner_text().removeprefix("q = ").split(":")
    query = 60 * int(minutes) + float(seconds)
    g = query_scores(FIGURE_6.reference, FIGURE_6.estimate, [15.0], queries=[query + 0.04])
    expect(page.locator("[data-g=recall]")).to_have_text(
        f"recall g(q) = {g.of('reduced', 'recall')[0, 0]:.3f}"
    )
    expect(page.locator(".details")).to_contain_text(re.compile(r"1: 0:20\.0–0:40\.0"))


def test_g_is_that_of_a_window_typed_later_and_of_the_next_pair(open_page):
    page = open_page("?q=12.0")
    before = 15.0
    for name, window in (("figure6", 7.25), ("figure6", 7.35), ("sonata_movement", 7.35)):
        choose_sample(page, name)
        # Each pair begins where something is lost, at the window in force; it is there before
        # another window is typed.
        pair = SAMPLES[name].reference, SAMPLES[name].estimate
        place = first_look(Setup(*pair, MIR_EVAL, 0.1), PairState({"window": before}))
        query, before = Task(*pair, before).score_time(place["query"]), window
        expect(page.locator(".details:not(.late) .place")).to_have_text(f"q = {clock(query)}")
        entry(page).fill(str(window))
        entry(page).press("Enter")
        g = query_scores(*pair, [window], queries=[query]).of("reduced", "recall")[0, 0]
        expect(page.locator(".details:not(.late) [data-g=recall]")).to_have_text(
            "no triplet for recall" if math.isnan(g) else f"recall g(q) = {g:.3f}"
        )


def test_a_pair_that_is_chosen_at_once_begins_where_the_typed_window_says(open_page):
    page = open_page("?q=12.0")
    page.get_by_role("button", name="All samples").click()
    entry(page).fill("7.25")
    # The entry is taken as the hand goes on to the card, which comes before any answer.
    page.locator("[data-sample=figure6]").evaluate(
        "card => { document.activeElement.blur(); card.click(); }"
    )
    shows(page, computed_scores(SIDES, 7.25))
    setup = Setup(FIGURE_6.reference, FIGURE_6.estimate, MIR_EVAL, 0.1)
    place = first_look(setup, PairState({"window": 7.25}))
    expect(page.locator(".details:not(.late) .place")).to_have_text(f"q = {clock(place['query'])}")


@pytest.mark.walk
def test_a_place_that_was_clicked_stands_in_the_url(open_page):
    page = open_page()
    box = page.locator("svg.layers").bounding_box()
    page.mouse.click(box["x"] + 650, box["y"] + 60)
    expect(page).to_have_url(re.compile(r"q=30\.\d{1,3}$"))
    page.mouse.move(box["x"] + 900, box["y"] + 60)
    expect(page.locator(".details .place")).to_contain_text("0:4")
    expect(page).to_have_url(re.compile(r"q=30\.\d{1,3}$"))


def g_is(page, measure, value):
    expect(page.locator(f".details:not(.late) [data-g={measure}]")).to_have_text(
        f"{measure} g(q) = {value:.3f}"
    )


def test_g_stays_when_the_zoom_changes(open_page):
    page = open_page("?q=12.0")
    g = query_scores(FIGURE_6.reference, FIGURE_6.estimate, [15.0], queries=[12.0])
    page.locator(".foot").hover()  # shows the button
    for name in ("Zoom in", "Zoom in", "Show the whole track"):
        axis = page.locator(".layers-box .axis")
        before = axis.inner_html()
        page.get_by_role("button", name=name).click()
        expect(axis).not_to_have_js_property("innerHTML", before)
        g_is(page, "recall", g.of("reduced", "recall")[0, 0])


TWO_CLICKS = """(sample) => {
  const roots = [...document.querySelectorAll("*")].flatMap((at) => at.shadowRoot ?? []);
  const find = (what) => roots.map((root) => root.querySelector(what)).find(Boolean);
  find(`[data-sample=${sample}]`).click();
  find("input[name=variant]:not(:checked)").click();
}"""


@pytest.mark.walk
def test_a_click_is_not_lost_to_another_at_the_same_moment(open_page):
    page = open_page()
    for sample, layers in [("figure7", 3), ("figure6", 1)] * 3:
        page.evaluate(TWO_CLICKS, sample)
        expect(page.locator(".stack.estimate .layer")).to_have_count(layers)


def test_going_to_a_shorter_track_at_the_whole_track_draws_no_nonsense(open_page):
    page = open_page("?sample=pop_two_annotators&w=inf")
    choose_sample(page, "figure6")
    wanted = computed_scores(SIDES, float("inf"))
    expect(page.locator("[data-score=reduced-f]")).to_have_text(wanted["reduced-f"])


def test_what_is_being_typed_survives_the_mouse(open_page):
    page = open_page()
    place = page.locator(".details:not(.late) .place")
    before = place.inner_text()
    entry(page).fill("7.")
    box = page.locator("svg.layers").bounding_box()
    page.mouse.move(box["x"] + 500, box["y"] + 50)
    expect(place).not_to_have_text(before)
    expect(entry(page)).to_have_value("7.")
    entry(page).press("Escape")
    expect(entry(page)).to_have_value("15")


def test_clock_times_and_windows_beyond_the_track_can_be_typed(open_page):
    page = open_page("?sample=sonata_movement")
    entry(page).fill("1:30")
    entry(page).press("Enter")
    expect(entry(page)).to_have_value("90")
    entry(page).fill("1e9")
    entry(page).press("Enter")
    expect(entry(page)).to_have_value("∞")
    expect(page).to_have_url(re.compile("w=inf"))


def test_zoom_stays_where_one_looks_when_the_query_is_elsewhere(open_page):
    page = open_page("?sample=pop_vs_algorithm&q=5")
    page.locator("svg.layers").focus()
    for key in ("+", "+", "PageDown", "PageDown", "PageDown", "+"):
        page.keyboard.press(key)
    times = page.locator(".layers-box .axis text").all_text_contents()
    assert all(time.startswith("1:") for time in times)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".layers-box .axis text").first).to_have_text(re.compile("0:0"))
    expect(page.locator(".layers-box line.query")).to_have_attribute("visibility", "visible")


@pytest.mark.walk
def test_back_leaves_the_page_at_once(open_page, address):
    page = open_page()
    page.goto(f"{address}/?sample=jazz_two_annotators")
    page.locator("[data-headline=recall]").wait_for()
    length = page.evaluate("history.length")
    choose_sample(page, "figure7")
    expect(page).to_have_url(re.compile("sample=figure7"))
    assert page.evaluate("history.length") == length


@pytest.mark.walk
def test_what_is_said_after_the_way_back_is_heard(open_page):
    page = open_page()
    page.get_by_role("link", name="Windows").click()
    page.locator(".plane.recall[data-drawn]").wait_for()
    page.go_back()
    page.locator(".curves").wait_for()  # which Windows hides
    entry(page).fill("3")
    entry(page).press("Enter")
    page.get_by_role("link", name="Windows").click()
    words = page.locator(".scope .bar .window-note")
    expect(words.first).to_have_text("±3 s, 0.1 s frames, as mir_eval")


def test_edges_of_the_bar_stop_at_the_track(open_page):
    page = open_page("?sample=sonata_movement", height=1250)
    page.locator(".foot").hover()
    page.get_by_role("button", name="Zoom in").click()
    settled(page)
    grip = page.locator(".layers-box rect.grip")
    grip.hover(position={"x": 1, "y": 4})  # in view, once it stays where it is
    box = box_of(page, "rect.grip")
    page.mouse.down()
    page.mouse.move(box["x"] - 2000, box["y"] + 4, steps=4)
    page.mouse.up()
    after = box_of(page, "rect.grip")
    assert after["width"] > box["width"] + 20
    assert after["x"] + after["width"] == pytest.approx(box["x"] + box["width"], abs=2)


PASTE = "document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' }))"


def test_a_link_is_copied_where_browsers_keep_the_clipboard_to_themselves(open_page):
    page = open_page("?w=3.0&q=12.5")
    # As over plain http.
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    button = page.get_by_role("button", name="Copy link")
    button.click()
    expect(page.get_by_text("Link copied. It opens on this machine only")).to_be_visible()
    expect(button).to_be_focused()
    page.evaluate(PASTE)
    page.locator("#paste").press("ControlOrMeta+v")
    expect(page.locator("#paste")).to_have_value(page.url)


def test_a_link_that_may_not_be_copied_is_there_to_be_copied_by_hand(open_page):
    page = open_page("?w=3.0&q=12.5")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="Copy link").click()
    field = page.get_by_role("textbox", name="Text to copy")
    expect(field).to_have_value(page.url)
    expect(field).to_be_focused()
    chosen = field.evaluate("each => each.value.slice(each.selectionStart, each.selectionEnd)")
    assert chosen == page.url
    field.press("Tab")
    expect(field).to_have_count(0)


def without_coverage(diagnosis):
    """Give the sentence as the page has it, which says beside the score what it rests on."""
    coverage = [each.text for each in diagnosis.findings if each.kind == "coverage"]
    return diagnosis.sentence.removeprefix("".join(coverage)).strip().replace("T_F", "TF")


def test_a_cause_is_marked_on_the_layers_and_fixed_in_draw(open_page):
    page = open_page("?sample=pop_vs_algorithm", width=1280, height=800)
    said, cause = page.locator(".why .diagnosis"), page.locator(".why .diagnosis .cause").first
    pair = SAMPLES["pop_vs_algorithm"].reference, SAMPLES["pop_vs_algorithm"].estimate
    found = diagnose(*pair, 15.0)
    assert found.causes[0].text == cause.text_content()
    expect(said).to_have_text(without_coverage(found))
    # The slider changes the sentence, without a rest.
    page.locator("#window").focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    window = sweep(pair[0].end, math.inf)[int(page.locator("#window").input_value())]
    expect(said).to_have_text(without_coverage(diagnose(*pair, window)))
    # A cause is reached by keys, and marked.
    cause.focus()
    page.keyboard.press("Enter")
    expect(cause).to_have_attribute("aria-pressed", "true")
    page.locator(".mended .added").first.wait_for(state="attached")
    after = diagnose(*pair, window).causes[0].after
    expect(page.locator(".mending-words .f")).to_contain_text(f"→ {after.f_measure:.2f}")
    page.wait_for_url("**cause=missing-estimate**")
    page.get_by_role("button", name="all causes").click()
    expect(page.locator(".causes tbody tr")).to_have_count(len(diagnose(*pair, window).causes))
    before = page.locator("[data-score=reduced-f]").inner_text()
    page.get_by_role("button", name="Apply in Draw").click()
    expect(page.locator(".toolbar .status")).to_have_text(f"Fixed: {found.causes[0].text}")
    expect(page.locator("[data-score=reduced-f]")).to_have_text(f"{after.f_measure:.3f}")
    expect(said).not_to_contain_text(found.causes[0].text)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-score=reduced-f]")).to_have_text(before)
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")


def test_thousands_of_segments_are_drawn_as_densities_until_they_are_seen_apart(open_page):
    heavy = Hierarchy.from_boundaries([[0, 5000, 10000], [*range(0, 10001, 5)]])
    page = open_page("?pair=" + pack_pair(heavy, heavy))
    page.locator("svg.layers").press("0")
    fine = page.locator(".stack.reference .layer").nth(1)
    expect(fine.locator("rect.density").nth(100)).to_be_attached()
    assert fine.locator("rect").count() < 400
    expect(page.locator(".guides path")).to_have_count(2)
    for _ in range(7):
        page.locator("svg.layers").press("+")
    expect(fine.locator("rect.density")).to_have_count(0)
    assert fine.locator("rect").count() > 10


def test_what_a_pair_was_padded_with_has_no_name(open_page):
    longer = Hierarchy.from_boundaries([[0, 20, 60]], [["A", "B"]])
    shorter = Hierarchy.from_boundaries([[0, 20, 40, 60]], [["A", "B", "__T_MAX"]])
    page = open_page("?pair=" + pack_pair(longer, shorter))
    expect(page.locator(".labels text")).to_have_text(["A", "B", "A", "B"])
    expect(page.locator(".stack.estimate title").nth(2)).to_contain_text(": –")
