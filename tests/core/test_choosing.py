"""The choice of a window: advice, the weights of layers, and the effect of conventions."""

import math
from dataclasses import replace

import naive
import numpy as np
import pytest
import strategies
from cases import case_rows
from hypothesis import given
from hypothesis import strategies as st

from core.choosing import advise, layer_weights
from core.choosing.advice import Advice, choose, default_reason, with_range
from core.choosing.chance import DRAWS, chance, random_boundaries
from core.choosing.conventions import GIVEN_FRAMES, frame_rates, under_conventions
from core.choosing.layers import layer_durations
from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.papers.printed import printed_corpus
from core.samples import samples
from core.settings import Settings
from core.tmeasures import CONVENTIONS, FRAMELESS, MIR_EVAL, PAPER_EQUATION, PAPER_TABLES, score
from core.windows import ADVISABLE, CORPUS_WINDOWS, DEFAULT_WINDOW, sweep

SAMPLES = {sample.id: sample for sample in samples()}
PAIRS = st.integers(8, 60).flatmap(
    lambda n: st.tuples(
        strategies.hierarchies(n * 1000, step=1000), strategies.hierarchies(n * 1000, step=1000)
    )
)
MEASURES = st.sampled_from(("reduced", "full", "l"))
REDUCED = BY_KEY["reduced"]


def reason(advice, name):
    (one,) = (reason for reason in advice.reasons if reason.name == name)
    return one


@given(PAIRS, MEASURES, st.integers(2, 3))
@strategies.examples(30)
def test_the_advice_is_the_same_for_both_orders_and_for_more_such_pairs(pair, measure, count):
    advice = advise(pair, measure=measure)
    assert advise(pair[::-1], measure=measure) == advice
    assert advise(pair * count, measure=measure).window == advice.window


@given(PAIRS, st.sampled_from(("reduced", "full")), st.sampled_from((0.05, 0.3)))
@strategies.examples(30)
def test_the_advice_follows_the_rule(pair, measure, share):
    advice = advise(pair, measure=measure, share=share)
    longest = max(hierarchy.end for hierarchy in pair)
    windows = [w for w in ADVISABLE if w < longest or w in (15, math.inf)]
    coverage, seeing = [], []
    for hierarchy in pair:
        own = [score(hierarchy, hierarchy, [w]).scores[measure] for w in windows]
        coverage.append([float(one.recall_share[0]) for one in own])
        weights = np.nan_to_num(layer_weights(hierarchy, windows).weights) >= share
        weights = weights[weights.any(axis=1)]
        if len(weights):
            seeing.append(weights.all(axis=0).tolist())
    allowed = set(windows)
    for rows in (seeing, coverage):
        means = {
            w: sum(row[at] for row in rows) / len(rows) for at, w in enumerate(windows) if rows
        }
        enough = min(0.5, 0.9 * max(means.values(), default=0))
        meets = {w for w in windows if not rows or means[w] >= enough - 1e-9}
        allowed = allowed & meets or meets
    if any(map(any, coverage)):
        assert advice.window == min(allowed, key=lambda w: (abs(math.log2(w / 15)), w))
    else:
        assert advice.sentence.startswith("No window can be advised")
        assert (advice.window, advice.reasons) == (15, ())


def test_what_may_be_advised_is_among_the_windows_of_corpora():
    assert set(ADVISABLE) <= set(CORPUS_WINDOWS)


@pytest.mark.parametrize(("windows", "coverage", "window", "words"), case_rows("words", "chosen"))
def test_what_is_chosen_of_other_windows(windows, coverage, window, words):
    advice = choose(np.array(windows, float), np.array(coverage, float), (), REDUCED)
    assert advice.window == window
    assert words in advice.sentence


@pytest.mark.parametrize("measure", ["reduced", "full"])
def test_the_floor_is_the_mean_of_seeded_draws(measure):
    hierarchies = [SAMPLES["figure6"].reference, SAMPLES["jingle_bells"].reference]
    values = [
        float(score(one, random_boundaries(one, draw), [15]).scores[measure].f_measure[0])
        for one in hierarchies
        for draw in range(DRAWS)
    ]
    floor = chance(hierarchies, 15, measure)
    assert floor == pytest.approx(np.mean(values))
    assert floor == chance(hierarchies[::-1], 15, measure)
    text = reason(advise(hierarchies, measure=measure), "chance").text
    assert f"{BY_KEY[measure].score('f_measure')} {floor:.2f} (" in text


def test_a_flat_hierarchy_of_one_segment_has_no_floor():
    assert math.isnan(chance([Hierarchy.from_boundaries([[0, 60]])], 15))


