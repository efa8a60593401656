"""palette.js and explorer/palette.py: one file of colours, and nothing else has any."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from explorer import palette

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "explorer/frontend/shared/palette.json"
LABELS = ["A", "", "B", "A", "", *(f"{number}" for number in range(9)), "B"]
STROKED = """({ strokeOf, palette }, ground) => Array.from(
  { length: 20 }, (_, colour) => strokeOf({ colour }, palette[ground]))"""


def test_both_sides_fill_layers_alike(modules):
    words = """({ layerFills, palette }, labels) => labels.map(layerFills(palette.light))"""
    fill = palette.layer_fills()
    wanted = [fill(label, number) for number, label in enumerate(LABELS)]
    assert modules.run("shared/palette", words, LABELS) == wanted


@pytest.mark.parametrize("ground", ["light", "dark"])
def test_curves_differ_from_each_other_and_neighbours_in_colour_and_dash(modules, ground):
    strokes = modules.run("shared/palette", STROKED, ground)
    assert len({(stroke["colour"], stroke["dash"]) for stroke in strokes}) == len(strokes)
    for one, other in pairwise(strokes):
        assert one["colour"] != other["colour"]
        assert one["dash"] != other["dash"]


def test_light_and_dark_ground_have_the_same_colours():
    found = json.loads(FILE.read_text())
    assert found["light"].keys() == found["dark"].keys()
    assert {name: len(found["light"][name]) for name in ("numbered_lines", "unlabelled")} == {
        name: len(found["dark"][name]) for name in ("numbered_lines", "unlabelled")
    }


def test_colours_stand_in_the_palette_alone():
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
    assert {name: colours for name, colours in found.items() if colours} == {}
    assert len(paths) > 100
