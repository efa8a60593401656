"""The page Styles by mouse and keyboard, in Chromium."""

import json
import re
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pytest
from accessibility import violations
from naive_styles import one_sided_words
from pictures import texts_outside
from playwright.sync_api import expect
from scipy.spatial.distance import cdist
from serving import follow, frames, settled

from core.caemsi import difference_test, distance_matrix
from core.caemsi.arranging import flat_map
from core.caemsi.comparing import item_names
from core.caemsi.equivalence import MARGINS, equivalence, flips, margin_curve, rank
from core.caemsi.reading import corpus_of_files
from core.caemsi.representations import recommended_compressor
from core.caemsi.samples import style_sample
from core.caemsi.verdict import (
    ALPHAS,
    PLACES,
    headline_words,
    margin_words,
    place,
    place_words,
    verdict,
    write_p,
)

WORK = 10_000  # letters, whose distances take long enough to be stopped
MANY = 28


class Sample:
    """Two corpora, and what the core computes of them."""

    def __init__(self, sample_id):
        sample = style_sample(sample_id)
        a, b = (
            corpus_of_files(name, files, sample.representation)
            for name, files in zip(sample.names, sample.files(), strict=True)
        )
        self.n_a, self.corpora, self.items = len(a.items), sample.names, (*a.items, *b.items)
        self.names = item_names(a, b)
        compressor = recommended_compressor(sample.representation)
        self.distances = distance_matrix([item.data for item in self.items], compressor)
        self.difference = difference_test(self.distances, self.n_a)
        self.ranked = rank(self.distances, self.n_a)

    def at(self, margin):
        return equivalence(self.ranked, margin)

    def verdict(self, margin, alpha=0.05):
        return verdict(self.difference, self.at(margin), alpha)

    def flips(self, alpha=0.05):
        return flips(self.ranked, margin_curve(self.ranked), alpha)


@pytest.fixture(scope="module")
def chains():
    return Sample("two-chains")


def drawn(page):
    page.locator(".styles[data-followed]").wait_for()
    settled(page)


@pytest.fixture
def open_styles(open_watched):
    def open_at(height=1500, margin=None, alpha=None, ready=True, form=None, **how):
        query = {"styles": json.dumps(form or {"sample": "two-chains"})}
        query |= {"margin": margin} if margin else {}
        query |= {"alpha": alpha} if alpha else {}
        page = open_watched(f"styles?{urlencode(query)}", height=height, **how)
        if ready:
            drawn(page)
        return page

    return open_at


def desk(page):
    return page.locator(".styles")


def line(page):
    return page.locator(".styles div.line").first


def agrees(page, sample, margin, alpha=0.05):
    """Expect verdict, sentences and numbers to be the core's."""
    wanted, test = sample.verdict(margin, alpha), sample.at(margin)
    expect(desk(page)).to_have_attribute("data-margin", f"{margin}")
    expect(desk(page)).to_have_attribute("data-alpha", f"{alpha}")
    expect(desk(page)).to_have_attribute("data-verdict", wanted.name)
    expect(page.locator(".cell.here")).to_have_attribute("data-verdict", wanted.name)
    headline = headline_words(sample.corpora)[wanted.name]
    expect(page.locator(".styles .headline")).to_have_text(
        headline.format(margin=margin_words(test))
    )
    pairs = zip((test.a, test.b), sample.corpora, reversed(sample.corpora), strict=True)
    places = [
        place_words(own, other)[list(PLACES).index(place(test, part, alpha))]
        for part, own, other in pairs
    ]
    expect(page.locator(".styles .places")).to_have_text(" ".join(filter(None, places)))
    expect(page.locator(".styles .verdict")).to_have_text(wanted.sentence.replace("_", ""))
    names = zip("ab", sample.corpora, strict=True)
    sided = [one_sided_words(name, test, getattr(test, side), alpha) for side, name in names]
    expect(page.locator(".styles .sided")).to_have_text([each.replace("_", "") for each in sided])
    for name, value in (
        ("p_eqv", write_p(test)),
        ("λ_A", write_p(test, test.a.value)),
        ("λ_B", write_p(test, test.b.value)),
        ("p_diff", write_p(sample.difference)),
    ):
        expect(page.locator(f'[data-value="{name}"]')).to_have_text(value.removeprefix("= "))


def slider(page, name="Equivalence margin"):
    return page.get_by_role("slider", name=name)


def entry(page, name="Equivalence margin"):
    return page.get_by_role("textbox", name=f"{name}, typed")


