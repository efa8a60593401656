"""Lessons from start to end by mouse and keyboard, including wrong answers."""

import math
import re

import pytest
from playwright.sync_api import expect
from serving import box_of, follow, resting, settled

from core.io.link import pack_pair
from core.samples import sample
from explorer.lessons.course import lessons
from explorer.lessons.course.model import Choice, Estimate, Scene, Ticks
from explorer.lessons.own import own_lesson
from explorer.state.own_lesson import Options, OwnLesson, OwnQuestion, looked_at, pack_lesson
from explorer.state.pair import PairState

BY_ID = {lesson.id: lesson for lesson in lessons()}


@pytest.fixture
def open_lesson(open_watched):
    """Open a page of lessons."""

    def open_at(query="", **how):
        page = open_watched(f"lessons{query}", **how)
        listed = page.get_by_role("heading", name="Lessons")
        page.get_by_role("button", name="All lessons").or_(listed).first.wait_for()
        settled(page)
        return page

    return open_at


def press(page, words):
    # By the keyboard: what stands above a button may grow while the mouse is on its way.
    page.get_by_role("button", name=words, exact=True).press("Enter")
    settled(page)


def said(page, kind):
    """The box with what was said of an answer."""
    names = {"right": "Success", "wrong": "Warning", "shown": "Info"}
    return page.get_by_test_id(f"stAlertContent{names[kind]}").first


def answer_rightly(page, step):
    question = step.question
    if isinstance(question, Choice):
        page.get_by_test_id("stRadioOption").nth(question.right).click()
    elif isinstance(question, Ticks):
        for option in question.right:
            page.get_by_role("button", name=question.options[option], exact=True).click()
            settled(page)
    elif isinstance(question, Estimate):
        page.get_by_test_id("stSlider").get_by_role("slider").focus()
        page.keyboard.press("End" if question.right > 0.5 else "Home")
        for _ in range(round(100 * min(question.right, 1 - question.right))):
            page.keyboard.press("ArrowLeft" if question.right > 0.5 else "ArrowRight")
    elif question.edits:
        edit(page, step.scene.estimate, question.solved.estimate)
    elif question.solved.window != step.scene.window:
        entry = page.locator(".entry")
        entry.fill(f"{question.solved.window:g}")
        entry.press("Enter")
        scope = page.locator(".scope")
        expect(scope).to_have_attribute(
            "data-wanted", re.compile(rf"^{re.escape(f'{question.solved.window:g}')} ")
        )
    elif question.solved.triplet:
        end = step.scene.reference.end
        moments = ((scene.query, *scene.triplet) for scene in (step.scene, question.solved))
        for start, to in zip(*moments, strict=True):
            if start != to:
                drag(page, spot(page, end, start), spot(page, end, to))
    else:
        x, y = spot(page, step.scene.reference.end, question.solved.query)
        page.mouse.click(x, y)
    settled(page)
    press(page, "Check")
    expect(said(page, "right")).to_be_visible()


def spot(page, end, time):
    """Where a time is on the layers, of a track that lasts `end` seconds."""
    layers = resting(page.locator("svg.layers"))
    return layers["x"] + 84 + time / end * (layers["width"] - 98), layers["y"] + 40


def boundary(page, end, time):
    """Where a boundary is on the estimate's first layer."""
    row = box_of(page, ".estimate .layer")
    return spot(page, end, time)[0], row["y"] + row["height"] / 2


def drag(page, start, to, *, release=True):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*to, steps=8)
    if release:
        page.mouse.up()


def time_field(page):
    """The field of a boundary's time, once it is unfolded."""
    more = page.get_by_role("button", name="More tools")
    if more.get_attribute("aria-expanded") == "false":
        more.click()
    return page.get_by_label("Time of the boundary")


