"""Blocks, sums and sampled triplets equal the loops of tests/naive_triplets.py, with frames."""

import dataclasses
import math
from collections import Counter, defaultdict

import naive_triplets
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from strategies import FRAMED_CONVENTIONS, in_settings

from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.settings import Settings
from core.tmeasures import FRAMELESS, PAPER_TABLES, score
from core.triplets.blocks import Filter, costliest, query_blocks, survey
from core.triplets.explaining import explain, query_sweep
from core.triplets.task import Task
from core.vocabulary import VARIANTS

OUTCOMES = naive_triplets.OUTCOMES
ALL = 1 << 30
directions = st.sampled_from(naive_triplets.SIDES)


@st.composite
def tasks(draw, convention):
    """A task and its naive twin, over uniform or given frames."""
    *pair, frame_size = draw(strategies.pairs())
    measure = draw(st.sampled_from(sorted(BY_KEY)))
    if measure == "l":
        pair = [draw(strategies.labeled(each)) for each in pair]
    reference, estimate = pair
    options = {
        "measure": measure,
        "window": draw(strategies.windows(reference.end))[0],
        "direction": draw(directions),
        "convention": convention,
        "frame_size": frame_size,
    }
    times = draw(st.one_of(st.none(), strategies.frame_times(reference.end)))
    return (
        Task(reference, estimate, **in_settings({"frames": times, **options})),
        naive_triplets.Track(reference, estimate, times=times, **options),
    )


@st.composite
def deep_tasks(draw):
    reference = draw(strategies.deep_hierarchies(14, 12))
    estimate = draw(
        st.one_of(
            strategies.deep_hierarchies(14, 13), strategies.hierarchies(14_000, step=1000, most=7)
        )
    )
    options = {
        "window": draw(st.sampled_from((5.0, 12.0, math.inf))),
        "direction": draw(directions),
        "measure": draw(st.sampled_from(VARIANTS)),
        "convention": PAPER_TABLES,
        "frame_size": 1.0,
    }
    return (
        Task(reference, estimate, **in_settings(options)),
        naive_triplets.Track(reference, estimate, **options),
    )


@st.composite
def filters(draw, track, side):
    """A filter, and the same as a test of a naive block."""
    outcomes = draw(st.sets(st.sampled_from(OUTCOMES), min_size=1))
    # Depths that occur, for the others leave nothing.
    levels = sorted({(t.depths_i[side], t.depths_j[side]) for t in track.every()})
    of_i, of_j = draw(st.sampled_from(levels or [(1, 0)]))
    layers = draw(st.sampled_from([(None, None), (of_i, None), (None, of_j), (of_i, of_j)]))
    region = None
    if draw(st.booleans()):
        role = draw(st.sampled_from(naive_triplets.ROLES))
        any_time = st.floats(0, track.boundaries[-1])
        ends = [draw(st.one_of(st.sampled_from(track.names[:-1]), any_time)) for _ in range(2)]
        region = (role, *sorted(ends))

    def holds(block):
        first = block.triplets[0]
        if first.outcome not in outcomes:
            return False
        for level, depths in zip(layers, (first.depths_i, first.depths_j), strict=True):
            if level is not None and depths[side] != level:
                return False
        if region is None:
            return True
        column = naive_triplets.ROLES.index(region[0])
        start, end = region[1] - 1e-9, region[2] - 1e-9
        return any(start <= track.names[t[column]] < end for t in block.triplets)

    return Filter(outcomes, layers, region), holds


def frame_of(track, time):
    """The frame that a time names which the code under test gave."""
    return int(np.abs(np.subtract(track.names[:-1], time)).argmin())


def holding_frame(track, time):
    """The last frame whose name is not after a time; the first, where there is none."""
    return max((k for k, begins in enumerate(track.names[:-1]) if begins <= time + 1e-9), default=0)


def assert_block(track, wanted, blocks, at):
    """A listed block is the group of naive triplets: their frames, depths and outcome."""
    (kind,) = {(t.depths_i, t.depths_j, t.outcome) for t in wanted.triplets}
    assert tuple(zip(*kind[:2], strict=True)) == (
        tuple(blocks.depth_reference[at]),
        tuple(blocks.depth_estimate[at]),
    )
    assert OUTCOMES[blocks.outcome[at]] == kind[2]
    assert blocks.count[at] == len(wanted.triplets)
    assert blocks.share[at] == pytest.approx(wanted.share, abs=1e-12)
    for role, ends in ((1, blocks.i[at]), (2, blocks.j[at])):
        frames = {t[role] for t in wanted.triplets}
        run = frames | {wanted.q} if wanted.runs[role - 1] == 0 else frames
        assert len(run) == max(run) + 1 - min(run)
        assert ends.tolist() == pytest.approx(track.named(min(run), max(run) + 1), abs=1e-9)
        shown = blocks.example[at, role - 1]
        assert holding_frame(track, shown) in frames


