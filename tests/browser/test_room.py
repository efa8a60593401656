"""The room in Chromium: the lecturer's screen and a phone, over connections that can be cut."""

import re
from contextlib import contextmanager

import pytest
from in_class import class_served
from playwright.sync_api import expect
from serving import PATIENCE, box_of, frames, relayed, resting, settled

from core.agreement.consensus import consensus
from core.io import File, read
from core.samples import sample
from core.tmeasures import score

TOKEN = re.compile(r"token=\w+")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@contextmanager
def class_opened(browser):
    """The lecturer's screen, a phone, the relay of its connections, and where lessons are asked."""
    faults = []
    with class_served() as there, relayed(there.address) as relay:
        pages = []
        for how in ({"viewport": {"width": 1280, "height": 720}}, PHONE):
            context = browser.new_context(**how)
            context.set_default_timeout(PATIENCE * 1000)
            pages.append(context.new_page())
            pages[-1].on("pageerror", lambda error: faults.append(error.stack))
        pages[1].goto(relay.address)
        yield (*pages, relay, f"{there.address}/lessons?token={there.token}&lesson=")
        for page in pages:
            page.context.close()
    assert not faults


@pytest.fixture(scope="module")
def own_class(browser):
    with class_opened(browser) as opened:
        yield opened


@pytest.fixture
def screens(own_class):
    """The screens of a class whose round is over at the end of a test."""
    lecturer, phone, *_ = own_class
    yield own_class
    lecturer.locator(".room details").evaluate("fold => { fold.open = true; }")
    if button(lecturer, "End").is_visible():
        button(lecturer, "End").click()
    expect(phone.locator(".room summary")).to_have_text(re.compile("Following|Waiting"))


@pytest.fixture
def open_step(screens):
    """Open a step of a lesson, which is asked then."""
    lecturer, phone, relay, lessons = screens

    def at(step):
        lecturer.goto(f"{lessons}{step}")
        phone.wait_for_url(re.compile(f"lesson={step}"))
        settled(phone)
        expect(lecturer.locator(".room")).to_have_text(re.compile("Room: 1 phone"))
        return lecturer, phone, relay

    return at


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def options(phone):
    return phone.locator(".room .option")


def test_no_page_of_a_phone_shows_the_room_before_the_lecturer_comes(browser):
    with class_opened(browser) as (_, phone, _, _):
        for title in ("Triplets", "Glossary", "Compare"):  # the second has no live view
            link = phone.get_by_test_id("stSidebarNavLink").filter(has_text=title)
            link.evaluate("link => link.click()")  # without the menu
            place = "" if title == "Compare" else title.lower()
            phone.wait_for_url(re.compile(rf"^[^?#]*/{place}([?#]|$)"))
            settled(phone)
            frames(phone)
            expect(phone.locator(".room")).to_be_hidden()


def test_phones_wait_follow_the_lecturer_and_look_around(screens):
    lecturer, phone, _, lessons = screens
    lecturer.goto(f"{lessons.split('lessons')[0]}?{TOKEN.search(lessons)[0]}")
    expect(phone.locator(".room.cover .text")).to_contain_text("Ode to Joy")
    lecturer.goto(f"{lessons}window&step=1")
    phone.wait_for_url(re.compile("lesson=window"))
    phone.locator(".room summary").click()
    button(phone, "Look around").tap()
    lecturer.goto(f"{lessons}window&step=2")
    expect(lecturer.locator(".room summary")).to_have_text("Room: 1 phone")
    expect(phone).to_have_url(re.compile(r"lesson=window(?!.*step)"))
    button(phone, "Follow the lecturer").tap()
    phone.wait_for_url(re.compile("lesson=window&step=2"))


