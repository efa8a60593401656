"""Without frames, blocks are products of lengths, and their integrals are the scores."""

import math
from itertools import product

import naive
import naive_labels
import naive_triplets
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.settings import Settings
from core.tmeasures import FRAMELESS, PAPER_TABLES, score
from core.tmeasures.scoring import query_scores
from core.triplets.blocks import Filter, costliest, query_blocks, survey
from core.triplets.task import Task
from core.vocabulary import VARIANTS

ALL = 1 << 30
OUTCOMES = naive_triplets.OUTCOMES
MEASURES = list(product(naive_triplets.SIDES, VARIANTS))
each_measure = pytest.mark.parametrize(("direction", "measure"), MEASURES)


def frameless(pair, window, direction, measure, frame_size=DEFAULT_FRAME_SIZE):
    return Task(*pair, window, direction, measure, Settings(FRAMELESS, frame_size))


def score_of(task, field):
    pair = task.reference, task.estimate
    scored = score(*pair, [task.window], settings=Settings(task.convention))
    return np.nan_to_num(getattr(scored.scores[task.measure], field)[0])


@st.composite
def problems(draw):
    """A pair, a window that is often small, and a measure."""
    span = draw(st.integers(500, 12_000))
    pair = [draw(strategies.hierarchies(span, layers=(1, 3), most=4)) for _ in range(2)]
    small = st.integers(10, 500)
    any_size = st.integers(100, round(1.2 * span))
    window = draw(
        st.one_of(
            small.map(lambda ms: ms / 1000), any_size.map(lambda ms: ms / 1000), st.just(math.inf)
        )
    )
    measure = draw(st.sampled_from(sorted(BY_KEY)))
    if measure == "l":
        pair = [draw(strategies.labeled(each)) for each in pair]
    return pair, window, draw(st.sampled_from(naive_triplets.SIDES)), measure


@given(st.data())
@strategies.examples(150)
def test_blocks_of_a_query_are_the_double_loop_over_pieces(data):
    pair, window, direction, measure = data.draw(problems())
    end = pair[0].end
    # Halves of a millisecond are no boundaries, so that no length is rounding noise.
    q = (data.draw(st.integers(0, math.ceil(end * 1000) - 1)) + 0.5) / 1000
    task = frameless(pair, window, direction, measure)
    found = query_blocks(task, q)
    layers, depth = [naive.segments_in_frames(each, float) for each in pair], naive.depth
    if task.of_labels:
        layers = [naive_labels.labels_in(each, lambda time: time) for each in pair]
        depth = naive_labels.meet
    wanted = naive_triplets.frameless_blocks(
        layers, naive.edges(*pair), q, window, end, direction, measure != "reduced", depth
    )
    blocks = found.blocks
    assert found.query == q
    assert found.reach == pytest.approx((max(0, q - window), min(end, q + window)), abs=1e-12)
    value, counted = task.outcome
    assert value == score_of(task, direction)
    assert counted == pytest.approx(end * score_of(task, f"{direction}_share"), abs=1e-12)
    lost = blocks.share * (blocks.outcome > 0)
    if len(blocks):
        # A query stands for as many seconds as one of the even parts of about 0.1 s.
        step = end / math.ceil(end / 0.1)
        assert blocks.loss == pytest.approx(lost * step / counted, abs=1e-12)
        assert blocks.share.sum() == pytest.approx(1, abs=1e-12)
        assert found.g == pytest.approx(found.agree / found.total, abs=1e-12)
        stretch = max(0, q - step / 2), min(end, q + step / 2)
        np.testing.assert_allclose(blocks.queries, [stretch] * len(blocks), rtol=0, atol=1e-12)
    assert len(blocks) == len(wanted)
    assert (np.diff(blocks.count) <= 0).all()
    for key, (size, outcome) in wanted.items():
        ends = np.hstack((blocks.i, blocks.j))
        (at,) = np.flatnonzero(np.abs(ends - np.ravel(key)).max(axis=1) < 1e-9)
        assert blocks.count[at] == pytest.approx(size, abs=1e-12)
        assert OUTCOMES[blocks.outcome[at]] == outcome
        for role, (low, high) in enumerate(key):
            time = blocks.example[at, role]
            assert low < time < high
            shown = tuple(depth(side, q, time) for side in layers)
            depths = (blocks.depth_reference[at, role], blocks.depth_estimate[at, role])
            assert shown == depths
    assert (found.agree, found.tie, found.inverted) == pytest.approx(
        [sum(size for size, what in wanted.values() if what == outcome) for outcome in OUTCOMES],
        abs=1e-12,
    )


