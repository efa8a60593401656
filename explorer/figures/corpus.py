"""Draw a corpus with plotly: scores by window, every track at a window, losses, segments."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.choosing.estimates import runs
from core.corpus.advising import Spread
from core.corpus.comparing import Comparison
from core.corpus.losses import GROUPS, losses
from core.corpus.results import Results
from core.corpus.summary import describe, nearest_window
from core.vocabulary import VARIANTS, FloatArray, Part
from core.windows import landmarks
from core.wording import window_number
from explorer.figures.parts import PATTERN, evenly, plain, score_name, slider
from explorer.palette import COLORS, CORPORA, LAYERS, NUMBERED_LINES, TEMPLATE

MOST_DRAWN = 2000  # a sample of larger corpora is drawn, since browsers move more points too slowly

_HEIGHTS = (300, 190, 130, 92)  # height of a row, by number of methods
_GAP = 34
_ENDS = 94  # space above the first row and below the last
_TRACKS = 400
_BAR = 44  # height of a method's bar
_ROW = 26  # height of a pair of methods
_WINDOWS = "window w (s); ∞ is the whole track"
_LEAST = 0.0005  # smaller losses are not drawn
_GOLDEN = 0.6180339887498949  # spreads points evenly, without randomness
_RANGE = (-0.02, 1.02)
_CAUSES = (*LAYERS[:9], COLORS["silver"][1])  # as many as GROUPS
_PATTERNS = ("", "/", ".", "x", "-", "|", "\\", "+")  # distinguish causes in gray
_BEYOND = {"color": CORPORA["between"], "size": 4}

Trace = dict[str, Any]
Names = tuple[str, ...]


def corpus_figure(
    results: Results,
    variant: str = "reduced",
    part: Part = "f_measure",
    window: float | None = None,
    order: Names = (),
) -> go.Figure:
    numbers = {method: at for at, method in enumerate(results.rows_by_method)}
    members = {method: results.rows_by_method[method] for method in order or numbers}
    titles = [f"{plain(method)} ({len(rows)} pairs)" for method, rows in members.items()]
    height = _HEIGHTS[max(min(len(members), len(_HEIGHTS)), 1) - 1]
    figure = make_subplots(
        rows=max(len(members), 1),
        cols=1,
        figure=go.Figure(layout={"template": TEMPLATE}),
        shared_xaxes=True,
        vertical_spacing=_GAP / (height * max(len(members), 1)),
        subplot_titles=titles,
    )
    windows = _ticks(results)
    scores = results.score(variant, part)
    for row, (method, rows) in enumerate(members.items(), 1):
        boxes = describe(scores[rows])
        line = {"color": _color(numbers[method])}
        # By default, plotly fills in half the opacity of the color of the line.
        hidden = {"hoverinfo": "skip", "line": {**line, "width": 0}, "mode": "lines"}
        place = {"x": windows, "showlegend": False, "row": row, "col": 1}
        figure.add_scatter(y=boxes.q1, **hidden, **place)
        figure.add_scatter(y=boxes.q3, fill="tonexty", **hidden, **place)
        figure.add_scatter(
            y=boxes.median,
            customdata=np.column_stack([boxes.q1, boxes.q3]),
            hovertemplate="w = %{x} s: median %{y:.3f}, quartiles %{customdata[0]:.3f} and "
            "%{customdata[1]:.3f}<extra></extra>",
            name=plain(method),
            mode="lines",
            line=line,
            **place,
        )
    title = f"{score_name(variant, part)}, {results.job.description}"
    figure.update_layout(**_frame(title, height * len(members) + _ENDS, top=54))
    # On the left, where the line of w does not cover them.
    figure.update_annotations(x=0, xanchor="left", font={"size": 13})
    figure.update_xaxes(
        type="category",
        categoryarray=windows,
        tickvals=[window_number(w) for w in landmarks(results.windows.tolist())],
        range=[-0.7, len(windows) - 0.3],
    )
    figure.update_xaxes(title=_WINDOWS, row=len(members), col=1)
    if window is not None:
        at_window = nearest_window(results.windows, window)
        figure.add_vline(x=at_window, line={"color": COLORS["window"]})
    figure.update_yaxes(range=_RANGE)
    return figure.update_layout(meta=list(range(len(windows))))


def better_figure(results: Results, comparison: Comparison, window: float) -> go.Figure:
    """Draw which method of each pair is better: a bar where tests say so, else a line."""
    methods, ticks = [*results.rows_by_method], _ticks(results)
    rows = []
    for pair, better in zip(comparison.pairs, comparison.better, strict=True):
        ahead = np.where(better, 2 * better, np.sign(np.nan_to_num(pair.mean)))
        names = {1: pair.first, -1: pair.second}
        for lead in (-2, -1, 1, 2):
            name, certain = names[np.sign(lead)], abs(lead) > 1
            what = "better" if certain else "higher mean, not significant"
            rows += [
                {
                    "y": plain(f"{pair.first} − {pair.second}"),
                    "base": first - 0.5,
                    "x": last - first + 1,
                    "width": 0.7 if certain else 0.1,
                    "text": plain(name) if certain else "",
                    "hovertext": f"w = {ticks[first]} to {ticks[last]} s: {plain(name)} {what}",
                    "color": _color(methods.index(name)),
                }
                for first, last in runs(ahead == lead)
            ]
    bars = {name: [row[name] for row in rows] for name in rows[0]} if rows else {"color": []}
    figure = go.Figure(layout={"template": TEMPLATE})
    figure.add_bar(
        marker={"color": bars.pop("color"), "line": {"width": 0}},
        orientation="h",
        insidetextanchor="start",
        textangle=0,
        hoverinfo="text",
        **bars,
    )
    title = f"Which method is better, {score_name(comparison.variant, comparison.part)}"
    figure.update_layout(**_frame(title, _ROW * len(comparison.pairs) + _ENDS, top=40))
    figure.update_layout(barmode="overlay", uniformtext={"minsize": 9, "mode": "hide"})
    figure.add_vline(x=nearest_window(results.windows, window), line={"color": COLORS["window"]})
    marks = landmarks(results.windows.tolist())
    figure.update_xaxes(
        tickvals=[results.windows.tolist().index(mark) for mark in marks],
        ticktext=[*map(window_number, marks)],
        range=[-0.7, len(ticks) - 0.3],
        title=_WINDOWS,
    )
    return figure.update_yaxes(autorange="reversed", type="category")


def tracks_figure(
    results: Results, variant: str, part: Part, window: float, opened: int = -1, order: Names = ()
) -> go.Figure:
    """Draw a score of every track at a window, one column per method, with a slider of windows."""
    scores = results.score(variant, part)
    members = {method: results.rows_by_method[method] for method in order or results.rows_by_method}
    places = _columns(results, members) + 0.7 * (np.arange(len(results)) * _GOLDEN % 1 - 0.5)
    boxes = [describe(scores[rows]) for rows in members.values()]
    beyond = results.outliers(variant, part)
    drawn = evenly(len(results), MOST_DRAWN)
    # A box per method, with a line at its median.
    ends = np.array([-0.4, -0.4, 0.4, 0.4, -0.4, np.nan, -0.4, 0.4, np.nan])
    values = [np.array([box.q1, box.median, box.q3])[[0, 2, 2, 0, 0, 1, 1, 1, 1]] for box in boxes]
    quartiles = np.concatenate(values)
    lines = {
        "type": "scatter",
        "x": np.concatenate([at + ends for at in range(len(members))]),
        "mode": "lines",
        "line": {"color": COLORS["window"], "width": 2},
        "hoverinfo": "y",
    }

    def moving(at: int) -> list[Trace]:
        far = np.flatnonzero(beyond[:, at])
        values = scores[:, at]
        return [
            {"y": quartiles[:, at]},
            {"y": np.where(beyond[drawn, at], np.nan, values[drawn]).astype(np.float32)},
            {"x": places[far], **_beyond(results, far, values[far])},
        ]  # fmt: skip

    points = _points(results, drawn, opened) | {"x": places[drawn]}
    title = "Every track at w"
    figure = _following(title, results, window, [lines, points, {"type": "scatter"}], moving)
    figure.update_xaxes(
        tickvals=list(range(len(members))),
        ticktext=[plain(method) for method in members],
        showgrid=False,
        zeroline=False,
        range=[-0.6, len(members) - 0.4],
    )
    return figure.update_yaxes(title=score_name(variant, part), range=_RANGE)


def scatter_figure(
    results: Results,
    across: tuple[str, Part],
    up: tuple[str, Part],
    window: float,
    opened: int = -1,
) -> go.Figure:
    x, y = results.score(*across), results.score(*up)
    beyond = results.outliers(*across) | results.outliers(*up)
    drawn = evenly(len(results), MOST_DRAWN)

    def moving(at: int) -> list[Trace]:
        far = np.flatnonzero(beyond[:, at])
        within = np.where(beyond[drawn, at], np.nan, y[drawn, at])
        return [
            {"x": x[drawn, at].astype(np.float32), "y": within.astype(np.float32)},
            {"x": x[far, at], **_beyond(results, far, y[far, at])},
        ]

    points = _points(results, drawn, opened)
    points["hovertemplate"] = "%{text}: %{x:.3f}, %{y:.3f}<extra></extra>"
    title = "Two scores of every track at w"
    figure = _following(title, results, window, [points, {"type": "scatter"}], moving)
    figure.add_shape(
        type="line", x0=0, y0=0, x1=1, y1=1, line={"color": COLORS["silver"][0], "dash": "dot"}
    )
    figure.update_xaxes(title=score_name(*across), range=_RANGE)
    return figure.update_yaxes(title=score_name(*up), range=_RANGE)


def losses_figure(results: Results, variant: str, window: float) -> go.Figure:
    """Draw the mean loss of each method by cause, at the nearest diagnosed window, least first."""
    lost = losses(results)
    at = nearest_window(lost.windows, window)
    number = list(VARIANTS).index(variant) if variant in VARIANTS else 0
    parts = lost.parts[:, number, at]
    methods = [plain(method) for method in lost.methods]
    figure = go.Figure(layout={"template": TEMPLATE})
    for group, name in enumerate(GROUPS):
        if not (parts[:, group] >= _LEAST).any():
            continue
        shape = _PATTERNS[(group + group // len(_PATTERNS)) % len(_PATTERNS)]
        figure.add_bar(
            x=parts[:, group],
            y=methods,
            orientation="h",
            name=name,
            marker={"color": _CAUSES[group], "pattern": {**PATTERN, "shape": shape}},
            hovertemplate="%{fullData.name}: %{x:.3f}<extra>%{y}</extra>",
        )
    title = f"Mean loss by cause, w = {window_number(float(lost.windows[at]))} s"
    figure.update_layout(**_frame(title, _BAR * len(methods) + 190))
    legend = {"orientation": "h", "yref": "container", "y": 0, "traceorder": "normal"}
    figure.update_layout(barmode="stack", showlegend=True, legend=legend)
    order = [methods[at] for at in np.argsort(lost.total[:, number, at], kind="stable")]
    figure.update_yaxes(autorange="reversed", type="category", categoryarray=order)
    return figure.update_xaxes(title=f"mean of 1 − {score_name(variant, 'f_measure')}")


def segments_figure(spread: Spread, window: float) -> go.Figure:
    figure = go.Figure(layout={"template": TEMPLATE})
    figure.update_layout(**_frame("Small-scale segments of the references", _TRACKS))
    figure.add_scatter(
        x=spread.edges,
        y=np.append(spread.shares, 0),
        mode="lines",
        line={"shape": "hv", "color": COLORS["silver"][0]},
        fill="tozeroy",
        hovertemplate="from %{x:.3g} s: %{y:.1%}<extra></extra>",
    )
    durations = spread.durations
    for name, value, anchor in (
        ("median", durations.median, "right"),
        ("95th percentile", durations.p95, "left"),
    ):
        figure.add_vline(x=value, line={"color": COLORS["text"], "dash": "dash", "width": 1})
        figure.add_annotation(
            x=math.log10(value),
            y=1.07,
            yref="paper",
            text=f"{name} {value:.2f} s",
            xanchor=anchor,
            showarrow=False,
        )
    first, last = float(spread.edges[0]), float(spread.edges[-1])
    if first <= window <= last:
        figure.add_vline(x=window, line={"color": COLORS["window"], "width": 2})
    figure.update_yaxes(title="share", tickformat=".0%", rangemode="tozero")
    return figure.update_xaxes(
        title="duration (s)",
        type="log",
        tickvals=[0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128],
        range=[math.log10(first), math.log10(last)],
    )


def _following(
    title: str,
    results: Results,
    window: float,
    fixed: Sequence[Trace],
    moving: Callable[[int], list[Trace]],
) -> go.Figure:
    """Make a figure of traces; some of them change with a slider of windows."""
    index = nearest_window(results.windows, window)
    ticks = _ticks(results)
    kinds = [{"type": own["type"]} for own in fixed]
    traces = [own | now for own, now in zip(fixed, moving(index), strict=True)]
    figure = go.Figure(traces, layout={"template": TEMPLATE})
    figure.frames = [
        {"name": tick, "data": [kind | now for kind, now in zip(kinds, moving(at), strict=True)]}
        for at, tick in enumerate(ticks)
    ]
    font = {"color": COLORS["text"]}
    windows = slider(ticks, index, prefix="w = ", suffix=" s", font=font)
    windows["font"] = {"color": "rgba(0,0,0,0)"}  # there are too many
    return figure.update_layout(sliders=[windows], **_frame(title, _TRACKS))


def _frame(title: str, height: int, top: int = 60) -> dict[str, Any]:
    return {
        "title": {"text": title, "x": 0, "font": {"size": 14}},
        "height": height,
        "margin": {"l": 50, "r": 12, "t": top, "b": 40},
        "showlegend": False,
    }


def _points(results: Results, drawn: npt.NDArray[np.intp], opened: int) -> Trace:
    """Return the points of all drawn tracks, with a ring around the opened track."""
    colors = [_color(int(at)) for at in _columns(results, results.rows_by_method)[drawn]]
    ringed = np.where(drawn == opened, 2.5, 0)
    ring = {"color": COLORS["window"], "width": ringed}
    marker = {"color": colors, "size": 5, "opacity": 0.6, "line": ring}
    return {"type": "scatter", "marker": marker, **_tracks(results, drawn)}


def _columns(results: Results, order: Iterable[str]) -> FloatArray:
    columns = np.zeros(len(results))
    for at, method in enumerate(order):
        columns[results.rows_by_method[method]] = at
    return columns


def _beyond(results: Results, rows: npt.NDArray[np.intp], values: FloatArray) -> Trace:
    return {"y": values, "marker": _BEYOND, "showlegend": False, **_tracks(results, rows)}


def _tracks(results: Results, rows: npt.NDArray[np.intp]) -> Trace:
    """Return the names of tracks, with the methods if there are several, and their numbers."""
    names, methods = results.tracks, results.methods
    if len(set(methods)) > 1:
        names = tuple(map(", ".join, zip(names, methods, strict=True)))
    return {
        "mode": "markers",
        "text": [plain(names[row]) for row in rows],
        "customdata": rows,
        "hovertemplate": "%{text}: %{y:.3f}<extra></extra>",
    }


def _color(method: int) -> str:
    return NUMBERED_LINES[method % len(NUMBERED_LINES)]


def _ticks(results: Results) -> list[str]:
    return [window_number(window) for window in results.windows.tolist()]
