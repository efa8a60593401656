"""The structure of a corpus's figures."""

import math
import re
from pathlib import Path

import numpy as np
import pytest
from made_results import made
from results_files import collect

from core.corpus.advising import segment_spread
from core.corpus.comparing import compare
from core.corpus.items import Item
from core.corpus.job import Job, score_item
from core.corpus.losses import GROUPS, losses
from core.corpus.summary import describe
from explorer.figures.corpus import (
    MOST_DRAWN,
    better_figure,
    corpus_figure,
    losses_figure,
    scatter_figure,
    segments_figure,
    tracks_figure,
)
from explorer.figures.parts import figures_page
from explorer.palette import NUMBERED_LINES


@pytest.fixture(scope="module")
def results():
    """One pair, and the same the other way round."""
    path = (str(Path(__file__).parents[2] / "sample_data/jingle_bells.jams"),)
    items = [Item("a", "one", path, path, 0, 1), Item("a", "other", path, path, 1, 0)]
    job = Job((3, 15, math.inf), diagnosed=(3.0, 15.0))
    return collect([score_item(item, job) for item in items], job)


def spread_out(count=60):
    """Two methods on many tracks, some of them far out, at three windows."""
    random = np.random.default_rng(1)
    scores = np.clip(random.normal(0.7, 0.08, (2 * count, 3)), 0, 1)
    scores[[3, count + 5]] = 0.02
    scores[7] = np.nan
    return made(scores, methods=["one", "two"] * count)


def test_each_method_is_a_row_with_its_median_and_a_band_of_its_quartiles():
    results = spread_out()
    scores = results.score("full", "precision")
    drawn = corpus_figure(results, "full", "precision")
    assert drawn.layout.title.text == "T<sub>P</sub> full, 0.1 s frames, as mir_eval"
    titles = [each.text for each in drawn.layout.annotations]
    assert titles == ["one (60 pairs)", "two (60 pairs)"]
    assert [line.yaxis for line in drawn.data[::3]] == ["y", "y2"]
    for at, (method, rows) in enumerate(results.rows_by_method.items()):
        low, high, median = drawn.data[3 * at : 3 * at + 3]
        found = describe(scores[rows])
        assert (median.name, median.x) == (method, ("0.5", "15", "∞"))
        # plotly fills in half the opacity of the line, so the median is visible over the band.
        assert (high.fill, high.fillcolor, high.line.width) == ("tonexty", None, 0)
        assert median.line.color == high.line.color == NUMBERED_LINES[at]
        for line, values in ((low, found.q1), (median, found.median), (high, found.q3)):
            np.testing.assert_array_equal(line.y, values)
    assert not corpus_figure(results.take([])).data


def test_a_pair_of_methods_has_a_bar_where_one_is_better_and_a_line_where_its_mean_is_higher():
    rise = np.linspace(0, 0.2, 40)[:, None]
    scores = np.concatenate([0.5 + rise * [1, 0, -1], 0.5 + rise[::-1] * [0, 0.01, 0]])
    methods, tracks = ["one"] * 40 + ["two <b>"] * 40, [*map(str, range(40))] * 2
    results = made(scores, methods=methods, tracks=tracks)
    comparison = compare(results, "full", "recall")
    assert comparison.better.tolist() == [[1, -1, -1]]
    comparison.__dict__["better"] = np.array([[1, 0, -1]])
    drawn = better_figure(results, comparison, 15.0)
    (bars,) = drawn.data
    found = sorted(zip(bars.base, bars.x, bars.width, bars.text, bars.hovertext, strict=True))
    two = "two &lt;b&gt;"
    assert found == [
        (-0.5, 1, 0.7, "one", "w = 0.5 to 0.5 s: one better"),
        (0.5, 1, 0.1, "", f"w = 15 to 15 s: {two} higher mean, not significant"),
        (1.5, 1, 0.7, two, f"w = ∞ to ∞ s: {two} better"),
    ]
    assert {*bars.y} == {f"one − {two}"}
    assert {*bars.marker.color} == {*NUMBERED_LINES[:2]}
    assert drawn.layout.shapes[0].x0 == 1
    alone = results.take([method == "one" for method in methods])
    assert not better_figure(alone, compare(alone, "full", "recall"), 15.0).data[0].y


