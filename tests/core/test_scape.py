"""Every cell of a scape equals a literal triple loop, and every score is the mean of a row."""

import math
import re

import naive
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

import hierscope
from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.samples import sample
from core.scape import deciding_layers, scape
from core.settings import Settings
from core.tmeasures import CONVENTIONS, FRAMELESS, MIR_EVAL, PAPER_TABLES, score
from core.triplets.patches import LITTLE, patch
from core.triplets.task import Task
from core.vocabulary import DIRECTIONS
from core.windows import sweep

TUNE = sample("jingle_bells")
PAIR = TUNE.reference, TUNE.estimate


@given(st.data())
@strategies.examples(300)
def test_cells_are_the_triple_loops_and_means_of_rows_are_scores(data):
    reference, estimate, frame_size = data.draw(strategies.pairs(frames=(2, 13)))
    convention = data.draw(st.sampled_from([MIR_EVAL, PAPER_TABLES]))
    windows = sorted(data.draw(strategies.windows(reference.end)))
    how = {"convention": convention, "frame_size": frame_size}
    rows = [
        naive.t_measures(reference, estimate, window, frame_size, convention)[2]
        for window in windows
    ]
    for measure in naive.VARIANTS:
        drawn = scape(reference, estimate, windows, measure=measure, settings=Settings(**how))
        scores = score(reference, estimate, windows, settings=Settings(**how)).scores[measure]
        for at, g in enumerate(rows):
            for row, part in enumerate(DIRECTIONS):
                cells = drawn.of(part)[at]
                np.testing.assert_allclose(cells, g[measure][row], rtol=0, atol=1e-12)
                counted = cells[~np.isnan(cells)]
                assert len(counted) / len(cells) == pytest.approx(scores.share(part)[at])
                if len(counted):
                    assert counted.mean() == pytest.approx(scores.part(part)[at], abs=1e-12)
                    assert drawn.scores.part(part)[at] == scores.part(part)[at]


@given(st.data())
@strategies.examples(40)
def test_cells_without_frames_are_ratios_of_lengths(data):
    reference, estimate, _ = data.draw(strategies.pairs(frames=(2, 9)))
    window = data.draw(st.sampled_from([0.7, 2.0, math.inf]))
    queries = np.linspace(0, reference.end, 7)[1:-1] + 1e-4
    layers = [naive.segments_in_frames(side, float) for side in (reference, estimate)]
    drawn = [
        scape(
            reference,
            estimate,
            [window],
            queries=queries,
            measure=measure,
            settings=Settings(FRAMELESS),
        )
        for measure in naive.VARIANTS
    ]
    for at, query in enumerate(queries):
        counts = iter(naive.frameless_g(layers, query, window, reference.end))
        for result in drawn:
            for part in DIRECTIONS:
                agreeing, every = next(counts)
                wanted = agreeing / every if every > 1e-9 else math.nan
                assert result.of(part)[0, at] == pytest.approx(wanted, abs=1e-6, nan_ok=True)


@pytest.mark.parametrize("measure", BY_KEY)
@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda c: c.name)
def test_a_score_is_the_mean_of_its_row_for_every_measure(convention, measure):
    drawn = scape(*PAIR, [3, 15, math.inf], measure=measure, settings=Settings(convention))
    others = convention.no_triplet
    for part in DIRECTIONS:
        cells = drawn.of(part) if others is None else np.nan_to_num(drawn.of(part), nan=others)
        # Without frames the queries of a row are samples.
        exact = 5e-3 if convention.frameless else 1e-12
        np.testing.assert_allclose(
            np.nanmean(cells, axis=1), drawn.scores.part(part), rtol=0, atol=exact
        )


def test_own_frames_and_queries_are_taken():
    beats = np.arange(0, TUNE.reference.end, 0.5)
    drawn = scape(*PAIR, [15], settings=Settings(frames=beats))
    assert drawn.times.tolist() == beats.tolist()
    np.testing.assert_allclose(
        np.nanmean(drawn.recall),
        score(*PAIR, [15], settings=Settings(frames=beats)).scores["reduced"].recall[0],
    )
    some = scape(*PAIR, [15], queries=[15.0, 75.0])
    every = scape(*PAIR, [15])
    assert some.recall[0].tolist() == every.recall[0][[150, 750]].tolist()


def test_what_a_moment_costs_is_the_mean_of_its_column():
    drawn = scape(*PAIR, [1, 15, math.inf])
    column = drawn.recall[:, 700]
    assert drawn.cost("recall")[700] == pytest.approx(np.mean(1 - column[~np.isnan(column)]))
    (early,) = np.flatnonzero(drawn.times == 2.0)
    assert math.isnan(scape(*PAIR, [1]).cost("recall")[early])  # no boundary within 1 s


