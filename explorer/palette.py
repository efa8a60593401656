"""The colors of ``frontend/shared/palette.json``, and the template of plotly figures."""

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

_FILE = files("explorer") / "frontend" / "shared" / "palette.json"
_PALETTE = json.loads(_FILE.read_text("utf-8"))

LAYERS: list[str] = _PALETTE["layers"]  # segment fills
NINTH: str = _PALETTE["ninth"]  # for nine causes
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


def layer_fills() -> Callable[[str, int], str]:
    """Return a function that gives each label of a pair a color, in order of appearance."""
    known: dict[str, str] = {}
    unlabeled = _PALETTE["light"]["unlabeled"]

    def fill(label: str, number: int) -> str:
        if label:
            return known.setdefault(label, LAYERS[len(known) % len(LAYERS)])
        return str(unlabeled[number % len(unlabeled)])

    return fill


def printed_fills() -> Callable[[str, int], tuple[str, str]]:
    """Return the same for print, with hatches that distinguish equal grays."""
    fill = layer_fills()
    seen: dict[str, int] = {}
    hatches, own = _PALETTE["hatches"], _PALETTE["hatched"]

    def print_fill(label: str, number: int) -> tuple[str, str]:
        color = fill(label, number)
        if not label:
            return color, ""
        at = seen.setdefault(label, len(seen))
        turn, place = divmod(at, len(LAYERS))
        return color, hatches[(own[place] + turn) % len(hatches)]

    return print_fill


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
# A dictionary is 50 times faster than a named template.
TEMPLATE = {
    "layout": {
        "font": {"family": "sans-serif", "color": COLORS["text"]},
        "paper_bgcolor": COLORS["background"],
        "plot_bgcolor": COLORS["background"],
        "colorway": NUMBERED_LINES,
        "hoverlabel": {"align": "left"},
        "xaxis": _AXIS,
        "yaxis": _AXIS,
    }
}
"""Template for ``plotly.graph_objects.Figure(layout={"template": TEMPLATE})``."""
