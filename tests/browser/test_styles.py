"""The page Styles by mouse and keyboard, in Chromium."""

import json
import re
from pathlib import Path
from urllib.parse import urlencode
from xml.etree import ElementTree

import numpy as np
import pytest
from accessibility import violations
from naive_styles import one_sided_words
from pictures import texts_outside
from PIL import Image
from playwright.sync_api import expect
from scipy.spatial.distance import cdist
from serving import follow, frames, resized, settled

from core.caemsi.comparing import measure, run_tests
from core.caemsi.distances import flat_map
from core.caemsi.equivalence import MARGINS, equivalence, flips, margin_curve
from core.caemsi.reading import corpus_of_files
from core.caemsi.results import item_names
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

WORK = 16_000  # letters, whose distances take long enough to be stopped
MANY = 28


class Chains:
    """Two corpora, and what the core computes of them."""

    def __init__(self):
        sample = style_sample("two-chains")
        a, b = map(corpus_of_files, sample.names, sample.files())
        self.n_a, self.corpora, self.items = len(a.items), sample.names, (*a.items, *b.items)
        self.names = item_names(a, b)
        self.distances = measure(a, b)
        self.difference, self.ranked = run_tests(self.distances, self.n_a)

    def at(self, margin):
        return equivalence(self.ranked, margin)

    def verdict(self, margin, alpha=0.05):
        return verdict(self.difference, self.at(margin), alpha)


@pytest.fixture(scope="module")
def chains():
    return Chains()


@pytest.fixture
def page(open_watched):
    sample = urlencode({"styles": json.dumps({"sample": "two-chains"})})
    page = open_watched(f"styles?{sample}", height=1500)
    page.locator(".styles[data-followed]").wait_for()
    settled(page)
    return page


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


def typed(page, text, name="Equivalence margin"):
    entry(page, name).fill(text)
    entry(page, name).press("Enter")


def test_margin_and_level_follow_the_hand_without_the_server(sent, page, chains):
    changes = flips(chains.ranked, margin_curve(chains.ranked), 0.05)
    assert changes
    for flip in changes:
        mark = rf"^{'equivalent' if flip.equivalent else 'not'}\s*from {flip.margin:g}$"
        expect(page.locator(".annotation", has_text=re.compile(mark))).to_have_count(1)
        sentence = page.locator(".styles .quiet:not(.sided)")
        expect(sentence).to_contain_text(f"margin {flip.margin}")
    page.get_by_text("Numbers and tests").click()
    page.locator(".styles .tests .figure .main-svg").first.wait_for()
    page.mouse.move(*spot(page, 0.15))
    page.mouse.down()
    before = len(sent)
    for margin in (0.05, 0.28, 0.5):
        page.mouse.move(*spot(page, margin), steps=4)
        agrees(page, chains, margin)
        box = line(page).bounding_box()
        assert box["x"] + box["width"] / 2 == pytest.approx(spot(page, margin)[0], abs=1)
    assert len(sent) == before > 0
    page.mouse.up()
    expect(page).to_have_url(re.compile("margin=0.5"))
    assert len(sent) > before
    # A click on the curves, and labelings follow, but for what does not move.
    page.mouse.click(*spot(page, 0.3))
    agrees(page, chains, 0.3)
    part = chains.at(0.3).a
    written = f"{part.t_inferior / part.length:.4f}".replace("-", "−")
    tests = page.locator(".styles .tests .figure")
    expect(tests.get_by_text(written).first).to_be_visible()
    expect(tests.get_by_text(f"T = {chains.difference.statistic:.4f}")).to_be_visible()
    slider(page).focus()
    for key, margin in (("Home", MARGINS[0]), ("ArrowRight", MARGINS[1]), ("End", MARGINS[-1])):
        page.keyboard.press(key)
        agrees(page, chains, margin)
    # What is typed before the server has heard of the last margin stays.
    entry(page).fill("0.2")
    expect(page).to_have_url(re.compile("margin=0.5"))
    settled(page)
    frames(page)
    expect(entry(page)).to_have_value("0.2")
    entry(page).press("Enter")
    agrees(page, chains, 0.2)
    entry(page).press("ArrowUp")
    agrees(page, chains, MARGINS[MARGINS.index(0.2) + 1])
    # A number that arrives under a selection is typed over.
    entry(page).select_text()
    slider(page).evaluate(
        "(range) => { range.value = range.max; range.dispatchEvent(new Event('input')); }"
    )
    expect(entry(page)).to_have_value("0.5")
    page.keyboard.type("wide")
    page.keyboard.press("Enter")
    expect(entry(page)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert").first).to_have_text(
        f"a number from {MARGINS[0]} to {MARGINS[-1]}"
    )
    expect(desk(page)).to_have_attribute("data-margin", "0.5")
    entry(page).press("Escape")
    expect(entry(page)).to_have_value("0.5")
    expect(entry(page)).to_have_attribute("aria-invalid", "false")
    # Where p_eqv lies between two levels, both change the verdict.
    margin = next(each for each in MARGINS if ALPHAS[0] < chains.at(each).p_value < ALPHAS[-1])
    typed(page, f"{margin}".replace(".", ","))
    for key, alpha in (("Home", ALPHAS[0]), ("End", ALPHAS[-1])):
        slider(page, "Level α").press(key)
        agrees(page, chains, margin, alpha)
    assert chains.verdict(margin, ALPHAS[0]) != chains.verdict(margin, ALPHAS[-1])
    typed(page, "0.01", "Level α")
    typed(page, "0.4999")
    agrees(page, chains, 0.4999, 0.01)
    expect(page).to_have_url(re.compile("margin=0.4999&alpha=0.01"))
    # The slider goes on from there, among its own.
    slider(page).press("ArrowRight")
    agrees(page, chains, 0.5, 0.01)
    expect(slider(page)).to_have_attribute("aria-valuetext", "margin 0.5")
    figures_are_saved(page)
    a_late_drawing_does_not_bring_back_an_earlier_theme(page)