@pytest.mark.parametrize(("name", "no_triplet", "how", "words"), case_rows("words", "settings"))
def test_scores_of_other_settings_are_not_said_to_compare_with_published_ones(
    name, no_triplet, how, words
):
    convention = replace(CONVENTIONS[name], no_triplet=no_triplet)
    default = default_reason(15, Settings(convention, **how), REDUCED)
    assert words in default.text
    assert default.holds is None


@pytest.mark.parametrize("convention", [MIR_EVAL, PAPER_TABLES], ids=lambda one: one.name)
@pytest.mark.parametrize(("window", "key"), [(15, "reduced"), (math.inf, "l")])
def test_usual_scores_are_said_to_compare_with_published_ones(convention, window, key):
    how = Settings(convention)
    usual = default_reason(window, how, BY_KEY[key])
    assert usual.holds
    assert usual.text.startswith("These scores can be compared")
    other = default_reason(30, how, BY_KEY[key])
    assert other.holds is None
    assert other.text.startswith("mir_eval uses ")


def test_the_range_is_from_half_to_double_of_the_window():
    windows, values = np.array([1, 2, 4, 8, 16, math.inf]), np.array([0.1, 0.2, 0.5, 0.6, 0.9, 0.3])
    default = Advice(4, "Use 4 s, the default of mir_eval: why.", (), "4 s")
    near = with_range(default, windows, {"T_F": values, "none": values * np.nan}, 60)
    (reason,) = near.reasons
    assert reason.text == "From 2 s to 8 s, T_F is between 0.20 and 0.60."
    assert near.sentence == (
        "4 s is mir_eval's default, but T_F depends on it: report 2 s and 8 s, too."
    )
    assert near.also == (2, 8)
    same = with_range(default, windows, {"T_F": 0.2 * values}, 60)
    assert (same.sentence, same.also) == (default.main, ())
    other = with_range(Advice(4, "Use 4 s.", ()), windows, {"T_F": values}, 60)
    assert other.sentence == "Use 4 s. And T_F depends on it: report 2 s and 8 s, too."
    whole = with_range(Advice(math.inf, "All.", ()), windows, {"T_F": values}, 20)
    assert whole.reasons[0].text == "From 10 s to the whole track, T_F is between 0.30 and 0.90."
    assert whole.sentence == "All."


PAPER = Hierarchy.from_boundaries([[0, 20, 40, 60], [0, 10, 20, 30, 40, 50, 60]])


@st.composite
def nested_hierarchies(draw, n_frames=12, layers=(1, 5)):
    """Nested layers with boundaries on whole seconds, some equal and some without any."""
    seen, rows = set(), []
    for _ in range(draw(st.integers(*layers))):
        seen |= draw(st.sets(st.integers(1, n_frames - 1), max_size=4))
        rows.append(sorted({0, n_frames, *seen}))
    return Hierarchy.from_boundaries(rows)


def enumerated_weights(hierarchy, window, frame_size, convention):
    """The mean over queries of the share of reduced triplets that each layer tells apart."""
    to_frame = naive.framing(hierarchy.end, frame_size, convention)
    n = to_frame(hierarchy.end)
    layers = naive.segments_in_frames(hierarchy, to_frame)
    rows = []
    for q in range(n):
        inside = [x for x in naive.window_frames(q, n, window, frame_size, convention) if x != q]
        depths = {x: naive.depth(layers, q, x) for x in inside}
        triplets = [(i, j) for i in inside for j in inside if depths[i] == depths[j] + 1]
        shares = []
        for layer in layers:
            holds = {x: naive.depth([layer], q, x) == 1 for x in inside}
            shares.append(sum(holds[i] and not holds[j] for i, j in triplets))
        if triplets:
            rows.append(np.divide(shares, len(triplets)))
    return np.mean(rows, axis=0) if rows else np.full(len(layers), np.nan)


@given(strategies.pairs(frames=(2, 9), layers=(1, 4)), st.data())
@strategies.examples(60)
def test_weights_are_those_of_enumerated_triplets(pair, data):
    hierarchy, _, frame_size = pair
    windows = sorted(set(data.draw(strategies.windows(hierarchy.end))))
    convention = data.draw(st.sampled_from((MIR_EVAL, PAPER_TABLES, PAPER_EQUATION)))
    try:
        found = layer_weights(
            hierarchy, windows, settings=Settings(convention, frame_size=frame_size)
        )
    except ScoreError:
        assert naive.framing(hierarchy.end, frame_size, convention)(hierarchy.end) < 1
        return
    for column, window in enumerate(windows):
        expected = enumerated_weights(hierarchy, window, frame_size, convention)
        np.testing.assert_allclose(found.weights[:, column], expected, rtol=0, atol=1e-12)
        total = sum(expected)
        assert math.isnan(total) or total >= 1 - 1e-9


