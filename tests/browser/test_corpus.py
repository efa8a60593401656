"""The page Corpus by mouse and keyboard, in Chromium."""

import json
import math
import re
from urllib.parse import urlencode

import numpy as np
import pytest
from accessibility import violations
from playwright.sync_api import expect
from results_files import read_pair
from serving import follow, frames, settled

from core.corpus.advising import advise_corpus, segment_spread
from core.corpus.baselines import with_baselines
from core.corpus.items import Pairs
from core.corpus.scoring import Job
from core.corpus.sources.folders import from_folders
from core.corpus.store import read_results
from core.corpus.summary import describe, nearest_window
from core.corpus.updating import update_results
from core.corpus.why import DIAGNOSED
from core.hierarchy import Hierarchy
from core.io import write_csv
from core.measures import SCORES
from core.tmeasures import score
from core.wording import percent
from explorer.tables.corpus import summary_rows

TRACKS = 12


def hierarchy(random, segments):
    large = np.round(np.linspace(0, 240, 7) + np.r_[0, random.uniform(-9, 9, 5), 0], 1)
    small = np.unique(np.r_[large, np.round(random.uniform(1, 239, segments), 1)])
    return Hierarchy.from_boundaries([large, small])


def write(folder, hierarchies):
    folder.mkdir()
    for number, made in enumerate(hierarchies, 1):
        (folder / f"{number}.csv").write_bytes(write_csv(made))


def drawn_at_random(count, segments, seed):
    random = np.random.default_rng(seed)
    return [hierarchy(random, segments) for _ in range(count)]


def cut(whole, lost):
    """A hierarchy that lacks its last boundaries."""
    return Hierarchy.from_boundaries(
        [np.r_[layer.boundaries[: -1 - lost], layer.boundaries[-1]] for layer in whole.layers]
    )


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Two methods on twelve tracks, scored; on one track the good one is bad."""
    root = tmp_path_factory.mktemp("corpus")
    references = drawn_at_random(TRACKS, 30, 1)
    fine = [cut(reference, 1 + at % 2) for at, reference in enumerate(references)]
    (fine[6],) = drawn_at_random(1, 2, 9)
    write(root / "references", references)
    write(root / "fine", fine)
    write(root / "coarse", drawn_at_random(TRACKS, 8, 3))
    pairs = from_folders(root / "references", {m: root / m for m in ("fine", "coarse")})
    path = root / "results.parquet"
    update_results(path, pairs.items, Job(diagnosed=DIAGNOSED), problems=pairs.problems)
    return path


@pytest.fixture
def with_others(corpus, tmp_path):
    """One method on a few tracks, beside the baselines."""
    root = corpus.parent
    pairs = from_folders(root / "references", {"fine": root / "fine"})
    path = tmp_path / "results.parquet"
    update_results(path, with_baselines(Pairs(pairs.items[:6])).items, Job(diagnosed=(15.0,)))
    return path


@pytest.fixture(scope="module")
def results(corpus):
    return read_results(corpus)


@pytest.fixture
def open_corpus(open_watched):
    def open_at(height=1300, **how):
        query = {name: how.pop(name) for name in ("corpus", "w", "variant") if name in how}
        page = open_watched(f"corpus?{urlencode(query)}", height=height, **how)
        page.get_by_text("Scores of many tracks").wait_for()
        settled(page)
        return page

    return open_at


@pytest.fixture
def shown(open_corpus, corpus):
    """Open the page with the results on screen."""

    def open_at(path=corpus, **how):
        form = json.dumps({"kind": "results", "results": str(path)})
        page = open_corpus(corpus=form, **how)
        read_files(page)
        drawn(page)
        return page

    return open_at


def read_files(page):
    """Have the files read that the address names."""
    page.get_by_role("button", name="Read these files").click()


def choose(page, label, option):
    press(page, "Scores")
    page.get_by_role("combobox", name=label, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()
    page.keyboard.press("Escape")
    settled(page)


def press(page, name):
    page.get_by_role("button", name=name).click()


def drawn(page):
    page.locator(".figures[data-followed]").wait_for()
    settled(page)


def window_of(page):
    text = page.locator(".figures[data-followed]").get_attribute("data-window")
    return math.inf if text == "null" else float(text)


def agrees(page, results, window, methods=("fine", "coarse"), which=("reduced", "f_measure")):
    """Expect the window, and the numbers of methods, to be the core's."""
    value = "null" if window == math.inf else f"{window:g}"
    expect(page.locator(".figures[data-followed]")).to_have_attribute("data-window", value)
    described = {
        name: describe(results.all_scores[rows]) for name, rows in results.rows_by_method.items()
    }
    for numbers in summary_rows(described, nearest_window(results.windows, window), *which):
        if (method := numbers["method"]) in methods:
            row = page.locator(".figures tbody tr", has_text=method)
            expect(row.locator("td")).to_have_text([*numbers.values()])


