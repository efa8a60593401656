"""A pair as stacked layers over the curves T(w), as one plotly figure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.choosing import Measure, counted
from core.effects import Variant
from core.errors import clock
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy, Layer
from core.tmeasures import TMeasures

FILLS = ("#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff", "#44bb99", "#bbcc33", "#aaaa00")
UNLABELLED = ("#c9ced6", "#dfe3e8")
COLOURS: dict[Measure, str] = {"recall": "#0077bb", "precision": "#cc4400", "f_measure": "#31333f"}
DASHES: dict[Variant, str] = {"reduced": "solid", "full": "dash"}
SYMBOLS = {"recall": "T<sub>R</sub>", "precision": "T<sub>P</sub>", "f_measure": "T<sub>F</sub>"}


def pair_figure(reference: Hierarchy, estimate: Hierarchy, result: TMeasures) -> go.Figure:
    """Draw a pair and its scores over all windows.

    Parameters
    ----------
    reference, estimate : Hierarchy
        Of the same span.
    result : TMeasures
        For several windows; an infinite one is drawn at twice the last finite one.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    words = result.convention.describe_frames(result.frame_size or DEFAULT_FRAME_SIZE)
    figure = make_subplots(
        rows=2,
        cols=1,
        row_heights=[0.5, 0.5],
        vertical_spacing=0.16,
        subplot_titles=("Reference above estimate", f"T against w ({words})"),
    )
    rows = [
        (f"{word} {level}{f' ({layer.name})' if layer.name else ''}", layer)
        for word, hierarchy in (("reference", reference), ("estimate", estimate))
        for level, layer in enumerate(hierarchy.layers, 1)
    ]
    add_layers(figure, rows, row=1, col=1)
    finite = result.windows[np.isfinite(result.windows)]
    shown = np.where(
        np.isfinite(result.windows), result.windows, 2 * finite[-1] if len(finite) else 1.0
    )
    for variant, dash in DASHES.items():
        for measure, colour in COLOURS.items():
            figure.add_scatter(
                x=shown,
                y=counted(result, variant, measure),
                mode="lines",
                name=f"{SYMBOLS[measure]} {variant}",
                line={"color": colour, "dash": dash},
                row=2,
                col=1,
            )
    figure.update_layout(template="plotly_white", barmode="overlay", bargap=0.08, height=760)
    figure.update_yaxes(autorange="reversed", row=1, col=1)
    figure.update_xaxes(title="time (s)", range=[0, reference.end], row=1, col=1)
    figure.update_xaxes(
        title="window w (s); the last point is the whole track", type="log", row=2, col=1
    )
    figure.update_yaxes(range=[-0.02, 1.02], row=2, col=1)
    return figure


def add_layers(figure: go.Figure, rows: Sequence[tuple[str, Layer]], **where: int) -> None:
    """Add layers to a figure, a row each, with their names.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
    rows : sequence of (str, Layer)
    **where : int
        `row` and `col` of the subplot.
    """
    for name, layer in rows:
        known = list(dict.fromkeys(label for label in layer.labels if label))
        figure.add_bar(
            y=[name] * len(layer.labels),
            x=np.diff(layer.boundaries),
            base=layer.boundaries[:-1],
            orientation="h",
            text=list(layer.labels),
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            marker={
                "color": [
                    FILLS[known.index(label) % len(FILLS)] if label else UNLABELLED[number % 2]
                    for number, label in enumerate(layer.labels)
                ],
                "line": {"color": "#1b1e25", "width": 0.8},
            },
            customdata=[(clock(start), clock(end)) for start, end in layer.intervals.tolist()],
            hovertemplate="%{y}: %{text}<br>%{customdata[0]} – %{customdata[1]}<extra></extra>",
            showlegend=False,
            **where,
        )