def spot(page, margin):
    """A pixel of the figure over a margin."""
    box = page.locator(".styles .nsewdrag").first.bounding_box()
    return box["x"] + margin / MARGINS[-1] * box["width"], box["y"] + 120


def test_a_drag_of_the_line_moves_the_margin_and_all_words_without_the_server(
    sent, open_styles, chains
):
    page = open_styles()
    page.mouse.move(*spot(page, 0.15))
    page.mouse.down()
    before = len(sent)
    for margin in (0.05, 0.1, 0.175, 0.28, 0.42, 0.5):
        page.mouse.move(*spot(page, margin), steps=4)
        agrees(page, chains, margin)
        box = line(page).bounding_box()
        assert box["x"] + box["width"] / 2 == pytest.approx(spot(page, margin)[0], abs=1)
    assert len(sent) == before > 0
    page.mouse.up()
    expect(page).to_have_url(re.compile("margin=0.5"))
    assert len(sent) > before


def test_a_click_on_the_curves_moves_the_margin_and_labelings_follow(open_styles, chains):
    page = open_styles()
    page.get_by_text("Numbers and tests").click()
    page.locator(".styles .tests .figure .main-svg").first.wait_for()
    page.mouse.click(*spot(page, 0.3))
    agrees(page, chains, 0.3)
    expect(page).to_have_url(re.compile("margin=0.3"))
    for margin in (0.05, 0.5):
        entry(page).fill(f"{margin}")
        entry(page).press("Enter")
        part = chains.at(margin).a
        written = f"{part.t_inferior / part.length:.4f}".replace("-", "−")
        expect(page.locator(".styles .tests .figure").get_by_text(written).first).to_be_visible()
    # And what does not move is still there.
    statistic = f"T = {chains.difference.statistic:.4f}"
    expect(page.locator(".styles .tests .figure").get_by_text(statistic)).to_be_visible()


def test_the_keyboard_moves_the_margin(open_styles, chains):
    page = open_styles()
    slider(page).focus()
    at = MARGINS.index(0.15)
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", -at - 1)):
        page.keyboard.press(key)
        agrees(page, chains, MARGINS[at + step])
    page.keyboard.press("Home")
    agrees(page, chains, MARGINS[0])
    expect(page).to_have_url(re.compile(f"margin={MARGINS[0]}"))
    # And up and down in the field beside it.
    entry(page).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    agrees(page, chains, MARGINS[2])
    page.keyboard.press("ArrowDown")
    agrees(page, chains, MARGINS[1])
    expect(entry(page)).to_have_value(f"{MARGINS[1]}")
    expect(slider(page)).to_have_attribute("aria-valuetext", f"margin {MARGINS[1]}")
    expect(page).to_have_url(re.compile(f"margin={MARGINS[1]}"))


def test_a_margin_is_typed_and_taken_as_it_is(open_styles, chains):
    page = open_styles()
    for typed in ("wide", "-1", "0", "", "7"):
        entry(page).fill(typed)
        entry(page).press("Enter")
        expect(entry(page)).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_role("alert").first).to_have_text(
            f"a number from {MARGINS[0]} to {MARGINS[-1]}"
        )
        expect(desk(page)).to_have_attribute("data-margin", "0.15")
        entry(page).press("Escape")
        expect(entry(page)).to_have_value("0.15")
        expect(entry(page)).to_have_attribute("aria-invalid", "false")
    for typed in ("0.2", "0,0875", "0.4999"):
        margin = float(typed.replace(",", "."))
        entry(page).fill(typed)
        entry(page).press("Enter")
        agrees(page, chains, margin)
        expect(entry(page)).to_have_value(f"{margin}" if margin in MARGINS else typed)
        expect(page).to_have_url(re.compile(f"margin={margin}"))
        # The slider goes on from there, among its own.
        slider(page).focus()
        page.keyboard.press("ArrowRight")
        following = next(each for each in MARGINS if each > margin)
        agrees(page, chains, following)


def test_what_is_being_typed_is_not_taken_away_by_the_server(open_styles, chains):
    page = open_styles()
    slider(page).focus()
    page.keyboard.press("End")
    # Before the server has heard of it.
    entry(page).fill("0.2")
    expect(page).to_have_url(re.compile("margin=0.5"))
    settled(page)
    frames(page)
    expect(entry(page)).to_have_value("0.2")
    entry(page).press("Enter")
    agrees(page, chains, 0.2)