@given(problems())
@strategies.examples(150)
def test_the_survey_adds_up_to_what_the_score_lacks(problem):
    pair, window, direction, measure = problem
    task = frameless(pair, window, direction, measure)
    found = survey(task, pixels=8)
    assert found.score == score_of(task, direction)
    lost = 1 - found.score if score_of(task, f"{direction}_share") else 0.0
    assert found.tie + found.inverted == pytest.approx(lost, abs=1e-9)
    for layers in (found.layers_reference, found.layers_estimate):
        assert layers.sum(axis=(1, 2)) == pytest.approx((found.tie, found.inverted), abs=1e-12)
    places = np.array([found.as_query, found.as_i, found.as_j])
    assert places.sum(axis=1) == pytest.approx([lost] * 3, abs=1e-9)
    assert places.min() > -1e-12
    assert found.pixels.sum() == pytest.approx(lost, abs=1e-9)
    assert found.pixels.min() > -1e-12
    # A row of pixels has the loss of its queries.
    rows = np.add.reduceat(found.as_query, np.arange(8) * (len(found.as_query) // 8))
    np.testing.assert_allclose(found.pixels.sum(axis=1), rows, rtol=0, atol=1e-12)


@pytest.mark.parametrize("window", [0.5, 5.0, 60.0])
@each_measure
def test_boundaries_that_nearly_meet_are_integrated_too(direction, measure, window):
    # Small denominators, in a piece that is long besides the milliseconds they last.
    pair = (
        Hierarchy.from_boundaries([[0, 211, 600], [0, 97.001, 211, 340.01, 600]]),
        Hierarchy.from_boundaries([[0, 211.001, 600], [0, 96.999, 211.001, 340, 341, 600]]),
    )
    task = frameless(pair, window, direction, measure)
    found = survey(task)
    assert found.tie + found.inverted == pytest.approx(1 - score_of(task, direction), abs=1e-9)


@pytest.mark.parametrize("window", [3.0, math.inf])
@each_measure
def test_small_frames_approach_the_survey(direction, measure, window):
    pair = (
        Hierarchy.from_boundaries([[0, 12.34, 31.7, 60], [0, 5.5, 12.34, 22, 31.7, 47, 60]]),
        Hierarchy.from_boundaries([[0, 29.9, 60], [0, 6.1, 12, 29.9, 48.8, 60]]),
    )
    limit = frameless(pair, window, direction, measure)
    exact = survey(limit, pixels=20)
    task = Task(*pair, window, direction, measure, Settings(PAPER_TABLES, 0.02))
    framed = survey(task, pixels=20)
    for field in ("layers_reference", "layers_estimate", "pixels"):
        off = np.abs(getattr(framed, field) - getattr(exact, field))
        assert off.max() < 0.002, field
    for field in ("as_query", "as_i", "as_j"):
        off = [getattr(found, field).reshape(20, -1).sum(axis=1) for found in (framed, exact)]
        assert np.abs(off[0] - off[1]).max() < 0.002, field
    asked = query_scores(*pair, [window], settings=Settings(FRAMELESS), queries=exact.times)
    off = exact.query_loss - 1 + asked.of(measure, direction)[0]
    assert np.nanquantile(np.abs(off), 0.95) < 0.001  # g jumps within the others
    assert np.isnan(off).mean() == pytest.approx(
        1 - score_of(limit, f"{direction}_share"), abs=0.01
    )


@given(problems(), st.data())
@strategies.examples(40)
def test_the_costliest_blocks_are_those_of_the_middles_of_the_frames(problem, data):
    pair, window, direction, measure = problem
    task = frameless(pair, window, direction, measure, pair[0].end / 20)
    blocks = costliest(task, ALL)
    middles = query_scores(
        *pair, [window], settings=Settings(FRAMELESS, frame_size=pair[0].end / 20)
    ).times
    of_queries = [query_blocks(task, q, Filter()).blocks for q in middles]
    losses = np.concatenate([each.loss for each in of_queries])
    np.testing.assert_allclose(blocks.loss, np.sort(losses)[::-1], rtol=0, atol=1e-12)
    merged = costliest(task, ALL, merge=True)
    assert merged.loss.sum() == pytest.approx(losses.sum(), abs=1e-12)
    assert set(blocks.query) <= set(middles)
    assert (merged.queries[:, 0] < merged.query).all()
    assert (merged.query < merged.queries[:, 1]).all()
    ends = st.floats(0, pair[0].end)
    low, high = sorted((data.draw(ends), data.draw(ends)))
    for role, start, end in (
        ("query", blocks.query, blocks.query),
        ("i", blocks.i[:, 0], blocks.i[:, 1]),
        ("j", blocks.j[:, 0], blocks.j[:, 1]),
    ):
        meets = (start < high) & (end >= low if role == "query" else end > low) & (low < high)
        found = costliest(task, ALL, Filter(region=(role, low, high)))
        np.testing.assert_array_equal(found.loss, blocks.loss[meets])
