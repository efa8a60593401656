"""Scores and g(q) equal the loops of tests/naive.py; without frames, its quadrature."""

import dataclasses
import math
from itertools import pairwise

import mir_eval
import naive
import naive_labels
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad_vec

from core.conventions import CONVENTIONS
from core.hierarchy import Hierarchy
from core.measures import QUERY_COLUMNS
from core.settings import Settings
from core.tmeasures import FRAMELESS, LOSE_THE_FRAMES, MIR_EVAL, PAPER_EQUATION, PAPER_TABLES, score
from core.tmeasures.scoring import query_scores
from core.vocabulary import DIRECTIONS

each_convention = st.sampled_from(strategies.FRAMED_CONVENTIONS)


def assert_scores(found, at, scores, shares, tolerance, convention=FRAMELESS):
    """Compare the scores of a window, and the shares of queries that have a score."""
    wanted = [score if share > 0 else math.nan for score, share in zip(scores, shares, strict=True)]
    wanted.append(naive.f_measure(scores, shares, convention))
    got = found.recall[at], found.precision[at], found.f_measure[at]
    assert got == pytest.approx(wanted, abs=tolerance, nan_ok=True)
    assert (found.recall_share[at], found.precision_share[at]) == pytest.approx(
        shares, abs=tolerance
    )


def assert_as_naive(reference, estimate, windows, convention, frame_size, times=None):
    options = {"convention": convention, "frame_size": frame_size, "frames": times}
    scored = score(reference, estimate, windows, settings=Settings(**options))
    asked = query_scores(reference, estimate, windows, settings=Settings(**options))
    for at, window in enumerate(windows):
        wanted, shares, g = naive.t_measures(
            reference, estimate, window, frame_size, convention, times
        )
        for variant in naive.VARIANTS:
            assert_scores(
                scored.scores[variant], at, wanted[variant], shares[variant], 1e-12, convention
            )
            for row, side in enumerate(("recall", "precision")):
                np.testing.assert_allclose(
                    asked.of(variant, side)[at], g[variant][row], rtol=0, atol=1e-12
                )


@given(st.data())
@strategies.examples(1000)
def test_scores_of_any_pair_are_the_triple_loops(data):
    reference, estimate, frame_size = data.draw(strategies.pairs())
    convention = data.draw(each_convention)
    windows = data.draw(strategies.windows(reference.end))
    times = data.draw(st.one_of(st.none(), strategies.frame_times(reference.end)))
    assert_as_naive(reference, estimate, windows, convention, frame_size, times)


@given(st.data())
@strategies.examples(40)
def test_scores_of_deep_hierarchies_are_the_triple_loops(data):
    reference = data.draw(strategies.deep_hierarchies(25, 22))
    estimate = data.draw(
        st.one_of(
            strategies.deep_hierarchies(25, 24), strategies.hierarchies(25_000, step=1000, most=9)
        )
    )
    assert_as_naive(reference, estimate, [2.0, 7.0, math.inf], PAPER_TABLES, 1.0)


