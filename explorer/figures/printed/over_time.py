"""Panels over time in a figure for print: layers, g(q), and the query."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from core.hierarchy import Layer
from core.tmeasures.scoring import query_scores
from core.vocabulary import DIRECTIONS, Direction, FloatArray
from core.windows import columns
from core.wording import TimeNotation
from explorer.figures.printed.canvas import GAP, POINT, Drawn, Panel, fitting, text_width
from explorer.figures.printed.scape import draw_plane, planes_of
from explorer.palette import COLORS, INK, NO_FILL

_ROW = 1.5  # height of a row, in small font sizes
_HALF = 0.36  # half the height of a capital, in font sizes
_OUTLINES = (0.4, 0.2, 0.1)  # points
_STRIP = 0.8  # cm
_PLANE = 2.6  # cm
_SLICES = 1200  # samples of g(q)
_TICKS = 12
_DENSITY = 4  # of patterns
_MINUTES = (60, 120, 180, 300, 600, 1200, 1800, 3600)
_STEPS = np.array(
    [*(n * 10.0**power for power in (-2, -1, 0) for n in (1, 2, 5)), 10, 15, 30, *_MINUTES]
    + [36000.0 * 10**power for power in range(8)]
)

Draw = Callable[[Axes, float], None]


def over_time(pair: Drawn) -> Iterator[Panel]:
    panels: list[Panel] = []
    line = pair.canvas.line
    small = pair.canvas.size.small
    row = small * _ROW * POINT
    marked, shown = pair.how.query is not None, pair.how.panels
    planes = planes_of(pair) if "scape" in shown else None
    strips = _g(pair) if "strips" in shown else None
    for side, (part, hierarchy) in enumerate(zip(DIRECTIONS, pair.sides, strict=True)):
        of_side: list[tuple[float, Draw]] = []
        if "layers" in shown:
            of_side.append((row * len(hierarchy.layers), partial(_layers, pair, side)))
        if strips is not None:
            of_side.append((_STRIP * small / 7, partial(_strip, pair, part, strips[side])))
        if planes is not None:
            of_side.append((_PLANE * small / 7, partial(draw_plane, pair, planes, part)))
        for at, (height, draw) in enumerate(of_side):
            above = GAP if at else line * (1 + (side == 0 and marked)) + GAP
            headed = draw if at else partial(_headed, pair, side, draw)
            rigid = "layers" in shown and not at
            panels.append(Panel(height, headed, above, rigid=rigid))
    if not panels:
        return
    last = panels.pop()
    yield from panels

    def with_axis(axes: Axes, height: float) -> None:
        last.draw(axes, height)
        _time_axis(pair, axes)

    yield replace(last, draw=with_axis, below=pair.canvas.axis)


def _g(pair: Drawn) -> tuple[FloatArray, ...]:
    scores = query_scores(
        *pair.sides,
        [pair.how.window],
        queries=columns(0.0, pair.end, _SLICES),
        settings=pair.result.settings,
    )
    return tuple(scores.of(pair.how.measures[0], part)[0] for part in DIRECTIONS)


def _headed(pair: Drawn, side: int, draw: Draw, axes: Axes, height: float) -> None:
    """Draw a panel, and the name of its side above."""
    draw(axes, height)
    canvas = pair.canvas
    title = fitting(pair.titles[side], canvas.width, canvas.size.type, "bold")
    canvas.write(axes, 0, GAP, title, weight="bold")
    if side == 0 and pair.how.query is not None:
        place = pair.how.query / pair.end
        canvas.write(axes, place, GAP + canvas.line, "q", ha="center", color=COLORS["window"])


def _mark_query(pair: Drawn, axes: Axes) -> None:
    if pair.how.query is None:
        return
    axes.axvspan(*pair.reach, facecolor=COLORS["window"], alpha=0.13, linewidth=0, zorder=4)
    for edge in pair.reach:
        axes.axvline(edge, color=COLORS["window"], linewidth=0.5, zorder=5)
    axes.axvline(pair.how.query, color=COLORS["window"], linewidth=1.0, zorder=5)


def _layers(pair: Drawn, side: int, axes: Axes, height: float) -> None:
    canvas, hierarchy = pair.canvas, pair.sides[side]
    layers = hierarchy.layers
    axes.set_xlim(0, pair.end)
    axes.set_ylim(len(layers), 0)
    axes.set_xticks([])
    small = canvas.size.small
    row = height / len(layers)
    readable = row >= small * POINT
    _segments(pair, axes, layers)
    if readable:
        _labels(pair, axes, layers, row)
    axes.tick_params(axis="y", length=0)
    room = canvas.left - 3 * GAP + 0.01
    names = [fitting(name, room, small) for name in pair.layer_names[side]]
    axes.set_yticks(np.arange(len(layers)) + 0.5, names if readable else [""] * len(layers))
    _mark_query(pair, axes)


def _segments(pair: Drawn, axes: Axes, layers: Sequence[Layer]) -> None:
    """Draw the segments of all layers; segments with the same style share one path for speed."""
    fills: dict[tuple[str, float], list[FloatArray]] = {}
    hatches: dict[str, list[FloatArray]] = {}
    point = pair.end * POINT / pair.canvas.width
    for _, start, end, at, (color, hatch) in _shaded(pair, layers):
        box = _box(start, end, at + 0.04, at + 0.96)
        # A full outline would cover short segments.
        line = max((width for width in _OUTLINES if width * 4 * point <= end - start), default=0.0)
        fills.setdefault((color, line), []).append(box)
        if hatch:
            hatches.setdefault(hatch, []).append(box)
    for (color, line), boxes in fills.items():
        _draw(axes, boxes, facecolor=color, edgecolor=INK, linewidth=line)
    for hatch, boxes in hatches.items():
        _draw(axes, boxes, fill=False, edgecolor=INK, alpha=0.35, hatch=hatch, linewidth=0)


def _draw(axes: Axes, boxes: Sequence[FloatArray], **how: object) -> None:
    axes.add_artist(PathPatch(Path.make_compound_path_from_polys(np.array(boxes)), **how))


def _labels(pair: Drawn, axes: Axes, layers: Sequence[Layer], row: float) -> None:
    """Write the labels that fit into their segments, in rows of this height in centimeters."""
    canvas = pair.canvas
    small = canvas.size.small
    drop = _HALF * small * POINT / row  # from the middle to the baseline
    grounds: dict[str, list[FloatArray]] = {}
    for label, start, end, at, (color, hatch) in _shaded(pair, layers):
        text = fitting(label, canvas.width * (end - start) / pair.end - 0.08, small)
        if not text:
            continue
        middle = (start + end) / 2
        if hatch:  # a pattern behind the text would make it hard to read
            half = (text_width(text, small) / 2 + 0.03) * pair.end / canvas.width
            box = _box(middle - half, middle + half, at + 0.1, at + 0.9)
            grounds.setdefault(color, []).append(box)
        axes.text(
            middle, at + 0.5 + drop, text, ha="center", va="baseline", fontsize=small, color=INK,
            zorder=6,
        )  # fmt: skip
    for color, boxes in grounds.items():
        _draw(axes, boxes, facecolor=color, linewidth=0)


def _shaded(
    pair: Drawn, layers: Sequence[Layer]
) -> Iterator[tuple[str, float, float, int, tuple[str, str]]]:
    for at, layer in enumerate(layers):
        times = layer.intervals.tolist()
        for label, (start, end) in zip(layer.shown_labels, times, strict=True):
            color, hatch = pair.fills.get(label, NO_FILL)
            yield label, start, end, at, (color, hatch * _DENSITY)


def _box(left: float, right: float, top: float, bottom: float) -> FloatArray:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def _strip(pair: Drawn, part: Direction, g: FloatArray, axes: Axes, height: float) -> None:
    """Draw g(q) of one side over the track, with hatching where a query has no triplet."""
    canvas = pair.canvas
    axes.set_xlim(0, pair.end)
    axes.set_ylim(0, 1)
    axes.set_xticks([])
    edges = np.linspace(0, pair.end, len(g) + 1)
    axes.stairs(
        g, edges, fill=True, facecolor=COLORS[part], alpha=0.35, linewidth=0, edgecolor="none"
    )
    axes.stairs(g, edges, baseline=None, color=COLORS[part], linewidth=0.7)
    axes.stairs(
        np.where(np.isnan(g), 1.0, np.nan), edges, fill=True, facecolor="none",
        edgecolor=COLORS["text"], alpha=0.4, hatch="....", linewidth=0,
    )  # fmt: skip
    axes.spines[["left", "bottom"]].set_visible(True)
    axes.set_yticks((0, 1) if height > canvas.line else ())
    two = height > 2 * canvas.line
    axes.set_ylabel(
        f"g(q)\n{part}" if two else part, rotation=0, ha="right", va="center",
        fontsize=canvas.size.small, color=COLORS[part], labelpad=3,
    )  # fmt: skip
    _mark_query(pair, axes)


def _time_axis(pair: Drawn, axes: Axes) -> None:
    units, canvas = pair.notation, pair.canvas
    most = canvas.width / (text_width("00:00", canvas.size.small) * 1.8)
    wide = _STEPS[pair.end / _STEPS <= min(most, _TICKS)]
    step = float(wide.min()) if len(wide) else pair.end
    ticks = [step * at for at in range(int(pair.end / step + 1e-9) + 1)]
    axes.set_xticks(ticks, [tick_text(units, tick) for tick in ticks])
    axes.set_xlabel(units.singular if units.musical else "time (min:s)")
    axes.spines["bottom"].set_visible(True)


def tick_text(units: TimeNotation, time: float) -> str:
    text = units.bare(time)
    return text if units.musical else text.removesuffix(".0")