def worst(results, window, score=2):
    """The outliers of both methods at a window, lowest first."""
    at = nearest_window(results.windows, window)
    rows = np.flatnonzero(results.outliers(*SCORES[score])[:, at])
    return rows[np.argsort(results.all_scores[rows, at, score])].tolist()


def line(page):
    return page.locator(".figures .line").first


def point(page, row):
    """Where a track is among every track at w."""
    page.locator(".figures[data-followed]").scroll_into_view_if_needed()
    return (
        page.locator(".figures .drawn")
        .nth(1)
        .evaluate(
            """
        (box, row) => {
          const points = [...box.querySelectorAll(".point")];
          const point = points.find(({ __data__ }) => __data__.data === row);
          const { x, y, width, height } = point.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }
        """,
            row,
        )
    )


def test_a_drag_moves_the_window_and_all_numbers_without_the_server(sent, shown, results):
    page = shown()
    box = line(page).bounding_box()
    y, plot = box["y"] + 90, page.locator(".figure").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(plot["x"] + 120, y, steps=4)
    frames(page)
    before = len(sent)
    seen = []
    for end in (200, 330, 480, plot["width"]):
        page.mouse.move(plot["x"] + end, y, steps=4)
        frames(page)
        seen.append(window_of(page))
        agrees(page, results, seen[-1])
    assert seen == sorted(set(seen))
    assert seen[-1] == math.inf
    assert len(sent) == before > 0
    page.mouse.up()
    expect(page).to_have_url(re.compile("w=inf"))
    assert len(sent) > before
    expect(page.get_by_role("heading", name="for the whole track").first).to_be_visible()


@pytest.mark.walk
def test_all_that_is_chosen_is_drawn_and_brought_back_by_a_reload(open_corpus, corpus, results):
    page = open_corpus(corpus=json.dumps({"kind": "upload"}))
    page.get_by_text("Results", exact=True).click()
    field = page.get_by_role("textbox", name="Results file")
    field.fill(str(corpus))
    field.press("Enter")
    drawn(page)
    for label, name, which in (
        ("Score", "Recall", ("reduced", "recall")),
        ("Measure", "T full", ("full", "recall")),
    ):
        choose(page, label, name)
        agrees(page, results, 15, which=which)
    expect(page).to_have_url(re.compile("variant=full.*measure=recall"))
    expect(page.get_by_role("heading", name="full, at w = 15 s")).to_be_visible()
    choose(page, "Score up", "TF full")
    choose(page, "Score across", "TR full")
    slider = page.get_by_role("slider", name="Window w in seconds")
    slider.press("End")
    expect(page).to_have_url(re.compile("w=inf"))
    settled(page)
    press(page, "Filters")
    page.get_by_role("combobox", name="method").click()
    page.get_by_role("option", name="fine").click()
    expect(page.locator(".figures td", has_text="coarse")).to_have_count(0)
    expect(page).to_have_url(re.compile("filters=.*w=inf|w=inf.*filters="))
    page.reload()
    read_files(page)
    drawn(page)
    agrees(page, results, math.inf, ["fine"], which)
    expect(page.locator(".figures td", has_text="coarse")).to_have_count(0)
    press(page, "Scores")
    expect(page.get_by_role("combobox", name="Score across")).to_have_value("TR full")
    expect(page.get_by_role("combobox", name="Score up")).to_have_value("TF full")


