"""Shared by plotly figures: names, symbols, and the slider over frames."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from core.measures import Measure
from core.vocabulary import Part

WINDOW_TICKS = (0.1, 0.5, 1, 3, 15, 60, 240, 960)
"""Windows with labels on an axis, in seconds."""


def plain(text: str) -> str:
    """Escape a name for plotly's pseudo-HTML, in which ``<a href>`` is a link."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def symbol(measure: Measure, part: Part) -> str:
    """Return the symbol of a score in plotly's markup."""
    letter, _, index = measure.symbol(part).partition("_")
    return f"{letter}<sub>{index}</sub>"


def slider(frames: Sequence[str], active: int, **current: Any) -> dict[str, Any]:
    """Return a slider over frames by name; `current` formats the selected one."""
    how = {"mode": "immediate", "frame": {"duration": 0}, "transition": {"duration": 0}}
    steps = [{"method": "animate", "label": name, "args": [[name], how]} for name in frames]
    return {"steps": steps, "active": active, "currentvalue": current, "ticklen": 0}


def shipped(figures: Sequence[go.Figure]) -> npt.NDArray[np.uint8]:
    text = ",".join(figure.to_json() for figure in figures)
    return np.frombuffer(f"[{text}]".encode(), np.uint8)
