"""Two corpora: their distances, the items on a map, and an item itself, as plotly figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from core.caemsi.arranging import Map
from core.caemsi.difference import DifferenceTest
from core.caemsi.representations.midi import RESOLUTION, Notes
from core.caemsi.spreading import Spread, cumulated
from core.hierarchy import Hierarchy
from core.vocabulary import FloatArray
from explorer.figures.pair import add_layers, time_axis
from explorer.figures.words import plain
from explorer.palette import COLOURS, CORPORA, TEMPLATE

MOST_DRAWN = 2000
"""More distances of a curve are not drawn one by one."""

MOST_CELLS = 400
"""A larger matrix is drawn as the means of blocks."""


def spread_figure(spread: Spread, names: tuple[str, str], *, between: bool = True) -> go.Figure:
    """Draw the cumulative distributions of w_A, w_B and b_AB, as Figures 1 and 2 of the paper."""
    figure = _figure(340)
    within = (f"within {side}, {plain(name)}" for side, name in zip("AB", names, strict=True))
    for (symbol, values), name, colour in zip(
        spread.named(), (*within, "between A and B"), CORPORA.values(), strict=True
    ):
        if values is spread.between and not between:
            continue
        # Of values that are the same, the last.
        last = np.flatnonzero(np.append(np.diff(values) > 0, True))
        drawn = last[
            np.unique(np.linspace(0, len(last) - 1, min(len(last), MOST_DRAWN)).astype(int))
        ]
        figure.add_scatter(
            x=values[drawn],
            y=cumulated(values)[drawn],
            mode="lines",
            name=f"{_symbol(symbol)}: {name}",
            line={"color": colour, "width": 2, "shape": "hv"},
            hovertemplate="%{y:.1%} are at most %{x:.4f}<extra></extra>",
        )
    figure.update_xaxes(title="normalized compression distance")
    figure.update_yaxes(title="share of distances", range=[0, 1.02])
    return figure.update_layout(
        legend={"orientation": "h", "y": -0.28, "x": 0}, hovermode="closest"
    )


def matrix_figure(
    distances: FloatArray, n_a: int, items: Sequence[str], order: Sequence[int]
) -> go.Figure:
    """Draw the distances of all items."""
    count = len(order)
    shown = distances[np.ix_(order, order)].copy()
    np.fill_diagonal(shown, np.nan)  # nothing looks at it
    step = -(-count // MOST_CELLS)
    names = [plain(items[at]) for at in order]
    if step > 1:
        shown = _blocks(shown, step)
        names = [_several(names[at : at + step]) for at in range(0, count, step)]
    figure = _figure(
        420,
        go.Heatmap(
            z=shown,
            x=names,
            y=names,
            hovertemplate="%{x}<br>%{y}<br>%{z:.4f}<extra></extra>",
            colorscale="Viridis",
            reversescale=True,
            colorbar={"title": {"text": "NCD"}, "thickness": 12},
        ),
    )
    figure.add_trace(
        go.Heatmap(
            z=[_shares([at >= n_a for at in order], step)],
            x=names,
            y=["corpus"],
            yaxis="y2",
            colorscale=[[0, CORPORA["A"]], [0.5, CORPORA["between"]], [1, CORPORA["B"]]],
            zmin=0,
            zmax=1,
            showscale=False,
            hoverinfo="skip",
        )
    )
    kind = {"type": "category", "visible": False}
    figure.update_layout(
        xaxis={**kind, "constrain": "domain"},
        yaxis={
            **kind, "autorange": "reversed", "scaleanchor": "x", "constrain": "domain",
            "constraintoward": "top", "domain": [0, 0.95],
        },
        yaxis2={**kind, "domain": [0.97, 1.0]},
    )  # fmt: skip
    for side, colour in (("A", CORPORA["A"]), ("B", CORPORA["B"])):
        marker = {"symbol": "square", "color": colour}
        figure.add_scatter(x=[None], y=[None], mode="markers", marker=marker, name=side)
    return figure.update_layout(
        margin={"l": 0, "r": 0, "t": 8, "b": 8}, legend={"orientation": "h", "y": 0, "x": 0}
    )


def map_figure(
    found: Map, n_a: int, items: Sequence[str], names: tuple[str, str], chosen: int | None = None
) -> go.Figure:
    """Draw the items on a plane."""
    figure = _figure(420)
    count = len(items)
    for side, name, members, symbol in (
        ("A", names[0], range(n_a), "circle"),
        ("B", names[1], range(n_a, count), "diamond"),
    ):
        numbers = list(members)
        figure.add_scatter(
            x=found.places[numbers, 0],
            y=found.places[numbers, 1],
            mode="markers",
            name=f"{side}: {plain(name)}",
            customdata=[[number, plain(_short(items[number]))] for number in numbers],
            hovertemplate="%{customdata[1]}<extra></extra>",
            marker={"color": CORPORA[side], "symbol": symbol, "size": 9, "opacity": 0.9},
            selected={"marker": {"opacity": 0.9}},
            unselected={"marker": {"opacity": 0.9}},
        )
    if chosen is not None:
        figure.add_scatter(
            x=[found.places[chosen, 0]],
            y=[found.places[chosen, 1]],
            mode="markers",
            marker={"color": COLOURS["window"], "symbol": "circle-open", "size": 18}
            | {"line": {"width": 3}},
            hoverinfo="skip",
            showlegend=False,
        )
    figure.update_xaxes(showticklabels=False, zeroline=False, showgrid=False)
    figure.update_yaxes(
        showticklabels=False, zeroline=False, showgrid=False, scaleanchor="x", scaleratio=1
    )
    return figure.update_layout(legend={"orientation": "h", "y": -0.02, "x": 0}, dragmode="pan")


def null_figure(test: DifferenceTest) -> go.Figure:
    """Draw what random labellings give for T, and what was observed."""
    figure = _figure(
        300,
        go.Histogram(
            x=test.null, nbinsx=60, marker={"color": CORPORA["between"]}, name="labellings"
        ),
    )
    figure.add_vline(
        test.statistic,
        line={"color": CORPORA["B"], "width": 3},
        annotation={"text": f"observed: {test.statistic:.4f}"},
        annotation_position="top left",
    )
    low, high = min([*test.null, test.statistic]), max([*test.null, test.statistic])
    room = 0.05 * (high - low)
    figure.update_xaxes(title="T", range=[low - room, high + room])
    figure.update_yaxes(title="labellings")
    return figure


def copies_figure(lengths: Sequence[int], curves: Mapping[str, Sequence[float]]) -> go.Figure:
    """Draw how far strings are from their own copies, by compressor."""
    figure = _figure(320)
    for (name, values), colour in zip(curves.items(), CORPORA.values(), strict=False):
        figure.add_scatter(
            x=[length / 1024 for length in lengths[: len(values)]],
            y=list(values),
            mode="lines+markers",
            name=name,
            line={"color": colour, "width": 2},
        )
    figure.update_xaxes(title="length (kB of 1,024 bytes)", range=[0, lengths[-1] / 1024 + 1])
    figure.update_yaxes(title="D of a string and its copy", range=[-0.05, 1.1])
    return figure


def hierarchy_figure(hierarchy: Hierarchy) -> go.Figure:
    """Draw the layers of a hierarchy, coarse above fine."""
    rows = [
        (f"{level} {layer.name}".strip(), layer) for level, layer in enumerate(hierarchy.layers, 1)
    ]
    figure = _figure(110 + 34 * len(rows))
    add_layers(figure, rows, hierarchy.words)
    figure.update_xaxes(**time_axis(hierarchy))
    figure.update_yaxes(type="category", autorange="reversed")
    return figure.update_layout(barmode="overlay", bargap=0.1)


def notes_figure(notes: Notes) -> go.Figure:
    """Draw the notes of a piece as a piano roll."""
    gap = np.full(len(notes.pitches), np.nan)
    times = np.column_stack([notes.starts / RESOLUTION, notes.ends / RESOLUTION, gap]).ravel()
    pitches = np.column_stack([notes.pitches, notes.pitches, gap]).ravel()
    figure = _figure(
        260,
        go.Scattergl(
            x=times,
            y=pitches,
            mode="lines",
            line={"color": CORPORA["A"], "width": 4},
            hovertemplate="pitch %{y}, at %{x:.2f}<extra></extra>",
        ),
    )
    figure.update_xaxes(title="time (quarter notes)")
    figure.update_yaxes(title="pitch (MIDI)")
    return figure


def _figure(height: int, *traces: go.Heatmap | go.Histogram | go.Scattergl) -> go.Figure:
    margin = {"l": 8, "r": 8, "t": 12, "b": 8}
    return go.Figure(traces, {"template": TEMPLATE, "height": height, "margin": margin})


def _blocks(matrix: FloatArray, step: int) -> FloatArray:
    """The means of blocks; what is left over at the end is a smaller one."""
    starts = np.arange(0, len(matrix), step)
    known = np.isfinite(matrix)
    filled = np.where(known, matrix, 0.0)
    total = np.add.reduceat(np.add.reduceat(filled, starts, axis=0), starts, axis=1)
    count = np.add.reduceat(np.add.reduceat(known.astype(float), starts, axis=0), starts, axis=1)
    means: FloatArray = np.divide(total, count, out=np.full_like(total, np.nan), where=count > 0)
    return means


def _shares(flags: Sequence[bool], step: int) -> list[float]:
    """The share of those set in each run of so many."""
    return [float(np.mean(flags[at : at + step])) for at in range(0, len(flags), step)]


def _several(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def _short(text: str) -> str:
    return text if len(text) <= 48 else f"{text[:30]}…{text[-16:]}"


def _symbol(name: str) -> str:
    letter, index = name.split("_")
    return f"{letter}<sub>{index}</sub>"
