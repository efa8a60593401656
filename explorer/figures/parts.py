"""Shared by plotly figures: names, symbols, samples, and the slider over frames."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from core.measures import BY_KEY, Measure
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


def score_name(variant: str, part: Part) -> str:
    measure = BY_KEY[variant]
    return f"{symbol(measure, part)} {measure.variant}".rstrip()


def evenly(count: int, most: int) -> npt.NDArray[np.int64]:
    """Select at most so many of `count` places evenly, so that each method keeps its share."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).astype(np.int64))


def slider(frames: Sequence[str], active: int, **current: Any) -> dict[str, Any]:
    """Return a slider over frames by name; `current` formats the selected one."""
    how = {"mode": "immediate", "frame": {"duration": 0}, "transition": {"duration": 0}}
    steps = [{"method": "animate", "label": name, "args": [[name], how]} for name in frames]
    return {"steps": steps, "active": active, "currentvalue": current, "ticklen": 0}


def shipped(figures: Sequence[go.Figure]) -> npt.NDArray[np.uint8]:
    text = ",".join(figure.to_json() for figure in figures)
    return np.frombuffer(f"[{text}]".encode(), np.uint8)
