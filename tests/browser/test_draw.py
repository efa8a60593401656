"""The page Draw: drawing and editing a pair by mouse and keyboard, in Chromium."""

import json
import random
import re

import pytest
from playwright.sync_api import expect
from serving import choose_sample, computed_scores, follow, shown_scores

from core.hierarchy import Hierarchy
from core.io.link import pack_pair, unpack_pair
from core.io.pair import read_document
from core.samples import sample

FIGURE_6 = sample("figure6")
SIDES = FIGURE_6.reference, FIGURE_6.estimate
REST = 50  # ms between two looks at a page, which would draw a frame for each
TIME = "Time of the boundary"
TIMES = FIGURE_6.estimate.boundaries[0][1:-1].tolist()


@pytest.fixture
def open_draw(open_page):
    def open_at(query="?sample=figure6", height=1400, **how):  # so that three layers are on screen
        page = open_page(f"draw{query}", ready=".toolbar", height=height, **how)
        scored(page)
        for name in ("More tools", "Setup"):
            fold = page.get_by_role("button", name=name)
            if fold.get_attribute("aria-expanded") == "false":
                fold.click()
        return page

    return open_at


def scored(page):
    """Wait until the scores on screen are those of the pair as it is drawn, and Python has it."""
    page.wait_for_function(
        """() => {
          const roots = [...document.querySelectorAll("*")].flatMap((at) => at.shadowRoot ?? []);
          const scope = roots.map((root) => root.querySelector(".scope")).find(Boolean);
          return scope?.dataset.scored && scope.dataset.scored === scope.dataset.drawn
            && scope.dataset.shown === scope.dataset.drawn;
        }""",
        polling=REST,
    )


def pair_of(page):
    """The pair in the address, as Python wrote it, once it is the one that is drawn."""
    scored(page)
    drawn = page.evaluate("() => localStorage.getItem('hierscope.drawing')")
    wanted = read_document(json.loads(drawn)["pair"]) if drawn else None
    packed = None
    while True:
        packed = page.wait_for_function(
            """(old) => {
              const now = new URLSearchParams(location.search).get("pair");
              return now !== old && now;
            }""",
            arg=packed,
            polling=REST,
        ).json_value()
        pair = unpack_pair(packed)
        if wanted is None or pair == wanted:
            return pair


def boundaries(page, word="estimate"):
    reference, estimate = pair_of(page)
    chosen = reference if word == "reference" else estimate
    return [row[1:-1].tolist() for row in chosen.boundaries]


def field(page, label):
    return page.get_by_label(label, exact=True)


def enter(page, label, text):
    field(page, label).fill(text)
    field(page, label).press("Enter")


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def at(page, word, level, time, duration=60.0):
    """Where a time stands on a layer, in pixels of the page."""
    return page.locator("svg.layers").evaluate(
        """(layers, [word, level, share]) => {
          const layer = layers.querySelectorAll(`.${word} .layer`)[level - 1];
          const rows = layer.querySelectorAll("rect");
          const first = rows[0].getBoundingClientRect();
          const { right } = rows[rows.length - 1].getBoundingClientRect();
          return [first.left + (right - first.left) * share, first.top + first.height / 2];
        }""",
        [word, level, time / duration],
    )


def start(page, how):
    field(page, "Start from").select_option(how)
    press(page, "Start")
    scored(page)


def test_figure_6_is_drawn_by_mouse_alone_and_by_keyboard_alone(open_draw):
    page = open_draw()
    start(page, "empty")
    for time in (20.04, 40.04):  # a tenth of a second is about two pixels
        page.mouse.dblclick(*at(page, "reference", 1, time))
    page.get_by_label("Layer", exact=True).select_option("reference 0")
    press(page, "+ layer")
    page.locator(".layers-box .reference .layer").nth(1).wait_for()
    for time in (10.04, 30.04, 50.04):
        page.mouse.dblclick(*at(page, "reference", 2, time))
    field(page, "Snap to").select_option("grid")
    for time in TIMES:  # as on a phone, where a hand has no double-click
        page.mouse.click(*at(page, "estimate", 1, time + 0.1))
        press(page, "Add")
    assert boundaries(page, "reference") == [[20.0, 40.0], [10.0, 20.0, 30.0, 40.0, 50.0]]
    assert boundaries(page) == [TIMES]
    assert shown_scores(page) == computed_scores(SIDES)
    field(page, "Start from").focus()
    page.keyboard.type("an empty e")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    field(page, TIME).focus()
    for time in TIMES:
        page.keyboard.press("Control+A")
        page.keyboard.type(f"{time:g}")
        page.keyboard.press("Enter")
    assert boundaries(page) == [TIMES]


