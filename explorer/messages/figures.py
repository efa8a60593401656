"""The message of the component that draws plotly figures; nothing here knows Streamlit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from explorer.messages.pack import finite, pack, wrap
from explorer.state.pair import PairState


def figures_message(drawn: bytes, *, window: float, restored: int, opened: int = -1) -> bytes:
    """Pack a drawing with what it starts from."""
    head = {
        "window": finite(window),
        "restored": restored,
        "opened": opened,
        "least": PairState.window.least,
    }
    return wrap(head, drawn)


def figures_drawing(figures: Sequence[go.Figure], file: str, **head: Any) -> bytes:
    """Pack figures with the name of files that are saved of them."""
    text = "[" + ",".join(figure.to_json() for figure in figures) + "]"
    return pack({"file": file, **head}, figures=np.frombuffer(text.encode(), np.uint8))