def edit(page, before, after):
    """Change the one boundary in which the first layers of two estimates differ."""
    was, now = (set(each.boundaries[0].tolist()) for each in (before, after))
    gone, new = sorted(was - now), sorted(now - was)
    time = time_field(page)
    if gone:
        page.locator("svg.layers").focus()
        # The one before the first is the start of the track: choose from there.
        for _ in range(1 + sorted(was).index(gone[0]) - 1):
            page.keyboard.press(".")
        minutes, seconds = divmod(gone[0], 60)
        expect(time).to_have_value(f"{minutes:g}:{'0' * (seconds < 10)}{seconds:g}")
    if gone and new:
        time.fill(f"{new[0]:g}")
        page.get_by_role("button", name="Move here").click()
    elif gone:
        page.keyboard.press("Delete")
    else:
        time.fill(f"{new[0]:g}")
        time.press("Enter")
    segments = sum(len(layer.labels) for layer in after.layers)
    expect(page.locator(".layers-box .estimate .layer rect")).to_have_count(segments)


@pytest.mark.thorough
def test_lessons_are_walked_to_their_ends(open_lesson):
    page = open_lesson()
    for row, lesson in enumerate(BY_ID.values()):
        expect(page.get_by_text(lesson.title, exact=False).first).to_be_visible()
        page.get_by_role("button", name=re.compile("^(Begin|Again)$")).nth(row).click()
        walk(page, lesson)
        last = row + 1 == len(BY_ID)
        onward = "All lessons" if last else "Next lesson"
        page.get_by_test_id("stBaseButton-primary").filter(has_text=onward).click()
        if not last:
            expect(page.get_by_text(f"Lesson {row + 2} of {len(BY_ID)}")).to_be_visible()
            press(page, "All lessons")
    expect(page.get_by_text("done", exact=True)).to_have_count(len(BY_ID))


def walk(page, lesson):
    """Go through a lesson that has begun, with a wrong answer to its first question."""
    for number, step in enumerate(lesson.steps, 1):
        page.get_by_role("heading", name=step.title).wait_for()
        pair = isinstance(step.scene, Scene)
        expect(page.locator(".scope")).to_be_visible(visible=pair)
        settled(page)
        if pair:
            score = page.locator(f"[data-score={step.scene.variant}-recall]")
            expect(score).to_be_visible(visible="scores" in step.before)
        if number == 1:
            if isinstance(step.question, Choice):
                wrong = (step.question.right + 1) % len(step.question.options)
                page.get_by_test_id("stRadioOption").nth(wrong).click()
                settled(page)
            press(page, "Check")
            expect(said(page, "wrong")).to_be_visible()
            expect(said(page, "right")).to_have_count(0)
        answer_rightly(page, step)
        if pair:
            expect(score).to_be_visible(visible="scores" in step.after)
        expect(page.locator(".styles[data-drawn]")).to_be_visible(visible="tests" in step.after)
        page.wait_for_url(
            re.compile(rf"lessons\?lesson={lesson.id}{f'&step={number}' if number > 1 else ''}$")
        )
        if number < len(lesson.steps):
            press(page, "Next step")
    expect(page.get_by_text("To remember:")).to_be_visible()


def test_what_is_drawn_in_a_lesson_stays_there_although_another_page_comes_at_once(open_lesson):
    page = open_lesson("?lesson=precision&step=3")
    field = time_field(page)
    for time in ("10", "30", "50"):
        field.fill(time)
        field.press("Enter")
    page.get_by_role("link", name="Draw").click()
    page.wait_for_url(re.compile("/draw"))
    page.locator(".effects").wait_for(state="attached")
    expect(page.locator(".layers-box .estimate .layer rect")).to_have_count(17)
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    follow(page, "Lessons")
    expect(page.get_by_role("heading", name="Make it lose precision")).to_be_visible()
    expect(page.locator(".layers-box .estimate .layer rect")).to_have_count(6)


def test_a_query_that_was_clicked_counts_although_the_mouse_went_on(open_lesson):
    step = BY_ID["triplet"].steps[4]
    page = open_lesson("?lesson=triplet&step=5")
    x, y = spot(page, step.scene.reference.end, step.question.solved.query)
    page.mouse.move(x - 60, y, steps=6)
    page.mouse.click(x, y)
    for moved in range(1, 40):
        page.mouse.move(x + 10 * moved, y)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(said(page, "right")).to_be_visible()


