"""The common template of all plotly figures, and the colors of layers."""

import json
import math
import operator
from pathlib import Path

import plotly.graph_objects as go
import pytest

from core.samples import sample
from core.tmeasures import score
from explorer.figures import pair_figure
from explorer.figures.styles import hierarchy_figure
from explorer.figures.windows import windows_figure
from explorer.palette import COLORS, LAYERS, NUMBERED_LINES, TEMPLATE

PALETTE = json.loads(
    (Path(__file__).resolve().parents[2] / "explorer/frontend/shared/palette.json").read_text()
)
WORDS = (
    "text",
    "primary",
    "recall",
    "precision",
    "f_measure",
    "window",
    "i",
    "j",
    "gained",
    "lost",
)
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
    assert figure.layout.template.layout.font.color == COLORS["text"]
    assert figure.layout.template.layout.colorway == tuple(NUMBERED_LINES)


def test_a_label_has_one_color_in_all_layers_of_a_pair():
    figure = pair_figure(*SIDES, RESULT)
    colors = {}
    for bar in figure.data:
        if bar.type == "bar":
            for label, color in zip(bar.text, bar.marker.color, strict=True):
                colors.setdefault(label, set()).add(color)
    assert len(colors) > 3
    assert all(len(found) == 1 for label, found in colors.items() if label)


def channels(color):
    return [value / 255 for value in bytes.fromhex(color[1:])]


def luminance(values):
    """As WCAG 2 has it."""
    straight = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
    return sum(map(operator.mul, (0.2126, 0.7152, 0.0722), straight))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_can_be_read_in_every_color_that_they_have(theme):
    colors = PALETTE[theme]
    ground, panel = channels(colors["background"]), channels(colors["panel"])
    for name in WORDS:
        assert min(contrast(channels(colors[name]), each) for each in (ground, panel)) >= 4.5, name
    for color in colors["numbered_lines"]:
        assert contrast(channels(color), ground) >= 4.5, color
    # What is paler, such as the numbers of an axis.
    pale = PALETTE["opacity"]["label"]
    mixed = [
        pale * over + (1 - pale) * under
        for over, under in zip(channels(colors["text"]), ground, strict=True)
    ]
    assert contrast(mixed, ground) >= 4.5
    for fill in (*LAYERS, *colors["unlabeled"]):
        assert contrast(channels(PALETTE["ink"]), channels(fill)) >= 4.5, fill