def test_two_analysts_begin_with_empty_sides(open_draw):
    page = open_draw()
    enter(page, "Reference analyst", "Ann")
    expect(field(page, "Estimate analyst")).to_have_value("")  # not the file's name
    press(page, "Start")
    vacancy = page.get_by_text("No score yet. Double-click a row to add a boundary.")
    alike = page.get_by_text("all layers of the reference are alike")
    expect(vacancy).to_be_visible()
    # A shorter track keeps q within it.
    field(page, "Length of the track").fill("0:10")
    field(page, "Length of the track").press("Enter")
    expect(page.locator("svg.over text").filter(has_text="q = 0:05.0")).to_be_visible()
    field(page, "Length of the track").fill("3:00")
    for side, name in (("Reference", "Ann"), ("Estimate", "Ben")):
        enter(page, f"{side} analyst", name)
    for side, time in (("reference", 120), ("estimate", 110), ("reference", 60)):
        page.mouse.dblclick(*at(page, side, 1, time, 180))
        scored(page)
    expect(vacancy).to_have_count(0)
    # A layer below has the same boundaries at first, which gives no reduced triplet.
    press(page, "+ layer")
    expect(alike).to_be_visible()
    page.mouse.dblclick(*at(page, "reference", 2, 30, 180))
    expect(alike).to_have_count(0)
    # A layer is labeled in one go. The first label brings scores of L, and moves nothing.
    for side, labels in (("reference", "ABA"), ("estimate", "CD")):
        page.mouse.click(*at(page, side, 1, 20, 180))
        before = at(page, side, 1, 20, 180)
        page.keyboard.press("Enter")
        for label in labels:
            page.keyboard.type(label)
            page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        expect(page.locator("svg.layers")).to_be_focused()
        scored(page)
        assert at(page, side, 1, 20, 180) == before
    reference, estimate = pair_of(page)
    assert [reference.name, estimate.name] == ["Ann", "Ben"]
    assert reference.boundaries[0].tolist() == [0, 60, 120, 180]
    assert [side.layers[0].labels for side in (reference, estimate)] == [(*"ABA",), (*"CD",)]


def test_one_side_is_drawn_while_nothing_shows_the_other_one(open_draw):
    page = open_draw()
    start(page, "empty")
    page.mouse.dblclick(*at(page, "reference", 1, 44.0))
    scored(page)
    press(page, "Draw blind")
    expect(page.locator(".headline")).to_be_hidden()
    press(page, "Draw the estimate next")
    expect(page.locator(".reference .layer line")).to_have_count(0)
    page.mouse.dblclick(*at(page, "estimate", 1, 44.2))  # 4 px from the hidden boundary
    drawn = page.locator(".estimate .layer line")
    expect(drawn).to_have_count(1)
    for left in (0, 0):  # what the other person drew can't be undone
        press(page, "Undo")
        expect(drawn).to_have_count(left)
    expect(page.locator(".toolbar .status")).to_have_text("Nothing to undo")
    press(page, "Redo")
    press(page, "Show both")
    expect(page.locator(".reference .layer line")).to_have_count(1)
    expect(page.locator(".headline")).to_be_visible()
    assert (boundaries(page, "reference"), boundaries(page)) == ([[44.0]], [[44.2]])