def test_the_level_moves_the_verdict(open_styles, chains):
    # Where p_eqv lies between two levels.
    margin, p = next(
        (each, chains.at(each).p_value)
        for each in MARGINS
        if ALPHAS[0] < chains.at(each).p_value < ALPHAS[-1]
    )
    page = open_styles(margin=str(margin))
    slider(page, "Level α").focus()
    seen = set()
    for key, alpha in (("Home", ALPHAS[0]), ("ArrowRight", ALPHAS[1]), ("End", ALPHAS[-1])):
        page.keyboard.press(key)
        agrees(page, chains, margin, alpha)
        assert (p < alpha) == (desk(page).get_attribute("data-verdict") in ("both", "equivalent"))
        seen.add(desk(page).get_attribute("data-verdict"))
    expect(page).to_have_url(re.compile("alpha=0.2"))
    entry(page, "Level α").fill("0.01")
    entry(page, "Level α").press("Enter")
    agrees(page, chains, margin, 0.01)
    expect(page).to_have_url(re.compile("alpha=0.01"))


def test_the_margins_at_which_the_answer_changes_are_marked_and_named(open_styles, chains):
    page = open_styles()
    changes = chains.flips()
    assert changes
    sentence = page.locator(".styles .quiet:not(.sided)")
    for flip in changes:
        mark = rf"^{'equivalent' if flip.equivalent else 'not'}\s*from {flip.margin:g}$"
        expect(page.locator(".annotation", has_text=re.compile(mark))).to_have_count(1)
        expect(sentence).to_contain_text(f"margin {flip.margin}")


def box(page):
    return page.get_by_role("combobox", name="Item")


def opened(page, sample, number):
    """Whether an item is on screen."""
    item, side = sample.items[number], "AB"[number >= sample.n_a]
    size = f"{len(item.data):,} bytes, {int(sample.distances.sizes[number]):,} compressed"
    expect(page.get_by_text(f"{item.name} of {side}: {size}")).to_be_visible()
    # The box before the choice goes once the run is over.
    expect(box(page)).to_have_count(1)
    expect(box(page)).to_have_value(sample.names[number])


def points(page, side):
    trace = page.locator("[class*=st-key-styles_map] .scatterlayer .trace")
    return trace.nth("AB".index(side)).locator(".points path")


@pytest.mark.walk
def test_a_point_of_the_map_opens_its_item(open_styles, chains):
    page = open_styles()
    places = flat_map(chains.distances).places
    apart = cdist(places, places) + 9 * np.eye(len(places))
    for side, members in (("A", range(chains.n_a)), ("B", range(chains.n_a, len(places)))):
        # One that no other covers.
        number = max(members, key=lambda each: apart[each].min())
        point = points(page, side).nth(number - members[0])
        point.scroll_into_view_if_needed()
        settled(page)
        place = point.bounding_box()
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        opened(page, chains, number)
        settled(page)
        # The ring is around it.
        ring = page.locator("[class*=st-key-styles_map] .scatterlayer .trace").nth(2)
        expect(ring.locator(".points path")).to_have_count(1)


def test_the_figures_are_saved(open_styles):
    page = open_styles()
    for number, (title, begin) in enumerate(
        (("Download plot as a PNG", b"\x89PNG"), ("Save as SVG", b"<svg"))
    ):
        figure = page.locator(".styles .figure").nth(number)
        figure.hover()
        with page.expect_download() as saved:
            figure.locator(f'[data-title="{title}"]').click()
        assert saved.value.suggested_filename.startswith("hierscope-styles.")
        assert Path(saved.value.path()).read_bytes().startswith(begin)


HOLD = """() => {
  const { react } = Plotly;
  const [held, drawn] = [[], []];
  window.heldDrawings = held;
  window.release = () => {
    Plotly.react = react;
    for (const begin of held) begin();
    return Promise.all(drawn);
  };
  Plotly.react = (...figure) => {
    drawn.push(new Promise((begin) => held.push(begin)).then(() => react(...figure)));
    if (held.length === 2) Plotly.react = react; // only the first theme is late
    return drawn.at(-1);
  };
}"""


def test_a_late_drawing_does_not_bring_back_the_colors_of_an_earlier_theme(open_styles):
    page = open_styles()
    texts = [figure.locator(".xtick text").first for figure in page.locator(".figure").all()]
    page.evaluate(HOLD)
    page.emulate_media(color_scheme="dark")
    while page.evaluate("heldDrawings.length") < 2:  # wait_for_function would need eval
        frames(page)
    page.emulate_media(color_scheme="light")
    frames(page)
    page.evaluate("release()")
    frames(page)
    for text in texts:
        expect(text).to_have_css("fill", "rgb(49, 51, 63)")
    page.emulate_media(color_scheme="dark")
    for text in texts:
        expect(text).to_have_css("fill", "rgb(250, 250, 250)")


