"""Draw a pair for print: layers, g(q), and scores over windows."""

import math
from collections.abc import Iterator
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from core.align import names_of
from core.diagnosis import chance_range
from core.errors import ScoreError
from core.files.names import shortened
from core.hierarchy import Hierarchy, Pair
from core.measures import BY_KEY, Measure, chosen_measures
from core.tmeasures import TMeasures
from core.vocabulary import PARTS, VARIANTS, FloatArray, Part
from explorer.figures.printed.canvas import (
    GAP,
    Canvas,
    Drawn,
    Panel,
    Printed,
    fitting,
    stacked,
    text_width,
)
from explorer.figures.printed.how import SIZES, Print
from explorer.figures.printed.naming import chosen_layer_names, chosen_titles, figure_caption
from explorer.figures.printed.over_time import over_time, tick_text
from explorer.figures.printed.scape import BESIDE
from explorer.palette import COLORS

_MOST_NAMES = 0.24  # share of the width for names of layers
_CURVES = 2.4  # cm, larger with larger fonts
_WINDOW_TICKS = (0.1, 0.5, 3.0, 15.0, 60.0, 240.0, 960.0)
_WHOLE = 1.5  # position of the whole track, as multiple of the last finite window

# In gray, lines of a panel differ only by dashes.
_LOOKS: dict[Part, tuple[str, str, tuple[float, ...]]] = {
    "recall": ("recall", "^", (5, 1.6)),
    "precision": ("precision", "v", (1.2, 1.2)),
    "f_measure": ("F", "o", ()),
}


def print_pair(reference: Hierarchy, estimate: Hierarchy, result: TMeasures, how: Print) -> Printed:
    if how.query is not None and not 0 <= how.query <= reference.end:
        units = reference.notation
        raise ScoreError(
            f"There is no query at {units.at(how.query)}. Use a time from {units.at(0)} to "
            f"{units.at(reference.end)}."
        )
    chosen_measures(how.measures, result.measures, f"{result.lack} has none")
    sides = Pair(reference, estimate)
    texts = chosen_titles(sides, how.titles), chosen_layer_names(sides, how.layer_names)
    caption = figure_caption(sides, result, how) if how.caption is None else how.caption

    def draw() -> Figure:
        pair = Drawn(Canvas(SIZES[how.size]), sides, result, how, *texts)
        return stacked(pair.canvas, _panels(pair), caption)

    return Printed(draw, shortened(caption) or names_of(*sides))


def _panels(pair: Drawn) -> list[Panel]:
    canvas, how = pair.canvas, pair.how
    small = canvas.size.small
    names = ["0.5"]
    most = canvas.size.width * _MOST_NAMES
    if "layers" in how.panels:
        names += [fitting(name, most, small) for side in pair.layer_names for name in side]
    if {"strips", "scape"} & {*how.panels}:
        names.append("precision 1")
    canvas.left = max(text_width(name, small) for name in names) + 3 * GAP
    # Half of an axis's last label extends beyond it.
    canvas.right = max(text_width(tick_text(pair.notation, pair.end), small) / 2, GAP) + 0.05
    if "scape" in how.panels:
        canvas.right += canvas.width * BESIDE / (1 + BESIDE)
    return [*over_time(pair), *_over_windows(pair)]


def _over_windows(pair: Drawn) -> Iterator[Panel]:
    if not {"curves", "chance"} & {*pair.how.panels}:
        return
    line = pair.canvas.line
    height = _CURVES * (pair.canvas.size.type / 7.5)
    last = len(pair.how.measures) - 1
    bands = _chance(pair) if "chance" in pair.how.panels else {}
    for at, key in enumerate(pair.how.measures):
        draw = partial(_curves, pair, BY_KEY[key], bands.get(key), at == 0, at == last)
        yield Panel(height, draw, line + GAP, pair.canvas.axis if at == last else GAP)


def _chance(pair: Drawn) -> dict[str, FloatArray]:
    """Return the range of F by chance, by the measures that have one."""
    windows, settings = pair.result.windows, pair.result.settings
    bounds = chance_range(*pair.sides, windows, settings=settings)[..., -1]
    return {variant: bounds[:, at] for at, variant in enumerate(VARIANTS)}


def _curves(
    pair: Drawn,
    measure: Measure,
    chance: FloatArray | None,
    first: bool,
    last: bool,
    axes: Axes,
    _: float,
) -> None:
    canvas, result = pair.canvas, pair.result
    finite = np.isfinite(result.windows)
    windows = result.windows[finite]
    if chance is not None:
        band = chance[:, finite]
        axes.fill_between(windows, *band, color=COLORS["text"], alpha=0.14, linewidth=0)
    low, high = (float(windows[0]), float(windows[-1])) if len(windows) else (1.0, 1.0)
    whole = high * _WHOLE
    for part in PARTS:
        values = result.scores[measure.key].part(part)
        name, mark, dashes = _LOOKS[part]
        style = {"color": COLORS[part], "linewidth": 1.4 if part == "f_measure" else 1.1}
        axes.plot(windows, values[finite], linestyle=(0, dashes), label=name, **style)
        axes.plot(
            [whole] * int((~finite).sum()), values[~finite], linestyle="none",
            marker=mark, markersize=canvas.size.small / 2, color=COLORS[part],
            clip_on=False,
        )  # fmt: skip
    axes.set_xscale("log")
    axes.set_xlim(low, whole * 1.08)
    axes.set_ylim(0, 1.02)
    axes.grid()
    ticks = [tick for tick in _WINDOW_TICKS if low <= tick <= high / 1.2]
    axes.xaxis.set_minor_locator(NullLocator())
    names = [f"{tick:g}" for tick in ticks]
    axes.set_xticks([*ticks, whole], [*names, "∞"] if last else [""] * (len(ticks) + 1))
    axes.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    axes.spines[["left", "bottom"]].set_visible(True)
    canvas.write(axes, 0, GAP / 2, measure.heading, weight="bold")
    if first:
        right = 1 + BESIDE * ("scape" in pair.how.panels)  # or the legend could meet the heading
        axes.legend(
            loc="lower right", bbox_to_anchor=(right, 1), ncols=len(PARTS), frameon=False,
            borderaxespad=0.1, borderpad=0, handlelength=1.6, columnspacing=1, handletextpad=0.4,
        )  # fmt: skip
    if pair.how.query is not None:
        place = whole if math.isinf(pair.how.window) else pair.how.window
        axes.axvline(place, color=COLORS["window"], linewidth=0.8)
        right = place < math.sqrt(low * whole)  # there is room on that side
        axes.annotate(
            "w", (place, 0), xytext=(2 if right else -2, 2), textcoords="offset points",
            ha="left" if right else "right", fontsize=canvas.size.small, color=COLORS["window"],
        )  # fmt: skip
    if last:
        axes.set_xlabel(f"window w ({result.notation.short}); ∞: the whole track")
