"""Saved files with a live view, opened from the disk without a network."""

import re
from dataclasses import replace

import numpy as np
import pytest
import streamlit as st
from apptesting import listen, opened_at, read_files
from made_results import made
from playwright.sync_api import expect
from serving import unfold_scores

from core.align import align
from core.io.link import pack_pair
from core.samples import sample
from core.tmeasures import score
from core.tmeasures.scoring import query_scores
from core.vocabulary import VARIANTS
from core.windows import columns, sweep
from explorer.figures.corpus import tracks_figure
from explorer.figures.parts import figures_page
from explorer.messages.pair import STRIP_COLUMNS

MERGED = sample("jingle_bells_algorithm")
LABEL = "</script><img src=http://example.com/x onerror=alert(1)>"
PAIR = (aligned := align(MERGED.reference, MERGED.estimate)).reference, aligned.estimate
FIRST = 7.1
WINDOWS = sweep(PAIR[0].end, FIRST)
PICTURES = ["Save the picture as PNG", "Save the picture as SVG"]
KEYS = {"f": "f_measure"}


@pytest.fixture
def pair_file(tmp_path, monkeypatch):
    """A file that Compare hands out, made once the run of the page is over."""
    (first, *deeper), label = PAIR[0].layers, f"{LABEL} & <b>"
    first = replace(first, labels=(LABEL, *first.labels[1:]))
    pair = pack_pair(replace(PAIR[0], name=label, layers=(first, *deeper)), PAIR[1])
    files = {}
    monkeypatch.setattr("sys.argv", ["app.py"])
    # A server that listens to this machine only reads its files.
    listen(monkeypatch, "127.0.0.1")
    monkeypatch.setattr(
        st, "download_button", lambda label, make, *_, **__: files.update({label: make})
    )
    query = {"pair": pair, "own": "1", "w": str(FIRST), "variant": "full"}
    read_files(opened_at("compare", **query), "compare_read")
    path = tmp_path / "pair.html"
    path.write_text(files["Figure, HTML"](), encoding="utf-8")
    return path


@pytest.fixture
def open_file(browser):
    """Open a file from the disk; fails when it logs anything, or asks for anything."""
    opened, faults = [], []

    def open_at(path, scheme="light", width=1280, view="#view svg"):
        context = browser.new_context(
            offline=True, color_scheme=scheme, viewport={"width": width, "height": 1000}
        )
        opened.append(context)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on("console", lambda message: faults.append(message.text))
        context.on("request", lambda request: asked(request.url))
        page = context.new_page()
        page.goto(path.as_uri())
        page.locator(view).first.wait_for()
        return page

    def asked(url):
        if not url.startswith(("file:", "data:", "blob:")):
            faults.append(f"asked {url}")

    yield open_at
    for context in opened:
        context.close()
    assert not faults


def slide(page, name, index):
    """Move a slider as a hand does; what follows is drawn in the next frame."""
    page.locator(f"input[type=range]#{name}").evaluate(
        "(range, index) => { range.value = index; range.dispatchEvent(new Event('input')); }", index
    )
    page.evaluate("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")


def strip(page, side):
    """What the strip of g of a side shows, a value a column; NaN where there is no triplet."""
    path = page.locator(f".stack.{side} .strip .g").get_attribute("d")
    bottom, height = (
        float(page.locator(f".stack.{side} .strip line").nth(at).get_attribute("y1"))
        for at in (0, 1)
    )
    left, right = (
        float(page.locator(f".stack.{side} .strip line").first.get_attribute(f"x{at}"))
        for at in (1, 2)
    )
    middles = left + (np.arange(STRIP_COLUMNS) + 0.5) * (right - left) / STRIP_COLUMNS
    shown = np.full(STRIP_COLUMNS, np.nan)
    x = y = 0.0
    for letter, number in re.findall(r"([MVHZ])([-\d.]+)", path):
        value = float(number)
        if letter == "H":
            shown[(middles > x - 0.05) & (middles < value + 0.05)] = (bottom - y) / (
                bottom - height
            )
            x = value
        elif letter == "M":
            x = value
        else:
            y = value
    return shown


def test_a_pair_follows_the_window_and_is_heard_without_a_server(pair_file, open_file):
    page = open_file(pair_file)
    assert pair_file.stat().st_size < 500_000
    expect(page.get_by_label("Window in seconds")).to_have_value("7.1")
    unfold_scores(page)
    expect(page.get_by_role("radio", name="full")).to_be_checked()
    for index in (60, len(WINDOWS) - 1):
        slide(page, "window", index)
        wanted = score(*PAIR, [WINDOWS[index]])
        for variant in VARIANTS:
            for key in ("recall", "precision", "f"):
                (value,) = getattr(wanted.scores[variant], KEYS.get(key, key))
                shown = page.locator(f"[data-score={variant}-{key}]")
                expect(shown).to_have_text(f"{value:.3f}")
        places = columns(0, PAIR[0].end, STRIP_COLUMNS)
        g = query_scores(*PAIR, [WINDOWS[index]], queries=places)
        for side, part in (("reference", "recall"), ("estimate", "precision")):
            wanted = g.of("full", part)[0]
            np.testing.assert_allclose(strip(page, side), wanted, atol=0.006)
    # Labels and names are text.
    expect(page.locator(".stack.reference .layer title").first).to_contain_text(LABEL)
    expect(page.locator("img")).to_have_count(0)
    # Nothing is there that would need a server.
    expect(page.locator("a")).to_have_count(0)
    buttons = page.get_by_role("button").all()
    names = [each.get_attribute("aria-label") or each.inner_text() for each in buttons]
    assert names[1:] == [
        "Play or stop (Space)",  # the notes of the tune are in the document
        "listen",
        "Zoom in",
        "Zoom out",
        "fit: Show the whole track (0)",
        *PICTURES,
    ]  # after all scores
    expect(page.get_by_role("checkbox")).to_have_count(0)
    expect(page.get_by_role("radio")).to_have_count(2)
    expect(page.locator(".details")).not_to_contain_text("…", use_inner_text=True)
    before = page.url
    page.locator(".value").first.click()
    assert page.url == before
    page.get_by_role("button", name="listen").click()
    page.get_by_role("button", name="▶ play").click()
    expect(page.locator(".listen .caption")).to_contain_text("reference: ")


def test_a_corpus_follows_the_window(tmp_path, open_file):
    scores = np.random.default_rng(0).uniform(0.4, 0.9, (10, 3)).astype(np.float32)
    figure = tracks_figure(made(scores), "reduced", "f_measure", 15.0)
    path = tmp_path / "corpus.html"
    path.write_text(figures_page("Scores", "", [("", figure)]), encoding="utf-8")
    page = open_file(path, view=".slider-label")
    figure = page.locator(".plotly-graph-div")
    expect(figure.locator(".slider-label").first).to_have_text("w = 15 s")
    figure.evaluate("box => Plotly.animate(box, ['0.5'], { mode: 'immediate' })")
    drawn = figure.evaluate("box => Array.from(box.calcdata[1], ({ y }) => y)")
    np.testing.assert_allclose(drawn, scores[:, 0], atol=1e-6)