def test_a_picture_can_be_played_with_once_its_question_is_answered(open_lesson):
    scene = BY_ID["annotators"].steps[0].scene
    page = open_lesson("?lesson=annotators", height=1200)
    recall = page.locator(f"[data-score={scene.variant}-recall]")
    boundaries = scene.estimate.boundaries[0].tolist()
    at = len(boundaries) // 2
    start, after = boundaries[at : at + 2]
    aim = start + 0.37 * (after - start)  # where no boundary is that the score would know
    segment = page.locator(".layers-box .estimate .layer").first.locator("rect").nth(at - 1)
    expect(page.locator(".toolbar")).to_have_count(0)
    press(page, "Show the solution")
    expect(page.locator(".toolbar")).to_be_visible()
    expect(recall).to_have_text(f"{scene.value('recall'):.3f}")
    before = segment.get_attribute("width")
    back = page.get_by_role("button", name="Reset")
    expect(back).to_have_count(0)
    end = scene.reference.end
    drag(page, boundary(page, end, start), boundary(page, end, aim), release=False)
    # The scores follow the hand.
    expect(recall).not_to_have_text(f"{scene.value('recall'):.3f}")
    page.mouse.up()
    expect(back).to_be_visible()
    expect(segment).not_to_have_attribute("width", before)
    # What was said of the answer stays, and the edit as long as the reader is about.
    press(page, "Next step")
    page.get_by_test_id("stButtonGroup").get_by_role("radio", name="1").click()
    expect(said(page, "shown")).to_be_visible()
    expect(back).to_be_visible()
    expect(segment).not_to_have_attribute("width", before)
    # Reset takes back an edit just before it, too.
    field = time_field(page)
    field.fill(f"{start:g}")
    field.press("Enter")
    back.click()
    expect(back).to_have_count(0)
    expect(said(page, "shown")).to_be_visible()
    expect(recall).to_have_text(f"{scene.value('recall'):.3f}")
    expect(segment).to_have_attribute("width", before)
    # It can be edited again.
    drag(page, boundary(page, end, start), boundary(page, end, aim))
    expect(back).to_be_visible()
    press(page, "Try again")
    expect(page.locator(".toolbar")).to_have_count(0)
    expect(segment).to_have_attribute("width", before)


def test_a_scape_comes_with_the_answer_and_then_moves_the_window_that_is_checked(open_lesson):
    step = BY_ID["window"].steps[1]
    page = open_lesson("?lesson=window")
    plane = page.locator(".plane.recall")
    answers = page.locator(".scape").locator(".means, .mean, .cost")
    expect(plane).to_be_hidden()
    expect(answers.filter(visible=True)).to_have_count(0)
    press(page, "Show the solution")
    expect(plane).to_have_attribute("data-drawn", "g")
    expect(plane).to_be_visible()
    press(page, "Next step")
    expect(plane).to_be_visible()
    expect(page.locator(".scape .means").first).to_be_hidden()
    for window, kind in ((30, "wrong"), (6.6, "right")):
        box = resting(plane)
        up = math.log(window / 0.5) / math.log(step.scene.reference.end / 0.5)
        start = box["x"] + 50, box["y"] + box["height"] - 10
        drag(page, start, (box["x"] + 90, box["y"] + box["height"] * (1 - up)), release=False)
        near = "([entry, window]) => Math.abs(entry.value / window - 1) < 0.1 && entry.value"
        entry = page.locator(".entry").element_handle()
        chosen = float(page.wait_for_function(near, arg=[entry, window]).json_value())
        recall = f"{step.scene.value('recall', chosen):.3f}"
        expect(page.locator("[data-score=full-recall]")).to_have_text(recall)
        page.mouse.up()
        settled(page)
        press(page, "Check")
        expect(said(page, kind)).to_contain_text(f"At {chosen:g} s")


