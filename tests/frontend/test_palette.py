"""palette.js and explorer/palette.py: one file of colors, and no colors elsewhere."""

import json
import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from explorer import palette

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "explorer/frontend/shared/palette.json"
LABELS = ["A", "", "B", "A", "", *(f"{number}" for number in range(9)), "B"]
STROKED = """({ strokeOf, palette }, ground) => Array.from(
  { length: 20 }, (_, color) => strokeOf({ color }, palette[ground]))"""


def test_both_sides_fill_layers_alike(modules):
    words = """({ layerFills, palette }, labels) => labels.map(layerFills(palette.light))"""
    fill = palette.layer_fills()
    wanted = [fill(label, number) for number, label in enumerate(LABELS)]
    assert modules.run("shared/palette", words, LABELS) == wanted


@pytest.mark.parametrize("ground", ["light", "dark"])
def test_curves_differ_from_each_other_and_neighbors_in_color_and_dash(modules, ground):
    strokes = modules.run("shared/palette", STROKED, ground)
    assert len({(stroke["color"], stroke["dash"]) for stroke in strokes}) == len(strokes)
    for one, other in pairwise(strokes):
        assert one["color"] != other["color"]
        assert one["dash"] != other["dash"]


def light_of(color):
    """Relative luminance, as WCAG 2 defines it."""
    parts = [each / 255 for each in color]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


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
    # So do neighbors without a label, also by the boundary between them.
    unlabeled = json.loads(FILE.read_text())[ground]["unlabeled"]
    for both in zip(*(grounds_of(fill, ground) for fill in unlabeled), strict=True):
        assert contrast(*both) > 1.3
        assert min(contrast(ink, each) for each in both) > 3


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
    for fill in (*palette.LAYERS, *colors["unlabeled"]):
        assert contrast(laid((found["ink"], 1)), laid((fill, 1))) >= 4.5, fill
