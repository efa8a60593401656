"""Triplets of the papers' examples, of real annotations and of labels: numbers and texts."""

import dataclasses
import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest
from salami_corpus import CORPUS, needs_salami
from strategies import EVERY_CONVENTION, each_of, in_settings

from core.align import align
from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.io import read_path
from core.settings import Settings
from core.tmeasures import FRAMELESS, MIR_EVAL, PAPER_TABLES, score
from core.tmeasures.scoring import query_scores
from core.triplets.blocks import Filter, costliest, query_blocks, survey
from core.triplets.depths import depth_matrices
from core.triplets.explaining import explain
from core.triplets.results import OUTCOMES, Segment
from core.triplets.task import Task
from core.vocabulary import DIRECTIONS, VARIANTS

ROOT = Path(__file__).parents[2]
SEED = json.loads((ROOT / "sample_data/printed_tables.json").read_text())
TABLES = {table["id"]: table for table in SEED["tables"] if "reference" in table}
WINDOWS = sorted(
    {row["window"] or math.inf for table in SEED["tables"] for row in table.get("rows", [])}
)
ALL = 1 << 30


def pair(name):
    return tuple(
        Hierarchy.from_boundaries(TABLES[name][side]) for side in ("reference", "estimate")
    )


FIGURE_2 = pair("ismir2015-fig2")


# Section 4.1: "The estimation considers i to be relevant for q (since they belong to the segment
# [0, 20]), and j to be irrelevant for q. Meanwhile, the reference considers both i and j to be
# equally irrelevant for q, so this triple contributes 0 to the precision metric. Note that this
# comparison is counted only when w is large enough to span multiple segments." What is said of
# q = 5 s, i = 15 s and j = 25 s is in tests/cases/pairs/sentences.json.
def test_the_papers_triplet_is_in_a_block_of_its_query():
    blocks = query_blocks(
        Task(*FIGURE_2, 60, "precision", settings=Settings(PAPER_TABLES)), 5
    ).blocks
    assert len(blocks) == 2
    assert blocks.outcome.tolist() == [OUTCOMES["tie"], OUTCOMES["agree"]]
    assert blocks.i.tolist() == [[10, 20], [0, 10]]
    assert blocks.j.tolist() == [[20, 60], [20, 60]]
    assert blocks.depth_reference.tolist() == [[0, 0], [1, 0]]
    assert blocks.depth_estimate.tolist() == [[1, 0], [1, 0]]
    assert blocks.count.tolist() == [100 * 400, 99 * 400]  # its own frame is no i


def assert_sums(task, g, result):
    """Blocks, by query and over the track, say what the scores say."""
    scores = result.scores[task.measure]
    value = getattr(scores, task.direction)[0]
    share = getattr(scores, f"{task.direction}_share")[0]
    # Queries without a triplet lose nothing that could be shown.
    lost = task.convention.most(share) - value if share else 0.0
    tolerance = 1e-9 if task.convention.frameless else 1e-12
    found = survey(task)
    assert found.score == value
    assert found.tie + found.inverted == pytest.approx(lost, abs=tolerance)
    for part in (found.as_query, found.as_i, found.as_j):
        assert part.sum() == pytest.approx(lost, abs=tolerance)
    for layers in (found.layers_reference, found.layers_estimate):
        assert layers.sum(axis=(1, 2)) == pytest.approx((found.tie, found.inverted), abs=1e-12)
    g = g.of(task.measure, task.direction)[0]
    if not task.convention.frameless:
        np.testing.assert_allclose(found.query_loss, 1 - g, rtol=0, atol=1e-12)
    return g, lost


@pytest.mark.parametrize("name", TABLES)
@each_of(EVERY_CONVENTION)
def test_blocks_of_the_golden_tables_add_up_to_the_scores(convention, name, pytestconfig):
    nth = list(TABLES).index(name) + EVERY_CONVENTION.index(convention)
    every = pytestconfig.getoption("--thorough")
    for window in WINDOWS if every else (WINDOWS[nth % len(WINDOWS)],):
        options = {"convention": convention}
        result = score(*pair(name), [window], settings=Settings(**options))
        asked = query_scores(*pair(name), [window], settings=Settings(**options))
        for direction, measure in itertools.product(DIRECTIONS, VARIANTS):
            task = Task(*pair(name), window, direction, measure, Settings(convention))
            g, lost = assert_sums(task, asked, result)
            every = costliest(task, ALL, Filter(tuple(OUTCOMES)))
            names = asked.times if convention.frameless else task.names[:-1]
            at = np.searchsorted(names, every.query)
            agree = every.outcome == OUTCOMES["agree"]
            sums = np.bincount(at[agree], every.share[agree], len(g))
            some = np.bincount(at, minlength=len(g)) > 0
            assert (some == ~np.isnan(g)).all()
            np.testing.assert_allclose(sums[some], g[some], rtol=0, atol=1e-12)
            if not convention.frameless:
                assert every.loss.sum() == pytest.approx(lost, abs=1e-12)
                merged = costliest(task, ALL, merge=True)
                assert merged.loss.sum() == pytest.approx(lost, abs=1e-12)