@pytest.mark.parametrize("given_frames", [False, True])
@given(st.data())
@strategies.examples(200)
def test_queries_give_the_g_of_the_frames_that_begin_last_before_them(given_frames, data):
    reference, estimate, frame_size = data.draw(strategies.pairs(frames=(2, 13)))
    convention = data.draw(each_convention)
    windows = data.draw(strategies.windows(reference.end))
    options = {"convention": convention, "frame_size": frame_size}
    if given_frames:
        times = data.draw(strategies.frame_times(reference.end))
        some_times = st.sampled_from([0.0, *times, reference.end])
        asked = sorted(data.draw(st.sets(some_times, min_size=1)))
        at = [max(sum(t <= q for t in times) - 1, 0) for q in asked]
        options = {"convention": convention, "frames": times}
    else:
        span, step = math.floor(reference.end * 1000), round(frame_size * 1000)
        first_moments = st.integers(0, span // step).map(lambda k: k * step)
        moments = st.one_of(st.integers(0, span), first_moments)
        asked = sorted(data.draw(st.sets(moments, min_size=1, max_size=6)))
        asked = [ms / 1000 for ms in asked]
        last = naive.framing(reference.end, frame_size, convention)(reference.end) - 1
        at = [min(naive.exact_frame(t, frame_size), last) for t in asked]
    every = query_scores(reference, estimate, windows, settings=Settings(**options))
    some = query_scores(reference, estimate, windows, queries=asked, settings=Settings(**options))
    assert some.times.tolist() == every.times[at].tolist()
    for field in QUERY_COLUMNS:
        np.testing.assert_array_equal(some.of(*field), every.of(*field)[:, at])


@pytest.mark.parametrize("frame_size", [0.1, 0.01])
@strategies.each_of([PAPER_TABLES, PAPER_EQUATION])
def test_given_frames_on_a_grid_are_the_uniform_frames(convention, frame_size):
    pair = (
        Hierarchy.from_boundaries([[0, 2.5, 6], [0, 1.3, 2.5, 4.1, 6]]),
        Hierarchy.from_boundaries([[0, 0.7, 2.4, 3.3, 6]]),
    )
    windows = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 1.3, 2.9, math.inf]
    grid = [round(k * frame_size, 2) for k in range(round(6 / frame_size))]
    uniform, listed = (
        query_scores(*pair, windows, settings=Settings(convention, **how))
        for how in ({"frame_size": frame_size}, {"frames": grid})
    )
    for field in QUERY_COLUMNS:
        np.testing.assert_array_equal(uniform.of(*field), listed.of(*field))


@given(st.data())
@strategies.examples(500)
def test_l_of_any_pair_is_the_triple_loops(data):
    *pair, frame_size = data.draw(strategies.pairs(frames=(1, 11)))
    convention = data.draw(each_convention)
    pair = [data.draw(strategies.labeled(each)) for each in pair]
    times = data.draw(st.one_of(st.none(), strategies.frame_times(pair[0].end)))
    windows = data.draw(strategies.windows(pair[0].end))
    found = score(
        *pair,
        windows,
        settings=Settings(convention, frame_size=frame_size, frames=times),
    )
    for at, window in enumerate(windows):
        wanted = naive_labels.l_measures(*pair, window, frame_size, convention, times)
        assert_scores(found.scores["l"], at, *wanted, 1e-12, convention)


@given(st.data())
@strategies.examples(60)
def test_scores_without_frames_are_the_quadratures(data):
    span = data.draw(st.integers(600, 4000))
    drawn = [data.draw(strategies.hierarchies(span, most=3)) for _ in range(2)]
    pair = [data.draw(strategies.labeled(each)) for each in drawn]
    windows = data.draw(strategies.windows(pair[0].end))
    found = score(*pair, windows, settings=Settings(FRAMELESS))
    for at, window in enumerate(windows):
        wanted = naive_labels.frameless_l_measures(*pair, window)
        assert_scores(found.scores["l"], at, *wanted, 1e-9)
    found = score(*pair, [math.inf], settings=Settings(LOSE_THE_FRAMES)).scores["l"]
    for part, wanted in zip(DIRECTIONS, naive_labels.lose_the_frames(*pair), strict=True):
        # Where nothing at all is asked for, that is 1, and here it is no score.
        none = found.share(part)[0] == 0
        assert (wanted if none else found.part(part)[0]) == pytest.approx(1 if none else wanted)


def test_where_no_label_comes_again_and_layers_are_nested_l_is_t_full():
    """The meet is the least common ancestor there."""
    rows = [[0, 9, 20, 33], [0, 4, 9, 20, 26, 33]]
    other = [[0, 12, 33], [0, 12, 17, 25, 33]]
    pair = [
        Hierarchy.from_boundaries(each, [[str(n) for n in range(len(row) - 1)] for row in each])
        for each in (rows, other)
    ]
    for convention in (MIR_EVAL, PAPER_TABLES, FRAMELESS):
        found = score(*pair, [2.0, 7.0, math.inf], settings=Settings(convention))
        for part in ("recall", "precision"):
            wanted = found.scores["full"].part(part)
            assert found.scores["l"].part(part) == pytest.approx(wanted, abs=1e-12, nan_ok=True)


