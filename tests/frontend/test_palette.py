"""palette.js and explorer/palette.py: one file of colors, and no colors elsewhere."""

import json
import math
import re
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_hierarchies

from core.align import align
from core.hierarchy import SHORTEST, Hierarchy
from explorer import palette

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "explorer/frontend/shared/palette.json"
BOXES = """async ({ boxOf }, { fills, labels }) => {
  const { fillsOf, palette } = await import("/shared/palette.js");
  return labels.map((label) => {
    const place = { x: 3, y: 5, width: 40, height: 9 };
    const [box, ...lines] = boxOf(place, fillsOf(fills, palette.light)(label), palette.light);
    return [box.getAttribute("fill"), box.hasAttribute("stroke"), lines.length > 0];
  });
}"""
STROKED = """({ strokeOf, palette }, ground) => Array.from(
  { length: 20 }, (_, color) => strokeOf({ color }, palette[ground]))"""


def test_pages_draw_labels_in_the_colors_that_python_chose(modules):
    labels = ["A", "", "B", *(f"{number}" for number in range(40)), "constructor"]
    layer = list(range(len(labels) + 1))
    fills = palette.label_fills(Hierarchy.from_boundaries([layer], [labels]))
    drawn = modules.run("shared/axes", BOXES, {"fills": fills, "labels": [*labels, "unknown"]})
    assert set(fills) == {*labels} - {""}
    for label, look in zip([*labels, "unknown"], drawn, strict=True):
        color, hatch = fills.get(label, palette.NO_FILL)
        assert look == [color, label not in fills, bool(hatch)], label


NAMES = st.sampled_from(["", "-", *"ABCabcdefg", "verse", "chorus", "solo", "first1", "first2"])
SIDES = st.lists(any_hierarchies(labels=NAMES), min_size=1, max_size=2)


@given(SIDES, st.floats(0.1, 1))
def test_labels_differ_in_color_and_keep_it_where_the_track_ends_earlier(sides, share):
    fills = palette.label_fills(*sides)
    labels = {label for side in sides for layer in side.layers for label in layer.shown_labels}
    assert set(fills) == labels - {""}
    assert len(set(fills.values())) == len(fills)
    plain = [color for color, hatch in fills.values() if not hatch]
    assert len({*plain}) == len(plain) == min(len(fills), len(palette.LAYERS))
    begun, ended = (max(side.boundaries[0][at] for side in sides) for at in (0, -1))
    end = max(begun + share * (ended - begun), SHORTEST)
    shorter = [align(Hierarchy.from_boundaries([[0, end]]), side).estimate for side in sides]
    assert palette.label_fills(*shorter).items() <= fills.items()


@pytest.mark.parametrize("ground", ["light", "dark"])
def test_curves_differ_from_each_other_and_neighbors_in_color_and_dash(modules, ground):
    strokes = modules.run("shared/palette", STROKED, ground)
    assert len({(stroke["color"], stroke["dash"]) for stroke in strokes}) == len(strokes)
    for one, other in pairwise(strokes):
        assert one["color"] != other["color"]
        assert one["dash"] != other["dash"]


def light_of(color):
    """Relative luminance, as WCAG 2 defines it."""
    return sum(np.multiply((0.2126, 0.7152, 0.0722), linear(color)))


