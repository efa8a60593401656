"""Draw the scape with plotly: g(q) at every window above the layers, with means around it."""

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.scape import Scape
from core.vocabulary import DIRECTIONS, SIDES, Direction
from explorer.figures.pair import add_layers, time_axis
from explorer.figures.parts import WINDOW_TICKS, plain, symbol
from explorer.palette import COLORS, SCAPE, TEMPLATE, label_fills

_COST, _PLANE, _LAYER = 60, 230, 24  # pixels


def scape_figure(reference: Hierarchy, estimate: Hierarchy, scape: Scape) -> go.Figure:
    """Draw both planes above the layers of their side. Above are the losses of each moment over all
    windows; on the right are the score at each window and its share of the track scored."""
    sides = list(zip(DIRECTIONS, SIDES, (reference, estimate), strict=True))
    heights = [_COST] + [
        height for _, _, side in sides for height in (_PLANE, _LAYER * len(side.layers))
    ]
    figure = make_subplots(
        rows=5,
        cols=3,
        figure=go.Figure(layout={"template": TEMPLATE, "barmode": "overlay", "bargap": 0.08}),
        specs=[[{}, None, None], [{}] * 3, [{}, None, None], [{}] * 3, [{}, None, None]],
        row_heights=heights,
        column_widths=[0.74, 0.15, 0.11],
        horizontal_spacing=0.015,
        vertical_spacing=0.022,
    )
    fills = label_fills(reference, estimate)
    for row, (part, side, hierarchy) in zip((2, 4), sides, strict=True):
        figure.add_scatter(
            x=scape.times, y=scape.cost(part), mode="lines",
            line={"color": COLORS[part], "width": 1.2},
            name=f"{part} lost over all windows", row=1, col=1,
        )  # fmt: skip
        _add_plane(figure, scape, part, row)
        rows = [
            (layer.name or f"layer {at}", layer) for at, layer in enumerate(hierarchy.layers, 1)
        ]
        add_layers(figure, rows, hierarchy.notation, fills, row=row + 1, col=1)
        figure.update_yaxes(autorange="reversed", row=row + 1, col=1)
        figure.update_yaxes(title=f"{part}: w ({scape.notation.short})", row=row, col=1)
        figure.update_yaxes(title=side, row=row + 1, col=1)
    figure.update_xaxes(matches="x", range=[0, reference.end], col=1)
    figure.update_xaxes(showticklabels=False, col=1)
    figure.update_xaxes(**time_axis(reference), showticklabels=True, row=5, col=1)
    figure.update_yaxes(title="lost", rangemode="tozero", row=1, col=1)
    figure.update_layout(height=sum(heights) + 190, showlegend=False, title=plain(scape.headline()))
    return figure


def _add_plane(figure: go.Figure, scape: Scape, part: Direction, row: int) -> None:
    finite = np.isfinite(scape.windows)
    windows = scape.windows[finite]
    scores = scape.scores
    colors = SCAPE[part]
    figure.add_shape(
        type="rect", xref="x domain", yref="y domain", x0=0, x1=1, y0=0, y1=1, line_width=0,
        fillcolor=SCAPE["none"], layer="below", row=row, col=1,
    )  # fmt: skip
    figure.add_heatmap(
        x=scape.times,
        y=windows,
        z=scape.of(part)[finite].round(3),
        zmin=0,
        zmax=1,
        colorscale=[[at / (len(colors) - 1), color] for at, color in enumerate(colors)],
        showscale=False,
        hovertemplate=f"{part} at %{{x:.1f}}, w = %{{y:.3g}}: %{{z:.2f}}<extra></extra>",
        row=row,
        col=1,
    )
    figure.add_scatter(
        x=scores.share(part)[finite], y=windows, fill="tozerox", mode="lines", line={"width": 0},
        fillcolor=SCAPE["none"], name="share of the track scored", row=row, col=3,
    )  # fmt: skip
    figure.add_scatter(
        x=scores.part(part)[finite], y=windows, mode="lines", line={"color": COLORS[part]},
        name=symbol(BY_KEY[scape.measure], part), row=row, col=2,
    )  # fmt: skip
    ends = np.log10(windows[[0, -1]])
    for column in (1, 2, 3):
        figure.update_yaxes(
            type="log", range=ends, matches="y2", showticklabels=column == 1, tickvals=WINDOW_TICKS,
            row=row, col=column,
        )  # fmt: skip
        figure.update_xaxes(range=[0, 1], showticklabels=row == 4, row=row, col=column)
    figure.update_xaxes(title=symbol(BY_KEY[scape.measure], part), row=row, col=2)
    figure.update_xaxes(title="scored", row=row, col=3)