@given(nested_hierarchies(layers=(2, 5)), st.data())
@strategies.examples(60)
def test_without_a_nested_layer_exactly_its_weight_is_lost(nested, data):
    windows = [1.0, 2.0, 3.5, 6.0, math.inf]
    left_out = data.draw(st.integers(0, len(nested.layers) - 1))
    convention = data.draw(st.sampled_from(list(CONVENTIONS.values())))
    weights = layer_weights(nested, windows, settings=Settings(convention, frame_size=0.5)).weights
    rest = Hierarchy(nested.layers[:left_out] + nested.layers[left_out + 1 :])
    scores = score(nested, rest, windows, settings=Settings(convention, frame_size=0.5)).scores[
        "reduced"
    ]
    is_counted = scores.recall_share > 0
    lost = (1 - scores.recall)[is_counted]
    if convention.mean_over_all:
        lost /= scores.recall_share[is_counted]
    np.testing.assert_allclose(lost, weights[left_out][is_counted], rtol=0, atol=1e-9)


def test_several_layers_may_tell_a_triplet_apart_where_they_are_not_nested():
    # For q and i before 3 and j after 6 both layers 1 and 3 do; layer 2 tells nothing apart.
    crossed = Hierarchy.from_boundaries([[0, 6, 12], [0, 12], [0, 3, 12]])
    found = layer_weights(crossed, [math.inf], settings=Settings(FRAMELESS))
    assert found.weights[:, 0] == pytest.approx([1 / 2, 0, 1], abs=1e-9)


def test_weights_of_the_papers_reference_are_the_recalls_of_figures_3_and_5():
    found = layer_weights(PAPER, [15, 30, math.inf], settings=Settings(PAPER_TABLES))
    assert found.weights[:, 2] == pytest.approx([0.8016, 0.1984], abs=5e-5)
    assert found.weights[1] == pytest.approx([0.63, 0.30, 0.20], abs=0.005)
    assert found.weights.sum(axis=0) == pytest.approx([1.0] * 3, abs=1e-12)


def test_a_layer_without_boundaries_weighs_nothing_and_a_hierarchy_without_has_no_weights():
    found = layer_weights(Hierarchy.from_boundaries([[0, 30], [0, 10, 30]]), [5.0, math.inf])
    assert found.weights.tolist() == [[0, 0], [1, 1]]
    found = layer_weights(Hierarchy.from_boundaries([[0, 30]]), [5.0, math.inf])
    assert np.isnan(found.weights).all()


def test_deep_hierarchies_are_weighed_at_few_windows_with_ends_and_default():
    windows = sweep(300.0)
    deep, shallow = (
        Hierarchy.from_boundaries([[0, *range(1, level + 1), 300] for level in range(1, n + 1)])
        for n in (9, 8)
    )
    found = layer_weights(deep, windows)
    assert len(found.windows) == 48
    assert found.weights.shape == (9, 48)
    assert set(found.windows.tolist()) <= set(windows.tolist())
    assert (found.windows[0], found.windows[-1]) == (windows[0], windows[-1])
    assert DEFAULT_WINDOW in found.windows
    assert np.diff(np.searchsorted(windows, found.windows)).max() <= 2 * len(windows) / 48
    assert layer_weights(shallow, windows).windows.tolist() == windows.tolist()
    few = windows[:48]
    assert layer_weights(deep, few).windows.tolist() == few.tolist()
    without = windows[windows != DEFAULT_WINDOW]
    assert DEFAULT_WINDOW not in layer_weights(deep, without).windows


def test_durations_of_each_layer():
    hierarchy = Hierarchy.from_boundaries([[0, 60], [0, 10, 30, 60]], layer_names=["all", "parts"])
    whole, parts = layer_durations(hierarchy)
    assert (whole.level, whole.name, whole.count) == (1, "all", 1)
    assert whole.shortest == whole.p5 == whole.median == whole.p95 == whole.longest == 60
    assert (parts.level, parts.name, parts.count) == (2, "parts", 3)
    assert (parts.shortest, parts.median, parts.longest) == (10, 20, 30)
    # Linear: a tenth of the way from the first (last) duration to the one in the middle.
    assert (parts.p5, parts.p95) == pytest.approx((11, 29), abs=1e-12)


def test_the_papers_window_is_long_enough_for_the_papers_segments():
    durations = layer_durations(PAPER)[-1]
    assert durations.spanned_from == pytest.approx(9.5)
    corpus = printed_corpus()
    of_salami = replace(durations, median=corpus.segment_median, p95=corpus.segment_p95)
    assert 14.8 < of_salami.spanned_from <= corpus.window == DEFAULT_WINDOW


