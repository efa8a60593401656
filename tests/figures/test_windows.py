"""The structure of the exported figure of windows."""

import math

import numpy as np
import pytest

from core.samples import samples
from core.tmeasures import score
from core.windows import sweep
from explorer.figures.windows import windows_figure

SAMPLES = {sample.id: sample for sample in samples()}
SAMPLE = SAMPLES["sonata_movement"]


def figure(sample=SAMPLE, windows=None, **how):
    windows = sweep(sample.reference.end) if windows is None else windows
    result = score(sample.reference, sample.estimate, windows)
    return windows_figure(sample.reference, sample.estimate, result, **how), result


def traces(drawn, row):
    axis = "x" if row == 1 else f"x{row}"
    return [trace for trace in drawn.data if trace.xaxis == axis]


def test_curves_are_the_scores_where_any_query_counts():
    drawn, result = figure()
    curves = {trace.name: trace for trace in traces(drawn, 1)}
    assert len(curves) == 6
    for measure, symbol in (("recall", "R"), ("precision", "P"), ("f_measure", "F")):
        for variant in ("reduced", "full"):
            shown = curves[f"T<sub>{symbol}</sub> {variant}"]
            np.testing.assert_array_equal(shown.y, result.scores[variant].counted(measure))
            assert shown.line.dash == ("solid" if variant == "reduced" else "6 3")


@pytest.mark.parametrize("name", ["figure7", "pop_vs_algorithm"])
def test_every_sample_and_the_whole_track_alone_can_be_drawn(name):
    assert len(figure(SAMPLES[name])[0].data) >= 11
    assert len(figure(SAMPLES[name], windows=[math.inf])[0].data) >= 11