def test_a_triplet_is_moved_by_hand_and_the_words_follow(open_lesson):
    scene = BY_ID["triplet"].steps[2].scene
    page = open_lesson("?lesson=triplet&step=3")
    end = scene.reference.end
    words = page.locator(".sentence .explanation")
    j = page.get_by_role("slider", name="j", exact=True)
    # Before the answer the moments are those of the text, and neither eye nor ear is told more.
    expect(words).to_be_hidden()
    expect(page.locator(".sentence > .aloud")).to_be_hidden()
    expect(page.locator(".arc, .triplet .chip").first).to_be_hidden()
    moved = spot(page, end, scene.triplet[1]), spot(page, end, 45)
    drag(page, *moved)
    expect(j).to_have_attribute("aria-valuenow", f"{scene.triplet[1]:g}")
    press(page, "Show the solution")
    # The feedback has these words too, until the reader moves something.
    expect(words).to_contain_text("The estimate says the opposite")
    expect(words).to_be_hidden()
    expect(page.locator(".arc.j")).to_have_count(2)
    # The words follow the hand while it holds.
    drag(page, *moved, release=False)
    expect(words).to_contain_text("The estimate misses this distinction")
    page.mouse.up()
    expect(words).to_be_visible()
    j.press("Shift+ArrowRight")
    expect(j).to_have_attribute("aria-valuetext", "j at 0:46.0")
    page.get_by_role("slider", name="i", exact=True).focus()
    for _ in range(4):
        page.keyboard.press("Shift+ArrowLeft")
    expect(words).to_contain_text("Both agree.")
    back = page.get_by_role("button", name="Reset")
    expect(back).to_be_visible()
    press(page, "Reset")
    expect(words).to_contain_text("The estimate says the opposite")
    expect(j).to_have_attribute("aria-valuenow", f"{scene.triplet[1]:g}")


# Whether a step is seen from its beginning: its heading is below the picture, in view.
BEGUN = """([column, heading]) => {
  const { top, bottom } = heading.getBoundingClientRect();
  const beside = column.getBoundingClientRect().bottom - 1;
  return column.scrollTop === 0 && top >= beside && bottom <= innerHeight;
}"""
BUTTON = "() => document.querySelector('.st-key-buttons button').getBoundingClientRect().y"


@pytest.mark.walk
def test_a_phone_shows_all_of_a_step_and_back_goes_one_step_back(open_lesson):
    first, second = BY_ID["flat"].steps[:2]
    right, width = first.question.right, 390
    page = open_lesson("?lesson=flat", width=width, height=844)
    picture = page.locator("svg.layers")
    picture.locator(".layer").first.wait_for()
    titles = [page.get_by_role("heading", name=step.title) for step in (first, second)]
    for part in (picture, titles[0], page.locator(".st-key-buttons button").first):
        expect(part).to_be_in_viewport(ratio=1)
    # Scores have no room before they are shown.
    expect(page.locator(".readout")).to_be_hidden()
    for option, kind in (((right + 1) % 3, "wrong"), (right, "right")):
        page.get_by_test_id("stRadioOption").nth(option).click()
        settled(page)
        before = page.evaluate(BUTTON)
        press(page, "Check")
        expect(said(page, kind)).to_be_in_viewport(ratio=1)
        page.wait_for_function(f"before => ({BUTTON})() === before", arg=before)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate("document.querySelector('.stMain').scrollTo(0, 10_000)")
    column = page.locator(".st-key-lesson").get_by_test_id("stColumn").first
    column.evaluate("column => column.scrollTo(0, 10_000)")
    press(page, "Next step")
    page.wait_for_function(BEGUN, arg=[column.element_handle(), titles[1].element_handle()])
    # The browser's Back goes one step back.
    press(page, "Show the solution")
    press(page, "Next step")
    page.wait_for_url(re.compile(r"step=3$"))
    page.go_back()
    titles[1].wait_for()
    page.go_back()
    titles[0].wait_for()
    expect(said(page, "right")).to_be_visible()
    page.go_forward()
    titles[1].wait_for()
    page.get_by_test_id("stButtonGroup").get_by_role("radio", name="1").click()
    titles[0].wait_for()
    # Each step has one place in the history: two are passed, then comes what was before them.
    page.go_back()
    titles[1].wait_for()
    # The menu closes after a choice.
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_test_id("stSidebarNavLink").filter(has_text="Compare").click()
    expect(page.get_by_test_id("stSidebarCollapseButton")).to_have_count(0)
    expect(page.locator("[data-headline=recall]")).to_be_visible()