@given(st.data())
@strategies.examples(40)
def test_the_deciding_layer_tells_most_triplets_of_a_query_apart(data):
    ends = data.draw(st.sets(st.integers(1, 15), min_size=2, max_size=6))
    coarse = sorted({0, 16, *[end for end in ends if end % 2]})
    hierarchy = Hierarchy.from_boundaries([coarse, sorted({0, 16, *ends})])
    layers = naive.segments_in_frames(hierarchy, int)
    decided = deciding_layers(
        hierarchy,
        [3.0, math.inf],
        range(16),
        settings=Settings(PAPER_TABLES, frame_size=1.0),
    )
    for at, window in enumerate([3.0, math.inf]):
        for query in range(16):
            inside = naive.window_frames(query, 16, window, 1.0, PAPER_TABLES)
            # In a nested hierarchy the layer of i decides a reduced triplet.
            depths = [naive.depth(layers, query, x) for x in inside if x != query]
            counts = [depths.count(level) * depths.count(level - 1) for level in (1, 2)]
            wanted = 0 if not any(counts) else 1 + int(counts[1] > counts[0])
            assert decided[at, query] == wanted


@given(st.data())
@strategies.examples(80)
def test_a_patch_loses_what_it_says_and_its_reason_is_so(data):
    a, b, c, d = (data.draw(st.sets(st.integers(1, 39), min_size=1, max_size=4)) for _ in range(4))
    layers = [[[0, *sorted(row), 40] for row in rows] for rows in ((a, a | b), (c, c | d))]
    pair = [Hierarchy.from_boundaries(side) for side in layers]
    windows = sweep(40)[-2::-3][::-1].tolist()
    at, direction = data.draw(st.integers(0, 39)), data.draw(st.sampled_from(DIRECTIONS))
    row = data.draw(st.integers(0, len(windows) - 1))
    how = {"convention": PAPER_TABLES, "frame_size": 1.0}
    around = patch(Task(*pair, windows[row], direction, settings=Settings(**how)), at + 0.5)
    loss = 1 - scape(*pair, windows, settings=Settings(**how)).of(direction)
    here, (first, after) = loss[row, at], map(int, around.times)
    low, high = map(windows.index, around.windows)
    alike = np.isnan(loss) if np.isnan(here) else loss < LITTLE
    if here >= LITTLE:
        alike = loss >= max(here / 2, LITTLE)
        query, window = around.worst
        lost = loss[windows.index(window), int(query)]
        assert lost == np.nanmax(loss[low : high + 1, first:after])
    ends = [set(side[1]) for side in layers]
    assert alike[row, first:after].all()
    assert alike[low : high + 1, at].all()
    assert not any(alike[place, at] for place in (low - 1, high + 1) if 0 <= place < len(windows))
    for place, end in ((first - 1, first), (after, after)):
        assert end in ends[0] | ends[1] or not alike[row, place]  # the end of what is named
    reason = around.sentence.partition(": ")[2]
    named = [60 * int(time[0]) + float(time[2:]) for time in re.findall(r"\d:\d+\.\d", reason)]
    spans = np.concatenate(pair[1].intervals)
    if "splits" in reason:
        assert any(named[0] < time < named[1] for time in ends[1])
    elif "joins" in reason:
        assert any(start < named[1] == named[2] < end for start, end in spans)
    elif named:
        assert [named[0] in ends[0], named[1] in ends[1]] == [True, True]


@pytest.mark.parametrize("measure", ["reduced", "full"])
def test_a_patch_without_comparisons_says_so_for_all_its_moments(measure):
    figure = sample("figure6")
    around = patch(Task(figure.reference, figure.estimate, 2.6, measure=measure), 33.7)
    assert around.sentence.endswith(": no score.")
    assert (around.times[1] > 40) == (measure == "reduced")  # a boundary of both layers


def test_the_door_reads_shows_and_writes_a_scape(tmp_path):
    drawn = hierscope.scape(*hierscope.read_all("sample_data/figure6.jams"), [3, 15, None])
    assert drawn.to_pandas().columns.tolist() == ["window", "time", "recall", "precision"]
    assert len(drawn.to_pandas()) == 3 * len(drawn.times)
    assert [row["window"] for row in drawn.cells()] == ["3 s", "15 s", "whole track"]
    assert "599 queries at 3 windows" in repr(drawn)
    assert drawn.to_csv(tmp_path / "scape.csv").startswith("window,time,recall,precision\n3.0,0.0,")
    with pytest.raises(ScoreError, match="There is no measure 'x'"):
        hierscope.scape(*PAIR, measure="x")


def test_a_figure_has_both_planes_their_layers_and_their_means():
    drawn = hierscope.scape(*PAIR)
    figure = hierscope.plot(drawn)
    planes = [trace for trace in figure.data if trace.type == "heatmap"]
    assert [plane.z.shape for plane in planes] == [(len(drawn.windows) - 1, len(drawn.times))] * 2
    curves = {trace.name: trace for trace in figure.data if trace.type == "scatter"}
    np.testing.assert_array_equal(curves["T<sub>R</sub>"].x, drawn.scores.recall[:-1])
    np.testing.assert_array_equal(curves["T<sub>R</sub>"].y, drawn.windows[:-1])


def test_the_command_writes_a_picture_or_a_table(tmp_path):
    from hierscope.__main__ import main

    words = ["scape", *["sample_data/figure6.jams"] * 2, "--frame-size", "1", "-o"]
    for name, start in (("scape.pdf", b"%PDF"), ("scape.csv", b"window,")):
        assert not main([*words, str(tmp_path / name)])
        assert (tmp_path / name).read_bytes().startswith(start)
