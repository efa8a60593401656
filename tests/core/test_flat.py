"""Flat metrics equal those of mir_eval.segment, for any layer of either hierarchy."""

import warnings

import mir_eval
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ScoreError
from core.flat.pair import HIT_WINDOWS, flat_metrics
from core.hierarchy import Hierarchy

REFERENCE = Hierarchy.from_boundaries([[0, 30, 60], [0, 10, 20, 30, 40, 50, 60]])
ESTIMATE = Hierarchy.from_boundaries([[0, 60], [0, 20.4, 42, 60]])


@given(st.data())
@strategies.examples(150)
def test_metrics_of_any_two_layers_are_mir_evals(data):
    span = data.draw(st.integers(1000, 30_000))
    pair = [data.draw(strategies.hierarchies(span, step=500)) for _ in range(2)]
    levels = [data.draw(st.integers(1, len(hierarchy.layers))) for hierarchy in pair]
    beta = data.draw(st.sampled_from((0.5, 1.0, 2.0)))
    flat = flat_metrics(*pair, *levels, beta=beta)
    intervals = [
        hierarchy.layers[level - 1].intervals for hierarchy, level in zip(pair, levels, strict=True)
    ]
    assert [(rate.window, rate.trim) for rate in flat.hit_rates] == [
        (window, trim) for trim in (False, True) for window in HIT_WINDOWS
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a layer that trimming empties
        for rate in flat.hit_rates:
            assert (rate.precision, rate.recall, rate.f_measure) == mir_eval.segment.detection(
                *intervals, window=rate.window, beta=beta, trim=rate.trim
            )
        assert (
            flat.reference_to_estimate,
            flat.estimate_to_reference,
        ) == mir_eval.segment.deviation(*intervals)


def test_the_finest_layers_are_the_default():
    assert flat_metrics(REFERENCE, ESTIMATE) == flat_metrics(REFERENCE, ESTIMATE, 2, 2)
    assert flat_metrics(REFERENCE, ESTIMATE) != flat_metrics(REFERENCE, ESTIMATE, 1, 2)


def test_trimming_leaves_the_ends_out():
    untrimmed, trimmed = (flat_metrics(REFERENCE, ESTIMATE).hit_rates[at] for at in (0, 2))
    assert (untrimmed.precision, untrimmed.recall) == (3 / 4, 3 / 7)
    assert (trimmed.precision, trimmed.recall) == (1 / 2, 1 / 5)
    assert (untrimmed.window, trimmed.window) == (0.5, 0.5)


def test_trimming_an_undivided_layer_scores_0_without_a_warning():
    rates = flat_metrics(REFERENCE, ESTIMATE, 2, 1).hit_rates
    assert [(r.precision, r.recall, r.f_measure) for r in rates if r.trim] == [(0, 0, 0)] * 2


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        ((3, None), "The reference has 2 layers, not 3"),
        ((None, 0), "The estimate has 2 layers, not 0"),
        ((None, -1), "The estimate has 2 layers, not -1"),
    ],
)
def test_a_layer_that_is_not_there_is_named(layers, message):
    with pytest.raises(ScoreError, match=message):
        flat_metrics(REFERENCE, ESTIMATE, *layers)
