"""Exported figures: their structure, their template and colors, and names that are text."""

import json
import math
import re

import numpy as np
import plotly.graph_objects as go
import pytest

from core.hierarchy import Hierarchy
from core.samples import samples
from core.tmeasures import score
from core.windows import sweep
from explorer.figures.pair import pair_figure
from explorer.figures.styles import hierarchy_figure, matrix_figure
from explorer.figures.windows import windows_figure
from explorer.palette import COLORS, NUMBERED_LINES, TEMPLATE

PAIRS = {sample.id: (sample.reference, sample.estimate) for sample in samples()}
TUNE = PAIRS["jingle_bells"]
EVIL = '<a href="http://elsewhere.example">&lt; a'
NAMED_EVIL = [
    Hierarchy.from_boundaries(
        [[0, 30, 60], times], labels=[[EVIL] * 2, [EVIL] * 3], layer_names=[EVIL, ""]
    )
    for times in ([0, 10, 30, 60], [0, 30, 40, 60])
]


def drawn(figure, pair, windows=(1.0, 15.0, math.inf)):
    result = score(*pair, windows)
    return figure(*pair, result), result


def test_each_layer_is_a_row_of_bars_from_its_boundaries():
    figure, _ = drawn(pair_figure, TUNE)
    bars = [trace for trace in figure.data if trace.type == "bar"]
    layers = [layer for side in TUNE for layer in side.layers]
    assert len(bars) == len(layers)
    for bar, layer in zip(bars, layers, strict=True):
        assert np.array_equal(bar.base, layer.boundaries[:-1])
        assert np.allclose(np.asarray(bar.base) + bar.x, layer.boundaries[1:])
        assert tuple(bar.text) == layer.labels


def test_curves_hold_the_scores_of_every_window():
    figure, result = drawn(pair_figure, TUNE)
    curves = {trace.name: trace for trace in figure.data if trace.type == "scatter"}
    assert len(curves) == 9
    assert np.array_equal(curves["L<sub>R</sub>"].y, result.scores["l"].recall)
    assert np.array_equal(curves["T<sub>R</sub> reduced"].y, result.scores["reduced"].recall)
    assert np.array_equal(curves["T<sub>F</sub> full"].y, result.scores["full"].f_measure)
    assert np.isfinite(curves["T<sub>P</sub> full"].x).all()


def test_curves_of_windows_are_the_scores_where_any_query_counts():
    pair = PAIRS["jingle_bells_algorithm"]  # without labels, so without L
    figure, result = drawn(windows_figure, pair, sweep(pair[0].end))
    curves = {trace.name: trace for trace in figure.data if trace.xaxis == "x"}
    assert len(curves) == 6
    for measure, symbol in (("recall", "R"), ("precision", "P"), ("f_measure", "F")):
        for variant in ("reduced", "full"):
            curve = curves[f"T<sub>{symbol}</sub> {variant}"]
            np.testing.assert_array_equal(curve.y, result.scores[variant].part(measure))
            assert curve.line.dash == ("solid" if variant == "reduced" else "6 3")


@pytest.mark.parametrize("name", ["figure7", "jingle_bells_algorithm"])
def test_every_sample_and_the_whole_track_alone_can_be_drawn(name):
    pair = PAIRS[name]
    for windows in (sweep(pair[0].end), [math.inf]):
        assert len(drawn(windows_figure, pair, windows)[0].data) >= 11


def every_figure(pair):
    return {
        "pair": drawn(pair_figure, pair)[0],
        "windows": drawn(windows_figure, pair)[0],
        "hierarchy": hierarchy_figure(pair[0]),
        "matrix": matrix_figure(np.array([[0, 1.0], [1.0, 0]]), 1, [EVIL, "b"], [0, 1]),
    }


@pytest.mark.parametrize("name", ["pair", "windows", "hierarchy"])
def test_figures_have_the_template_of_the_palette(name):
    layout = every_figure(TUNE)[name].layout
    assert layout.template == go.layout.Template(TEMPLATE)
    assert layout.template.layout.font.color == COLORS["text"]
    assert layout.template.layout.colorway == tuple(NUMBERED_LINES)


@pytest.mark.parametrize("name", ["pair", "windows", "hierarchy", "matrix"])
def test_a_name_is_no_link_although_plotly_interprets_some_html(name):
    text = json.dumps(every_figure(NAMED_EVIL)[name].to_plotly_json(), default=np.ndarray.tolist)
    assert "elsewhere.example" in text
    assert not re.search("<a", text)
    assert "&lt;a href" in text
    assert "&amp;lt; a" in text


def test_a_label_has_one_color_in_all_layers_of_a_pair():
    colors = {}
    for bar in drawn(pair_figure, TUNE)[0].data:
        if bar.type == "bar":
            for label, color in zip(bar.text, bar.marker.color, strict=True):
                colors.setdefault(label, set()).add(color)
    assert len(colors) > 3
    assert all(len(of_label) == 1 for label, of_label in colors.items() if label)