def test_a_layer_without_labels_leaves_l_without_a_score_and_says_so():
    named = Hierarchy.from_boundaries([[0, 10], [0, 4, 10]], [[""], ["a", "b"]])
    bare = Hierarchy.from_boundaries([[0, 10], [0, 5, 10]], [[""], ["", " "]])
    found = score(named, bare, [5.0])
    assert found.scores["l"].share("f_measure")[0] == 0
    assert found.lack == "layer 2 of the estimate"
    assert [each.key for each in found.measures] == ["reduced", "full"]
    assert "L needs labels, and layer 2 of the estimate has none" in found.why_none()
    assert not any("hierscope" in text for text in found.sentences())
    both = score(named, named, [5.0])
    assert both.lack == ""
    assert both.scores["l"].f_measure[0] == 1
    *_, own = both.sentences()
    assert own.startswith("L within a window is hierscope's own")
    assert score(named, named, [math.inf]).sentences() == []
    alike = Hierarchy.from_boundaries([[0, 4, 10]], [["a", "A"]])
    said = score(alike, alike, [5.0]).why_none()
    assert "no query has a triplet of labels within ±5 s in the reference" in said


PAIR = (
    Hierarchy.from_boundaries([[0, 9, 20], [0, 4, 9, 13, 20]], [["A", "B"], ["a", "b", "a", "c"]]),
    Hierarchy.from_boundaries(
        [[0, 12, 20], [0, 5, 12, 16, 20]], [["x", "x"], ["p", "q", "p", "r"]]
    ),
)


@given(st.data())
@strategies.examples(30)
def test_all_triplets_are_one_ratio(data):
    *pair, frame_size = data.draw(strategies.pairs(frames=(1, 9)))
    pair = [data.draw(strategies.labeled(each)) for each in pair]
    convention = data.draw(st.sampled_from([MIR_EVAL, PAPER_EQUATION]))
    (window, *_) = data.draw(strategies.windows(pair[0].end))
    how = {"convention": convention, "frame_size": frame_size, "equal": "triplets"}
    found = score(*pair, [window], settings=Settings(**how)).scores
    place = naive.framing(pair[0].end, frame_size, convention)
    n = place(pair[0].end)
    inside = [naive.window_frames(q, n, window, frame_size, convention) for q in range(n)]
    sides = [naive.segments_in_frames(each, place) for each in pair]
    labels = [naive_labels.labels_in(each, place) for each in pair]
    of_labels = []
    for q in range(n):
        depths = [[naive_labels.meet(side, q, x) for side in labels] for x in inside[q] if x != q]
        of_labels.append(naive_labels.g([(1, *each) for each in depths]))
    for at, part in enumerate(DIRECTIONS):
        one, other = (sides, sides[::-1])[at]
        counts = {"l": [(row[0], row[1 + at]) for row in of_labels]}
        for variant in naive.VARIANTS:
            by_one = variant == "reduced"
            counts[variant] = [naive.g(one, other, q, inside[q], by_one) for q in range(n)]
        for key, rows in counts.items():
            agreeing, every = np.sum(rows, axis=0)
            wanted = agreeing / every if every else math.nan
            assert found[key].part(part)[0] == pytest.approx(wanted, abs=1e-12, nan_ok=True)
            assert found[key].share(part)[0] == sum(row[1] > 0 for row in rows) / n