def linear(color):
    parts = np.array(color) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """Of two colors, as WCAG 2 defines it."""
    dark, light = sorted(map(light_of, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def distance(one, other):
    """How far two colors are apart in red, green or blue."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def laid(*sheets):
    """The color of (color, opacity) laid over each other, the lowest first."""
    found = (0.0, 0.0, 0.0)
    for color, opacity in sheets:
        parts = bytes.fromhex(color[1:])
        found = [opacity * c + (1 - opacity) * b for c, b in zip(parts, found, strict=True)]
    return found


def grounds_of(fill, ground):
    """What a fill looks like: alone, and in the window."""
    found = json.loads(FILE.read_text())
    own = found[ground]
    page, band = (own["background"], 1), (own["window"], found["opacity"]["band"])
    return [laid(page, (fill, own["fill"]), *sheets) for sheets in ([], [band])]


@pytest.mark.parametrize("ground", ["light", "dark"])
def test_labels_windows_and_neighbors_are_told_apart_wherever_a_query_is(ground):
    ink = laid((palette.INK, 1))  # labels lie over all else
    plain, tinted = zip(*(grounds_of(fill, ground) for fill in palette.LAYERS), strict=True)
    assert min(contrast(ink, here) for here in (*plain, *tinted)) >= 4.5
    # The window shows on fills, which keep their colors.
    assert min(map(distance, plain, tinted)) > 4
    assert min(distance(*both) for both in combinations(tinted, 2)) > 25
    for sight in SIGHTS.values():
        seen = [lab(color, sight) for color in plain]
        assert min(math.dist(*both) for both in combinations(seen, 2)) > 10


# How color-blind readers see linear red, green and blue (Machado, Oliveira and Fernandes 2009).
SIGHTS = {
    "all": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}  # fmt: skip
TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                   [0.0193339, 0.1191920, 0.9503041]]) / [[0.95047], [1], [1.08883]]  # fmt: skip


def lab(color, sight):
    """CIELAB of a color as somebody sees it."""
    red, green, blue = np.cbrt(TO_XYZ @ np.clip(np.array(sight) @ linear(color), 0, 1))
    return 116 * green - 16, 500 * (red - green), 200 * (green - blue)


def test_colors_stand_in_the_palette_alone():
    paths = [
        path
        for suffix in ("py", "js", "css", "json")
        for path in (ROOT / "explorer").rglob(f"*.{suffix}")
        if path != FILE
    ]
    found = {
        path.name: re.findall(r"#[0-9a-fA-F]{3,8}\b(?![\w-]*\s*\{)", path.read_text())
        for path in paths
    }
    assert {name: colors for name, colors in found.items() if colors} == {}
    assert len(paths) > 100


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_can_be_read_in_every_color_that_they_have(theme):
    found = json.loads(FILE.read_text())
    colors, opacity = found[theme], found["opacity"]["label"]
    ground, panel = (laid((colors[name], 1)) for name in ("background", "panel"))
    words = "text primary recall precision f_measure window i j gained lost"
    for name in words.split():
        assert min(contrast(laid((colors[name], 1)), each) for each in (ground, panel)) >= 4.5, name
    for color in colors["numbered_lines"]:
        assert contrast(laid((color, 1)), ground) >= 4.5, color
    # What is paler, such as the numbers of an axis.
    assert contrast(laid((colors["background"], 1), (colors["text"], opacity)), ground) >= 4.5
    for fill in palette.LAYERS:
        assert contrast(laid((found["ink"], 1)), laid((fill, 1))) >= 4.5, fill


BUTTONS = """async (_, figures) => {
  document.body.innerHTML = "<div></div>";
  await import("/figures/plotly.js");
  const titles = [];
  for (const { data, layout } of figures) {
    const [box] = document.body.children;
    await Plotly.newPlot(box, data, layout, { displayModeBar: true, displaylogo: false });
    titles.push([...box.querySelectorAll(".modebar-btn")].map((one) => one.dataset.title));
  }
  return titles;
}"""


def test_figures_anywhere_offer_to_save_and_to_reset_but_no_upload(modules):
    made = [
        go.Figure(layout={"template": palette.TEMPLATE}).add_scatter(x=[1, 2], y=[3, 4]),
        go.Figure(layout={"template": palette.TEMPLATE}).add_heatmap(z=[[1, 2]]),
    ]
    shown = modules.run("shared/palette", BUTTONS, [json.loads(one.to_json()) for one in made])
    assert shown == [["Download plot as a PNG", "Reset axes"]] * len(made)
    # All figures have this template.
    sources = "\n".join(path.read_text() for path in (ROOT / "explorer/figures").glob("*.py"))
    begun = re.findall(r"go\.Figure\((?:traces, )?layout=\{\"template\": TEMPLATE", sources)
    assert len(begun) == sources.count("go.Figure(") >= 5
