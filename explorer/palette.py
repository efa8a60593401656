"""The colours of all that is drawn, and the template of plotly figures made of them.

They stand in ``frontend/shared/palette.json``, which the browser reads too: there for light and for
dark ground, here for light. Figures stand on white when they are saved; on a page of the explorer
Streamlit gives them its own ground and text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files

_PALETTE = json.loads(
    (files("explorer") / "frontend" / "shared" / "palette.json").read_text("utf-8")
)
LAYERS: tuple[str, ...] = tuple(_PALETTE["layers"])
"""Fills of labels."""

INK: str = _PALETTE["ink"]
"""What stands on them."""

MEASURE_DASHES: tuple[tuple[str, str], ...] = tuple(map(tuple, _PALETTE["measures"]))
"""How the lines of each measure are drawn, in their order, and what that is called."""

CORPORA: dict[str, str] = _PALETTE["corpora"]
"""Of what is A's, B's, and between both; legible on light and on dark ground."""

_STREAMLIT = {
    "background": "background",
    "secondary-background": "panel",
    "text": "text",
    "primary": "primary",
}
"""What Streamlit's theme calls the colours of a page."""

COLOURS: dict[str, str] = {
    name: colour for name, colour in _PALETTE["light"].items() if isinstance(colour, str)
}
CURVES: tuple[str, ...] = tuple(_PALETTE["light"]["curves"])
CURVE_DASHES: tuple[str, ...] = tuple(_PALETTE["dashes"])


def grounds() -> str:
    """Give the style that a page of Streamlit's has, of light and of dark ground, as CSS."""
    light, dark = (
        "".join(f"--st-{name}-color: {_PALETTE[ground][own]}; " for name, own in _STREAMLIT.items())
        for ground in ("light", "dark")
    )
    return f":root {{ {light}}}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark}}} }}\n"


def layer_fills() -> Callable[[str, int], str]:
    """Give what fills the segments of a pair: a colour a label, in order of appearance.

    Returns
    -------
    callable
        Takes a label and the segment's number; neighbours without a label alternate.
    """
    known: dict[str, str] = {}
    unlabelled = _PALETTE["light"]["unlabelled"]

    def fill(label: str, number: int) -> str:
        if not label:
            return str(unlabelled[number % len(unlabelled)])
        return known.setdefault(label, LAYERS[len(known) % len(LAYERS)])

    return fill


def _faint(kind: str) -> str:
    """The colour of text, as faint as a kind of line."""
    red, green, blue = bytes.fromhex(COLOURS["text"][1:])
    return f"rgba({red}, {green}, {blue}, {_PALETTE['opacity'][kind]})"


_AXIS = {
    "automargin": True,
    "gridcolor": _faint("grid"),
    "linecolor": _faint("grid"),
    "zerolinecolor": _faint("grid"),
    "zerolinewidth": 2,
    "title": {"standoff": 15},
}
# A dictionary given to a new figure takes a fiftieth of the time of a named template.
TEMPLATE = {
    "layout": {
        "font": {"family": "sans-serif", "color": COLOURS["text"]},
        "paper_bgcolor": COLOURS["background"],
        "plot_bgcolor": COLOURS["background"],
        "colorway": CURVES,
        "hoverlabel": {"align": "left"},
        "xaxis": _AXIS,
        "yaxis": _AXIS,
    }
}
"""For ``plotly.graph_objects.Figure(layout={"template": TEMPLATE})``."""
