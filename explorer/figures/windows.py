"""Scores, queries counted, layers and segment lengths against the window, as one plotly figure."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.choosing import LayerWeights, layer_durations, layer_weights
from core.choosing.curves import runs
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.tmeasures import TMeasures
from core.vocabulary import FloatArray, Part
from core.windows import MARKED
from core.wording import counted
from explorer.figures.pair import add_scores, symbol, window_axis
from explorer.figures.words import plain
from explorer.palette import COLOURS, NUMBERED_DASHES, NUMBERED_LINES, TEMPLATE

_HEIGHTS = (300, 150, 200)
_ROW = 22  # of a layer's durations


def windows_figure(
    reference: Hierarchy,
    estimate: Hierarchy,
    result: TMeasures,
    *,
    variant: str = "reduced",
    bound: float = 0.9,
    advised: float | None = None,
) -> go.Figure:
    """Draw what the choice of a window rests on, panel under panel on one axis of windows."""
    finite = result.windows[np.isfinite(result.windows)]
    whole = 2 * float(finite[-1]) if len(finite) else 1.0
    weights = layer_weights(
        reference,
        result.windows,
        convention=result.convention,
        frame_size=result.frame_size or DEFAULT_FRAME_SIZE,
    )
    heights = [*_HEIGHTS, _ROW * (len(reference.layers) + len(estimate.layers)) + 30]
    figure = make_subplots(
        rows=4,
        cols=1,
        figure=go.Figure(layout={"template": TEMPLATE}),
        shared_xaxes=True,
        row_heights=heights,
        vertical_spacing=0.05,
        subplot_titles=(
            "T against w (reduced solid, full dashed)",
            f"Share of queries counted ({BY_KEY[variant].title})",
            "Share of reduced triplets that each layer of the reference tells apart",
            "Segment durations: 5 % to 95 %, and the median",
        ),
    )
    shown = np.where(np.isfinite(result.windows), result.windows, whole)
    add_scores(figure, result, shown, row=1, col=1)
    _shares(figure, result, shown, variant, bound)
    _layers(figure, weights, reference, np.minimum(weights.windows, whole))
    _durations(figure, reference, estimate)
    line = {"color": COLOURS["text"], "width": 1, "dash": "dot"}
    for window in () if result.words.musical else MARKED:  # which are times in seconds
        if window != advised:
            _mark(figure, window, f"{window:g}", line)
    if advised is not None:
        line = {"color": COLOURS["gained"], "width": 2, "dash": "dash"}
        _mark(figure, min(advised, whole), "advised", line)
    figure.update_layout(height=sum(heights) + 240)
    low = float(finite[0]) if len(finite) else whole / 2
    figure.update_xaxes(type="log", range=[math.log10(low), math.log10(whole * 1.05)])
    figure.update_xaxes(title=window_axis(result), row=4, col=1)
    for row in (1, 2, 3):
        figure.update_yaxes(range=[-0.02, 1.02], row=row, col=1)
    figure.update_yaxes(autorange="reversed", row=4, col=1)
    return figure


def _mark(figure: go.Figure, window: float, text: str, line: dict[str, object]) -> None:
    """Draw a line through all panels, named below the first."""
    figure.add_vline(window, line=line)
    figure.add_annotation(
        x=math.log10(window), xref="x", y=0, yref="y domain", yanchor="top", showarrow=False,
        text=text, font={"size": 11, "color": line["color"]},
    )  # fmt: skip


def _shares(
    figure: go.Figure, result: TMeasures, shown: FloatArray, variant: str, bound: float
) -> None:
    sides: tuple[Part, ...] = ("recall", "precision")
    for part in sides:
        figure.add_scatter(
            x=shown,
            y=result.scores[variant].share(part),
            mode="lines",
            name=f"counted for {symbol(BY_KEY[variant], part)}",
            line={"color": COLOURS[part]},
            row=2,
            col=1,
        )
    figure.add_hline(bound, line={"color": COLOURS["window"], "dash": "dot"}, row=2, col=1)
    for first, last in runs(result.scores[variant].share("f_measure") < bound):
        figure.add_vrect(
            float(shown[first]), float(shown[last]), fillcolor=COLOURS["text"], opacity=0.08,
            line_width=0, row=1, col=1,
        )  # fmt: skip


def _layers(
    figure: go.Figure, weights: LayerWeights, reference: Hierarchy, shown: FloatArray
) -> None:
    lines = len(NUMBERED_LINES)
    for at, layer in enumerate(reference.layers):
        figure.add_scatter(
            x=shown,
            y=weights.weights[at],
            mode="lines",
            name=plain(f"layer {at + 1} {layer.name}".strip()),
            line={
                "color": NUMBERED_LINES[at % lines],
                "dash": NUMBERED_DASHES[(at + at // lines) % len(NUMBERED_DASHES)] or "solid",
            },
            row=3,
            col=1,
        )


def _durations(figure: go.Figure, reference: Hierarchy, estimate: Hierarchy) -> None:
    sides: tuple[tuple[str, Part, Hierarchy], ...] = (
        ("reference", "recall", reference),
        ("estimate", "precision", estimate),
    )
    for side, part, hierarchy in sides:
        found = layer_durations(hierarchy)
        names = [plain(f"{side} {layer.level} {layer.name}".strip()) for layer in found]
        figure.add_bar(
            y=names,
            x=[layer.p95 - layer.p5 for layer in found],
            base=[layer.p5 for layer in found],
            orientation="h",
            marker={"color": COLOURS[part], "opacity": 0.4},
            customdata=[
                (counted(layer.count, "segment"), layer.median, layer.p5, layer.p95)
                for layer in found
            ],
            hovertemplate="%{y}: %{customdata[0]}, median %{customdata[1]:.3g}, "
            f"%{{customdata[2]:.3g}} to %{{customdata[3]:.3g}} {hierarchy.words.short}"
            "<extra></extra>",
            showlegend=False,
            row=4,
            col=1,
        )
        figure.add_scatter(
            y=names,
            x=[layer.median for layer in found],
            mode="markers",
            marker={"color": COLOURS[part], "symbol": "line-ns-open", "size": 12},
            name=f"median, {side}",
            hoverinfo="skip",
            showlegend=False,
            row=4,
            col=1,
        )