REFERENCE = Hierarchy.from_boundaries([[0, 20, 40, 60], [0, 10, 20, 30, 40, 50, 60]])
ESTIMATE = Hierarchy.from_boundaries([[0, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60]])
WINDOWS = [0.5, 3.0, 15.0, 30.0, math.inf]


def test_each_convention_is_scored_as_alone():
    settings = Settings(frame_size=0.25, beta=0.5)
    found = under_conventions(REFERENCE, ESTIMATE, WINDOWS, settings=settings)
    assert list(found) == list(CONVENTIONS)
    for name, result in found.items():
        assert result.convention == CONVENTIONS[name]
        alone = score(
            REFERENCE,
            ESTIMATE,
            WINDOWS,
            settings=replace(settings, convention=CONVENTIONS[name]),
        )
        for variant in ("reduced", "full"):
            np.testing.assert_array_equal(
                getattr(result, variant).f_measure, getattr(alone, variant).f_measure
            )


def test_given_frames_have_the_window_to_each_side():
    beats = np.arange(0, 60, 0.5)
    found = under_conventions(REFERENCE, ESTIMATE, WINDOWS, settings=Settings(frames=beats))
    assert list(found) == [*CONVENTIONS, GIVEN_FRAMES]
    given = found[GIVEN_FRAMES]
    assert given.frame_size is None
    # Beats every half second are frames of half a second, counted right.
    same = score(REFERENCE, ESTIMATE, WINDOWS, settings=Settings(PAPER_TABLES, frame_size=0.5))
    np.testing.assert_array_equal(given.scores["reduced"].recall, same.scores["reduced"].recall)
    np.testing.assert_array_equal(given.scores["full"].precision, same.scores["full"].precision)


def test_frames_beyond_the_track_are_refused():
    beats = np.array([0.0, 0.7, 59.5, 60.0, 60.2])
    inside = Settings(frames=beats[:-1])
    assert under_conventions(REFERENCE, ESTIMATE, [5.0], settings=inside)[GIVEN_FRAMES]
    with pytest.raises(ScoreError, match=r"1:00\.2 does not"):
        under_conventions(REFERENCE, ESTIMATE, [5.0], settings=Settings(frames=beats))


@pytest.mark.parametrize(
    "convention", [PAPER_TABLES, MIR_EVAL, replace(PAPER_EQUATION, no_triplet=0.0)]
)
def test_frame_rates_are_compared_with_their_own_limit(convention):
    found = frame_rates(REFERENCE, ESTIMATE, WINDOWS, settings=Settings(convention, beta=2.0))
    assert found.rates.tolist() == [1, 2, 5, 10, 20, 50]
    assert found.windows.tolist() == WINDOWS
    assert [result.frame_size for result in found.results] == [1, 0.5, 0.2, 0.1, 0.05, 0.02]
    assert found.frameless.convention.frameless
    assert found.frameless.convention.half_window == convention.half_window
    assert found.frameless.convention.no_triplet == convention.no_triplet
    alone = (
        score(
            REFERENCE,
            ESTIMATE,
            WINDOWS,
            settings=Settings(convention, frame_size=0.5, beta=2.0),
        )
        .scores["full"]
        .f_measure
    )
    expected = alone - found.frameless.scores["full"].f_measure
    # At 0.5 s the window holds one frame beside the query.
    np.testing.assert_array_equal(found.difference("full", "f_measure")[1, 1:], expected[1:])


def test_the_limit_is_approached_as_frames_shrink():
    found = frame_rates(REFERENCE, ESTIMATE, [3.0, 15.0, math.inf])
    largest = np.abs(found.difference("reduced", "recall")).max(axis=1)
    assert largest.shape == (6,)
    assert (np.diff(largest) < 0).all()
    assert largest[-1] < 0.005
    same = score(REFERENCE, ESTIMATE, [3.0, 15.0, math.inf], settings=Settings(FRAMELESS))
    np.testing.assert_array_equal(
        found.frameless.scores["reduced"].recall, same.scores["reduced"].recall
    )


def test_a_rate_that_counts_nothing_has_no_difference_and_one_without_a_frame_is_refused():
    found = frame_rates(REFERENCE, ESTIMATE, [0.5, 3.0])
    # Half a second is less than a frame of a second: the query is alone in its window.
    none = np.isnan(found.difference("full", "recall"))
    assert none[[0, 3]].tolist() == [[True, False], [False, False]]
    short = Hierarchy.from_boundaries([[0, 0.9]])
    with pytest.raises(ScoreError, match="is shorter than a frame"):
        frame_rates(short, short, [5.0])