def test_a_phone_is_asked_without_a_reload_and_a_lost_connection_loses_no_vote(open_step):
    lecturer, phone, relay = open_step("triplet&step=2")
    phone.evaluate("window.same = true")
    button(lecturer, "Ask the room").click()
    options(phone).nth(0).tap()
    expect(lecturer.locator(".room summary")).to_contain_text("1 answer, 1 phone here")
    behind = f"http://{relay.behind.netloc}"
    relay.put(None)
    expect(lecturer.locator(".room summary")).to_contain_text("1 answer, 0 phones here")
    options(phone).nth(1).tap()
    expect(phone.locator(".room .status")).to_contain_text("Sending")
    relay.put(behind)
    expect(phone.locator(".room .status")).to_contain_text("Your answer has arrived")
    assert phone.evaluate("window.same")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    assert options(phone).nth(1).bounding_box()["height"] >= 44
    expect(lecturer.locator(".room .bar")).to_have_count(0)
    button(lecturer, "Show votes").click()
    for page in (lecturer, phone):
        expect(page.locator(".room .now")).to_have_text(["0 · 0 %", "1 · 100 %", "0 · 0 %"])
        expect(page.locator(".room b")).to_have_count(0)
    button(lecturer, "Show the right one").click()
    for page in (lecturer, phone):
        expect(page.locator(".room .option").nth(1).locator("b")).to_have_text("✓ right")
        expect(page.locator(".room .why-right")).to_contain_text("misses this distinction")
    button(lecturer, "Close").click()
    expect(options(phone).nth(0)).to_be_disabled()
    button(lecturer, "Ask again").click()
    expect(options(phone).nth(0)).to_be_enabled()
    expect(phone.locator(".room [aria-pressed=true]")).to_have_count(0)
    options(phone).nth(2).tap()
    expect(phone.locator(".room .status")).to_contain_text("Your answer has arrived")
    phone.reload()  # it is the same phone
    expect(options(phone).nth(2)).to_have_attribute("aria-pressed", "true")
    button(lecturer, "Show votes").click()
    expect(lecturer.locator(".room .now")).to_have_text(["0 · 0 %", "0 · 0 %", "1 · 100 %"])
    expect(lecturer.locator(".room .before").nth(1)).to_have_text("previous vote: 1 · 100 %")
    assert lecturer.locator(".room .now").nth(2).bounding_box()["height"] < 40
    lecturer.set_viewport_size({"width": 1920, "height": 1080})
    lecturer.keyboard.press("f")  # the panel fits the screen, with all of its rows
    assert resting(lecturer.locator(".room.lecturer"))["y"] >= 0
    expect(lecturer.locator(".room .now").nth(2)).to_be_in_viewport()
    lecturer.keyboard.press("f")
    lecturer.set_viewport_size({"width": 1280, "height": 720})
    button(lecturer, "End").click()
    phone.locator(".room summary").click()
    own = phone.locator(".room .recap")
    expect(own).to_contain_text("Your answer: i and j are equally closeRight: i and j")
    expect(own).to_contain_text("Your answer: j is closer")
    button(lecturer, "For the class").click()
    with lecturer.expect_download() as saved:
        button(lecturer, "Save the room's answers").click()
    rows = saved.value.path().read_text().splitlines()
    assert rows[0] == "round,answer,count"
    last = [row.partition(",")[2] for row in rows[-2:]]
    assert last == ["i and j are equally close,0", "j is closer,1"]


def test_a_phone_that_slept_is_asked_a_moment_and_the_room_is_led_from_the_stage(open_step):
    lecturer, phone, relay = open_step("triplet&step=5")
    sleep = phone.context.new_cdp_session(phone)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    behind = f"http://{relay.behind.netloc}"
    relay.put(None)
    button(lecturer, "Ask the room").click()
    expect(lecturer.locator(".room summary")).to_contain_text("0 answers, 0 phones here")
    relay.put(behind)
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    box = resting(phone.locator(".room input"))
    assert box["height"] >= 44
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(phone.locator(".room output")).to_have_text(re.compile(r"0:(29|30)\.\d"))
    picture = resting(phone.locator(".room .figure"))
    phone.touchscreen.tap(picture["x"] + picture["width"] / 3, picture["y"] + 50)
    expect(phone.locator(".room output")).to_have_text(re.compile(r"0:1[5-9]\.\d"))
    expect(phone.locator(".room .status")).to_contain_text("Your answer has arrived")
    where = phone.locator(".room output").inner_text()
    lecturer.goto(f"{lecturer.url.split('lessons')[0]}?sample=figure4")
    lecturer.locator(".sentence:not(.late)").wait_for()
    lecturer.keyboard.press("f")
    lecturer.locator("dialog.stage").wait_for()
    lecturer.wait_for_function("() => document.fullscreenElement !== null")
    pill = lecturer.locator(".stage .room")
    low = resting(lecturer.locator(".stage .picture-cell"))
    assert low["bottom"] <= resting(pill)["y"] + 1  # it covers nothing
    lecturer.locator(".stage .room summary").click()
    button(lecturer, "Show votes").click()
    expect(lecturer.locator(".stage .room .figure")).to_contain_text(f"median {where}")
    expect(phone.locator(".room .figure")).to_contain_text(f"median {where}")
    lecturer.keyboard.press("Escape")
    expect(lecturer.locator("dialog.stage")).to_be_hidden()
    expect(lecturer.locator(".room")).to_be_visible()
    lecturer.locator(".room summary").click()
    expect(lecturer.locator(".room .text")).to_be_hidden()


