"""Queries and triplets by mouse and keyboard, in Chromium: on layers, in the list, in pictures."""

import re

import pytest
from accessibility import violations
from playwright.sync_api import expect
from serving import (
    box_of,
    comes_to,
    computed_scores,
    follow,
    frames,
    query,
    resized,
    resting,
    shown_scores,
    stands,
    unfold_scores,
)
from strategies import in_settings

from core.samples import samples
from core.tmeasures.scoring import query_scores
from core.triplets.beside import beside
from core.triplets.blocks import Filter, costliest, query_blocks, survey
from core.triplets.explaining import explain, question, reasons
from core.triplets.task import Task
from explorer.messages.inspection import middles
from explorer.messages.triplets import PIXELS

SAMPLES = {sample.id: sample for sample in samples()}
MERGED = SAMPLES["jingle_bells_algorithm"]
LABELED = SAMPLES["jingle_bells"]


def task(sample, *args, **how):
    return Task(sample.reference, sample.estimate, *args, **in_settings(how))


def words(asked, query, at=0, only=None):
    """The question and the reasons for a query's block, as the core has them."""
    here = query_blocks(asked, query, only or Filter())
    found = explain(asked, here.query, *here.blocks.example[at].tolist())
    return question(found), reasons(found)


def says(page, texts):
    asked, why = texts
    expect(page.locator(".sentence:not(.late) .question")).to_have_text(asked)
    expect(page.locator(".sentence:not(.late) .explanation")).to_contain_text(why)


def rows(page):
    return page.locator(".block")


def selected(page):
    return page.locator(".block[aria-selected=true]")


# Whether the query's line is under the mouse, at a place on the screen.
AT_MOUSE = """([layers, mouse]) => {
  const line = layers.getRootNode().querySelector(".layers-box line.query");
  const place = mouse - layers.getBoundingClientRect().left;
  return Math.abs(Number(line.getAttribute("x1")) - place) < 1;
}"""


def follows_the_mouse(page, mouse):
    """Expect q to be under the mouse, and the words to be about it."""
    layers = page.locator("svg.layers").element_handle()
    page.wait_for_function(AT_MOUSE, arg=[layers, mouse], polling=50)
    says(page, words(task(MERGED), query(page)))


def test_the_query_follows_the_mouse_and_a_click_draws_its_block(open_page):
    page = open_page("?sample=jingle_bells_algorithm&q=25")
    pinned = words(task(MERGED), 25.0)
    says(page, pinned)
    entry = page.get_by_role("textbox", name="Window in seconds")
    entry.fill("7.")
    box = resting(page.locator("svg.layers"))
    mouse = box["x"] + 700
    page.mouse.move(mouse, box["y"] + 60)
    expect(page.locator(".question")).not_to_contain_text("At 0:25.0")
    follows_the_mouse(page, mouse)
    expect(entry).to_have_value("7.")  # what is being typed stays
    entry.press("Escape")
    expect(entry).to_have_value("15")
    # The picture changes under the mouse.
    page.locator("svg.layers").evaluate("layers => layers.focus({ preventScroll: true })")
    before = query(page)
    for key in ("+", "PageUp", "0"):
        page.keyboard.press(key)
        follows_the_mouse(page, mouse)
    comes_to(page, before, within=0.002)
    page.mouse.move(0, 0)
    says(page, pinned)
    page.mouse.click(box["x"] + 650, box["y"] + 60)
    comes_to(page, 52.7, within=5)
    clicked = query(page)
    expect(page).to_have_url(re.compile(f"q={clicked:g}$"))
    g = query_scores(MERGED.reference, MERGED.estimate, [15.0], queries=[clicked])
    expect(page.locator(".details:not(.late) [data-g=recall]")).to_have_text(
        f"recall g(q) = {g.of('reduced', 'recall')[0, 0]:.3f}"
    )
    page.mouse.move(box["x"] + 900, box["y"] + 60)
    expect(page.locator(".details .place")).to_contain_text("1:")
    page.mouse.move(0, 0)
    comes_to(page, clicked)
    says(page, words(task(MERGED), clicked))
    # An arc to i and one to j under either hierarchy, and its answer.
    expect(page.locator(".layers-box path.arc.i")).to_have_count(2)
    expect(page.locator(".layers-box path.arc.j")).to_have_count(2)
    chips = page.locator(".layers-box text.chip").all_text_contents()
    expect(page.locator(".asked .chip")).to_have_text(
        [f"Reference: {chips[0]}", f"Estimate: {chips[1]}"]
    )
    first = costliest(task(MERGED), 60, merge=True)
    steps = page.locator(".steps")
    expect(steps).to_have_text(re.compile(rf"disagreement \d+ of {len(first)}, costliest first"))
    here = int(re.findall(r"\d+", steps.inner_text())[0]) - 1  # it stays until a press
    assert first.queries[here, 0] <= clicked < first.queries[here, 1]
    for name, at in (("Next block", here + 1), ("Costlier block", here)):
        page.get_by_role("button", name=name).click()
        expect(steps).to_contain_text(f"disagreement {at + 1} of {len(first)}")
        comes_to(page, middles(task(MERGED), first)[at])
    page.get_by_role("button", name="in words").click()
    page.get_by_role("checkbox", name="draw triplet").uncheck()
    expect(page.locator(".layers-box path.arc")).to_have_count(0)
    expect(page).to_have_url(re.compile("marks=0"))