def test_each_frame_has_every_track_at_its_window():
    results = spread_out()
    which = "reduced", "f_measure"
    scores, far = results.score(*which), results.outliers(*which)
    drawn = tracks_figure(results, *which, 15.0, opened=4)
    assert [frame.name for frame in drawn.frames] == ["0.5", "15", "∞"]
    assert drawn.layout.sliders[0].active == 1
    np.testing.assert_array_equal(drawn.data[1].y, drawn.frames[1].data[1].y)
    np.testing.assert_array_equal(drawn.data[1].customdata, np.arange(len(results)))
    assert np.flatnonzero(drawn.data[1].marker.line.width).tolist() == [4]
    for at, frame in enumerate(drawn.frames):
        lines, within, beyond = frame.data
        wanted = np.where(far[:, at], np.nan, scores[:, at]).astype(np.float32)
        np.testing.assert_array_equal(within.y, wanted)
        np.testing.assert_array_equal(beyond.y, scores[far[:, at], at])
        np.testing.assert_array_equal(beyond.customdata, np.flatnonzero(far[:, at]))
        for method, rows in enumerate(results.rows_by_method.values()):
            found = describe(scores[rows, at])
            box = lines.y[9 * method : 9 * method + 9]
            assert box[[0, 6, 1]].tolist() == [found.q1, found.median, found.q3]


def test_the_scatter_has_two_scores_of_every_track():
    results = spread_out()
    across, up = ("reduced", "recall"), ("full", "precision")
    far = results.outliers(*across) | results.outliers(*up)
    drawn = scatter_figure(results, across, up, 0.5)
    assert drawn.layout.xaxis.title.text == "T<sub>R</sub> reduced"
    for at, frame in enumerate(drawn.frames):
        within, beyond = frame.data
        x, y = results.score(*across)[:, at], results.score(*up)[:, at]
        np.testing.assert_array_equal(within.x, x.astype(np.float32))
        np.testing.assert_array_equal(within.y, np.where(far[:, at], np.nan, y).astype(np.float32))
        np.testing.assert_array_equal(beyond.x, x[far[:, at]])
        np.testing.assert_array_equal(beyond.y, y[far[:, at]])


def test_more_tracks_than_can_be_drawn_are_thinned_out():
    results = spread_out(MOST_DRAWN)
    drawn = tracks_figure(results, "reduced", "f_measure", 15.0)
    within = drawn.data[1].customdata
    assert len(within) == MOST_DRAWN
    assert (within[0], within[-1]) == (0, len(results) - 1)


def test_losses_are_stacked_as_the_core_splits_them(results):
    found = losses(results)
    at = found.windows.tolist().index(3.0)
    drawn = losses_figure(results, "full", 2.9)
    assert drawn.layout.title.text == "Mean loss by cause, w = 3 s"
    assert drawn.data
    for bar in drawn.data:
        np.testing.assert_array_equal(bar.x, found.parts[:, 1, at, GROUPS.index(bar.name)])
    total = np.sum([bar.x for bar in drawn.data], axis=0)
    np.testing.assert_allclose(total, found.total[:, 1, at], atol=0.005)


def test_segments_are_those_of_the_references(results):
    spread = segment_spread(results)
    drawn = segments_figure(spread, 15.0)
    assert drawn.layout.shapes[-1].x0 == 15
    np.testing.assert_array_equal(drawn.data[0].y[:-1], spread.shares)
    durations = spread.durations
    assert [note.text for note in drawn.layout.annotations] == [
        f"median {durations.median:.2f} s",
        f"95th percentile {durations.p95:.2f} s",
    ]


def test_the_document_holds_all_figures_and_asks_for_nothing(results):
    drawings = {"": corpus_figure(results, window=15), "B": corpus_figure(results)}
    page = figures_page("A <b>", "10 pairs", drawings.items())
    assert page.count('class="plotly-graph-div"') == 2
    assert page.count("window.Plotly = Plotly") == 1
    assert "<h1>A &lt;b&gt;</h1>" in page
    assert re.findall("<h2>.*?</h2>", page) == ["<h2>B</h2>"]
    assert not re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=", page)
