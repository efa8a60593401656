"""What a person does on the page Corpus, by mouse and keyboard, in Chromium."""

import json
import math
import re
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pytest
from accessibility import violations
from playwright.sync_api import expect
from serving import follow, settled

from core.corpus.advising import advise_corpus
from core.corpus.baselines import with_baselines
from core.corpus.items import Found
from core.corpus.job import Job
from core.corpus.losses import GROUPS, diagnosed_at, losses
from core.corpus.reading import read_pair
from core.corpus.segments import segment_spread
from core.corpus.sources import from_folders
from core.corpus.store import read_results
from core.corpus.summary import SCORES, all_scores, describe, nearest_window, outliers
from core.corpus.updating import update_results
from core.corpus.why import DIAGNOSED
from core.hierarchy import Hierarchy
from core.io import write_csv
from core.tmeasures import score

TRACKS = 60
MANY = 200


def hierarchy(random, segments):
    large = np.round(np.linspace(0, 240, 7) + np.r_[0, random.uniform(-9, 9, 5), 0], 1)
    small = np.unique(np.r_[large, np.round(random.uniform(1, 239, segments), 1)])
    return Hierarchy.from_boundaries([large, small])


def write(folder, hierarchies):
    folder.mkdir()
    for number, each in enumerate(hierarchies, 1):
        (folder / f"{number}.csv").write_bytes(write_csv(each))


def drawn_at_random(count, segments, seed):
    random = np.random.default_rng(seed)
    return [hierarchy(random, segments) for _ in range(count)]