def test_a_boundary_follows_the_hand_and_nothing_else(open_draw):
    page = open_draw()
    status = page.locator(".toolbar .status")
    undo = page.get_by_role("button", name="Undo")
    # Fast moves lose nothing, and the last one wins.
    x, y = at(page, "estimate", 1, 15.0)
    low, _ = at(page, "estimate", 1, 10.5)
    high, _ = at(page, "estimate", 1, 19.5)
    page.mouse.move(x, y)
    page.mouse.down()
    for move in range(80):
        page.mouse.move(low + (high - low) * ((move * 37) % 80) / 80, y)
    page.keyboard.down("Alt")
    page.mouse.move(at(page, "estimate", 1, 13.0)[0], y)
    page.mouse.up()
    page.keyboard.up("Alt")
    (row,) = boundaries(page)
    assert row[1] == pytest.approx(13.0, abs=0.06)
    assert [*row[:1], 15.0, *row[2:]] == TIMES
    estimate = Hierarchy.from_boundaries([[0, *row, 60]])
    assert shown_scores(page) == computed_scores((FIGURE_6.reference, estimate))
    press(page, "Undo")
    assert boundaries(page) == [TIMES]
    # No key changes a boundary that is being dragged.
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y, steps=3)
    for key in ("Delete", "Control+z", "Escape"):
        page.keyboard.press(key)
    page.mouse.up()
    expect(status).to_have_text("The boundary was put back")
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".layers-box .estimate .layer rect")).to_have_count(len(TIMES) + 1)
    # A click beside it does not move it.
    field(page, "Snap to").select_option("off")
    x, y = at(page, "estimate", 1, 15)
    page.mouse.move(x + 4, y)
    page.mouse.down()
    page.mouse.move(x + 5, y)
    page.mouse.up()
    expect(status).to_contain_text("boundary at 0:15.00")
    expect(undo).to_have_attribute("aria-disabled", "true")
    page.mouse.down()
    page.mouse.move(x + 5 + 34, y, steps=4)
    page.mouse.up()
    width = at(page, "estimate", 1, 60)[0] - at(page, "estimate", 1, 0)[0]
    assert boundaries(page)[0][1] == pytest.approx(15 + 34 * 60 / width, abs=0.1)
    enter(page, TIME, "0:16")  # of the boundary that is selected
    assert boundaries(page)[0][1] == 16.0
    # It goes from all nested layers.
    page.mouse.click(*at(page, "reference", 2, 20))
    press(page, "Remove")
    expect(status).to_contain_text("removed from reference layers 1 and 2, which are nested")


def test_a_drawing_survives_a_change_of_page_a_link_and_a_reload(open_draw):
    page = open_draw()
    enter(page, TIME, "12.5")
    edited = [sorted([*TIMES, 12.5])]
    assert boundaries(page) == edited
    follow(page, "Compare")
    expect(page.locator(".toolbar")).to_have_count(0)
    expect(page.locator(".layers-box .title.estimate")).to_have_text("Estimate · Figure 6, edited")
    follow(page, "Draw")
    page.locator(".toolbar").wait_for()
    scored(page)
    press(page, "Undo")
    assert boundaries(page) == [TIMES]
    press(page, "Redo")
    assert boundaries(page) == edited
    # What the browser has is offered, also after another edit.
    page.goto(page.url.split("?")[0])
    expect(page.get_by_text("This browser has a drawing")).to_be_visible()
    enter(page, TIME, "33.3")
    press(page, "Restore it")
    assert boundaries(page) == edited
    # A link opens the same in a browser that has nothing.
    page.locator(".entry").fill("3")
    page.locator(".entry").press("Enter")
    expect(page).to_have_url(re.compile(r"w=3\.0"))
    wanted, seen = pair_of(page), shown_scores(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    link = page.evaluate("() => navigator.clipboard.readText()")
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.goto(page.url.split("/draw")[0] + "/draw" + link.split("/draw")[1])
    assert pair_of(page) == wanted
    assert shown_scores(page) == seen
    expect(page.locator(".entry")).to_have_value("3")
    # A pair that is too long for a link is kept by the browser.
    kept = {"pair": {word: long_side(word) for word in ("reference", "estimate")}, "at": 0}
    page.evaluate("kept => localStorage.setItem('hierscope.drawing', JSON.stringify(kept))", kept)
    page.goto(page.url.split("?")[0] + "?own=1")
    title = page.locator(".layers-box .title.reference")
    expect(title).to_have_text("Reference · long reference")
    scored(page)
    expect(page).not_to_have_url(re.compile("pair="))
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text(re.compile(r"takes [\d,]+ characters. Servers"))).to_be_visible()