@pytest.mark.parametrize("window", [3.0, math.inf])
def test_without_frames_counts_are_integrals(window):
    found = score(*PAIR, [window], settings=Settings(FRAMELESS, equal="triplets")).scores
    layers = [naive.segments_in_frames(side, float) for side in PAIR]
    edges = naive.edges(*PAIR)
    marks = edges if math.isinf(window) else {b + d for b in edges for d in (-window, 0, window)}
    sums = sum(
        quad_vec(lambda q: np.array(naive.frameless_g(layers, q, window, 20.0)), a, b)[0]
        for a, b in pairwise(sorted(mark for mark in marks if 0 <= mark <= 20))
    )
    said = [found[key].part(part)[0] for key in naive.VARIANTS for part in DIRECTIONS]
    assert said == pytest.approx((sums[:, 0] / sums[:, 1]).tolist())


def test_frames_of_all_conventions_and_beats_come_near_the_integrals():
    alike = [
        score(*PAIR, [6.0], settings=Settings(equal="triplets", **how)).scores
        for how in (
            {"convention": FRAMELESS},
            {"convention": LOSE_THE_FRAMES},
            {"frame_size": 0.01},
            {"frames": np.arange(0, 20, 0.01)},
        )
    ]
    for key in ("reduced", "full", "l"):
        values = [each[key].f_measure[0] for each in alike]
        assert values == pytest.approx([values[0]] * 4, abs=2e-3)
        assert values[1] == values[0]


@pytest.mark.parametrize("equal", ["queries", "triplets"])
@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=str)
def test_no_answer_gives_an_f_measure_of_0(convention, equal):
    """mir_eval gives 0, too; only without triplets on both sides is there no question."""
    silent, own = Hierarchy.from_boundaries([[0, 20]]), PAIR[1]
    lose = convention.no_triplet == 1
    if lose and equal == "triplets":
        pytest.skip("it counts queries")
    for pair, without in (((own, silent), "precision"), ((silent, own), "recall")):
        scores = score(*pair, [5.0], settings=Settings(convention, equal=equal)).reduced
        assert math.isnan(getattr(scores, without))
        other = "recall" if without == "precision" else "precision"
        assert getattr(scores, other) < 1
        assert math.isnan(scores.f_measure) if lose else scores.f_measure == 0
        if convention.name == "mir_eval" and equal == "queries":
            frames = [[layer.intervals for layer in side.layers] for side in pair]
            assert mir_eval.hierarchy.tmeasure(*frames, window=5.0)[2] == 0
    none = score(silent, silent, [5.0], settings=Settings(convention, equal=equal))
    assert all(math.isnan(none.reduced[at]) for at in range(3))
    assert none.to_dict()["T-Measure reduced"] == 0


def test_what_has_no_triplet_and_no_labels_has_no_score():
    bare = Hierarchy.from_boundaries([[0, 20]])
    found = score(bare, PAIR[1], [5.0], settings=Settings(equal="triplets"))
    assert found.scores["full"].share("recall")[0] == 0
    unlabeled = Hierarchy.from_boundaries([[0, 7, 20]])
    lacking = score(unlabeled, PAIR[1], [5.0], settings=Settings(equal="triplets"))
    assert lacking.lack == score(unlabeled, PAIR[1], [5.0]).lack != ""
    assert lacking.scores["l"].share("f_measure")[0] == 0


COARSE, FINE = [0, 20, 40, 60], [0, 10, 20, 30, 40, 50, 60]
TWO_LAYERS = [COARSE, FINE]


def both_sides(scores, at=0):
    return scores.recall[at], scores.precision[at]


def assert_as_quadrature(reference, estimate, windows):
    scored = score(reference, estimate, windows, settings=Settings(FRAMELESS))
    over_all, lose = (
        score(reference, estimate, windows, settings=Settings(convention))
        for convention in (dataclasses.replace(FRAMELESS, no_triplet=0.0), LOSE_THE_FRAMES)
    )
    for at, window in enumerate(windows):
        wanted, shares = naive.frameless_t_measures(reference, estimate, window)
        for variant in naive.VARIANTS:
            got, got_over_all, got_lose = (
                each.scores[variant] for each in (scored, over_all, lose)
            )
            assert_scores(got, at, wanted[variant], shares[variant], 1e-9)
            sums = np.multiply(wanted[variant], shares[variant])
            assert_scores(got_over_all, at, sums, shares[variant], 1e-9)
            # Each query without a triplet counts as 1.
            filled = np.where(
                np.array(shares[variant]) > 0, sums + 1 - np.array(shares[variant]), 0
            )
            assert_scores(got_lose, at, filled, shares[variant], 1e-9, LOSE_THE_FRAMES)


