"""The one template of all plotly figures, and the colours of layers in them."""

import math

import plotly.graph_objects as go
import pytest

from core.samples import sample
from core.tmeasures import score
from explorer.figures import pair_figure
from explorer.figures.styles import hierarchy_figure
from explorer.figures.windows import windows_figure
from explorer.palette import COLOURS, LAYERS, NUMBERED_LINES, TEMPLATE, layer_fills

PAIR = sample("pop_two_annotators")
SIDES = (PAIR.reference, PAIR.estimate)
RESULT = score(*SIDES, (1.0, 15.0, math.inf))


@pytest.mark.parametrize(
    "figure",
    [pair_figure(*SIDES, RESULT), windows_figure(*SIDES, RESULT), hierarchy_figure(PAIR.reference)],
    ids=["pair", "windows", "hierarchy"],
)
def test_figures_have_the_template_of_the_palette(figure):
    assert figure.layout.template == go.layout.Template(TEMPLATE)
    assert figure.layout.template.layout.font.color == COLOURS["text"]
    assert figure.layout.template.layout.colorway == tuple(NUMBERED_LINES)


def test_a_label_has_one_colour_in_all_layers_of_a_pair():
    figure = pair_figure(*SIDES, RESULT)
    colours = {}
    for bar in figure.data:
        if bar.type == "bar":
            for label, colour in zip(bar.text, bar.marker.color, strict=True):
                colours.setdefault(label, set()).add(colour)
    assert len(colours) > 3
    assert all(len(found) == 1 for label, found in colours.items() if label)


def test_neighbours_without_a_label_alternate_and_take_no_colour_of_labels():
    fill = layer_fills()
    found = [fill("", number) for number in range(3)]
    assert found[0] == found[2] != found[1]
    assert fill("A", 3) == LAYERS[0]
