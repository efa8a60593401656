"""Weights of layers, compared with counts of enumerated triplets, and durations of segments."""

import math
from dataclasses import replace

import naive
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.choosing import layer_weights
from core.choosing.layers import layer_durations
from core.errors import ScoreError
from core.hierarchy import Hierarchy
from core.papers.printed import printed_corpus
from core.tmeasures import CONVENTIONS, FRAMELESS, MIR_EVAL, PAPER_EQUATION, PAPER_TABLES, score
from core.windows import DEFAULT_WINDOW, sweep

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
        triplets = [
            (i, j)
            for i in inside
            for j in inside
            if naive.depth(layers, q, i) == naive.depth(layers, q, j) + 1
        ]
        if triplets:
            rows.append(
                [
                    sum(
                        naive.depth([layer], q, i) == 1 and naive.depth([layer], q, j) == 0
                        for i, j in triplets
                    )
                    / len(triplets)
                    for layer in layers
                ]
            )
    return np.mean(rows, axis=0) if rows else np.full(len(layers), np.nan)


@given(strategies.pairs(frames=(2, 9), layers=(1, 4)), st.data())
@strategies.examples(60)
def test_weights_are_those_of_enumerated_triplets(pair, data):
    hierarchy, _, frame_size = pair
    windows = sorted(set(data.draw(strategies.windows(hierarchy.end))))
    convention = data.draw(st.sampled_from((MIR_EVAL, PAPER_TABLES, PAPER_EQUATION)))
    try:
        found = layer_weights(hierarchy, windows, convention=convention, frame_size=frame_size)
    except ScoreError:
        assert naive.framing(hierarchy.end, frame_size, convention)(hierarchy.end) < 1
        return
    for column, window in enumerate(windows):
        expected = enumerated_weights(hierarchy, window, frame_size, convention)
        np.testing.assert_allclose(found.weights[:, column], expected, rtol=0, atol=1e-12)


@given(nested_hierarchies(), st.sampled_from(list(CONVENTIONS.values())), st.booleans())
@strategies.examples(100)
def test_weights_of_nested_layers_sum_to_1_where_any_query_is_counted(nested, convention, over_all):
    windows = [1.0, 2.0, 3.5, 6.0, math.inf]
    asked = type(convention)(
        convention.name,
        convention.rounding,
        convention.half_window,
        no_triplet=0.0 if over_all else None,
    )
    found = layer_weights(nested, windows, convention=asked, frame_size=0.5)
    result = score(nested, nested, windows, convention=convention, frame_size=0.5)
    is_counted = result.scores["reduced"].recall_share > 0
    np.testing.assert_allclose(found.weights.sum(axis=0)[is_counted], 1.0, rtol=0, atol=1e-9)
    assert np.isnan(found.weights[:, ~is_counted]).all()


@given(nested_hierarchies(layers=(2, 5)), st.data())
@strategies.examples(60)
def test_without_a_nested_layer_exactly_its_weight_is_lost(nested, data):
    windows = [1.0, 2.0, 3.5, 6.0, math.inf]
    left_out = data.draw(st.integers(0, len(nested.layers) - 1))
    convention = data.draw(st.sampled_from(list(CONVENTIONS.values())))
    weights = layer_weights(nested, windows, convention=convention, frame_size=0.5).weights
    rest = Hierarchy(nested.layers[:left_out] + nested.layers[left_out + 1 :])
    scores = score(nested, rest, windows, convention=convention, frame_size=0.5).scores["reduced"]
    is_counted = scores.recall_share > 0
    lost = (1 - scores.recall)[is_counted]
    if convention.mean_over_all:
        lost /= scores.recall_share[is_counted]
    np.testing.assert_allclose(lost, weights[left_out][is_counted], rtol=0, atol=1e-9)


def test_several_layers_may_tell_a_triplet_apart_where_they_are_not_nested():
    # For q and i before 3 and j after 6 both layers 1 and 3 do; layer 2 tells nothing apart.
    crossed = Hierarchy.from_boundaries([[0, 6, 12], [0, 12], [0, 3, 12]])
    found = layer_weights(crossed, [math.inf], convention=FRAMELESS)
    assert found.weights[:, 0] == pytest.approx([1 / 2, 0, 1], abs=1e-9)


@given(strategies.pairs(frames=(2, 12)))
@strategies.examples(60)
def test_weights_of_any_layers_sum_to_at_least_1(pair):
    hierarchy, _, frame_size = pair
    found = layer_weights(hierarchy, [math.inf], convention=PAPER_TABLES, frame_size=frame_size)
    total = found.weights.sum()
    assert np.isnan(total) or total >= 1 - 1e-9


def test_weights_of_the_papers_reference_are_the_recalls_of_figures_3_and_5():
    found = layer_weights(PAPER, [15, 30, math.inf], convention=PAPER_TABLES)
    assert found.weights[:, 2] == pytest.approx([0.8016, 0.1984], abs=5e-5)
    assert found.weights[1] == pytest.approx([0.63, 0.30, 0.20], abs=0.005)
    assert found.weights.sum(axis=0) == pytest.approx([1.0] * 3, abs=1e-12)


def test_weights_without_frames():
    found = layer_weights(PAPER, [math.inf], convention=FRAMELESS)
    assert found.weights[:, 0] == pytest.approx([4 / 5, 1 / 5], abs=1e-9)


def test_a_layer_without_boundaries_weighs_nothing():
    found = layer_weights(Hierarchy.from_boundaries([[0, 30], [0, 10, 30]]), [5.0, math.inf])
    assert found.weights.tolist() == [[0, 0], [1, 1]]


def test_a_hierarchy_without_boundaries_has_no_weights():
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


def test_results_can_not_be_written_to():
    found = layer_weights(PAPER, [5.0])
    for array in (found.windows, found.weights):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_windows_that_are_none_are_refused():
    with pytest.raises(ScoreError, match="positive number of seconds"):
        layer_weights(PAPER, [0.0, 1.0])


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