# The window on screen, and what else depends on it.
SHOWN = """layers => {
  const find = (part) => layers.getRootNode().querySelector(part);
  const strip = (side) => find(`.layers-box .${side} path.g`).getAttribute("d");
  return [find(".entry").value, find("svg.curves .marker line").getAttribute("x1"),
    find(".layers-box rect.window").getAttribute("width"), strip("reference"), strip("estimate")];
}"""


def test_scores_words_and_pictures_follow_the_window_while_it_is_dragged(open_page):
    page = open_page("triplets?sample=jingle_bells&variant=l&q=64.4&w=30")
    # Triplets of labels are drawn and said as those of segments.
    of_labels = task(LABELED, 30.0, measure="l")
    says(page, words(of_labels, 64.4))
    expect(page.locator(".sentence .explanation")).to_contain_text("label “second time” (units)")
    expect(page.locator(".layers-box path.arc")).to_have_count(4)
    expect(page.locator("svg.tree").first).to_contain_text("deepest label with q and i")
    expect(rows(page)).to_have_count(len(costliest(of_labels, 60, merge=True)))
    expect(page.locator("[data-split=recall] b")).to_have_text("LR")
    told = beside(LABELED.reference, LABELED.estimate, 30.0).sentence.partition(": ")[2]
    expect(page.locator(".details .beside")).to_contain_text(told)
    unfold_scores(page)
    page.get_by_role("radio", name="reduced").check()
    says(page, words(task(LABELED, 30.0), 64.4))
    box = resting(page.locator("#window"))
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.5 * box["width"], y)
    page.mouse.down()
    seen = []
    for share in (0.55, 0.75):
        page.mouse.move(box["x"] + share * box["width"], y, steps=4)
        frames(page)
        window = float(page.get_by_role("textbox", name="Window in seconds").input_value())
        assert shown_scores(page) == computed_scores((LABELED.reference, LABELED.estimate), window)
        says(page, words(task(LABELED, window), 64.4))
        here = query_blocks(task(LABELED, window), 64.4)
        expect(page.locator(".sentence .counts")).to_contain_text(f"{here.total:,.0f} triplets")
        lost = survey(task(LABELED, window))
        expect(page.locator("[data-lost=reduced-recall]")).to_have_text(
            f"{100 * (lost.tie + lost.inverted):.0f} % lost"
        )
        # The strips come with the answer for this window.
        page.locator(".details:not(.late)").wait_for(state="attached")
        seen.append(page.locator("svg.layers").evaluate(SHOWN))
    page.mouse.up()
    for values in zip(*seen, strict=True):
        assert len(set(values)) == len(seen)