@needs_salami
def test_blocks_of_pairs_of_annotators_add_up_to_the_scores(pytestconfig):
    every = pytestconfig.getoption("--thorough")
    compared = 0
    for folder in sorted((CORPUS / "annotations").iterdir())[:: 3 if every else 100]:
        found = read_path(folder)
        if len(found) < 2:
            continue
        aligned = align(*(candidate.hierarchy for candidate in found))
        tracks = aligned.reference, aligned.estimate
        window = WINDOWS[compared % len(WINDOWS)]
        result = score(*tracks, [window])
        asked = query_scores(*tracks, [window])
        for direction, measure in itertools.product(DIRECTIONS, VARIANTS):
            task = Task(*tracks, window, direction, measure)
            g, _ = assert_sums(task, asked, result)
            for at in np.linspace(0, len(g) - 1, 3).astype(int).tolist():
                assert query_blocks(task, task.names[at]).g == pytest.approx(
                    g[at], abs=1e-12, nan_ok=True
                )
        compared += 1
    assert compared > 2


LABELED = (
    Hierarchy.from_boundaries([[0, 20, 40], [0, 10, 20, 40]], [["A", "B"], ["a", "b", "c"]]),
    Hierarchy.from_boundaries([[0, 15, 40], [0, 15, 25, 40]], [["verse", ""], ["v", "", "z"]]),
)


def test_the_third_segment_of_an_explanation_holds_i_and_j():
    found = explain(Task(*LABELED, math.inf), 30, 2, 12)
    assert found.reference == (Segment(0, 0, 40, ""),) * 2 + (Segment(1, 0, 20, "A"),)
    assert found.estimate == (Segment(0, 0, 40, ""),) * 2 + (Segment(2, 0, 15, "v"),)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"window": math.nan}, "A window must be a positive number of seconds, not nan"),
        ({"frame_size": 61.0}, "is shorter than a frame of 61 s"),
        ({"frames": [0.0, 1.0], "convention": FRAMELESS}, "frameless .* can't use frame times"),
        ({"estimate": Hierarchy.from_boundaries([[0, 59]])}, "Align the pair first"),
    ],
)
def test_what_cant_be_asked_is_named(change, message):
    options = dict(zip(("reference", "estimate"), FIGURE_2, strict=True)) | change
    for ask in (
        lambda task: query_blocks(task, 5),
        costliest,
        survey,
        lambda task: explain(task, 1, 2, 3),
        lambda task: depth_matrices(task, 4),
    ):
        with pytest.raises(ScoreError, match=message):
            ask(Task(**in_settings(options)))


def test_a_direction_is_recall_or_precision_and_at_least_one_block_is_asked_for():
    for direction in ("", "Recall", "f", None):
        with pytest.raises(ScoreError, match="The direction must be recall or precision"):
            Task(*FIGURE_2, direction=direction)
    for top in (0, -1):
        message = f"The number of blocks must be 1 or more, not {top}"
        with pytest.raises(ScoreError, match=message):
            costliest(Task(*FIGURE_2), top)


@each_of([MIR_EVAL, FRAMELESS])
def test_a_time_outside_the_track_is_named_and_its_ends_are_queries(convention):
    task = Task(*FIGURE_2, settings=Settings(convention))
    for time in (-0.1, 60.1, math.nan, math.inf):
        for ask, *more in (
            (query_blocks, time),
            (explain, time, 1, 2),
            (explain, 1, time, 2),
            (explain, 1, 2, time),
        ):
            with pytest.raises(ScoreError, match=r"lies outside the track \(0 to 60 s\)"):
                ask(task, *more)
    assert query_blocks(task, 0).query == 0
    assert query_blocks(task, 60).query == pytest.approx(60, abs=0.2)
    assert query_blocks(task, 60).total > 0


def test_a_slice_of_blocks_is_blocks():
    blocks = costliest(Task(*FIGURE_2), 10)
    assert len(blocks[2:5]) == 3
    for field in dataclasses.fields(blocks):
        part, whole = (getattr(each, field.name) for each in (blocks[2:5], blocks))
        np.testing.assert_array_equal(part, whole[2:5])


PAIR = (
    Hierarchy.from_boundaries(
        [[0, 20, 40], [0, 10, 20, 30, 40]], [["A", "B"], ["a", "b", "a", "c"]]
    ),
    Hierarchy.from_boundaries([[0, 20, 30, 40]], [["x", "", "X"]]),
)


def task(**more):
    return Task(*PAIR, **in_settings({"window": math.inf, "measure": "l", **more}))


@each_of([PAPER_TABLES, FRAMELESS])
def test_an_explanation_holds_the_segments_of_both_moments(convention):
    found = explain(task(convention=convention), 2, 25, 12)
    assert found.reference == (
        Segment(2, 0, 10, "a", "", (20, 30)),
        Segment(1, 0, 20, "A", "", (0, 20)),
        Segment(0, 0, 40, ""),
    )
    assert found.of_labels


@pytest.mark.parametrize("measure", ["full", "l"])
@each_of([PAPER_TABLES, FRAMELESS])
def test_depth_matrices_hold_the_mean_depth_of_each_pixel(convention, measure):
    moments = (np.arange(400) + 0.5) / 10
    levels = []
    for hierarchy in PAIR:
        level = np.zeros((400, 400))
        for depth, layer in enumerate(hierarchy.layers, 1):
            at = np.searchsorted(layer.boundaries, moments, side="right") - 1
            if measure == "l":
                at = np.array([layer.labels[each].lower() for each in at])
            level[at[:, None] == at[None, :]] = depth
        levels.append(level.reshape(8, 50, 8, 50).mean(axis=(1, 3)))
    found = depth_matrices(task(convention=convention, measure=measure), 8)
    np.testing.assert_allclose(found, levels, rtol=0, atol=1e-12)
