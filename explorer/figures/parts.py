"""What plotly figures have in common: names, symbols, and the slider over frames."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from core.measures import Measure
from core.vocabulary import Part

WINDOW_TICKS = (0.1, 0.5, 1, 3, 15, 60, 240, 960)
"""Windows that an axis names, in seconds."""


def plain(text: str) -> str:
    """Keep a name from being read as plotly's pseudo-HTML, in which ``<a href>`` is a link."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def symbol(measure: Measure, part: Part) -> str:
    """Give the symbol of a score, as plotly writes it."""
    letter, _, index = measure.symbol(part).partition("_")
    return f"{letter}<sub>{index}</sub>"


def slider(frames: Sequence[str], active: int, **current: Any) -> dict[str, Any]:
    """Give a slider over frames by their names; `current` is how the chosen one is written."""
    how = {"mode": "immediate", "frame": {"duration": 0}, "transition": {"duration": 0}}
    steps = [{"method": "animate", "label": name, "args": [[name], how]} for name in frames]
    return {"steps": steps, "active": active, "currentvalue": current, "ticklen": 0}


def shipped(figures: Sequence[go.Figure]) -> npt.NDArray[np.uint8]:
    text = ",".join(figure.to_json() for figure in figures)
    return np.frombuffer(f"[{text}]".encode(), np.uint8)
