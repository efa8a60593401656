"""Draw a pair with plotly: stacked layers above the curves T(w)."""

from collections.abc import Mapping, Sequence
from itertools import cycle

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.hierarchy import Hierarchy, Layer
from core.tmeasures import TMeasures
from core.vocabulary import PARTS, FloatArray
from core.wording import TimeNotation
from explorer.figures.parts import PATTERN, plain, score_name
from explorer.palette import COLORS, INK, MEASURE_DASHES, NO_FILL, TEMPLATE, Fill, label_fills


def pair_figure(
    reference: Hierarchy,
    estimate: Hierarchy,
    result: TMeasures,
    chance: FloatArray | None = None,
) -> go.Figure:
    """Draw layers above scores; `chance`, shape (2, windows), is a range behind the scores."""
    frames = result.settings.describe_frames(result.notation)
    figure = make_subplots(
        rows=2,
        cols=1,
        figure=go.Figure(layout={"template": TEMPLATE}),
        row_heights=[0.5, 0.5],
        vertical_spacing=0.16,
        subplot_titles=("Reference above estimate", f"T against w ({frames})"),
    )
    rows = [
        (f"{word} {level}{f' ({layer.name})' if layer.name else ''}", layer)
        for word, hierarchy in (("reference", reference), ("estimate", estimate))
        for level, layer in enumerate(hierarchy.layers, 1)
    ]
    add_layers(figure, rows, reference.notation, label_fills(reference, estimate), row=1, col=1)
    finite = result.windows[np.isfinite(result.windows)]
    shown = np.where(
        np.isfinite(result.windows), result.windows, 2 * finite[-1] if len(finite) else 1.0
    )
    add_scores(figure, result, shown, chance, row=2, col=1)
    figure.update_layout(barmode="overlay", bargap=0.08, height=760)
    figure.update_yaxes(autorange="reversed", row=1, col=1)
    figure.update_xaxes(**time_axis(reference), row=1, col=1)
    figure.update_xaxes(title=window_axis(result), type="log", row=2, col=1)
    return figure.update_yaxes(range=[-0.02, 1.02], row=2, col=1)


def time_axis(hierarchy: Hierarchy) -> dict[str, object]:
    units = hierarchy.notation
    if not units.musical:
        return {"title": "time (s)", "range": [0, hierarchy.end]}
    # Positions count from 0, labels of the axis from 1.
    ticks = np.unique(np.rint(np.linspace(0, hierarchy.end, 9)))
    ticks = ticks[ticks <= hierarchy.end]
    return {
        "title": units.singular,
        "range": [0, hierarchy.end],
        "tickvals": ticks.tolist(),
        "ticktext": [units.bare(tick) for tick in ticks.tolist()],
    }


def window_axis(result: TMeasures) -> str:
    return f"window w ({result.notation.short}); the last point is the whole track"


def add_scores(
    figure: go.Figure,
    result: TMeasures,
    shown: FloatArray,
    chance: FloatArray | None = None,
    **where: int,
) -> None:
    if chance is not None:
        edge = {"x": shown, "mode": "lines", "line": {"color": COLORS["text"], "width": 0}}
        figure.add_scatter(y=chance[0], name="chance, 5 %", showlegend=False, **edge, **where)
        figure.add_scatter(y=chance[1], name="F by chance", fill="tonexty", **edge, **where)
    for measure, (dash, _) in zip(result.measures, cycle(MEASURE_DASHES), strict=False):
        for part in PARTS:
            figure.add_scatter(
                x=shown,
                y=result.scores[measure.key].part(part),
                mode="lines",
                name=score_name(measure.key, part),
                line={"color": COLORS[part], "dash": dash or "solid"},
                **where,
            )


def add_layers(
    figure: go.Figure,
    rows: Sequence[tuple[str, Layer]],
    units: TimeNotation,
    fills: Mapping[str, Fill],
    **where: int,
) -> None:
    for name, layer in rows:
        shown = [fills.get(label, NO_FILL) for label in layer.shown_labels]
        figure.add_bar(
            y=[plain(name)] * len(layer.labels),
            x=np.diff(layer.boundaries),
            base=layer.boundaries[:-1],
            orientation="h",
            text=[plain(label) for label in layer.shown_labels],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            marker={
                "color": [color for color, _ in shown],
                "pattern": {**PATTERN, "shape": [hatch for _, hatch in shown]},
                "line": {
                    "color": [COLORS["text"] if fill == NO_FILL else INK for fill in shown],
                    "width": 0.8,
                },
            },
            customdata=[
                (units.at(start), units.at(end)) for start, end in layer.intervals.tolist()
            ],
            hovertemplate="%{y}: %{text}<br>%{customdata[0]} – %{customdata[1]}<extra></extra>",
            showlegend=False,
            **where,
        )