@given(st.data())
@strategies.examples(400)
def test_scores_of_any_pair_are_the_quadrature(data):
    span = data.draw(st.integers(500, 12_000))
    reference, estimate = (
        data.draw(strategies.hierarchies(span, layers=(1, 3), most=3)) for _ in range(2)
    )
    small, any_size = st.integers(100, 500), st.integers(100, round(1.2 * span))
    window = data.draw(
        st.one_of(st.one_of(small, any_size).map(lambda ms: ms / 1000), st.just(math.inf))
    )
    assert_as_quadrature(reference, estimate, [window])


def test_a_stretch_with_many_breakpoints_is_the_quadrature():
    # no boundary in the first 5 s, but the window's end passes 22 of them from there
    reference, estimate = (
        Hierarchy.from_boundaries(
            [
                [0, *(round(last - 0.3 * k, 2) for k in range(level, -1, -1)), 10]
                for level in range(11)
            ]
        )
        for last in (9.0, 8.9)
    )
    assert_as_quadrature(reference, estimate, [4.5])


@given(st.data())
@strategies.examples(100)
def test_g_of_queries_is_the_double_loop_over_pieces(data):
    reference, estimate, _ = data.draw(strategies.pairs())
    end = reference.end
    windows = data.draw(strategies.windows(end))
    queries = sorted(data.draw(st.sets(st.floats(0, end, exclude_max=True), min_size=1)))
    asked = query_scores(
        reference, estimate, windows, settings=Settings(FRAMELESS), queries=queries
    )
    layers = naive.segments_in_frames(reference, float), naive.segments_in_frames(estimate, float)
    fields = [(variant, part) for variant in naive.VARIANTS for part in DIRECTIONS]
    assert asked.times.tolist() == queries
    for at, window in enumerate(windows):
        for nth, q in enumerate(queries):
            counts = naive.frameless_g(layers, q, window, end)
            for field, (agreeing, every) in zip(fields, counts, strict=True):
                if every > 1e-9:  # below, one rounding decides whether there is a triplet
                    assert asked.of(*field)[at, nth] == pytest.approx(agreeing / every, abs=1e-5)


def test_a_moment_just_within_reach_of_a_boundary_has_triplets_on_a_long_track_too():
    hour = Hierarchy.from_boundaries([[0, 1800, 3600]], [["a", "b"]])
    exact = Settings(FRAMELESS)
    asked = query_scores(hour, hour, [0.1], settings=exact, queries=[1799.9002])
    found = score(hour, hour, [0.1], settings=exact)
    for key in ("reduced", "full", "l"):
        assert asked.of(key, "recall")[0, 0] == pytest.approx(1)
        assert found.scores[key].recall_share[0] == pytest.approx(0.2 / 3600, rel=1e-6)


def test_default_queries_are_the_middles_of_the_frames():
    pair = Hierarchy.from_boundaries(TWO_LAYERS), Hierarchy.from_boundaries([COARSE])
    asked = query_scores(*pair, [15.0], settings=Settings(FRAMELESS, frame_size=0.5))
    np.testing.assert_allclose(asked.times, np.arange(120) * 0.5 + 0.25, rtol=0, atol=1e-12)
    at_ends = query_scores(*pair, [15.0], settings=Settings(FRAMELESS), queries=[0.0, 60.0])
    assert at_ends.of("full", "recall")[0].tolist() == pytest.approx(
        [at_ends.of("full", "recall")[0, 0]] * 2, abs=1e-9
    )  # the pair is symmetric in time
