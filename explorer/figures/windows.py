"""Draw scores, share of the track scored, layers and segment lengths by window, with plotly."""

import math

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.choosing import LayerWeights, layer_weights
from core.choosing.estimates import runs
from core.choosing.layers import layer_durations
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.tmeasures import TMeasures
from core.vocabulary import DIRECTIONS, SIDES, FloatArray
from core.windows import MARKED
from core.wording import counted
from explorer.figures.pair import add_scores, window_axis
from explorer.figures.parts import plain, symbol
from explorer.palette import COLORS, NUMBERED_DASHES, NUMBERED_LINES, TEMPLATE

_HEIGHTS = (300, 150, 200)
_ROW = 22  # percentiles of a layer's durations
_ENOUGH = 0.9  # share of queries; scores of fewer are pale


def windows_figure(
    reference: Hierarchy,
    estimate: Hierarchy,
    result: TMeasures,
    chance: FloatArray | None = None,
    *,
    measure: str = "reduced",
) -> go.Figure:
    finite = result.windows[np.isfinite(result.windows)]
    whole = 2 * float(finite[-1]) if len(finite) else 1.0
    weights = layer_weights(reference, result.windows, settings=result.settings)
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
            f"Share of the track scored ({BY_KEY[measure].title})",
            "Share of comparisons that each layer of the reference decides (T reduced)",
            "Segment durations: 5 % to 95 %, and the median",
        ),
    )
    shown = np.where(np.isfinite(result.windows), result.windows, whole)
    add_scores(figure, result, shown, chance, row=1, col=1)
    _shares(figure, result, shown, measure)
    _layers(figure, weights, reference, np.minimum(weights.windows, whole))
    _durations(figure, reference, estimate)
    for window in () if result.notation.musical else MARKED:  # which are times in seconds
        figure.add_vline(window, line={"color": COLORS["text"], "width": 1, "dash": "dot"})
        figure.add_annotation(
            x=math.log10(window), xref="x", y=0, yref="y domain", yanchor="top", showarrow=False,
            text=f"{window:g}", font={"size": 11, "color": COLORS["text"]},
        )  # fmt: skip
    figure.update_layout(height=sum(heights) + 240)
    low = float(finite[0]) if len(finite) else whole / 2
    figure.update_xaxes(type="log", range=[math.log10(low), math.log10(whole * 1.05)])
    figure.update_xaxes(title=window_axis(result), row=4, col=1)
    for row in (1, 2, 3):
        figure.update_yaxes(range=[-0.02, 1.02], row=row, col=1)
    return figure.update_yaxes(autorange="reversed", row=4, col=1)


def _shares(figure: go.Figure, result: TMeasures, shown: FloatArray, measure: str) -> None:
    for part in DIRECTIONS:
        figure.add_scatter(
            x=shown,
            y=result.scores[measure].share(part),
            mode="lines",
            name=f"counted for {symbol(BY_KEY[measure], part)}",
            line={"color": COLORS[part]},
            row=2,
            col=1,
        )
    figure.add_hline(_ENOUGH, line={"color": COLORS["window"], "dash": "dot"}, row=2, col=1)
    for first, last in runs(result.scores[measure].share("f_measure") < _ENOUGH):
        figure.add_vrect(
            float(shown[first]), float(shown[last]), fillcolor=COLORS["text"], opacity=0.08,
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
    for side, part, hierarchy in zip(SIDES, DIRECTIONS, (reference, estimate), strict=True):
        layers = layer_durations(hierarchy)
        names = [plain(f"{side} {layer.level} {layer.name}".strip()) for layer in layers]
        figure.add_bar(
            y=names,
            x=[layer.p95 - layer.p5 for layer in layers],
            base=[layer.p5 for layer in layers],
            orientation="h",
            marker={"color": COLORS[part], "opacity": 0.4},
            customdata=[
                (counted(layer.count, "segment"), layer.median, layer.p5, layer.p95)
                for layer in layers
            ],
            hovertemplate="%{y}: %{customdata[0]}, median %{customdata[1]:.3g}, "
            f"%{{customdata[2]:.3g}} to %{{customdata[3]:.3g}} {hierarchy.notation.short}"
            "<extra></extra>",
            showlegend=False,
            row=4,
            col=1,
        )
        figure.add_scatter(
            y=names,
            x=[layer.median for layer in layers],
            mode="markers",
            marker={"color": COLORS[part], "symbol": "line-ns-open", "size": 12},
            name=f"median, {side}",
            hoverinfo="skip",
            showlegend=False,
            row=4,
            col=1,
        )
