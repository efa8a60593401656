"""The colors of ``frontend/shared/palette.json``, and the template of plotly figures."""

import json
from importlib.resources import files
from typing import Any

from core.hierarchy import Hierarchy

_FILE = files("explorer") / "frontend" / "shared" / "palette.json"
_PALETTE = json.loads(_FILE.read_text("utf-8"))

LAYERS: list[str] = _PALETTE["layers"]  # segment fills
HATCHES: list[str] = _PALETTE["hatches"]  # over them, once all are in use
INK: str = _PALETTE["ink"]  # text and outlines on these fills

COLORS: dict[str, str] = _PALETTE["light"]
"""Colors by name, such as those of recall, precision, f_measure and the window."""

SCAPE: dict[str, Any] = _PALETTE["light"]["scape"]
"""Color scales of g(q) from 0 to 1, even in lightness, and the color of no triplets."""

NUMBERED_LINES: list[str] = _PALETTE["light"]["numbered_lines"]
NUMBERED_DASHES: list[str] = _PALETTE["dashes"]
"""Colors and dashes of numbered curves: estimates, methods, layers."""

MEASURE_DASHES: list[list[str]] = _PALETTE["measures"]
"""Dash pattern and its name for each measure, in order."""

Fill = tuple[str, str]
"""A color and a pattern."""

NO_FILL: Fill = (COLORS["background"], "")
"""Of segments without a label, which have an outline."""

CORPORA: dict[str, str] = _PALETTE["corpora"]
"""Colors of corpus A, corpus B and distances between them; legible on light and dark."""

PRIMARY = f"light-dark({_PALETTE['light']['primary']}, {_PALETTE['dark']['primary']})"
"""CSS color of selected and focused Streamlit widgets."""

_STREAMLIT = {
    "background": "background",
    "secondary-background": "panel",
    "text": "text",
    "primary": "primary",
}
"""Streamlit's theme color names, with ours."""


def grounds() -> str:
    """Return CSS with Streamlit's color variables for the light and the dark theme."""
    light, dark = (
        "".join(f"--st-{name}-color: {_PALETTE[ground][own]}; " for name, own in _STREAMLIT.items())
        for ground in ("light", "dark")
    )
    return f":root {{ {light}}}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark}}} }}\n"


def label_fills(*hierarchies: Hierarchy) -> dict[str, Fill]:
    """Give each label of a pair a color, and a pattern once all colors are in use.

    Labels choose in order of their first time, so a pair that ends earlier keeps its colors. A
    label takes the color that other pairs give it too, if it is free.
    """
    firsts: dict[str, tuple[float, int, int]] = {}
    for side, hierarchy in enumerate(hierarchies):
        for level, layer in enumerate(hierarchy.layers):
            for label, start in zip(layer.shown_labels, layer.boundaries.tolist(), strict=False):
                first = (start, side, level)
                firsts[label] = min(first, firsts.get(label, first))
    firsts.pop("", None)
    fills: dict[str, Fill] = {}
    free: list[str] = []
    for label in sorted(firsts, key=firsts.__getitem__):
        free = free or [*LAYERS]
        wanted = sum(map(ord, label)) % len(LAYERS)
        color = next(color for color in LAYERS[wanted:] + LAYERS if color in free)
        free.remove(color)
        fills[label] = (color, HATCHES[len(fills) // len(LAYERS) % len(HATCHES)])
    return fills


def printed_fills(*hierarchies: Hierarchy) -> dict[str, Fill]:
    """Return the same for print, with patterns that also distinguish equal grays."""
    own = dict(zip(LAYERS, _PALETTE["hatched"], strict=True))
    return {
        label: (color, HATCHES[(own[color] + HATCHES.index(hatch)) % len(HATCHES)])
        for label, (color, hatch) in label_fills(*hierarchies).items()
    }


_RED, _GREEN, _BLUE = bytes.fromhex(COLORS["text"][1:])
_GRID = f"rgba({_RED}, {_GREEN}, {_BLUE}, {_PALETTE['opacity']['grid']})"
_AXIS = {
    "automargin": True,
    "gridcolor": _GRID,
    "linecolor": _GRID,
    "zerolinecolor": _GRID,
    "zerolinewidth": 2,
    "title": {"standoff": 15},
}
# Buttons of plotly, among them one that uploads the figure.
_UNUSED = ["sendChartToCloud", "zoom2d", "pan2d", "select2d", "lasso2d", "zoomIn2d", "zoomOut2d",
           "autoScale2d"]  # fmt: skip
# A dictionary is 50 times faster than a named template.
TEMPLATE = {
    "layout": {
        "font": {"family": "sans-serif", "color": COLORS["text"]},
        "paper_bgcolor": COLORS["background"],
        "plot_bgcolor": COLORS["background"],
        "colorway": NUMBERED_LINES,
        "hoverlabel": {"align": "left"},
        "modebar": {"remove": _UNUSED},
        "xaxis": _AXIS,
        "yaxis": _AXIS,
    }
}
"""Template for ``plotly.graph_objects.Figure(layout={"template": TEMPLATE})``."""
