"""Draw two corpora with plotly: both tests, distances, a map of items, and single items."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.caemsi.difference import DifferenceTest
from core.caemsi.distances import Map, Spread
from core.caemsi.equivalence import Flip, MarginCurve, Partial
from core.caemsi.representations.midi import RESOLUTION, Notes
from core.caemsi.verdict import write_p
from core.hierarchy import Hierarchy
from core.vocabulary import FloatArray
from explorer.figures.pair import add_layers, time_axis
from explorer.figures.parts import evenly, plain, slider
from explorer.palette import COLORS, CORPORA, TEMPLATE, label_fills

MOST_DRAWN = 2000  # points of a curve of distances; longer ones are thinned

MOST_CELLS = 400  # rows of a matrix; larger ones are drawn as means of blocks

BINS = 60  # bins of labelings

_KEPT = (0.001, 0.999)  # quantiles of labelings that limit the bins
_TESTS = 430  # px: height of both figures of the tests
_P_TICKS = (0, 0.01, 0.05, 0.1, 0.25, 0.5, 1)
_SIDES = {"A": "recall", "B": "precision"}  # their colors in both figures

Trace = dict[str, Any]


def margin_figure(difference: DifferenceTest, curve: MarginCurve, usual: float) -> go.Figure:
    tests = curve.tests
    lines = (
        ("p<sub>diff</sub>", [difference.p_value] * len(tests), [write_p(difference)] * len(tests),
         {"color": COLORS["text"], "width": 1.5, "dash": "dot"}),
        ("p<sub>eqv</sub>", [test.p_value for test in tests], [write_p(test) for test in tests],
         {"color": COLORS["text"], "width": 4}),  # under the larger λ, which it equals
        *(
            (f"λ of {side}", [part.value for part in parts],
             [write_p(test, part.value) for test, part in zip(tests, parts, strict=True)],
             {"color": COLORS[_SIDES[side]], "width": 1.5})
            for side, parts in _parts(curve).items()
        ),
    )  # fmt: skip
    figure = _figure(_TESTS)
    for name, values, written, line in lines:
        figure.add_scatter(
            x=curve.margins,
            y=np.sqrt(values),
            text=written,
            mode="lines",
            name=name,
            line=line,
            hovertemplate="%{text}",
        )
    figure.add_scatter(
        x=[usual],
        y=[0],
        mode="markers",
        marker={"symbol": "triangle-up", "size": 11, "color": CORPORA["between"]},
        cliponaxis=False,
        name="paper's margin",
        hovertemplate=f"{usual:.4g}",
    )
    figure.update_xaxes(title="equivalence margin", range=[0, curve.margins[-1]])
    # The square root makes room for small p-values, which decide.
    figure.update_yaxes(
        title="p (square-root scale)",
        range=[0, 1.02],
        tickvals=np.sqrt(_P_TICKS),
        ticktext=[f"{p:g}" for p in _P_TICKS],
    )
    return figure.update_layout(
        hovermode="x unified",
        legend={"orientation": "h", "y": -0.2, "x": 0},
        meta=list(curve.margins),
    )


def level_marks(curve: MarginCurve, flips: Sequence[Flip], alpha: float) -> dict[str, Any]:
    """Return the shapes and annotations that mark a level in :func:`margin_figure`."""
    level = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": alpha**0.5, "y1": alpha**0.5}
    level["line"] = {"color": COLORS["lost"], "width": 1.3, "dash": "dash"}
    above = {"yref": "paper", "y0": 0, "y1": 1}
    line = {"color": CORPORA["between"], "width": 1, "dash": "dot"}
    edges = [0.0, *(flip.margin for flip in flips), curve.margins[-1]]
    first = curve.tests[0].p_value < alpha
    ground = {"type": "rect", **above, "fillcolor": COLORS["window"], "opacity": 0.12}
    ground |= {"line": {"width": 0}, "layer": "below"}
    return {
        "shapes": [
            level,
            *(
                {**ground, "x0": low, "x1": high}
                for at, (low, high) in enumerate(pairwise(edges))
                if (at % 2 == 0) == first
            ),
            *(
                {"type": "line", **above, "x0": flip.margin, "x1": flip.margin, "line": line}
                for flip in flips
            ),
        ],
        "annotations": [
            {
                "text": f"α = {alpha:g}", "xref": "paper", "x": 1, "y": alpha**0.5,
                "xanchor": "right", "yanchor": "bottom", "showarrow": False,
                "font": {"color": COLORS["lost"]},
            },
            *(
                {
                    "text": f"{'equivalent' if flip.equivalent else 'not'}<br>from {flip.margin:g}",
                    "x": flip.margin, "yref": "paper", "y": 1, "yanchor": "top",
                    "xanchor": "left" if flip.margin < 0.75 * edges[-1] else "right",
                    "align": "left", "showarrow": False,
                }
                for flip in flips
            ),
        ],
    }  # fmt: skip


def labelings_figure(difference: DifferenceTest, curve: MarginCurve, margin: float) -> go.Figure:
    """Draw histograms of each statistic over labelings; the labelings that p counts are red."""
    ends, bars, counted = _bins(difference.null, difference.counted, [difference.statistic])
    still = [
        _bars(ends, bars / bars.max(), CORPORA["between"]),
        _bars(ends, counted / bars.max(), COLORS["lost"]),
        _observed(ends, "T", difference.statistic),
    ]
    both = {side: _labelings(parts, _SIDES[side]) for side, parts in _parts(curve).items()}
    figure = make_subplots(
        rows=3,
        cols=1,
        figure=_figure(_TESTS),
        vertical_spacing=0.13,
        subplot_titles=(
            "w<sub>A</sub> and b<sub>AB</sub>: T<sub>I</sub>/L up, T<sub>S</sub>/L down",
            "w<sub>B</sub> and b<sub>AB</sub>: T<sub>I</sub>/L up, T<sub>S</sub>/L down",
            f"T of {'all ' * difference.exact}{difference.n_permutations:,} labelings",
        ),
    )
    frames = list(zip(*both.values(), strict=True))
    now = curve.margins.index(margin)
    for row, traces in enumerate((*frames[now], still), 1):
        figure.add_traces(traces, rows=row, cols=1)
    figure.frames = [
        {"name": f"{name:g}", "data": [_moving(trace) for traces in frame for trace in traces]}
        for name, frame in zip(curve.margins, frames, strict=True)
    ]
    figure.update_annotations(font={"size": 12})
    figure.update_yaxes(showticklabels=False, showgrid=False, range=[-1.05, 1.05])
    figure.update_yaxes(range=[0, 1.05], row=3)
    # Automatic margins can make plotly draw the figure 20 times.
    figure.update_xaxes(automargin=False)
    figure.update_yaxes(automargin=False)
    return figure.update_layout(
        sliders=[slider([frame.name for frame in figure.frames], now, prefix="margin ")],
        barmode="overlay",
        bargap=0,
        showlegend=False,
        margin={"l": 20, "r": 20, "t": 30, "b": 30},
    )


def _parts(curve: MarginCurve) -> dict[str, list[Partial]]:
    return {"A": [test.a for test in curve.tests], "B": [test.b for test in curve.tests]}


def _labelings(parts: Sequence[Partial], color: str) -> list[list[Trace]]:
    null = np.array([[part.null_inferior, part.null_superior] for part in parts])
    marked = np.array([[part.counted_inferior, part.counted_superior] for part in parts])
    ends, bars, counted = _bins(null / parts[0].length, marked, [])
    signs = np.array([[1], [-1]])
    both, red = bars.reshape(-1, 2, BINS), counted.reshape(-1, 2, BINS)
    return [
        [
            _bars(ends, rows / rows.max() * signs, COLORS[color]),
            _bars(ends, lost / rows.max() * signs, COLORS["lost"]),
            _observed(ends, "T<sub>I</sub>/L", part.t_inferior / part.length),
            _observed(ends, "T<sub>S</sub>/L", part.t_superior / part.length, -1),
        ]
        for part, rows, lost in zip(parts, both, red, strict=True)
    ]


def _bars(ends: tuple[float, float], heights: FloatArray, color: str) -> Trace:
    edges = np.linspace(*ends, BINS + 1)
    return {
        "type": "bar",
        "x": np.tile((edges[:-1] + edges[1:]) / 2, heights.size // BINS),
        "y": heights.ravel().astype(np.float32),
        "width": edges[1] - edges[0],
        "marker": {"color": color, "line": {"width": 0}},
        "opacity": 0.85 if color == COLORS["lost"] else 0.45,
        "hoverinfo": "skip",
    }


def _observed(ends: tuple[float, float], name: str, value: float, reach: int = 1) -> Trace:
    """Draw an observed value as a line, at the end of the axis if it is beyond."""
    place = float(np.clip(value, *ends))
    written = "∞" if np.isinf(value) else f"{value:.4f}".replace("-", "−")
    side = "left" if place > sum(ends) / 2 else "right"
    return {
        "type": "scatter",
        "mode": "lines+text",
        "x": [place] * 3,
        "y": [0, 0.7 * reach, reach],
        "text": ["", f" {name} = {written} ", ""],
        "textposition": f"middle {side}",
        "line": {"color": COLORS["lost"], "width": 2},
        "hoverinfo": "skip",
    }


def _moving(trace: Trace) -> Trace:
    moving = ("type", "y") if trace["type"] == "bar" else ("type", "x", "y", "text", "textposition")
    return {name: trace[name] for name in moving}


def _bins(
    null: FloatArray, counted: npt.NDArray[np.bool_], shown: Sequence[float]
) -> tuple[tuple[float, float], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Count all labelings in bins, and those that p counts; the outermost bins are open."""
    finite = null[np.isfinite(null)]
    low, high = np.quantile(finite, _KEPT) if len(finite) else (0.0, 1.0)
    finite_shown = [value for value in shown if np.isfinite(value)]
    low, high = min([low, *finite_shown]), max([high, *finite_shown])
    room = 0.02 * (high - low) or 0.01
    low, high = low - room, high + room
    places = np.clip(np.nan_to_num((null - low) / (high - low), posinf=1.0), 0, 1)
    bins = np.minimum((places * BINS).astype(np.int64), BINS - 1).reshape(-1, null.shape[-1])
    numbers = (bins + BINS * np.arange(len(bins))[:, None]).ravel()
    size = BINS * len(bins)
    bars = np.bincount(numbers, minlength=size)
    among = np.bincount(numbers, weights=counted.ravel(), minlength=size)
    return (float(low), float(high)), bars.astype(np.int32), among.astype(np.int32)


