"""Triplets by mouse and keyboard, in Chromium: on layers, in the list, in pictures."""

import re

import pytest
from accessibility import violations
from playwright.sync_api import expect
from serving import box_of, choose_sample, comes_to, follow, query, settled, unfold_scores

from core.samples import samples
from core.triplets.api import Filter, costliest, query_blocks, survey
from core.triplets.beside import beside
from core.triplets.explaining import explain, question, reasons
from core.triplets.task import Task
from explorer.messages.triplets import PIXELS

SAMPLES = {sample.id: sample for sample in samples()}
POP = SAMPLES["pop_vs_algorithm"]
FIGURE_6 = SAMPLES["figure6"]
SIDES = ("reference", "estimate")


def task(sample, *args, **how):
    return Task(sample.reference, sample.estimate, *args, **how)


def words(asked, query, at=0, only=None):
    """The question and the reasons for a query's block, as the core has them."""
    here = query_blocks(asked, query, only or Filter())
    found = explain(asked, here.query, *here.blocks.example[at].tolist())
    return question(found), reasons(found)


def says(page, texts):
    asked, why = texts
    expect(page.locator(".sentence:not(.late) .question")).to_have_text(asked)
    expect(page.locator(".sentence:not(.late) .explanation")).to_contain_text(why)


def unfold(page):
    page.get_by_role("button", name="in words").click()


def click_layers(page, x, y=60):
    box = page.locator("svg.layers").bounding_box()
    page.mouse.click(box["x"] + x, box["y"] + y)


def rows(page):
    return page.locator(".block")


def selected(page):
    return page.locator(".block[aria-selected=true]")


def test_a_click_on_compare_draws_the_costliest_block_and_says_why_it_is_lost(open_page):
    page = open_page("?sample=pop_vs_algorithm")
    click_layers(page, 600)
    page.mouse.move(0, 0)
    comes_to(page, 100, within=10)
    says(page, words(task(POP), query(page)))
    # An arc to i and one to j under either hierarchy, and its answer.
    expect(page.locator(".layers-box path.arc.i")).to_have_count(2)
    expect(page.locator(".layers-box path.arc.j")).to_have_count(2)
    chips = page.locator(".layers-box text.chip").all_text_contents()
    expect(page.locator(".asked .chip")).to_have_text(
        [f"Reference: {chips[0]}", f"Estimate: {chips[1]}"]
    )


def test_arcs_of_a_tie_are_equally_deep_and_the_closer_one_is_flatter(open_page):
    page = open_page("?sample=pop_two_annotators&q=170.3")
    asked = Task(*(getattr(SAMPLES["pop_two_annotators"], side) for side in SIDES))
    says(page, words(asked, 170.3))
    (closer, *ties), (farther, *others) = (
        [arc.bounding_box()["height"] for arc in page.locator(f".layers-box path.arc.{name}").all()]
        for name in ("i", "j")
    )
    assert closer < farther - 5
    assert ties == pytest.approx(others, abs=0.5)


def test_the_blocks_are_stepped_through_beside_the_question(open_page):
    page = open_page("?sample=pop_vs_algorithm&q=70")
    first = costliest(task(POP), 60, merge=True)
    steps = page.locator(".steps")
    expect(steps).to_have_text(re.compile(rf"recall loss \d+ of {len(first)}"))
    here = int(re.findall(r"\d+", steps.inner_text())[0]) - 1
    assert first.queries[here, 0] <= 70 < first.queries[here, 1]
    for name, at in (("Next block", here + 1), ("Costlier block", here)):
        page.get_by_role("button", name=name).click()
        expect(steps).to_contain_text(f"recall loss {at + 1} of {len(first)}")
        comes_to(page, first.query[at])


