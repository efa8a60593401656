"""Shared by plotly figures: names, symbols, samples, the slider over frames, and a page of them."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.metadata import version
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas  # noqa: F401 - plotly would use one that another visitor's thread has half imported
import plotly.graph_objects as go

from core.measures import BY_KEY, Measure
from core.vocabulary import Part
from explorer.palette import INK

WINDOW_TICKS = (0.1, 0.5, 1, 3, 15, 60, 240, 960)
"""Windows with labels on an axis, in seconds."""

PATTERN = {"fillmode": "overlay", "fgcolor": INK, "fgopacity": 0.4, "size": 7, "solidity": 0.15}
"""Look of patterns over colors."""

_PAGE = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title></head>
<body style="font-family: sans-serif">
<h1>{title}</h1>
<p>{about}</p>
{figures}
<footer>Made with hierscope {version}.</footer>
</body>
</html>
"""


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


def figures_page(title: str, about: str, figures: Iterable[tuple[str, go.Figure]]) -> str:
    """Return figures with headings as one HTML document; the first includes plotly."""
    return _PAGE.format(
        title=escape(title),
        about=escape(about),
        version=version("hierscope"),
        figures="\n".join(
            f"<h2>{escape(heading)}</h2>" * bool(heading)
            + figure.to_html(full_html=False, include_plotlyjs=not at, auto_play=False)
            for at, (heading, figure) in enumerate(figures)
        ),
    )
