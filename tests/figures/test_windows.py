"""The structure of the exported figure of windows."""

import math

import numpy as np
import pytest

from core.choosing.curves import steepest
from core.samples import samples
from core.tmeasures import score
from core.windows import sweep
from explorer.figures.windows import windows_figure
from explorer.messages.panels import Rows, scores_panel

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


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
@pytest.mark.parametrize("variant", ["reduced", "full"])
@pytest.mark.parametrize("bound", [0.0, 0.6, 0.9])
def test_what_is_steepest_where_enough_counts_alone_is_said_to_be_so(sample, variant, bound):
    result = score(sample.reference, sample.estimate, sweep(sample.reference.end))
    lanes = scores_panel(Rows(len(result.windows)), result, variant, bound)["lanes"]
    [lane] = [each for each in lanes if "steepest" in each["text"]]
    scores = result.scores[variant]
    enough = np.minimum(scores.recall_share, scores.precision_share) >= bound
    values = result.scores[variant].counted("f_measure")
    sought = values if enough.all() or not enough.any() else np.where(enough, values, np.nan)
    found = steepest(result.windows, sought)
    assert (lane["from"], lane["to"]) == (found.low, found.high)
    assert ("where not pale" in lane["text"]) == (enough.any() and not enough.all())


def test_a_score_of_zero_is_not_called_steady():
    sample = SAMPLES["pop_vs_algorithm"]  # its T_F is 0 over three octaves from 0.2 s on
    result = score(sample.reference, sample.estimate, sweep(sample.reference.end))
    values = result.scores["reduced"].counted("f_measure")
    lanes = scores_panel(Rows(len(result.windows)), result, "reduced", 0.0)["lanes"]
    [steady] = [lane for lane in lanes if "steady" in lane["text"]]
    assert (values[result.windows >= steady["from"]] > 0.1).all()
    assert steady["to"] is None


@pytest.mark.parametrize("name", ["figure7", "pop_vs_algorithm"])
def test_every_sample_and_the_whole_track_alone_can_be_drawn(name):
    assert len(figure(SAMPLES[name])[0].data) >= 11
    assert len(figure(SAMPLES[name], windows=[math.inf])[0].data) >= 11