def test_hovering_says_what_the_place_loses_and_leaving_goes_back(open_page):
    page = open_page("?q=25")
    pinned = words(task(FIGURE_6), 25.0)
    says(page, pinned)
    box = page.locator("svg.layers").bounding_box()
    page.mouse.move(box["x"] + 700, box["y"] + 60)
    expect(page.locator(".question")).not_to_contain_text("At 0:25.0")
    says(page, words(task(FIGURE_6), query(page)))
    page.mouse.move(0, 0)
    says(page, pinned)


def test_the_drawing_can_be_turned_off_and_the_link_keeps_that(open_page):
    page = open_page("?q=25")
    expect(page.locator(".layers-box path.arc")).to_have_count(4)
    unfold(page)
    page.get_by_role("checkbox", name="draw triplet").uncheck()
    expect(page.locator(".layers-box path.arc")).to_have_count(0)
    expect(page).to_have_url(re.compile("marks=0"))


@pytest.mark.walk
def test_scores_say_what_they_lose_and_lead_to_the_triplets_behind_them(open_page):
    page = open_page("?sample=pop_vs_algorithm")
    unfold_scores(page)
    found = survey(task(POP, direction="precision", measure="full"))
    lost = page.locator("[data-lost=full-precision]")
    expect(lost).to_have_text(f"{100 * (found.tie + found.inverted):.0f} % lost")
    ties = f"{100 * found.tie:.0f} % are lost to ties"
    expect(page.locator("button.score", has=lost)).to_have_accessible_description(
        re.compile(rf"^T_P full .* The reference agrees .* {ties}")
    )
    says = page.locator("#says-full-precision")
    expect(says).not_to_be_visible()
    lost.hover()
    expect(says).to_be_visible()
    lost.click()
    expect(page).to_have_url(re.compile("/triplets"))
    expect(page.locator(".sentence input[value=precision]")).to_be_checked()
    expect(page.get_by_role("radio", name="full")).to_be_checked()
    first = costliest(task(POP, direction="precision", measure="full"), 1, merge=True)
    expect(page.locator(".details .place")).to_have_text(
        re.compile(rf"{first.query[0] % 60:04.1f}$")
    )
    expect(selected(page)).to_have_attribute("id", "block-0")


def test_f_leads_to_the_side_that_loses_more(open_page):
    page = open_page("triplets?sample=pop_vs_algorithm&direction=precision")
    unfold_scores(page)
    page.locator("[data-score=reduced-f]").click()
    expect(page.locator(".sentence input[value=recall]")).to_be_checked()


def test_blocks_are_stepped_through_by_keyboard(open_page):
    wanted = costliest(task(POP), 60, merge=True)
    page = open_page(f"triplets?sample=pop_vs_algorithm&q={wanted.query[0]:.6f}")
    expect(selected(page)).to_have_attribute("id", "block-0")
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
    comes_to(page, wanted.query[5])


def test_a_chosen_block_outlasts_the_mouse_on_its_way_over_the_layers(open_page):
    page = open_page("triplets?sample=pop_vs_algorithm&q=70&list=query")
    rows(page).nth(2).click()
    expect(selected(page)).to_have_attribute("id", "block-2")
    page.evaluate("scrollTo(0, 0)")
    box = page.locator("svg.layers").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 60)
    expect(page.locator(".question")).not_to_contain_text("At 1:10.0")
    page.mouse.move(0, 0)
    says(page, words(task(POP), 70.0, at=2))
    expect(selected(page)).to_have_attribute("id", "block-2")


def test_a_stretch_of_time_can_be_typed(open_page):
    page = open_page("triplets?sample=pop_vs_algorithm")
    page.get_by_role("button", name="Filter").click()
    page.get_by_label("Which of q, i and j is in the stretch").select_option("i")
    page.get_by_label("Stretch of time to list").fill("1:00 - 1:20.5")
    page.keyboard.press("Enter")
    expect(page.locator("[data-filter=region]")).to_have_text(re.compile("i in 1:00.0–1:20.5"))
    wanted = costliest(task(POP), 60, Filter(region=("i", 60.0, 80.5)), merge=True)
    expect(rows(page)).to_have_count(len(wanted))