def spread_figure(spread: Spread, names: tuple[str, str], *, between: bool = True) -> go.Figure:
    figure = _figure(_TESTS)
    parts = [
        ("w<sub>A</sub>", f"within A, {plain(names[0])}", "A", spread.within_a),
        ("w<sub>B</sub>", f"within B, {plain(names[1])}", "B", spread.within_b),
        *[("b<sub>AB</sub>", "between A and B", "between", spread.between)] * between,
    ]
    for symbol, name, side, values in parts:
        # The last of equal values: its index is the number of values up to it.
        last = np.flatnonzero(np.append(np.diff(values) > 0, True))
        drawn = last[evenly(len(last), MOST_DRAWN)]
        figure.add_scatter(
            x=values[drawn],
            y=(drawn + 1) / len(values),
            mode="lines",
            name=f"{symbol}: {name}",
            line={"color": CORPORA[side], "width": 2, "shape": "hv"},
            hovertemplate="%{y:.1%} are at most %{x:.4f}<extra></extra>",
        )
    figure.update_xaxes(title="normalized compression distance")
    figure.update_yaxes(title="share of distances", range=[0, 1.02])
    return figure.update_layout(legend={"orientation": "h", "y": -0.2, "x": 0}, hovermode="closest")


def matrix_figure(
    distances: FloatArray, n_a: int, items: Sequence[str], order: Sequence[int]
) -> go.Figure:
    count = len(order)
    shown = distances[np.ix_(order, order)].copy()
    np.fill_diagonal(shown, np.nan)  # the diagonal is not used
    step = -(-count // MOST_CELLS)
    groups = [order[at : at + step] for at in range(0, count, step)]
    names = [plain(items[first]) + f" and {len(more)} more" * bool(more) for first, *more in groups]
    figure = _figure(420)
    figure.add_heatmap(
        z=_blocks(shown, step),
        x=names,
        y=names,
        hovertemplate="%{x}<br>%{y}<br>%{z:.4f}<extra></extra>",
        colorscale="Viridis",
        reversescale=True,
        colorbar={"title": {"text": "NCD"}, "thickness": 12},
    )
    figure.add_heatmap(
        z=[[float(np.mean([at >= n_a for at in group])) for group in groups]],
        x=names,
        y=["corpus"],
        yaxis="y2",
        colorscale=[[0, CORPORA["A"]], [0.5, CORPORA["between"]], [1, CORPORA["B"]]],
        zmin=0,
        zmax=1,
        showscale=False,
        hoverinfo="skip",
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
    for side in ("A", "B"):
        marker = {"symbol": "square", "color": CORPORA[side]}
        figure.add_scatter(x=[None], y=[None], mode="markers", marker=marker, name=side)
    return figure.update_layout(
        margin={"l": 0, "r": 0, "t": 8, "b": 8}, legend={"orientation": "h", "y": 0, "x": 0}
    )


def map_figure(
    placed: Map, n_a: int, items: Sequence[str], names: tuple[str, str], chosen: int | None = None
) -> go.Figure:
    figure = _figure(420)
    for side, name, numbers, symbol in (
        ("A", names[0], range(n_a), "circle"),
        ("B", names[1], range(n_a, len(items)), "diamond"),
    ):
        figure.add_scatter(
            x=placed.places[numbers, 0],
            y=placed.places[numbers, 1],
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
            x=[placed.places[chosen, 0]],
            y=[placed.places[chosen, 1]],
            mode="markers",
            marker={"color": COLORS["window"], "symbol": "circle-open", "size": 18}
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
    figure = _figure(300)
    color = CORPORA["between"]
    figure.add_histogram(x=test.null, nbinsx=60, marker={"color": color}, name="labelings")
    figure.add_vline(
        test.statistic,
        line={"color": CORPORA["B"], "width": 3},
        annotation={"text": f"observed: {test.statistic:.4f}"},
        annotation_position="top left",
    )
    low, high = min([*test.null, test.statistic]), max([*test.null, test.statistic])
    room = 0.05 * (high - low)
    figure.update_xaxes(title="T", range=[low - room, high + room])
    return figure.update_yaxes(title="labelings")


def copies_figure(lengths: Sequence[int], curves: Mapping[str, Sequence[float]]) -> go.Figure:
    figure = _figure(320)
    for (name, values), color in zip(curves.items(), CORPORA.values(), strict=False):
        figure.add_scatter(
            x=[length / 1024 for length in lengths[: len(values)]],
            y=list(values),
            mode="lines+markers",
            name=name,
            line={"color": color, "width": 2},
        )
    figure.update_xaxes(title="length (kB of 1,024 bytes)", range=[0, lengths[-1] / 1024 + 1])
    return figure.update_yaxes(title="D of a string and its copy", range=[-0.05, 1.1])


def hierarchy_figure(hierarchy: Hierarchy) -> go.Figure:
    rows = [
        (f"{level} {layer.name}".strip(), layer) for level, layer in enumerate(hierarchy.layers, 1)
    ]
    figure = _figure(110 + 34 * len(rows))
    add_layers(figure, rows, hierarchy.notation, label_fills(hierarchy))
    figure.update_xaxes(**time_axis(hierarchy))
    figure.update_yaxes(type="category", autorange="reversed")
    return figure.update_layout(barmode="overlay", bargap=0.1)


def notes_figure(notes: Notes) -> go.Figure:
    gap = np.full(len(notes.pitches), np.nan)
    times = np.column_stack([notes.starts / RESOLUTION, notes.ends / RESOLUTION, gap]).ravel()
    pitches = np.column_stack([notes.pitches, notes.pitches, gap]).ravel()
    figure = _figure(260)
    figure.add_scattergl(
        x=times,
        y=pitches,
        mode="lines",
        line={"color": CORPORA["A"], "width": 4},
        hovertemplate="pitch %{y}, at %{x:.2f}<extra></extra>",
    )
    figure.update_xaxes(title="time (quarter notes)")
    return figure.update_yaxes(title="pitch (MIDI)")


def _figure(height: int) -> go.Figure:
    margin = {"l": 8, "r": 8, "t": 12, "b": 8}
    return go.Figure(layout={"template": TEMPLATE, "height": height, "margin": margin})


def _blocks(matrix: FloatArray, step: int) -> FloatArray:
    """Return the means of blocks; the last block can be smaller."""
    count = -(-len(matrix) // step)
    square = np.pad(matrix, (0, count * step - len(matrix)), constant_values=np.nan)
    blocks = np.ma.masked_invalid(square).reshape(count, step, count, step)
    return blocks.mean(axis=(1, 3)).filled(np.nan)


def _short(text: str) -> str:
    return text if len(text) <= 48 else f"{text[:30]}…{text[-16:]}"