def test_two_phones_draw_and_the_lecturer_sees_how_far_they_agree(screens, browser, request):
    lecturer, phone, relay, lessons = screens
    lecturer.goto(f"{lessons.split('lessons')[0]}?sample=jingle_bells&{TOKEN.search(lessons)[0]}")
    end = sample("jingle_bells").reference.end
    others = browser.new_context(**PHONE)
    request.addfinalizer(others.close)
    others.set_default_timeout(PATIENCE * 1000)
    other = others.new_page()
    other.goto(relay.address)
    settled(other)
    if button(phone, "Follow the lecturer").is_visible():
        button(phone, "Follow the lecturer").tap()
    lecturer.get_by_text("Make a question, ask the room").click()
    button(lecturer, "Let the room draw").click()
    for each, shift in ((phone, 0), (other, 12)):
        box = resting(each.locator(".sketch rect").first)
        width = each.locator(".sketch").evaluate("svg => svg.clientWidth - 36")
        y = box["y"] + box["height"] / 2
        for share in (0.25, 0.5, 0.75):
            each.touchscreen.tap(box["x"] + share * width + shift * (share == 0.5), y)
        each.touchscreen.tap(box["x"] + 0.9 * width, y)
        button(each.locator(".room"), "Undo").tap()
        expect(each.locator(".sketch .boundary")).to_have_count(3)
    button(phone, "Done").tap()
    title = lecturer.locator(".room summary")
    expect(title).to_have_text("1 of 2 drawings done, 2 phones here")
    phone.reload()
    expect(phone.locator(".sketch .boundary")).to_have_count(3)
    button(lecturer, "Show the drawings").click()
    told = lecturer.locator(".drawings .agreed")
    expect(told).to_contain_text("2 drawings agree with a mean TF of")
    expect(lecturer.locator(".drawings .row")).to_have_count(5)  # consensus and both readings
    expect(button(phone.locator(".room"), "Undo")).to_be_disabled()
    saved = {}
    for name in ("Drawings, JAMS", "Drawings, CSV"):
        with lecturer.expect_download() as download:
            button(lecturer, name).click()
        saved[name] = download.value.path()
    file = File("room.jams", saved["Drawings, JAMS"].read_bytes())
    one, two, agreed = (each.hierarchy for each in read([file]))
    assert one.end == pytest.approx(end)
    for time, share in zip(one.boundaries[0][1:-1], (0.25, 0.5, 0.75), strict=True):
        assert time == pytest.approx(share * end, abs=1)
    assert agreed == consensus([one, two], 1.5, "Consensus")
    assert saved["Drawings, CSV"].read_text().startswith("drawing,layer,time\nDrawing 1,1,")
    score_of = score(one, two, [15.0]).scores["reduced"].f_measure[0]
    expect(told).to_contain_text(f"{score_of:.2f} at w = 15 s")
    lecturer.locator(".room summary").click()
    lecturer.locator(".drawings .matrix rect").nth(1).click()
    lecturer.wait_for_url(re.compile("pair="))
    expect(lecturer.locator("[data-headline=f_measure]")).to_contain_text(f"{score_of:.2f}")


def test_a_task_that_a_phone_solves_counts_as_reached(open_step):
    lecturer, phone, _ = open_step("precision&step=2")
    button(lecturer, "Ask the room").click()
    phone.get_by_role("link", name="Open on this phone").tap()
    expect(options(phone).nth(0)).to_be_hidden()  # the task has the screen
    layer = box_of(phone, ".estimate .layer")  # of a minute, with a boundary at 0:40
    phone.touchscreen.tap(layer["x"] + layer["width"] * 2 / 3, layer["y"] + layer["height"] / 2)
    button(phone, "Remove").tap()
    button(phone, "Check").tap()
    expect(lecturer.locator(".room summary")).to_contain_text("1 answer, 1 phone here")
    button(lecturer, "Show votes").click()
    expect(lecturer.locator(".room .now")).to_have_text(["1 · 100 %", "0 · 0 %"])