def test_another_pair_lifts_the_filters_of_the_last(open_page):
    page = open_page("?sample=pop_vs_algorithm&layers=3-2&region=i:150-170&q=70")
    choose_sample(page, "figure6")
    expect(page.locator(".layers-box .title.reference")).to_have_text("Reference")
    expect(page).not_to_have_url(re.compile("layers|region"))


def test_a_score_leads_to_all_its_triplets_whatever_was_filtered(open_page):
    page = open_page("?sample=pop_vs_algorithm&layers=3-2&region=i:10-12&outcome=inverted")
    unfold_scores(page)
    page.locator("[data-lost=reduced-precision]").click()
    first = costliest(task(POP, direction="precision"), 60, merge=True)
    expect(rows(page)).to_have_count(len(first))
    expect(page.locator("[data-filter]")).to_have_count(0)


def test_a_pair_of_layers_filters_the_list_and_is_removed_again(open_page):
    page = open_page("triplets?sample=pop_vs_algorithm")
    everything = len(costliest(task(POP), 60, merge=True))
    expect(rows(page)).to_have_count(everything)
    page.locator("[data-layers='2-1']").click()
    wanted = costliest(task(POP), 60, Filter(layers=(2, 1)), merge=True)
    expect(rows(page)).to_have_count(len(wanted))
    for text in page.locator(".block .depths").all_inner_texts():
        assert text.startswith("ref i 2 > j 1")
    page.locator("[data-filter=layers]").click()
    expect(rows(page)).to_have_count(everything)


def test_brushing_a_strip_restricts_the_list_to_the_stretch(open_page):
    page = open_page("triplets?sample=pop_vs_algorithm", height=1900)
    expect(rows(page).first).to_be_visible()
    settled(page)
    strip = box_of(page, "rect.strip.j")
    y = strip["y"] + strip["height"] / 2
    page.mouse.move(strip["x"] + 0.3 * strip["width"], y)
    page.mouse.down()
    page.mouse.move(strip["x"] + 0.4 * strip["width"], y, steps=6)
    page.mouse.up()
    chip = page.locator("[data-filter=region]")
    expect(chip).to_have_text(re.compile("^j in "))
    expect(page).to_have_url(re.compile(r"region=j%3A60\.\d*-80\."))
    end = POP.reference.end
    stretch = [float(part) for part in page.url.split("region=j%3A")[1].split("&")[0].split("-")]
    assert stretch == pytest.approx([0.3 * end, 0.4 * end], abs=0.4)
    wanted = costliest(task(POP), 60, Filter(region=("j", *stretch)), merge=True)
    expect(rows(page)).to_have_count(len(wanted))
    expect(rows(page).first.locator(".share")).to_have_text(
        re.compile(rf"^{100 * wanted.loss[0] / (1 - survey(task(POP)).score):.2g} %")
    )
    chip.click()
    expect(page.locator("[data-filter=region]")).to_have_count(0)


def test_words_counts_and_window_follow_the_window_while_it_is_dragged(open_page):
    page = open_page("triplets?sample=pop_vs_algorithm&q=70")
    box = page.locator("#window").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.5 * box["width"], y)
    page.mouse.down()
    seen = set()
    for share in (0.55, 0.65, 0.75):
        page.mouse.move(box["x"] + share * box["width"], y, steps=4)
        window = float(page.get_by_role("textbox", name="Window in seconds").input_value())
        says(page, words(task(POP, window), 70.0))
        here = query_blocks(task(POP, window), 70.0)
        expect(page.locator(".sentence .counts")).to_contain_text(f"{here.total:,.0f} triplets")
        seen.add(page.locator(".layers-box rect.window").get_attribute("width"))
        lost = survey(task(POP, window))
        expect(page.locator("[data-lost=reduced-recall]")).to_have_text(
            f"{100 * (lost.tie + lost.inverted):.0f} % lost"
        )
    page.mouse.up()
    assert len(seen) == 3