def long_side(word):
    """A side of a drawing, as the browser keeps it, that is too long for a link."""
    chance = random.Random(word)
    times = sorted(chance.sample(range(1, 60_000), 600))
    labels = [f"{chance.random()}" for _ in range(601)]
    layer = {"name": "", "boundaries": [time / 1000 for time in (0, *times, 60_000)]}
    return {"name": f"long {word}", "layers": [{**layer, "labels": labels}]}


def test_layers_stay_a_refinement_or_their_faults_are_marked(open_draw):
    page = open_draw()
    nested = [10.0, 20.0, 25.0, 30.0, 40.0, 50.0]
    fault = page.locator(".fault")
    field(page, "Layer").select_option("reference 0")
    enter(page, TIME, "25")
    assert boundaries(page, "reference")[1] == nested
    press(page, "Undo")
    field(page, "Layers").select_option("")
    page.mouse.click(*at(page, "reference", 1, 30))
    enter(page, TIME, "25")
    assert boundaries(page, "reference") == [[20.0, 25.0, 40.0], [10.0, 20.0, 30.0, 40.0, 50.0]]
    expect(fault).to_have_count(1)
    expect(page.locator(".faults")).to_contain_text("reference: layer 2 lacks 0:25.0")
    press(page, "Insert them")
    expect(fault).to_have_count(0)
    assert boundaries(page, "reference")[1] == nested
    # Undo leads to layers that are not nested, and they stay so.
    press(page, "Undo")
    expect(fault).to_have_count(1)
    field(page, "Layers").select_option("1")
    assert boundaries(page, "reference")[1] == nested
    press(page, "Undo")
    expect(field(page, "Layers")).to_have_value("")
    expect(fault).to_have_count(1)


def test_keys_move_and_remove_boundaries_and_undo_leads_to_empty_and_back(open_draw):
    page = open_draw("?sample=figure6&q=5")
    page.locator("svg.layers").focus()
    page.keyboard.press(".")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert boundaries(page)[0][0] == pytest.approx(11.1)
    page.keyboard.press("Control+z")  # steps of a key are undone as one
    assert boundaries(page) == [TIMES]
    page.keyboard.press("Delete")
    assert boundaries(page) == [TIMES[1:]]
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("a")
    assert boundaries(page) == [[8.0, *TIMES[1:]]]
    page.keyboard.press("Delete")
    expect(page.locator(".toolbar .status")).to_contain_text("removed from estimate layer 1")
    start(page, "estimate")
    for value in ("20", "0:30"):
        enter(page, TIME, value)
    press(page, "+ layer")
    enter(page, "Label of the segment", "A")
    full = pair_of(page)
    page.locator("svg.layers").focus()
    for _ in range(4):
        page.keyboard.press("Control+z")
    assert boundaries(page) == [[]]
    page.locator("body").press("Control+z")
    for _ in range(5):
        page.keyboard.press("Control+Shift+z")
    assert boundaries(page) == [[20.0, 30.0]] * 2
    assert pair_of(page) == full
    expect(page.get_by_role("button", name="Redo")).to_have_attribute("aria-disabled", "true")
    # The track may become shorter than what is chosen.
    start(page, "empty")
    for value in ("20", "40"):
        enter(page, TIME, value)
    enter(page, "Length of the track", "0:10")
    assert boundaries(page, "reference") == [[]]
    enter(page, TIME, "5")
    assert boundaries(page, "reference") == [[5.0]]