@pytest.mark.walk
def test_scores_lead_to_the_triplets_behind_them_and_pages_share_what_is_chosen(open_page):
    page = open_page(
        "?sample=jingle_bells_algorithm&layers=3-2&region=i:10-12&outcome=inverted&w=20"
    )
    unfold_scores(page)
    lost = page.locator("[data-lost=full-precision]")
    expect(page.locator("button.score", has=lost)).to_have_accessible_description(
        re.compile("^T_P full .* The reference agrees .* are lost to ties")
    )
    lost.click()
    # All of its triplets, whatever was filtered.
    expect(page).to_have_url(re.compile("/triplets"))
    expect(page.locator(".sentence input[value=precision]")).to_be_checked()
    expect(page.get_by_role("radio", name="full")).to_be_checked()
    first = costliest(task(MERGED, 20.0, "precision", "full"), 60, merge=True)
    middle = middles(task(MERGED, 20.0, "precision", "full"), first)[0]
    expect(page.locator(".details .place")).to_have_text(re.compile(rf"{middle % 60:04.1f}$"))
    expect(selected(page)).to_have_attribute("id", "block-0")
    expect(rows(page)).to_have_count(len(first))
    expect(page.locator("[data-filter]")).to_have_count(0)
    # F leads to the side that loses more.
    page.locator("[data-score=full-f]").click()
    expect(page.locator(".sentence input[value=recall]")).to_be_checked()
    assert violations(page) == []
    place = page.locator(".details:not(.late) .place").text_content()
    follow(page, "Compare")
    expect(page.locator("svg.curves")).to_be_visible()
    expect(page.get_by_role("textbox", name="Window in seconds")).to_have_value("20")
    expect(page.get_by_role("radio", name="full")).to_be_checked()
    expect(page.locator(".details .place")).to_have_text(place)
    page.get_by_role("button", name="all causes").click()
    page.locator(".causes .cause").first.click()
    page.locator(".fixed .added").first.wait_for(state="attached")
    assert violations(page) == []
    page.get_by_role("button", name="Clear marks").click()
    resized(page, 640, 450)  # as at twice the size


DEPTHS = """(box) => ["i", "j"].map((name) => [...box.querySelectorAll(`path.arc.${name}`)]
  .map((arc) => arc.getBoundingClientRect().height))"""