def test_a_click_on_a_matrix_moves_q(open_page):
    page = open_page("triplets?sample=pop_vs_algorithm")
    expect(page.locator(".matrices")).to_contain_text("loss for recall")
    for name, share in (("reference", 0.75), ("estimate", 0.5), ("loss", 0.25)):
        canvas = page.locator(f"canvas[data-matrix={name}]")
        box = canvas.bounding_box()
        canvas.click(position={"x": 0.1 * box["width"], "y": share * box["height"]})
        comes_to(page, share * POP.reference.end, within=1.0)
        says(page, words(task(POP), query(page)))
        before = query(page)
        page.keyboard.press("ArrowUp")
        comes_to(page, before - POP.reference.end / PIXELS)


def test_triplets_of_labels_are_drawn_and_said_as_those_of_segments(open_page):
    page = open_page("triplets?sample=pop_two_annotators&variant=l&q=52.4&w=30")
    labeled = SAMPLES["pop_two_annotators"]
    of_labels = Task(labeled.reference, labeled.estimate, 30.0, "recall", measure="l")
    says(page, words(of_labels, 52.4))
    expect(page.locator(".sentence .explanation")).to_contain_text("label “c” (layer 2, lowercase)")
    expect(page.locator(".layers-box path.arc")).to_have_count(4)
    expect(page.locator("svg.tree").first).to_contain_text("meet(q, i)")
    first = costliest(of_labels, 60, merge=True)
    expect(rows(page)).to_have_count(len(first))
    expect(page.locator("[data-split=recall] b")).to_have_text("LR")
    told = beside(labeled.reference, labeled.estimate, 30.0).sentence.partition(": ")[2]
    expect(page.locator(".details .beside")).to_contain_text(told)
    unfold_scores(page)
    page.get_by_role("radio", name="full").check()
    says(page, words(task(labeled, 30.0, measure="full"), 52.4))


def test_a_link_restores_filters_and_the_block_list(open_page):
    page = open_page(
        "triplets?sample=pop_vs_algorithm&direction=precision&variant=full&w=40&q=150"
        "&list=query&outcome=tie&layers=8-any"
    )
    expect(page.get_by_label("Blocks of")).to_have_value("query")
    expect(page.get_by_label("Outcome")).to_have_value("tie")
    expect(page.locator("[data-filter=layers]")).to_have_text(
        re.compile("i at depth 8, j at depth any")
    )
    only = Filter(("tie",), (8, None))
    found = query_blocks(task(POP, 40.0, "precision", "full"), 150.0, only).blocks
    expect(rows(page)).to_have_count(min(len(found), 60))
    says(page, words(task(POP, 40.0, "precision", "full"), 150.0, only=only))


@pytest.mark.walk
def test_pages_share_pair_window_and_query(open_page):
    page = open_page("?sample=jazz_two_annotators&w=7.5&q=33")
    follow(page, "Triplets")
    expect(page.locator(".layers-box .title.reference")).to_have_text("Reference · annotator 1")
    expect(page.get_by_role("textbox", name="Window in seconds")).to_have_value("7.5")
    says(page, words(task(SAMPLES["jazz_two_annotators"], 7.5), 33.0))
    unfold_scores(page)
    page.get_by_role("radio", name="full").check()
    assert violations(page) == []
    follow(page, "Compare")
    expect(page.locator("svg.curves")).to_be_visible()
    expect(page.get_by_role("radio", name="full")).to_be_checked()
    expect(page.locator(".details .place")).to_have_text("q = 0:33.0")
    page.get_by_role("button", name="all causes").click()
    page.locator(".causes .cause").first.click()
    page.locator(".mended .added").first.wait_for(state="attached")
    assert violations(page) == []
    page.get_by_role("button", name="Clear marks").click()
    page.set_viewport_size({"width": 640, "height": 450})  # as at twice the size
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth <= main.clientWidth")
