"""The panels of a figure for print: each knows how high it is, and draws itself into axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.textpath import text_to_path
from matplotlib.ticker import FixedLocator, NullLocator

from core.files.names import shortened
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy, Layer
from core.measures import BY_KEY, Measure
from core.timewords import TimeWords
from core.tmeasures import TMeasures, query_scores
from core.vocabulary import DIRECTIONS, PARTS, Direction, FloatArray, Part
from core.windows import columns
from explorer.figures.printing import Print, Size
from explorer.palette import COLOURS, INK, printed_fills

_POINT = 2.54 / 72  # cm
_LINE = 1.25  # of the type, from one line to the next
_ROW = 1.5  # of the small type
_HALF = 0.36  # of the type: half of a capital
_GAP = 0.12  # cm
_STRIP = 0.8  # cm
_CURVES = 2.4  # cm, more where there is more type
_SLICES = 1200  # of g(q)
_MOST_NAMES = 0.24  # of the width, for the names of layers
_TICKS = 6
_STEPS = np.array([1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 1200, 1800, 3600])
_WINDOW_TICKS = (0.1, 0.5, 3.0, 15.0, 60.0, 240.0, 960.0)
_WHOLE = 1.5  # times the last finite window: where the whole track stands

# In grey the lines of a panel differ by these alone.
_DASHES: dict[Part, tuple[float, tuple[float, ...]]] = {
    "recall": (0, (5, 1.6)),
    "precision": (0, (1.2, 1.2)),
    "f_measure": (0, ()),
}
_MARKS: dict[Part, str] = {"recall": "^", "precision": "v", "f_measure": "o"}
_WORDS: dict[Part, str] = {"recall": "recall", "precision": "precision", "f_measure": "F"}

# For signs that the first lacks, where they are installed.
_FONTS = ("DejaVu Sans", "Noto Sans CJK JP", "Noto Sans CJK SC", "Hiragino Sans", "Yu Gothic",
          "Microsoft YaHei", "Arial Unicode MS")  # fmt: skip

ShadeOf = Callable[[str, int], tuple[str, str]]


@lru_cache(maxsize=1)
def fonts() -> list[str]:
    """Give the families that text is set in."""
    there = {each.name for each in fontManager.ttflist}
    return [name for name in _FONTS if name in there]


@lru_cache(maxsize=4096)
def text_width(text: str, points: float, weight: str = "normal") -> float:
    """Give the width of a line of text in centimetres."""
    font = FontProperties(family=fonts()[0], size=points, weight=weight)
    wide, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(wide) * _POINT


def fitting(text: str, width: float, points: float, weight: str = "normal") -> str:
    """Shorten a name to a width in centimetres; empty where not even a part of it fits."""
    plain = shortened(text)
    if text_width(plain, points, weight) <= width:
        return plain
    for length in range(len(plain) - 1, 1, -1):
        part = f"{plain[:length].rstrip()}…"
        if text_width(part, points, weight) <= width:
            return part
    return ""


@dataclass
class Canvas:
    """The sheet: its size, and the room beside the panels.

    Parameters
    ----------
    size : Size
    left, right : float
        Centimetres beside all axes.
    """

    size: Size
    left: float = 0.0
    right: float = 0.0

    @property
    def line(self) -> float:
        """How high a line of text is, in centimetres."""
        return self.size.type * _LINE * _POINT

    @property
    def axis(self) -> float:
        """How much room the values and the title of an axis take below it, in centimetres."""
        return (self.size.small + self.size.type) * _LINE * _POINT + _GAP

    @property
    def width(self) -> float:
        """How wide the axes are, in centimetres."""
        return self.size.width - self.left - self.right

    def write(self, axes: Axes, x: float, y: float, text: str, **how: object) -> None:
        """Write a line; `y` is in centimetres above the axes, `x` a share of their width."""
        points = {"xytext": (0, y / _POINT), "textcoords": "offset points"}
        style = {"fontsize": self.size.type, "color": COLOURS["text"], "family": fonts()}
        axes.annotate(
            text, (x, 1), xycoords="axes fraction", va="baseline", **points, **(style | how)
        )

    def plain_axes(self, axes: Axes) -> None:
        """Take away all but what a panel draws."""
        axes.tick_params(
            length=2, width=0.5, pad=self.size.small * 0.3, colors=COLOURS["text"],
            labelsize=self.size.small, labelfontfamily=fonts()[0],
        )  # fmt: skip
        for spine in axes.spines.values():
            spine.set_visible(False)


@dataclass(frozen=True)
class Panel:
    """One part of a figure.

    Parameters
    ----------
    height : float
        Centimetres that its axes take, and shrink or grow by.
    draw : callable
        Takes axes and how high they are, in centimetres.
    above, below : float
        Centimetres that text around the axes takes.
    """

    height: float
    draw: Callable[[Axes, float], None]
    above: float = _GAP
    below: float = 0.0


@dataclass
class _Pair:
    """All that the panels of a pair draw from."""

    canvas: Canvas
    sides: tuple[Hierarchy, Hierarchy]
    result: TMeasures
    how: Print
    shade: ShadeOf = field(default_factory=printed_fills)

    @property
    def words(self) -> TimeWords:
        return self.sides[0].words

    @property
    def end(self) -> float:
        return self.sides[0].end

    @property
    def frame_size(self) -> float:
        return self.result.frame_size or DEFAULT_FRAME_SIZE

    @property
    def reach(self) -> tuple[float, float]:
        """The stretch of time that the window holds around the query."""
        query = self.how.query or 0.0
        windows = np.array([self.how.window])
        back, ahead = self.result.convention.reach_in_seconds(windows, self.frame_size)
        return max(0.0, query - float(back[0])), min(self.end, query + float(ahead[0]))


def pair_panels(
    canvas: Canvas, reference: Hierarchy, estimate: Hierarchy, result: TMeasures, how: Print
) -> list[Panel]:
    """Lay out the panels of a pair, and make room for their names on the canvas.

    Parameters
    ----------
    canvas : Canvas
        Its margins are set.
    reference, estimate : Hierarchy
    result : TMeasures
    how : Print

    Returns
    -------
    list of Panel
        From above.
    """
    pair = _Pair(canvas, (reference, estimate), result, how)
    small = canvas.size.small
    names = ["0.5"]
    most = canvas.size.width * _MOST_NAMES
    if "layers" in how.panels:
        names += [
            fitting(_name(layer, at), most, small)
            for side in pair.sides
            for at, layer in enumerate(side.layers)
        ]
    if "strips" in how.panels:
        names.append("precision")
    canvas.left = max(text_width(name, small) for name in names) + 3 * _GAP
    # Half of the last label of an axis stands beyond it.
    canvas.right = max(text_width(_clock(pair.words, pair.end), small) / 2, _GAP) + 0.05
    return [*_over_time(pair), *_over_windows(pair)]


def _name(layer: Layer, at: int) -> str:
    return layer.name or f"layer {at + 1}"


def _over_time(pair: _Pair) -> Iterator[Panel]:
    """Lay out what stands over the time of the track."""
    found: list[Panel] = []
    line = pair.canvas.line
    row = pair.canvas.size.small * _ROW * _POINT
    marked = pair.how.query is not None
    strips = None
    if "strips" in pair.how.panels:
        measure = BY_KEY[pair.how.measures[0]]
        strips = measure, _g(pair, measure)
    for side, (part, hierarchy) in enumerate(zip(DIRECTIONS, pair.sides, strict=True)):
        heading = line * (1 + (side == 0 and marked)) + _GAP
        if "layers" in pair.how.panels:
            found.append(Panel(row * len(hierarchy.layers), partial(_layers, pair, side), heading))
        if strips is not None:
            measure, g = strips
            above = _GAP if found and "layers" in pair.how.panels else heading
            found.append(
                Panel(
                    _STRIP * pair.canvas.size.small / 7,
                    partial(_strip, pair, measure, part, g[side]),
                    above,
                )
            )
    if not found:
        return
    last = found.pop()
    yield from found

    def with_axis(axes: Axes, height: float) -> None:
        last.draw(axes, height)
        _time_axis(pair, axes)

    yield Panel(last.height, with_axis, last.above, pair.canvas.axis)


def _g(pair: _Pair, measure: Measure) -> tuple[FloatArray, ...]:
    """Give g(q) at the window over the track, for recall and precision."""
    found = query_scores(
        *pair.sides,
        [pair.how.window],
        queries=columns(0.0, pair.end, _SLICES),
        convention=pair.result.convention,
        frame_size=pair.frame_size,
    )
    return tuple(found.of(measure.key, part)[0] for part in DIRECTIONS)


def _heading(pair: _Pair, axes: Axes, side: int) -> None:
    """Say which hierarchy this is, and of the first what the strips show."""
    canvas, hierarchy = pair.canvas, pair.sides[side]
    word = ("Reference", "Estimate")[side]
    said = ""
    if side == 0 and "strips" in pair.how.panels:
        measure = BY_KEY[pair.how.measures[0]]
        said = f"{_title(measure)}, {pair.words.window(pair.how.window)}"
        canvas.write(axes, 1, _GAP, said, ha="right")
    room = canvas.width - text_width(said, canvas.size.type) - 2 * _GAP
    name = f"{word} · {hierarchy.name}" if hierarchy.name else word
    canvas.write(axes, 0, _GAP, fitting(name, room, canvas.size.type, "bold"), weight="bold")


def _mark_query(pair: _Pair, axes: Axes) -> None:
    """Draw the query and its window through a panel."""
    if pair.how.query is None:
        return
    axes.axvspan(*pair.reach, facecolor=COLOURS["window"], alpha=0.13, linewidth=0, zorder=4)
    for edge in pair.reach:
        axes.axvline(edge, color=COLOURS["window"], linewidth=0.5, zorder=5)
    axes.axvline(pair.how.query, color=COLOURS["window"], linewidth=1.0, zorder=5)


def _say_query(pair: _Pair, axes: Axes) -> None:
    """Name the query over its line."""
    if pair.how.query is not None:
        place = pair.how.query / pair.end
        how = {"ha": "center", "color": COLOURS["window"]}
        pair.canvas.write(axes, place, _GAP + pair.canvas.line, "q", **how)


def _layers(pair: _Pair, side: int, axes: Axes, height: float) -> None:
    """Draw the layers of one hierarchy, coarse on top."""
    canvas, hierarchy = pair.canvas, pair.sides[side]
    canvas.plain_axes(axes)
    layers = hierarchy.layers
    axes.set_xlim(0, pair.end)
    axes.set_ylim(len(layers), 0)
    axes.xaxis.set_major_locator(NullLocator())
    small = canvas.size.small
    row = height / len(layers)
    readable = row >= small * _POINT
    _segments(pair, axes, layers)
    if readable:
        _labels(pair, axes, layers, row)
    axes.tick_params(axis="y", length=0)
    room = canvas.left - 3 * _GAP + 0.01
    names = [fitting(_name(layer, at), room, small) for at, layer in enumerate(layers)]
    axes.set_yticks(np.arange(len(layers)) + 0.5, names if readable else [""] * len(layers))
    _heading(pair, axes, side)
    if side == 0:
        _say_query(pair, axes)
    _mark_query(pair, axes)


def _segments(pair: _Pair, axes: Axes, layers: Sequence[Layer]) -> None:
    """Draw the segments of all layers; those with one hatch at once."""
    boxes: dict[str, list[FloatArray]] = {}
    colours = []
    for _, start, end, at, (colour, hatch) in _shaded(pair, layers):
        box = _box(start, end, at + 0.04, at + 0.96)
        boxes.setdefault("", []).append(box)
        colours.append(colour)
        if hatch:
            boxes.setdefault(hatch, []).append(box)
    for hatch, found in boxes.items():
        fill = {"facecolors": "none", "alpha": 0.35, "hatch": hatch, "linewidths": 0}
        plain = {"facecolors": colours, "linewidths": 0.4}
        style = fill if hatch else plain
        drawn = PolyCollection(found, edgecolors=INK, **style)
        axes.add_collection(drawn, autolim=False)


def _labels(pair: _Pair, axes: Axes, layers: Sequence[Layer], row: float) -> None:
    """Write the labels that fit into their segments, in rows of so many centimetres."""
    canvas = pair.canvas
    small = canvas.size.small
    drop = _HALF * small * _POINT / row  # from the middle to the line they stand on
    grounds, colours = [], []
    for label, start, end, at, (colour, hatch) in _shaded(pair, layers):
        text = fitting(label, canvas.width * (end - start) / pair.end - 0.08, small)
        if not text:
            continue
        middle = (start + end) / 2
        if hatch:  # through which it would be hard to read
            half = (text_width(text, small) / 2 + 0.03) * pair.end / canvas.width
            grounds.append(_box(middle - half, middle + half, at + 0.1, at + 0.9))
            colours.append(colour)
        axes.text(
            middle, at + 0.5 + drop, text, ha="center", va="baseline", fontsize=small, color=INK,
            family=fonts(), zorder=6,
        )  # fmt: skip
    axes.add_collection(PolyCollection(grounds, facecolors=colours, linewidths=0), autolim=False)


def _shaded(
    pair: _Pair, layers: Sequence[Layer]
) -> Iterator[tuple[str, float, float, int, tuple[str, str]]]:
    """Give label, start, end, layer and fill of each segment."""
    for at, layer in enumerate(layers):
        times = layer.intervals.tolist()
        for number, (label, (start, end)) in enumerate(zip(layer.labels, times, strict=True)):
            yield label, start, end, at, pair.shade(label, number)


def _box(left: float, right: float, top: float, bottom: float) -> FloatArray:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def _strip(
    pair: _Pair, measure: Measure, part: Direction, g: FloatArray, axes: Axes, height: float
) -> None:
    """Draw g(q) of one side over the track; hatched where a query has no triplet."""
    canvas = pair.canvas
    canvas.plain_axes(axes)
    axes.set_xlim(0, pair.end)
    axes.set_ylim(0, 1)
    axes.xaxis.set_major_locator(NullLocator())
    edges = np.linspace(0, pair.end, len(g) + 1)
    axes.stairs(
        g, edges, fill=True, facecolor=COLOURS[part], alpha=0.35, linewidth=0, edgecolor="none"
    )
    axes.stairs(g, edges, baseline=None, color=COLOURS[part], linewidth=0.7)
    axes.stairs(
        np.where(np.isnan(g), 1.0, np.nan), edges, fill=True, facecolor="none",
        edgecolor=COLOURS["text"], alpha=0.4, hatch="....", linewidth=0,
    )  # fmt: skip
    for spine in ("left", "bottom"):
        axes.spines[spine].set_visible(True)
    axes.set_yticks([])
    two = height > 2 * canvas.line
    axes.set_ylabel(
        f"g(q)\n{part}" if two else part, rotation=0, ha="right", va="center",
        fontsize=canvas.size.small, family=fonts(), color=COLOURS[part], labelpad=3,
    )  # fmt: skip
    if "layers" not in pair.how.panels:
        side = DIRECTIONS.index(part)
        _heading(pair, axes, side)
        if side == 0:
            _say_query(pair, axes)
    _mark_query(pair, axes)


def _time_axis(pair: _Pair, axes: Axes) -> None:
    """Draw the axis of time under the last panel that stands over it."""
    words, canvas = pair.words, pair.canvas
    ticks = _time_ticks(pair.end, canvas.width / (text_width("00:00", canvas.size.small) * 1.8))
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.set_xticks(ticks, [_clock(words, tick) for tick in ticks])
    title = words.one if words.musical else "time (min:s)"
    axes.set_xlabel(title, fontsize=canvas.size.type, family=fonts(), labelpad=1.5)
    axes.xaxis.label.set_color(COLOURS["text"])
    axes.spines["bottom"].set_visible(True)


def _time_ticks(end: float, most: float) -> list[float]:
    steps = np.concatenate(
        [_STEPS / 100, _STEPS / 10, _STEPS, _STEPS[-1] * 10.0 ** np.arange(1, 9)]
    )
    fitting_steps = steps[end / steps <= max(min(most, 2 * _TICKS), 1.5)]
    step = float(fitting_steps.min()) if len(fitting_steps) else end
    return [step * at for at in range(int(end / step + 1e-9) + 1)]


def _clock(words: TimeWords, time: float) -> str:
    text = words.bare(time)
    return text if words.musical else text.removesuffix(".0")


def _title(measure: Measure) -> str:
    return f"{measure.letter} {measure.variant}".rstrip()


def _over_windows(pair: _Pair) -> Iterator[Panel]:
    """Lay out the scores over windows, a panel a measure."""
    if "curves" not in pair.how.panels:
        return
    line = pair.canvas.line
    height = _CURVES * (pair.canvas.size.type / 7.5)
    *others, last = pair.how.measures
    for key in others:
        yield Panel(
            height, partial(_curves, pair, BY_KEY[key], key == others[0], False), line + _GAP, _GAP
        )
    yield Panel(
        height,
        partial(_curves, pair, BY_KEY[last], not others, True),
        line + _GAP,
        pair.canvas.axis,
    )


def _curves(pair: _Pair, measure: Measure, first: bool, last: bool, axes: Axes, _: float) -> None:
    """Draw recall, precision and F over windows; the whole track apart, on the right."""
    canvas, result = pair.canvas, pair.result
    canvas.plain_axes(axes)
    finite = np.isfinite(result.windows)
    windows = result.windows[finite]
    low, high = (float(windows[0]), float(windows[-1])) if len(windows) else (1.0, 1.0)
    whole = high * _WHOLE
    for part in PARTS:
        values = result.scores[measure.key].counted(part)
        style = {"color": COLOURS[part], "linewidth": 1.4 if part == "f_measure" else 1.1}
        axes.plot(windows, values[finite], linestyle=_DASHES[part], label=_WORDS[part], **style)
        axes.plot(
            [whole] * int((~finite).sum()), values[~finite], linestyle="none",
            marker=_MARKS[part], markersize=canvas.size.small / 2, color=COLOURS[part],
            clip_on=False,
        )  # fmt: skip
    axes.set_xscale("log")
    axes.set_xlim(low, whole * 1.08)
    axes.set_ylim(0, 1.02)
    axes.grid(color=COLOURS["text"], alpha=0.14, linewidth=0.5)
    axes.set_axisbelow(True)
    ticks = [each for each in _WINDOW_TICKS if low <= each <= high / 1.2]
    axes.xaxis.set_minor_locator(NullLocator())
    names = [f"{each:g}" for each in ticks]
    axes.set_xticks([*ticks, whole], [*names, "∞"] if last else [""] * (len(ticks) + 1))
    axes.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    for spine in ("left", "bottom"):
        axes.spines[spine].set_visible(True)
    canvas.write(axes, 0, _GAP / 2, _title(measure), weight="bold")
    if first:
        legend = axes.legend(
            loc="lower right", bbox_to_anchor=(1, 1), ncols=len(PARTS), frameon=False,
            borderaxespad=0.1, borderpad=0, handlelength=2.2, columnspacing=1.2, handletextpad=0.4,
            prop=FontProperties(family=fonts(), size=canvas.size.small),
        )  # fmt: skip
        for text in legend.get_texts():
            text.set_color(COLOURS["text"])
    if pair.how.query is not None:
        place = whole if math.isinf(pair.how.window) else pair.how.window
        axes.axvline(place, color=COLOURS["window"], linewidth=0.8)
        axes.annotate(
            "w", (place, 0), xytext=(2, 2), textcoords="offset points",
            fontsize=canvas.size.small, family=fonts(), color=COLOURS["window"],
        )  # fmt: skip
    if last:
        unit = pair.result.words.short
        axes.set_xlabel(
            f"window w ({unit}); ∞: the whole track", fontsize=canvas.size.type, family=fonts(),
            labelpad=1.5, color=COLOURS["text"],
        )  # fmt: skip