def test_the_window_goes_by_keyboard_to_the_nearest_of_a_typed_one_and_as_advised(shown, results):
    page = shown()
    slider = page.get_by_role("slider", name="Window w in seconds")
    slider.focus()
    page.keyboard.press("ArrowRight")
    agrees(page, results, 16)
    expect(page.get_by_text("The nearest to 16 s is 15 s.")).to_be_visible()
    entry = page.locator(".figures .entry").first
    entry.fill("3.1")
    entry.press("Enter")
    agrees(page, results, 3)
    expect(entry).to_have_value("3")
    expect(page).to_have_url(re.compile(r"w=3\.0"))
    shorter = percent(segment_spread(results).shorter[nearest_window(results.windows, 3)])
    sentence = page.get_by_text("are no longer than w = 3 s")
    expect(sentence).to_contain_text(f"{shorter} of the")
    settled(page)
    page.get_by_role("button", name="Use w =").click()
    advised = advise_corpus(results).window
    assert advised != 3
    agrees(page, results, advised)


def test_a_point_says_its_track_opens_it_and_the_place_is_kept(shown, results):
    page = shown(w="20", variant="full")
    row = worst(results, 20, 5)[0]
    x, y = point(page, row)
    page.mouse.move(x, y)
    at = nearest_window(results.windows, 20), 5
    value = results.all_scores[row, *at]
    name = f"{results.tracks[row]}, {results.methods[row]}: {value:.3f}"
    expect(page.locator(".hovertext").first).to_have_text(name)
    page.mouse.click(x, y)
    page.locator(".layers-box .title").first.wait_for()
    expect(page.locator(".layers-box .title").first).to_contain_text(
        f"{results.tracks[row]} reference"
    )
    scored = score(*read_pair(results.items[row]), [20.0])
    expect(page.locator("[data-score=full-recall]")).to_contain_text(
        f"{scored.scores['full'].recall[0]:.3f}"
    )
    follow(page, "Corpus")
    drawn(page)
    agrees(page, results, 20, which=("full", "f_measure"))


@pytest.mark.walk
def test_points_and_rows_open_their_tracks_and_the_page_stands_where_it_stood(shown, results):
    page = shown(height=720)  # Compare is longer than that
    main = page.get_by_test_id("stMain")
    main.evaluate("main => (main.scrollTop = 900)")
    place = point(page, 3)
    top = main.evaluate("main => main.scrollTop")
    page.mouse.click(*place)
    expect(page.get_by_role("link", name="Back to Corpus")).to_be_visible()
    page.locator(".sentence:not(.late)").wait_for()
    settled(page)
    expect(main).to_have_js_property("scrollTop", 0)
    page.get_by_role("link", name="Back to Corpus").click()
    drawn(page)
    expect(main).to_have_js_property("scrollTop", top)
    table = page.get_by_test_id("stDataFrame").last
    table.scroll_into_view_if_needed()
    table.click(position={"x": 18, "y": 18 + 2 * 35})  # the box before the second row
    title = page.locator(".layers-box .title").first
    expect(title).to_contain_text(f"{results.tracks[1]} reference")
    page.get_by_role("link", name="Scape of this track").click()
    page.locator(".plane.recall[data-drawn]").wait_for()
    expect(title).to_contain_text(f"{results.tracks[1]} reference")


# Plotly follows another width some frames later.
FITS = """async (box) => {
  const within = (part, whole) => part.left >= whole.left - 1 && part.right <= whole.right + 1;
  for (let frame = 0; frame < 600; frame++) {
    const [whole, ...parts] = [box, ...box.querySelectorAll(".figure")]
      .map((part) => part.getBoundingClientRect());
    if (parts.length && parts.every((part) => within(part, whole))) return true;
    await new Promise(requestAnimationFrame);
  }
  return false;
}"""


@pytest.mark.walk
def test_the_page_fits_its_width(shown, with_others):
    page = shown(with_others, width=1280)
    page.get_by_text("Loss by cause as a table").click()
    assert violations(page) == []
    main = page.get_by_test_id("stMain")
    for width in (1280, 800, 640, 390):  # 640 is 1280 at twice the size
        page.set_viewport_size({"width": width, "height": 1300})
        frames(page)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert main.evaluate("main => main.scrollWidth <= main.clientWidth")
        assert page.locator("[data-followed]").evaluate(FITS)
