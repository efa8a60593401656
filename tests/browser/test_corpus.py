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
from serving import frames, settled

from core.corpus.advising import segment_spread
from core.corpus.baselines import with_baselines
from core.corpus.items import Pairs
from core.corpus.scoring import Job
from core.corpus.sources.folders import from_folders
from core.corpus.store import read_results
from core.corpus.summary import describe, nearest_window
from core.corpus.updating import update_results
from core.hierarchy import Hierarchy
from core.io import write_csv
from core.measures import SCORES
from core.tmeasures import score
from core.wording import percent
from explorer.tables.corpus import summary_rows

TRACKS = 8


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
    """Two methods and the baselines, scored; on one track the good one is bad."""
    root = tmp_path_factory.mktemp("corpus")
    references = drawn_at_random(TRACKS, 30, 1)
    fine = [cut(reference, 1 + at % 2) for at, reference in enumerate(references)]
    (fine[6],) = drawn_at_random(1, 2, 9)
    write(root / "references", references)
    write(root / "fine", fine)
    write(root / "rough", drawn_at_random(TRACKS, 8, 3))
    pairs = from_folders(root / "references", {m: root / m for m in ("fine", "rough")})
    path = root / "results.parquet"
    update_results(path, with_baselines(Pairs(pairs.items)).items, Job(diagnosed=(15.0,)))
    return path


@pytest.fixture(scope="module")
def results(corpus):
    return read_results(corpus)


@pytest.fixture
def shown(open_watched, corpus):
    """Open the page with the results on screen."""

    def open_at(height, **query):
        form = json.dumps({"kind": "results", "results": str(corpus)})
        page = open_watched(f"corpus?{urlencode({'corpus': form, **query})}", height=height)
        page.get_by_text("Scores of many tracks").wait_for()
        settled(page)
        page.get_by_role("button", name="Read these files").click()
        drawn(page)
        return page

    return open_at


def drawn(page):
    page.locator(".figures[data-followed]").wait_for()
    settled(page)


def window_of(page):
    text = page.locator(".figures[data-followed]").get_attribute("data-window")
    return math.inf if text == "null" else float(text)


def agrees(page, results, window, which=("reduced", "f_measure")):
    """Expect the window, and the numbers of both methods, to be the core's."""
    value = "null" if window == math.inf else f"{window:g}"
    expect(page.locator(".figures[data-followed]")).to_have_attribute("data-window", value)
    described = {
        name: describe(results.all_scores[rows]) for name, rows in results.rows_by_method.items()
    }
    for numbers in summary_rows(described, nearest_window(results.windows, window), *which):
        if (method := numbers["method"]) in ("fine", "rough"):
            row = page.locator(".figures tbody tr", has_text=method)
            expect(row.locator("td")).to_have_text([*numbers.values()])


def worst(results, window, score):
    """The lowest outlier at a window."""
    at = nearest_window(results.windows, window)
    rows = np.flatnonzero(results.outliers(*SCORES[score])[:, at])
    return rows[np.argmin(results.all_scores[rows, at, score])]


def point(page, row):
    """Where a track is among every track at w."""
    return (
        page.locator(".figures .drawn")
        .nth(1)
        .evaluate(
            """
        (box, row) => {
          const points = [...box.querySelectorAll(".point")];
          const point = points.find(({ __data__ }) => __data__.data === row);
          point.scrollIntoView({ block: "center" });
          const { x, y, width, height } = point.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }
        """,
            int(row),
        )
    )


def test_the_window_and_all_numbers_follow_the_hand_without_the_server(sent, shown, results):
    page = shown(1300)
    page.get_by_role("slider", name="Window w in seconds").focus()
    page.keyboard.press("ArrowRight")
    agrees(page, results, 16)
    expect(page.get_by_text("The nearest to 16 s is 15 s.")).to_be_visible()
    settled(page)
    line = page.locator(".figures .line").first.bounding_box()
    y, plot = line["y"] + 90, page.locator(".figure").first.bounding_box()
    page.mouse.move(line["x"] + line["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(plot["x"] + 120, y, steps=4)
    frames(page)
    before = len(sent)
    seen = []
    for end in (200, 480, plot["width"]):
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
    entry = page.locator(".figures .entry").first
    entry.fill("3.1")
    entry.press("Enter")
    agrees(page, results, 3)
    expect(entry).to_have_value("3")
    expect(page).to_have_url(re.compile(r"w=3\.0"))
    shorter = percent(segment_spread(results).shorter[nearest_window(results.windows, 3)])
    sentence = page.get_by_text("are no longer than w = 3 s")
    expect(sentence).to_contain_text(f"{shorter} of the")


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
def test_the_page_fits_its_width_and_tracks_open_and_leave_it_where_it_stood(shown, results):
    page = shown(720, w="20", variant="full")  # Compare is longer than that
    page.get_by_text("Loss by cause as a table").click()
    assert violations(page) == []
    main = page.get_by_test_id("stMain")
    for width in (640, 390, 1280):  # the first is the last at twice the size
        page.set_viewport_size({"width": width, "height": 720})
        frames(page)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert main.evaluate("main => main.scrollWidth <= main.clientWidth")
        assert page.locator("[data-followed]").evaluate(FITS)
    row = worst(results, 20, 5)
    page.mouse.move(*point(page, row))
    at = nearest_window(results.windows, 20), 5
    name = f"{results.tracks[row]}, {results.methods[row]}: {results.all_scores[row, *at]:.3f}"
    expect(page.locator(".hovertext").first).to_have_text(name)
    place = point(page, row)
    top = main.evaluate("main => main.scrollTop")
    assert top > 0
    page.mouse.click(*place)
    expect(page.get_by_role("link", name="Back to Corpus")).to_be_visible()
    page.locator(".sentence:not(.late)").wait_for()
    settled(page)
    expect(main).to_have_js_property("scrollTop", 0)
    title = page.locator(".layers-box .title").first
    expect(title).to_contain_text(f"{results.tracks[row]} reference")
    scored = score(*read_pair(results.items[row]), [20.0])
    recall = f"{scored.scores['full'].recall[0]:.3f}"
    expect(page.locator("[data-score=full-recall]")).to_contain_text(recall)
    page.get_by_role("link", name="Back to Corpus").click()
    drawn(page)
    expect(main).to_have_js_property("scrollTop", top)
    agrees(page, results, 20, ("full", "f_measure"))
    table = page.get_by_test_id("stDataFrame").last
    table.scroll_into_view_if_needed()
    table.click(position={"x": 18, "y": 18 + 2 * 35})  # the box before the second row
    expect(title).to_contain_text(f"{results.tracks[1]} reference")
    page.get_by_role("link", name="Scape of this track").click()
    page.locator(".plane.recall[data-drawn]").wait_for()
    expect(title).to_contain_text(f"{results.tracks[1]} reference")