def test_blocks_are_stepped_through_by_keys_and_filtered(open_page):
    first = costliest(task(MERGED), 60, merge=True)
    page = open_page(f"triplets?sample=jingle_bells_algorithm&q={first.query[0]:.6f}", height=1900)
    expect(selected(page)).to_have_attribute("id", "block-0")
    # Arcs of a tie are equally deep, and the closer moment has the flatter one.
    expect(page.locator(".layers-box path.arc")).to_have_count(4)
    (closer, *ties), (farther, *others) = stands(page.locator(".layers-box"), DEPTHS)
    assert closer < farther - 5
    assert ties == pytest.approx(others, abs=0.5)
    page.get_by_role("listbox").focus()
    for at in (1, 2):
        page.keyboard.press("ArrowDown")
        expect(selected(page)).to_have_attribute("id", f"block-{at}")
    page.keyboard.press("ArrowUp")
    expect(selected(page)).to_have_attribute("id", "block-1")
    page.locator("svg.layers").focus()
    for _ in range(5):
        # Faster than the answers.
        page.keyboard.press("n")
    expect(selected(page)).to_have_attribute("id", "block-6")
    page.keyboard.press("p")
    expect(selected(page)).to_have_attribute("id", "block-5")
    comes_to(page, middles(task(MERGED), first)[5])
    page.locator("[data-layers='2-1']").click()
    wanted = costliest(task(MERGED), 60, Filter(layers=(2, 1)), merge=True)
    depths = [re.compile("^reference: i closer \\(functions\\)")] * len(wanted)
    expect(page.locator(".block .depths")).to_have_text(depths)
    page.locator("[data-filter=layers]").click()
    expect(rows(page)).to_have_count(len(first))
    # A stretch of time is brushed, or typed.
    strip = box_of(page, "rect.strip.j")
    y = strip["y"] + strip["height"] / 2
    page.mouse.move(strip["x"] + 0.3 * strip["width"], y)
    page.mouse.down()
    page.mouse.move(strip["x"] + 0.4 * strip["width"], y, steps=6)
    page.mouse.up()
    chip = page.locator("[data-filter=region]")
    expect(chip).to_have_text(re.compile("^j in "))
    expect(page).to_have_url(re.compile(r"region=j%3A28\.\d*-38\."))
    end = MERGED.reference.end
    stretch = [float(part) for part in page.url.split("region=j%3A")[1].split("&")[0].split("-")]
    assert stretch == pytest.approx([0.3 * end, 0.4 * end], abs=0.4)
    wanted = costliest(task(MERGED), 60, Filter(region=("j", *stretch)), merge=True)
    expect(rows(page)).to_have_count(len(wanted))
    chip.click()
    expect(chip).to_have_count(0)
    page.get_by_role("button", name="Filter").click()
    page.get_by_label("Which of q, i and j is in the stretch").select_option("i")
    page.get_by_label("Stretch of time to list").fill("1:00 - 1:20.5")
    page.keyboard.press("Enter")
    expect(chip).to_have_text(re.compile("i in 1:00.0–1:20.5"))
    wanted = costliest(task(MERGED), 60, Filter(region=("i", 60.0, 80.5)), merge=True)
    expect(rows(page)).to_have_count(len(wanted))
    # A press on a matrix moves q.
    expect(page.locator(".matrices")).to_contain_text("loss for recall")
    for name, share in (("reference", 0.75), ("estimate", 0.5), ("loss", 0.25)):
        canvas = page.locator(f"canvas[data-matrix={name}]")
        box = canvas.bounding_box()
        canvas.click(position={"x": 0.1 * box["width"], "y": share * box["height"]})
        comes_to(page, share * MERGED.reference.end, within=1.0)
        before = query(page)
        page.keyboard.press("ArrowUp")
        comes_to(page, before - MERGED.reference.end / PIXELS)


def test_a_link_restores_the_list_of_a_query_and_a_chosen_block_outlasts_the_mouse(open_page):
    page = open_page(
        "triplets?sample=jingle_bells_algorithm&direction=precision&variant=full&w=40&q=47"
        "&list=query&outcome=tie&layers=3-any"
    )
    expect(page.get_by_label("Blocks of")).to_have_value("query")
    expect(page.get_by_label("Outcome")).to_have_value("tie")
    expect(page.locator("[data-filter=layers]")).to_have_text(
        re.compile("i at depth 3, j at depth any")
    )
    only = Filter(("tie",), (3, None))
    asked = task(MERGED, 40.0, "precision", "full")
    expect(rows(page)).to_have_count(len(query_blocks(asked, 47.0, only).blocks))
    says(page, words(asked, 47.0, only=only))
    rows(page).nth(2).click()
    expect(selected(page)).to_have_attribute("id", "block-2")
    page.evaluate("scrollTo(0, 0)")
    box = resting(page.locator("svg.layers"))
    page.mouse.move(box["x"] + 300, box["y"] + 60)
    expect(page.locator(".question")).not_to_contain_text("At 0:47.0")
    page.mouse.move(0, 0)
    says(page, words(asked, 47.0, at=2, only=only))
    expect(selected(page)).to_have_attribute("id", "block-2")