def assert_queries(task, track):
    assert task.outcome == pytest.approx((track.score, track.counted), abs=1e-9)
    for q, time in enumerate(track.names[:-1]):
        found = query_blocks(task, time)
        blocks = found.blocks
        assert found.query == pytest.approx(time, abs=1e-9)
        counts = Counter(t.outcome for t in track.triplets[q])
        assert (found.agree, found.tie, found.inverted) == tuple(counts[o] for o in OUTCOMES)
        every = len(track.triplets[q])
        assert found.total == every
        assert found.g == pytest.approx(
            counts["agree"] / every if every else math.nan, abs=1e-12, nan_ok=True
        )
        window = {q, *track.windows[q]}
        assert list(found.reach) == pytest.approx(
            track.named(min(window), max(window) + 1), abs=1e-9
        )
        assert (np.diff(blocks.count) <= 0).all()
        wanted = {block.runs: block for block in track.blocks(q)}
        assert len(blocks) == len(wanted)
        for at, run in enumerate(map(tuple, blocks.run.tolist())):
            assert_block(track, wanted.pop(run), blocks, at)
        np.testing.assert_allclose(blocks.query, found.query, rtol=0, atol=0)
        for stands_for in blocks.queries.tolist():
            assert stands_for == pytest.approx(track.named(q, q + 1), abs=1e-9)
        assert blocks.loss.sum() == pytest.approx(
            sum(map(track.loss, track.triplets[q])), abs=1e-12
        )


def assert_survey(task, track, pixels):
    found = survey(task, pixels=pixels)
    assert found.score == pytest.approx(track.score, abs=1e-12)
    by_outcome = track.by_outcome()
    assert found.tie == pytest.approx(by_outcome["tie"], abs=1e-12)
    assert found.inverted == pytest.approx(by_outcome["inverted"], abs=1e-12)
    assert found.tie + found.inverted == pytest.approx(track.lost, abs=1e-12)
    if track.counted and not task.convention.mean_over_all:
        assert track.lost == pytest.approx(1 - track.score, abs=1e-12)
    for side, got in enumerate((found.layers_reference, found.layers_estimate)):
        np.testing.assert_allclose(got, track.by_depths(side), rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.times, track.names[:-1], rtol=0, atol=1e-9)
    np.testing.assert_allclose(
        (found.as_query, found.as_i, found.as_j), track.by_place(), rtol=0, atol=1e-12
    )
    g = [
        1 - sum(t.outcome == "agree" for t in every) / len(every) if every else math.nan
        for every in track.triplets
    ]
    np.testing.assert_allclose(found.query_loss, g, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.pixels, track.by_pixel(pixels), rtol=0, atol=1e-12)


def is_lost(block):
    return block.loss > 0


def assert_listed(task, track, top, only, holds, merge):
    """The costliest blocks; merged are those of the queries between two boundaries."""
    groups = defaultdict(dict)
    for q in range(track.n):
        for block in track.blocks(q):
            if holds(block):
                groups[(track.cell(q) if merge else q, *block.runs)][q] = block
    blocks = costliest(task, top, only, merge=merge)
    every_share = [sum(block.share for block in group.values()) for group in groups.values()]
    assert len(blocks) == min(top, len(groups))
    listed = []
    for at in range(len(blocks)):
        q = frame_of(track, blocks.query[at])
        # Popped, so that none is listed twice.
        group = groups.pop((track.cell(q) if merge else q, *blocks.run[at].tolist()))
        assert_block(track, group[q], blocks, at)
        shares = [block.share for block in group.values()]
        assert group[q].share == pytest.approx(max(shares), abs=1e-12)
        assert blocks.queries[at].tolist() == pytest.approx(
            track.named(min(group), max(group) + 1), abs=1e-9
        )
        assert blocks.loss[at] == pytest.approx(
            sum(block.loss for block in group.values()), abs=1e-12
        )
        listed.append(sum(shares))
    assert listed == pytest.approx(sorted(every_share, reverse=True)[:top], abs=1e-12)


@given(st.data())
@strategies.examples(500)
def test_blocks_and_sums_of_a_track_are_the_loops(data):
    convention = data.draw(st.sampled_from(FRAMED_CONVENTIONS))
    task, track = data.draw(tasks(convention))
    assert_queries(task, track)
    assert_survey(task, track, data.draw(st.integers(1, 2 * track.n)))
    time = data.draw(st.floats(0, track.boundaries[-1]))
    named = track.names[holding_frame(track, time)]
    assert query_blocks(task, time).query == pytest.approx(named, abs=1e-9)
    top = data.draw(st.one_of(st.integers(1, 12), st.just(ALL)))
    assert_listed(task, track, top, None, is_lost, merge=False)
    assert_listed(task, track, top, None, is_lost, merge=True)
    every = costliest(task, ALL, merge=True)
    assert every.loss.sum() == pytest.approx(track.lost, abs=1e-12)
    result = score(task.reference, task.estimate, [task.window], settings=task.settings)
    scores = result.scores[task.measure]
    assert task.outcome[0] == np.nan_to_num(getattr(scores, task.direction)[0])


