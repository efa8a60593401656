"""The structure of the exported figure."""

import math

import numpy as np

from core.samples import sample
from core.tmeasures import score
from explorer.figures import pair_figure

SAMPLE = sample("pop_two_annotators")


def figure(windows=(1.0, 15.0, math.inf)):
    result = score(SAMPLE.reference, SAMPLE.estimate, windows)
    return pair_figure(SAMPLE.reference, SAMPLE.estimate, result), result


def test_each_layer_is_a_row_of_bars_from_its_boundaries():
    drawn, _ = figure()
    bars = [trace for trace in drawn.data if trace.type == "bar"]
    layers = [*SAMPLE.reference.layers, *SAMPLE.estimate.layers]
    assert len(bars) == len(layers)
    for bar, layer in zip(bars, layers, strict=True):
        assert np.array_equal(bar.base, layer.boundaries[:-1])
        assert np.allclose(np.asarray(bar.base) + bar.x, layer.boundaries[1:])
        assert tuple(bar.text) == layer.labels


def test_curves_hold_the_scores_of_every_window():
    drawn, result = figure()
    curves = {trace.name: trace for trace in drawn.data if trace.type == "scatter"}
    assert len(curves) == 9
    assert np.array_equal(curves["L<sub>R</sub>"].y, result.scores["l"].recall)
    assert np.array_equal(curves["T<sub>R</sub> reduced"].y, result.scores["reduced"].recall)
    assert np.array_equal(curves["T<sub>F</sub> full"].y, result.scores["full"].f_measure)
    assert np.isfinite(curves["T<sub>P</sub> full"].x).all()
