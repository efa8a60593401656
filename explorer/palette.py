"""The colors of ``frontend/shared/palette.json``, and the template of plotly figures."""

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

_FILE = files("explorer") / "frontend" / "shared" / "palette.json"
_PALETTE = json.loads(_FILE.read_text("utf-8"))

LAYERS: list[str] = _PALETTE["layers"]  # fills of segments
INK: str = _PALETTE["ink"]  # of text and outlines on these fills

COLORS: dict[str, str] = _PALETTE["light"]
"""By name: of the parts of a measure (recall, precision, f_measure), the window and the like."""

SCAPE: dict[str, Any] = _PALETTE["light"]["scape"]
"""Scales of g(q), from 0 to 1, in even steps of lightness; and where nothing can be compared."""

NUMBERED_LINES: list[str] = _PALETTE["light"]["numbered_lines"]
NUMBERED_DASHES: list[str] = _PALETTE["dashes"]
"""Of curves that have no color of their own: several estimates, methods, layers."""

MEASURE_DASHES: list[list[str]] = _PALETTE["measures"]
"""How the lines of each measure are drawn, in their order, and what that is called."""

CORPORA: dict[str, str] = _PALETTE["corpora"]
"""Of what is A's, B's, and between both; legible on light and on dark ground."""

PRIMARY = f"light-dark({_PALETTE['light']['primary']}, {_PALETTE['dark']['primary']})"
"""Of what is chosen, and where the keyboard is, in Streamlit's own parts: as CSS."""

_STREAMLIT = {
    "background": "background",
    "secondary-background": "panel",
    "text": "text",
    "primary": "primary",
}
"""What Streamlit's theme calls the colors of a page."""


def grounds() -> str:
    """Give the style that a page of Streamlit's has, of light and of dark ground, as CSS."""
    light, dark = (
        "".join(f"--st-{name}-color: {_PALETTE[ground][own]}; " for name, own in _STREAMLIT.items())
        for ground in ("light", "dark")
    )
    return f":root {{ {light}}}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark}}} }}\n"


def layer_fills() -> Callable[[str, int], str]:
    """Give what fills the segments of a pair: a color a label, in order of appearance."""
    known: dict[str, str] = {}
    unlabeled = _PALETTE["light"]["unlabeled"]

    def fill(label: str, number: int) -> str:
        if label:
            return known.setdefault(label, LAYERS[len(known) % len(LAYERS)])
        return str(unlabeled[number % len(unlabeled)])

    return fill


def printed_fills() -> Callable[[str, int], tuple[str, str]]:
    """Give the same for print, where fills that are one gray have hatches apart."""
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
"""For ``plotly.graph_objects.Figure(layout={"template": TEMPLATE})``."""