def test_layers_and_labels_are_edited_and_what_is_pressed_next_comes_after(open_draw):
    page = open_draw()
    press(page, "+ layer")
    enter(page, "Name of the layer", "phrases")
    field(page, TIME).fill("12")
    press(page, "Add here")
    field(page, "Layers").select_option("")
    press(page, "Move the selected layer up")
    _, estimate = pair_of(page)
    assert [layer.name for layer in estimate.layers] == ["phrases", ""]
    assert 12.0 in estimate.boundaries[0].tolist()
    press(page, "− layer")
    assert boundaries(page) == [TIMES]
    # A label is text and nothing else.
    label = "<img src=x onerror=document.title='pwned'>"
    page.mouse.click(*at(page, "estimate", 1, 5))
    field(page, "Label of the segment").fill(label)
    page.mouse.click(*at(page, "estimate", 1, 57))  # it belongs to what was chosen
    assert pair_of(page)[1].layers[0].labels == (label, *[""] * len(TIMES))
    expect(page.locator(".estimate .layer title").first).to_contain_text(label)
    expect(page.locator(".layers-box img, .toolbar img")).to_have_count(0)
    assert page.title() != "pwned"
    # A press takes the label first, as a person does who goes on without Enter.
    field(page, "Label of the segment").fill("A")
    page.get_by_role("button", name="Swap").click()
    title = page.locator(".layers-box .title.reference")
    expect(title).to_have_text("Reference · Figure 6, edited")
    scored(page)
    press(page, "Undo")
    assert pair_of(page)[1].layers[0].labels[-1] == "A"
    page.mouse.click(*at(page, "estimate", 1, 57))
    field(page, "Label of the segment").fill("B")
    choose_sample(page, "figure2")
    expect(page.locator(".stack.reference .layer")).to_have_count(1)
    scored(page)
    press(page, "Undo")
    assert pair_of(page)[1].layers[0].labels[-1] == "B"


def test_the_arcs_glide_when_a_dragged_boundary_turns_a_tie_into_an_agreement(open_draw):
    sides = [Hierarchy.from_boundaries([[0, time, 60]]) for time in (40, 20)]
    page = open_draw(f"?pair={pack_pair(*sides)}&q=30")
    chips = page.locator(".layers-box text.chip")
    expect(chips).to_have_text(["i is closer", "equally close"])
    arc = page.locator(".layers-box path.arc.i").last
    page.mouse.move(*at(page, "estimate", 1, 20))
    page.mouse.down()
    page.mouse.move(*at(page, "estimate", 1, 40), steps=8)
    expect(chips).to_have_text(["i is closer", "i is closer"])
    # The arc moves to its new depth instead of jumping there.
    expect(arc).to_have_css("transition-duration", "0.35s")
    page.emulate_media(reduced_motion="reduce")
    expect(arc).to_have_css("transition-duration", "0s")
    page.mouse.up()
    expect(chips).to_have_text(["i is closer", "i is closer"])


PLANE = """([plane, before]) => {
  const drawn = plane.toDataURL();
  return drawn !== before && drawn;
}"""


def test_the_list_of_effects_keeps_its_word_and_a_scape_follows_the_hand(open_draw):
    page = open_draw()
    dots = page.locator(".layers-box .effect")
    expect(dots).to_have_count(0)
    page.get_by_role("button", name="effect of each boundary").click()
    dots.first.wait_for(state="attached")
    row = page.locator(".effects:not(.late) tbody tr").first
    promised = float(row.locator("td").first.inner_text().replace("−", "-"))
    before = float(shown_scores(page)["reduced-f"])
    row.get_by_role("button").click()
    assert len(boundaries(page)[0]) == len(TIMES) - 1
    assert float(shown_scores(page)["reduced-f"]) - before == pytest.approx(promised, abs=0.0011)
    press(page, "Undo")
    page.get_by_role("button", name="scape").click()
    scored(page)
    plane = page.locator(".plane.recall[data-drawn]").element_handle()
    first = plane.evaluate("plane => plane.toDataURL()")
    page.mouse.move(*at(page, "estimate", 1, 20))
    page.mouse.down()
    page.mouse.move(*at(page, "estimate", 1, 23), steps=4)
    held = page.wait_for_function(PLANE, arg=[plane, first]).json_value()
    page.mouse.up()
    page.wait_for_function(PLANE, arg=[plane, held])  # in every detail
    press(page, "Undo")
    page.wait_for_function("([plane, first]) => plane.toDataURL() === first", arg=[plane, first])