@given(st.data())
@strategies.examples(12)
def test_deep_hierarchies_are_the_loops(data):
    task, track = data.draw(deep_tasks())
    assert_queries(task, track)
    assert_survey(task, track, track.n)
    assert_listed(task, track, 50, None, is_lost, merge=False)
    assert_listed(task, track, ALL, None, is_lost, merge=True)


@given(st.data())
@strategies.examples(200)
def test_a_filter_leaves_the_blocks_it_names(data):
    task, track = data.draw(tasks(data.draw(st.sampled_from(FRAMED_CONVENTIONS))))
    side = naive_triplets.SIDES.index(task.direction)
    only, holds = data.draw(filters(track, side))
    top = data.draw(st.one_of(st.integers(1, 12), st.just(ALL)))
    assert_listed(task, track, top, only, holds, merge=False)
    assert_listed(task, track, top, only, holds, merge=True)
    q = data.draw(st.integers(0, track.n - 1))
    found = query_blocks(task, track.names[:-1][q], only)
    wanted = {block.runs for block in track.blocks(q) if holds(block)}
    assert sorted(map(tuple, found.blocks.run.tolist())) == sorted(wanted)
    assert found.total == len(track.triplets[q])


@pytest.mark.parametrize(
    ("role", "start", "end", "queries"),
    [
        ("query", 0.9, 1.2, [0.9]),  # 3 * 0.3 is below 0.9 in floating point
        ("query", 0.6, 0.9, [0.6]),
        *((role, 0.65, 0.75, []) for role in naive_triplets.ROLES),
        ("i", 0.6, 0.9, [0, 0.3, 0.9, 1.2]),  # the run of i is all from 0 to 1.5 s
    ],
)
def test_a_region_holds_the_frames_that_begin_in_it(role, start, end, queries):
    pair = Hierarchy.from_boundaries([[0, 1.5, 3]]), Hierarchy.from_boundaries([[0, 3]])
    task = Task(*pair, math.inf, settings=Settings(PAPER_TABLES, frame_size=0.3))
    found = costliest(task, ALL, Filter(region=(role, start, end)))
    assert found.query.tolist() == pytest.approx(queries)


@given(st.data())
@strategies.examples(200)
def test_a_sweep_is_the_largest_block_of_the_query_in_each_window(data):
    convention = data.draw(st.sampled_from([*FRAMED_CONVENTIONS[:3], FRAMELESS]))
    framed = PAPER_TABLES if convention.frameless else convention
    task, track = data.draw(tasks(framed))
    if convention.frameless:
        exact = dataclasses.replace(task.settings, convention=convention, frames=None)
        task = dataclasses.replace(task, settings=exact)
    windows = data.draw(strategies.windows(task.reference.end))
    q = data.draw(st.sampled_from(track.names[:-1]))
    only = data.draw(filters(track, naive_triplets.SIDES.index(task.direction)))[0]
    runs = [run.tolist() for run in costliest(task, 5).run]
    asked = data.draw(st.sampled_from([None, *map(tuple, runs)]))
    swept = query_sweep(task, q, windows, only, asked)
    nth = 0
    for at, window in enumerate(windows):
        alone = dataclasses.replace(task, window=window)
        found = query_blocks(alone, q, only)
        assert swept.reach[at].tolist() == list(found.reach)
        np.testing.assert_allclose(
            swept.counts[at], (found.agree, found.tie, found.inverted), rtol=0, atol=1e-12
        )
        blocks = found.blocks
        assert (at in swept.with_block) == (len(blocks) > 0)
        if not len(blocks):
            continue
        best = next((k for k, run in enumerate(blocks.run) if tuple(run) == asked), 0)
        for field in ("i", "j", "run", "count"):
            np.testing.assert_array_equal(
                getattr(swept, field)[nth], getattr(blocks, field)[best], err_msg=field
            )
        assert swept.explanations[nth] == explain(alone, found.query, *blocks.example[best])
        nth += 1
    assert nth == len(swept.with_block)


@pytest.mark.parametrize("role", ["query", "i", "j"])
def test_a_sweep_keeps_to_a_region(role):
    pair = Hierarchy.from_boundaries([[0, 30, 60]]), Hierarchy.from_boundaries([[0, 60]])
    task = Task(*pair, math.inf, settings=Settings(PAPER_TABLES))
    for region, met in (((0, 5), role != "j"), ((31, 36), role == "j")):
        swept = query_sweep(task, 2, [math.inf], Filter(region=(role, *region)))
        assert len(swept.with_block) == met