@pytest.mark.walk
def test_a_phone_shows_a_task_with_its_tools_and_all_scores_above_the_text(open_lesson):
    page = open_lesson("?lesson=causes&step=3", width=390, height=800)
    # What to do stays in view, with the button that checks it.
    page.mouse.move(200, 640)
    page.mouse.wheel(0, 2000)
    expect(page.get_by_text("Add, move or remove one boundary")).to_be_in_viewport(ratio=1)
    lowest = page.locator("[data-lost=full-recall]")
    expect(lowest).to_be_visible()
    expect(page.get_by_role("button", name="Remove", exact=True)).to_be_in_viewport(ratio=1)
    column = page.locator(".st-key-lesson").get_by_test_id("stColumn").first
    page.wait_for_function(
        "([low, column]) => low.getBoundingClientRect().bottom"
        " <= column.getBoundingClientRect().bottom",
        arg=[lowest.element_handle(), column.element_handle()],
    )


def test_answers_are_kept_by_the_browser_alone(open_lesson):
    page = open_lesson("?lesson=triplet")
    answer_rightly(page, BY_ID["triplet"].steps[0])
    page.evaluate("sessionStorage.clear()")  # as another tab
    page.reload()
    expect(said(page, "right")).to_be_visible()
    expect(page.get_by_role("radio", checked=True).first).to_be_visible()
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_visible()
    expect(said(page, "right")).to_have_count(0)


def test_the_triplet_of_a_teachers_question_has_letters(open_lesson):
    pair = sample("figure6")
    seen = looked_at(PairState({"query": 16.0}))
    choices = Options(("i", "j"), ("", ""), 0)
    question = OwnQuestion("Which?", pack_pair(pair.reference, pair.estimate), seen, False, choices)
    text = pack_lesson(OwnLesson("", (question,)))
    page = open_lesson(f"?lesson={own_lesson(text)[0].id}&questions={text}")
    for name in "ij":
        expect(page.locator(f".triplet .mark.{name}").first).to_be_visible()


SMALLEST = """() => Math.min(...[...document.querySelectorAll("*")].map((part) => part.shadowRoot)
  .filter(Boolean).flatMap((root) => [...root.querySelectorAll("svg.layers text")])
  .filter((part) => part.textContent.trim() && part.checkVisibility())
  .map((part) => parseFloat(getComputedStyle(part).fontSize) * part.currentCSSZoom))"""


@pytest.mark.walk
def test_a_lesson_is_presented_in_the_whole_window_with_large_text(open_lesson):
    page = open_lesson("?lesson=triplet&step=2", width=1280, height=720)
    axis, head = page.locator("svg.layers .axis"), page.locator("header")
    axis.wait_for(state="attached")
    for width, height, least in ((1280, 720, 16), (1920, 1080, 24)):
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("f")
        expect(head).to_be_hidden()
        page.wait_for_function(
            "([axis, low]) => axis.getBoundingClientRect().bottom > low",
            arg=[axis.element_handle(), 0.75 * height],
            polling=50,
        )
        page.wait_for_function(f"least => ({SMALLEST})() >= least", arg=least, polling=50)
        expect(page.locator(".st-key-answer")).to_be_in_viewport()
        page.keyboard.press("s")
        expect(page.locator(".notes b")).to_have_text("Ask: In the estimate, which is closer?")
        page.keyboard.press("Escape")
        expect(page.locator(".notes")).to_be_hidden()
        expect(head).to_be_hidden()
        page.keyboard.press("Escape")
        expect(head).to_be_visible()
        page.wait_for_function("() => document.fullscreenElement === null", polling=50)


@pytest.mark.walk
def test_the_readings_are_hidden_until_the_learner_has_drawn(open_lesson):
    page = open_lesson("?lesson=annotators&step=2", width=390, height=844)
    readings = page.locator(".reference .layer")
    expect(page.locator(".title.reference")).to_have_text("Reference · hidden")
    expect(readings).to_have_count(1)
    expect(page.locator(".play-tune")).to_be_visible()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Set 2 boundaries or more")).to_be_visible()
    expect(readings).to_have_count(1)
    page.get_by_role("button", name="Show the solution").click()
    expect(readings).to_have_count(3)