def cut(one, lost):
    """A hierarchy that lacks its last boundaries."""
    return Hierarchy.from_boundaries(
        [np.r_[layer.boundaries[: -1 - lost], layer.boundaries[-1]] for layer in one.layers]
    )


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Two methods on sixty tracks, scored; on one track the good one is bad."""
    root = tmp_path_factory.mktemp("corpus")
    references = drawn_at_random(TRACKS, 30, 1)
    fine = [cut(each, 1 + number % 2) for number, each in enumerate(references)]
    (fine[16],) = drawn_at_random(1, 2, 9)
    write(root / "references", references)
    write(root / "fine", fine)
    write(root / "coarse", drawn_at_random(TRACKS, 8, 3))
    found = from_folders(root / "references", {m: root / m for m in ("fine", "coarse")})
    path = root / "results.parquet"
    update_results(path, found.items, Job(diagnosed=DIAGNOSED), problems=found.problems)
    return path


@pytest.fixture
def with_others(corpus, tmp_path):
    """One method on a few tracks, beside the baselines."""
    root = corpus.parent
    found = from_folders(root / "references", {"fine": root / "fine"})
    path = tmp_path / "results.parquet"
    update_results(path, with_baselines(Found(found.items[:6])).items, Job(diagnosed=(15.0,)))
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
        said = json.dumps({"kind": "results", "results": str(path)})
        page = open_corpus(corpus=said, **how)
        read_files(page)
        drawn(page)
        return page

    return open_at


def read_files(page):
    """Have the files read that the address names."""
    page.get_by_role("button", name="Read these files").click()


def drawn(page):
    page.locator(".corpus[data-key]").wait_for()
    settled(page)


def frames(page):
    """Two frames: the one in which a move is heard, and the one in which it is drawn."""
    page.evaluate("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")


def window_of(page):
    text = page.locator(".corpus").get_attribute("data-window")
    return math.inf if text == "null" else float(text)


def numbers(page, method):
    return page.locator(f'.numbers[data-method="{method}"]').text_content()


def wanted(results, method, window, which=("reduced", "f_measure")):
    """What the core says of a method at a window."""
    rows = [row for row, each in enumerate(results.methods) if each == method]
    at = nearest_window(results.windows, window), SCORES.index(which)
    found = describe(all_scores(results)[rows][:, *at])
    symbol = {"f_measure": "TF", "recall": "TR", "precision": "TP"}[which[1]]
    return (
        f"{symbol}: mean {found.mean:.3f} ({found.low:.3f}–{found.high:.3f}) · "
        f"median {found.median:.3f} · quartiles {found.q1:.3f}–{found.q3:.3f} · "
        f"{found.count:.0f} tracks"
    )


def worst(results, window, score=2):
    """The outliers of both methods at a window, lowest first."""
    scores = all_scores(results)[:, nearest_window(results.windows, window), score]
    marked = np.zeros(len(scores), bool)
    for method in ("fine", "coarse"):
        rows = [row for row, each in enumerate(results.methods) if each == method]
        marked[rows] = outliers(scores[rows], describe(scores[rows]))
    found = np.flatnonzero(marked)
    return found[np.argsort(scores[found])].tolist()


def plot(page):
    return page.locator(".corpus .plot")


def drag(page, start, end):
    """Drag over the boxes; the mouse stays down."""
    plot(page).scroll_into_view_if_needed()
    box = plot(page).bounding_box()
    page.mouse.move(box["x"] + start, box["y"] + 90)
    page.mouse.down()
    page.mouse.move(box["x"] + end, box["y"] + 90, steps=4)
    frames(page)


def test_a_drag_moves_the_window_and_all_numbers_without_the_server(shown, results):
    page = shown()
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(text)))
    page.reload()
    read_files(page)
    drawn(page)
    seen = []
    drag(page, 100, 120)
    before = len(sent)
    box = plot(page).bounding_box()
    for end in (200, 330, 480, 900):
        page.mouse.move(box["x"] + end, box["y"] + 90, steps=4)
        frames(page)
        window = window_of(page)
        for method in ("fine", "coarse"):
            assert numbers(page, method) == wanted(results, method, window)
        seen.append(window)
    assert seen == sorted(set(seen))
    assert seen[-1] == math.inf
    assert len(sent) == before > 0
    page.mouse.up()
    expect(page).to_have_url(re.compile("w=inf"))
    assert len(sent) > before
    expect(page.get_by_role("heading", name="for the whole track").first).to_be_visible()


@pytest.mark.walk
def test_a_reload_brings_everything_back(open_corpus, corpus, results):
    page = open_corpus()
    page.get_by_text("Results", exact=True).click()
    field = page.get_by_role("textbox", name="File of results")
    field.fill(str(corpus))
    field.press("Enter")
    drawn(page)
    page.get_by_label("Score up").select_option("5")
    page.get_by_label("Score across").select_option("3")
    slider = page.get_by_role("slider", name="Window w in seconds")
    slider.press("End")
    expect(page).to_have_url(re.compile("w=inf"))
    settled(page)
    page.get_by_text("Filters", exact=True).click()
    # While it opens, it scrolls.
    page.evaluate("Promise.allSettled(document.getAnimations().map((each) => each.finished))")
    page.get_by_role("combobox", name="method").click()
    page.get_by_role("option", name="fine").click()
    expect(page.locator('.numbers[data-method="coarse"]')).to_have_count(0)
    expect(page).to_have_url(re.compile("filters=.*w=inf|w=inf.*filters="))
    page.reload()
    read_files(page)
    drawn(page)
    assert window_of(page) == math.inf
    assert numbers(page, "fine") == wanted(results, "fine", math.inf)
    expect(page.locator('.numbers[data-method="coarse"]')).to_have_count(0)
    assert page.get_by_label("Score up").input_value() == "5"
    assert page.get_by_label("Score across").input_value() == "3"


def test_segments_are_compared_with_the_window(shown, results):
    page = shown()
    found = segment_spread(results)
    words = page.locator(".lengths p")
    for window in (3, 15):
        field = page.get_by_role("textbox", name="Window in seconds")
        field.fill(f"{window}")
        field.press("Enter")
        frames(page)
        share = found.shorter[nearest_window(results.windows, window)]
        # Rounded down, as shares are everywhere.
        told = math.floor(1000 * share + 1e-9) / 10
        expect(words).to_contain_text(f"{told:g} % are no longer than w = {window} s")
    label = page.locator(".lengths svg").get_attribute("aria-label")
    assert f"median {found.durations.median:.2f} s" in label
    assert f"95th percentile {found.durations.p95:.2f} s" in label


def test_the_advised_window_is_taken_by_the_picture(shown, results):
    page = shown(w="1")
    assert window_of(page) == 1
    page.get_by_role("button", name="Use it").click()
    advised = advise_corpus(results).window
    expect(page.locator(".corpus")).to_have_attribute("data-window", f"{advised:g}")
    settled(page)
    assert numbers(page, "fine") == wanted(results, "fine", advised)


def lost(page):
    """The table beside the picture of losses."""
    return page.locator(".losses tbody tr").all_text_contents()


def what_is_lost(results, window):
    """The same by the core, reduced."""
    found = losses(results)
    at = found.windows.tolist().index(window)
    parts = [*found.parts[:, 0, at].T, found.total[:, 0, at]]
    rows = [
        name + "".join(f"{value:.3f}" for value in values)
        for name, values in zip([*GROUPS, "loss"], parts, strict=True)
    ]
    return [*rows, "tracks" + "".join(map(str, found.count[:, 0, at]))]


def test_the_keyboard_moves_the_window_and_a_typed_one_goes_to_the_nearest(shown, results):
    page = shown()
    slider = page.get_by_role("slider", name="Window w in seconds")
    slider.focus()
    page.keyboard.press("ArrowRight")
    frames(page)
    assert window_of(page) == 16
    assert numbers(page, "fine") == wanted(results, "fine", 16)
    assert lost(page) == what_is_lost(results, 15)
    assert "the window nearest to 16 s" in page.locator(".losses .quiet").inner_text()
    entry = page.locator(".corpus .entry")
    entry.fill("3.1")
    entry.press("Enter")
    frames(page)
    assert window_of(page) == 3
    assert lost(page) == what_is_lost(results, 3)
    expect(entry).to_have_value("3")
    expect(page).to_have_url(re.compile(r"w=3\.0"))


def test_score_and_variant_are_chosen_without_waiting(shown, results):
    page = shown()
    for name, which in (
        ("Score: recall", ("reduced", "recall")),
        ("Variant: full", ("full", "recall")),
        ("Score: precision", ("full", "precision")),
    ):
        page.get_by_role("button", name=name).click()
        frames(page)
        assert numbers(page, "coarse") == wanted(results, "coarse", 15, which)
    expect(page).to_have_url(re.compile("variant=full.*measure=precision"))
    expect(page.get_by_role("heading", name="full, at w = 15 s")).to_be_visible()


def test_outliers_are_those_of_the_core_at_every_window(shown, results):
    page = shown()
    for window in ("15", "0.5", "60"):
        page.locator(".corpus .entry").fill(window)
        page.locator(".corpus .entry").press("Enter")
        frames(page)
        rows = page.locator(".outliers button").evaluate_all("all => all.map(b => b.dataset.row)")
        assert [int(row) for row in rows] == worst(results, float(window))
        _, slot = diagnosed_at(results, "reduced", float(window))
        causes = results.why.first(slot)[worst(results, float(window))]
        said = page.locator(".outliers button .cause").all_text_contents()
        assert said == [results.why.texts[cause] for cause in causes if cause >= 0]
    assert 17 in {int(results.tracks[row]) for row in worst(results, 15)}


def test_the_scatter_shows_any_two_scores_and_names_what_is_far_out(shown, results):
    page = shown()
    page.get_by_label("Score across").select_option("TF full")
    page.get_by_label("Score up").select_option("TR full")
    frames(page)
    label = page.locator(".scatter-plot").get_attribute("aria-label")
    assert label == "T_R full against T_F full, a point a track"
    far = {results.tracks[row] for row in (*worst(results, 15, 5), *worst(results, 15, 3))}
    named = page.locator("[data-named]").all_text_contents()
    assert named
    assert set(named) <= far
    settled(page)
    follow(page, "Papers")
    follow(page, "Corpus")
    drawn(page)
    expect(page.get_by_label("Score across")).to_have_value("5")


def test_an_outlier_opens_in_compare_and_the_place_is_kept(shown, results):
    page = shown(w="20", variant="full")
    row = worst(results, 20, 5)[0]
    page.locator(f'.outliers [data-row="{row}"]').click()
    page.locator(".layers-box .title").first.wait_for()
    expect(page.locator(".layers-box .title").first).to_contain_text(
        f"{results.tracks[row]} reference"
    )
    scored = score(*read_pair(results.items[row]), [20.0])
    expect(page.locator("[data-score=full-recall]")).to_contain_text(
        f"{scored.scores['full'].recall[0]:.3f}"
    )
    follow(page, "Triplets")
    page.locator(".inspector").wait_for()
    follow(page, "Corpus")
    drawn(page)
    assert window_of(page) == 20
    assert numbers(page, "fine") == wanted(results, "fine", 20, ("full", "f_measure"))
    # The track that was opened is ringed.
    ring = page.locator(f'.row[data-method="{results.methods[row]}"] > circle')
    expect(ring).to_have_attribute("visibility", "visible")


@pytest.mark.walk
def test_the_page_stands_where_it_stood_when_one_comes_back(shown):
    page = shown(height=720)  # Compare is longer than that
    main = page.get_by_test_id("stMain")
    track = page.locator(".outliers button").first
    main.evaluate("main => (main.scrollTop = 900)")
    track.click()
    expect(page.get_by_role("link", name="Back to Corpus")).to_be_visible()
    page.locator(".sentence:not(.late)").wait_for()
    settled(page)
    expect(main).to_have_js_property("scrollTop", 0)
    page.get_by_role("link", name="Back to Corpus").click()
    drawn(page)
    expect(main).to_have_js_property("scrollTop", 900)


def test_a_point_says_its_track_and_opens_it(shown, results):
    page = shown()
    row = worst(results, 15)[0]
    assert results.tracks[row] == "17"
    page.locator(f'.outliers [data-row="{row}"]').hover()
    ring = page.locator('.row[data-method="fine"] > circle')
    expect(ring).to_have_attribute("visibility", "visible")
    box = plot(page).bounding_box()
    x = box["x"] + float(ring.get_attribute("cx"))
    y = box["y"] + float(ring.get_attribute("cy"))
    page.mouse.move(x, y)
    value = all_scores(results)[row, nearest_window(results.windows, 15), 2]
    expect(page.locator(".tip.shown")).to_have_text(f"17, fine: TF reduced {value:.3f}")
    page.mouse.click(x, y)
    expect(page.locator(".layers-box .title").first).to_contain_text("17 reference")


@pytest.mark.walk
def test_a_row_of_the_table_opens_its_track(shown, results):
    page = shown()
    table = page.get_by_test_id("stDataFrame").last
    table.scroll_into_view_if_needed()
    table.click(position={"x": 18, "y": 18 + 2 * 35})  # the box before the second row
    title = page.locator(".layers-box .title").first
    expect(title).to_contain_text(f"{results.tracks[1]} reference")


@pytest.mark.walk
def test_a_long_run_is_stopped_and_goes_on(open_corpus, tmp_path):
    write(tmp_path / "references", drawn_at_random(MANY, 60, 4))
    write(tmp_path / "estimates", drawn_at_random(MANY, 60, 5))
    page = open_corpus()
    page.get_by_text("Folders", exact=True).click()
    page.get_by_role("textbox", name="Folder of references").fill(str(tmp_path / "references"))
    page.get_by_role("textbox", name="Folders of estimates").fill(str(tmp_path / "estimates"))
    page.get_by_role("textbox", name="Folders of estimates").press("Control+Enter")
    button = page.get_by_role("button", name=f"Score {MANY}")
    button.wait_for()
    settled(page)
    button.click()
    page.get_by_text(re.compile(rf"[1-9]\d* of {MANY} pairs")).wait_for(timeout=60_000)
    page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
    stopped = page.get_by_text(re.compile(r"Stopped: (\d+) of"))
    stopped.wait_for(timeout=60_000)
    count = int(re.search(r"Stopped: (\d+) of", stopped.text_content())[1])
    assert 0 < count < MANY
    expect(page.locator(".corpus")).to_have_count(0)
    settled(page)
    button.click()
    drawn_within = page.locator(".corpus[data-key]")
    drawn_within.wait_for(timeout=120_000)
    expect(
        page.get_by_text(f"{MANY - count} scored now, {count} kept from before.")
    ).to_be_visible()


@pytest.mark.walk
def test_pictures_and_numbers_can_be_saved(shown, corpus):
    page = shown()
    with page.expect_download() as saved:
        page.locator(".corpus").get_by_role("button", name="Save the picture as SVG").click()
    text = Path(saved.value.path()).read_text()
    assert text.count("<svg") == 5
    assert "60 tracks" in text
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture of losses as SVG").click()
    text = Path(saved.value.path()).read_text()
    assert 'id="loss-1"' in text
    assert "Mean loss 1 − TF (reduced) by cause, at w = 15 s." in text
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Results, Parquet").click()
    assert Path(saved.value.path()).read_bytes() == corpus.read_bytes()


@pytest.mark.walk
def test_the_page_fits_its_width(shown, with_others):
    page = shown(with_others, width=1280)
    page.get_by_text("The same as a table").click()
    assert violations(page) == []
    main = page.get_by_test_id("stMain")
    for width in (1280, 800, 640, 390):  # 640 is 1280 at twice the size
        page.set_viewport_size({"width": width, "height": 1300})
        frames(page)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert main.evaluate("main => main.scrollWidth <= main.clientWidth")
        box = page.locator(".corpus").bounding_box()
        for part in map(page.locator, (".plot", ".losses-plot", ".scatter-plot", ".outliers")):
            inner = part.bounding_box()
            assert inner["x"] >= box["x"] - 1
            assert inner["x"] + inner["width"] <= box["x"] + box["width"] + 1