@pytest.mark.walk
def test_a_long_matrix_is_stopped_and_goes_on(open_styles, tmp_path):
    rng, folders = np.random.default_rng(1), (tmp_path / "first", tmp_path / "second")
    for folder in folders:
        folder.mkdir()
        for at in range(MANY):
            (folder / f"{at}.txt").write_text("".join(rng.choice(list("abcd"), WORK)))
    page = open_styles()
    page.get_by_text("Sample: Two Markov chains").click()
    page.get_by_text("Folders of this machine", exact=True).click()
    for side, folder in zip("AB", folders, strict=True):
        field = page.get_by_role("textbox", name=f"Folder of corpus {side}")
        settled(page)
        field.fill(str(folder))
        field.press("Enter")
    pairs = f"{MANY * (2 * MANY - 1):,}"
    page.get_by_text(re.compile(rf"^[1-9][\d,]* of {pairs} distances")).first.wait_for(
        timeout=60_000
    )
    page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
    stopped = page.get_by_text("Stopped before the comparison was complete.")
    stopped.wait_for(timeout=60_000)
    expect(desk(page)).to_have_count(0)
    settled(page)
    # Nothing begins by itself, also after a look at another page.
    follow(page, "Lessons")
    follow(page, "Styles")
    stopped.wait_for()
    expect(desk(page)).to_have_count(0)
    page.get_by_role("button", name="Start again").click()
    page.locator(".styles[data-drawn]").wait_for(timeout=180_000)


@pytest.mark.walk
def test_the_page_fits_its_width(open_styles):
    page = open_styles(form={"sample": "two-forms"}, width=1280)
    page.get_by_text("Numbers and tests").click()
    assert violations(page) == []
    for width in (1280, 800, 640):  # the last is the first at twice the size
        page.set_viewport_size({"width": width, "height": 1500})
        frames(page)
        main = page.get_by_test_id("stMain")
        assert main.evaluate("main => main.scrollWidth <= main.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        for figure in page.locator(".styles .figure").all():
            # Plotly draws in a new width 100 ms after it is told of it.
            width = figure.locator(".drawn").evaluate("box => getComputedStyle(box).width")
            expect(figure.locator(".main-svg").first).to_have_css("width", width)
            assert texts_outside(figure, ".drawn") == []
        whole = desk(page).bounding_box()
        for part in ("> .verdict-head", "> .grid", "> .tests"):
            inner = desk(page).locator(part).bounding_box()
            assert inner["x"] >= whole["x"] - 1
            assert inner["x"] + inner["width"] <= whole["x"] + whole["width"] + 1


FOCUSED = """() => {
  let found = document.activeElement;
  while (found && found.shadowRoot && found.shadowRoot.activeElement) {
    found = found.shadowRoot.activeElement;
  }
  // Beyond its last part the browser itself has the focus.
  const ringed = found === document.body || [found, found.closest("label")].some((part) => {
    const { outlineStyle, outlineWidth } = part ? getComputedStyle(part) : {};
    return outlineStyle === "solid" && outlineWidth === "2px";
  });
  return [found.getAttribute("aria-label") || found.textContent || "", ringed];
}"""
SEEN = f"""async () => {{
  const focused = {FOCUSED};
  for (let frame = 0; frame < 120 && !focused()[1]; frame++) {{
    await new Promise(requestAnimationFrame); // the page's style may come a moment later
  }}
  return focused();
}}"""


@pytest.mark.walk
def test_the_tab_key_goes_through_the_page_in_order(open_styles):
    page = open_styles()
    page.get_by_role("button", name="Settings").focus()
    reached, unseen = [], []
    for _ in range(60):
        page.keyboard.press("Tab")
        name, ringed = page.evaluate(SEEN)
        reached.append(name)
        if not ringed:
            unseen.append(name)
    order = [
        "Export",
        "Equivalence margin",
        "Equivalence margin, typed",
        "Level α",
        "Level α, typed",
        "Item",
    ]
    at = [next(i for i, each in enumerate(reached) if name in each) for name in order]
    assert at == sorted(at)
    assert unseen == []


def test_a_number_that_arrives_under_a_selection_is_typed_over(open_styles, chains):
    page = open_styles()
    entry(page).click()
    entry(page).select_text()
    # As a late drawing does: the margin moves under what is selected.
    slider(page).evaluate(
        "(range) => { range.value = range.max; range.dispatchEvent(new Event('input')); }"
    )
    expect(entry(page)).to_have_value("0.5")
    page.keyboard.type("0.2")
    expect(entry(page)).to_have_value("0.2")