def figures_are_saved(page):
    for number, (title, begin, size) in enumerate(
        (("Save as PNG", b"\x89PNG", png_size), ("Save as SVG", b"<svg", svg_size))
    ):
        figure = page.locator(".styles .figure").nth(number)
        figure.hover()
        with page.expect_download() as saved:
            figure.locator(f'[data-title="{title}"]').click()
        assert saved.value.suggested_filename.startswith("hierscope-styles.")
        assert Path(saved.value.path()).read_bytes().startswith(begin)
        drawn = figure.locator(".main-svg").first.bounding_box()
        wanted = drawn["width"], drawn["height"]
        assert size(saved.value.path()) == pytest.approx(wanted, abs=1)


def png_size(path):
    with Image.open(path) as image:
        return image.width / 2, image.height / 2  # twice as sharp


def svg_size(path):
    root = ElementTree.parse(path).getroot()
    return float(root.get("width")), float(root.get("height"))


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


def a_late_drawing_does_not_bring_back_an_earlier_theme(page):
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
def test_keys_go_through_the_page_that_fits_its_width_points_open_items_and_work_is_stopped(
    page, chains, tmp_path
):
    page.get_by_role("button", name="Settings").focus()
    order = [
        "Export",
        "Equivalence margin",
        "Equivalence margin, typed",
        "Level α",
        "Level α, typed",
        "Item",
    ]
    reached = []
    while len(reached) < 60 and "Item" not in "".join(reached):
        page.keyboard.press("Tab")
        name, ringed = page.evaluate(SEEN)
        reached.append(name)
        assert ringed, name
    at = [next(i for i, each in enumerate(reached) if name in each) for name in order]
    assert at == sorted(at)
    page.get_by_text("Numbers and tests").click()
    assert violations(page) == []
    for width in (800, 640, 1280):  # the second is the last at twice the size
        resized(page, width, 1500)
        for figure in page.locator(".styles .figure").all():
            # Plotly draws in a new width 100 ms after it is told of it.
            width = figure.locator(".drawn").evaluate("box => getComputedStyle(box).width")
            expect(figure.locator(".main-svg").first).to_have_css("width", width)
            assert texts_outside(figure, ".drawn") == []
    places = flat_map(chains.distances).places
    apart = cdist(places, places) + 9 * np.eye(len(places))
    # One of B that no other covers.
    number = max(range(chains.n_a, len(places)), key=lambda each: apart[each].min())
    traces = page.locator("[class*=st-key-styles_map] .scatterlayer .trace")
    point = traces.nth(1).locator(".points path").nth(number - chains.n_a)
    point.scroll_into_view_if_needed()
    settled(page)
    place = point.bounding_box()
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    item = chains.items[number]
    size = f"{len(item.data):,} bytes, {int(chains.distances.sizes[number]):,} compressed"
    expect(page.get_by_text(f"{item.name} of B: {size}")).to_be_visible()
    # The box before the choice goes once the run is over.
    box = page.get_by_role("combobox", name="Item")
    expect(box).to_have_count(1)
    expect(box).to_have_value(chains.names[number])
    expect(traces.nth(2).locator(".points path")).to_have_count(1)  # the ring around it
    a_long_matrix_is_stopped_and_begins_again_when_asked(page, tmp_path)


def a_long_matrix_is_stopped_and_begins_again_when_asked(page, tmp_path):
    rng, folders = np.random.default_rng(1), (tmp_path / "first", tmp_path / "second")
    for folder in folders:
        folder.mkdir()
        for at in range(MANY):
            (folder / f"{at}.txt").write_text("".join(rng.choice(list("abcd"), WORK)))
    page.get_by_text("Sample: Two Markov chains").click()
    pill = page.get_by_role("radio", name="Two Markov chains", exact=True)
    pill.click()  # a sample stays chosen when it is pressed again
    settled(page)
    expect(pill).to_be_checked()
    page.get_by_text("Folders of this machine", exact=True).click()
    for side, folder in zip("AB", folders, strict=True):
        field = page.get_by_role("textbox", name=f"Folder of corpus {side}")
        field.wait_for()
        settled(page)
        field.fill(str(folder))
        field.press("Enter")
    under_way = page.get_by_text(
        re.compile(rf"^[1-9][\d,]* of {MANY * (2 * MANY - 1):,} distances")
    ).first
    stop = page.get_by_test_id("stMain").get_by_role("button", name="Stop")
    under_way.wait_for()
    stop.click()
    stopped = page.get_by_text("Stopped before the comparison was complete.")
    stopped.wait_for()
    settled(page)
    # Nothing begins by itself, also after a look at another page.
    follow(page, "Glossary")
    follow(page, "Styles")
    stopped.wait_for()
    expect(desk(page)).to_have_count(0)
    page.get_by_role("button", name="Start again").click()
    under_way.wait_for()
    stop.click()
    stopped.wait_for()
