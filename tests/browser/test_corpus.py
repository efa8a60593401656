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
from serving import frames, resized, resting, settled, stands

from core.corpus.advising import segment_spread
from core.corpus.baselines import with_baselines
from core.corpus.items import Pairs
from core.corpus.job import Job
from core.corpus.sources.folders import from_folders
from core.corpus.store import read_results
from core.corpus.summary import describe, nearest_window
from core.corpus.updating import update_results
from core.hierarchy import Hierarchy
from core.io import write_csv
from core.tmeasures import score
from core.wording import percent
from explorer.tables.corpus import summary_rows


def drawn_at_random(folder, segments, seed):
    """Write hierarchies of eight tracks of a minute."""
    random = np.random.default_rng(seed)
    folder.mkdir()
    for track in range(8):
        small = np.round(random.uniform(1, 59, segments), 1)
        layers = [[0, 20, 40, 60], np.unique(np.r_[0, 20, 40, 60, small])]
        data = write_csv(Hierarchy.from_boundaries(layers))
        (folder / f"{track}.csv").write_bytes(data)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Two methods and the baselines, scored."""
    root = tmp_path_factory.mktemp("corpus")
    for seed, (folder, segments) in enumerate({"references": 12, "fine": 14, "rough": 3}.items()):
        drawn_at_random(root / folder, segments, seed)
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

    def open_at(height):
        form = json.dumps({"kind": "results", "results": str(corpus)})
        page = open_watched(f"corpus?{urlencode({'corpus': form})}", height=height)
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


def agrees(page, results, window):
    """Expect the window, and the numbers of both methods, to be the core's."""
    value = "null" if window == math.inf else f"{window:g}"
    expect(page.locator(".figures[data-followed]")).to_have_attribute("data-window", value)
    described = {
        name: describe(results.all_scores[rows]) for name, rows in results.rows_by_method.items()
    }
    at = nearest_window(results.windows, window)
    for numbers in summary_rows(described, at, "reduced", "f_measure"):
        if (method := numbers["method"]) in ("fine", "rough"):
            row = page.locator(".figures tbody tr", has_text=method)
            expect(row.locator("td")).to_have_text([*numbers.values()])


# The middle of the mark of a track among every track at w.
POINT = """(box, row) => {
  const points = [...box.querySelectorAll(".point")];
  const point = points.find(({ __data__ }) => __data__.data === row);
  point.scrollIntoView({ block: "center" });
  const { x, y, width, height } = point.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def test_the_window_and_all_numbers_follow_the_hand_without_the_server(sent, shown, results):
    page = shown(1300)
    page.get_by_role("slider", name="Window w in seconds").focus()
    page.keyboard.press("ArrowRight")
    agrees(page, results, 16)
    expect(page.get_by_text("The nearest to 16 s is 15 s.")).to_be_visible()
    settled(page)
    line = resting(page.locator(".figures .line").first)
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
    settled(page)
    scores = results.score("reduced", "f_measure")[:, nearest_window(results.windows, 3)]
    row = int(np.nanargmin(scores))
    place = page.locator(".figures .drawn").nth(1).evaluate(POINT, row)
    page.mouse.move(*place)
    name = f"{results.tracks[row]}, {results.methods[row]}: {scores[row]:.3f}"
    expect(page.locator(".hovertext").first).to_have_text(name)
    page.mouse.click(*place)
    title = page.locator(".layers-box .title").first
    expect(title).to_contain_text(f"{results.tracks[row]} reference")
    scored = score(*read_pair(results.items[row]), 3.0)
    recall = f"{scored.scores['reduced'].recall[0]:.3f}"
    expect(page.locator("[data-score=reduced-recall]")).to_contain_text(recall)


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

PLACE = "({ scrollTop, scrollHeight }) => [scrollTop, scrollHeight]"


@pytest.mark.walk
def test_the_page_fits_its_width_and_stands_where_it_stood_after_a_track(shown, results):
    page = shown(720)  # Compare is longer than that
    table = page.get_by_text("Loss by cause as a table")
    table.click()
    assert violations(page) == []
    main = page.get_by_test_id("stMain")
    for width in (390, 640, 1280):  # 640 is 1280 at twice the size
        resized(page, width, 720)
        assert page.locator("[data-followed]").evaluate(FITS)
    table.click()  # which is folded again when the page comes back
    tracks = page.get_by_test_id("stDataFrame").last
    box = {"x": 18, "y": 18 + 2 * 35}  # before the second row
    stands(main, PLACE)  # the figures take their new heights some frames later
    tracks.hover(position=box)
    top, _ = stands(main, PLACE)
    assert top > 0
    tracks.click(position=box)
    title = page.locator(".layers-box .title").first
    expect(title).to_contain_text(f"{results.tracks[1]} reference")
    page.locator(".sentence:not(.late)").wait_for()
    settled(page)
    expect(main).to_have_js_property("scrollTop", 0)
    expect(page.get_by_role("link", name="Scape of this track")).to_be_visible()
    page.get_by_role("link", name="Back to Corpus").click()
    drawn(page)
    expect(main).to_have_js_property("scrollTop", top)
