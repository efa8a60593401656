"""Draw the scape for print: g(q) of every query at every window, with means at the side."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import NullLocator

from core.measures import BY_KEY
from core.tmeasures.scoring import query_scores
from core.vocabulary import DIRECTIONS, Direction, FloatArray
from core.windows import SCAPED_FROM, columns
from explorer.figures.parts import WINDOW_TICKS
from explorer.figures.printed.canvas import INCH, Drawn
from explorer.figures.printed.how import DPI
from explorer.palette import COLORS, SCAPE

BESIDE = 0.22
"""Width of the scores next to the plane, and of the gap, as shares of the plane's width."""

_GAP = 0.03
_QUERIES = 4800  # of a plane
Planes = tuple[FloatArray, dict[Direction, FloatArray]]  # windows, and g with a column per pixel


def planes_of(pair: Drawn) -> Planes:
    windows = pair.result.windows
    finite = np.isfinite(windows)
    shown = finite & (windows >= SCAPED_FROM)
    windows = windows[shown if shown.sum() > 1 else finite]
    measure, pixels = pair.how.measures[0], int(pair.canvas.width / INCH * DPI)
    scores = query_scores(
        *pair.sides,
        windows,
        queries=columns(0.0, pair.end, pixels * max(1, _QUERIES // pixels)),
        measure=measure,
        settings=pair.result.settings,
    )
    # A pixel has the lowest g of its queries; otherwise, lines as thin as a frame would be lost.
    grouped = (scores.of(measure, part).reshape(len(windows), pixels, -1) for part in DIRECTIONS)
    return windows, dict(zip(DIRECTIONS, (np.fmin.reduce(g, axis=2) for g in grouped), strict=True))


def draw_plane(pair: Drawn, planes: Planes, part: Direction, axes: Axes, _: float) -> None:
    """Draw g of one side: dark is low, hatching means no triplet."""
    windows, g = planes[0], planes[1][part]
    edges = np.linspace(0, pair.end, g.shape[1] + 1)
    steps = np.sqrt(windows[1:] * windows[:-1])
    rows = np.concatenate((windows[:1], steps, windows[-1:]))
    axes.patch.set(facecolor=SCAPE["none"], hatch="....", edgecolor=COLORS["background"])
    axes.pcolormesh(
        edges, rows, g, vmin=0, vmax=1, rasterized=True,
        cmap=LinearSegmentedColormap.from_list(part, SCAPE[part]),
    )  # fmt: skip
    axes.set_yscale("log")
    axes.yaxis.set_minor_locator(NullLocator())
    ticks = [tick for tick in WINDOW_TICKS if rows[0] <= tick <= rows[-1]]
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_ylabel(f"w ({pair.notation.short})", fontsize=pair.canvas.size.small)
    axes.set_xticks([])
    _draw_means(pair, part, axes)
    axes.set_ylim(rows[0], rows[-1])
    if pair.how.query is not None:
        axes.axvline(pair.how.query, color=COLORS["window"], linewidth=1)
        axes.axhline(pair.how.window, color=COLORS["window"], linewidth=1)


def _draw_means(pair: Drawn, part: Direction, axes: Axes) -> None:
    """Draw the mean of each row next to the plane, above its share of the track scored."""
    key = pair.how.measures[0]
    beside = axes.inset_axes((1 + _GAP, 0, BESIDE - _GAP, 1), sharey=axes)
    scores = pair.result.scores[key]
    windows = pair.result.windows
    finite = np.isfinite(windows)
    beside.fill_betweenx(
        windows[finite], scores.share(part)[finite], color=SCAPE["none"], linewidth=0
    )
    beside.plot(scores.part(part)[finite], windows[finite], color=COLORS[part], linewidth=1.2)
    beside.set_xlim(0, 1)
    # Below, they would meet the end of the time axis.
    beside.tick_params(length=0, labelleft=False, labeltop=True, labelbottom=False, pad=2)
    beside.set_xticks((0, 1), ("0", "1"), fontsize=pair.canvas.size.small)
    if pair.how.query is not None:
        beside.axhline(pair.how.window, color=COLORS["window"], linewidth=1)
    letter, _, index = BY_KEY[key].symbol(part).partition("_")
    title = {"y": 1.0, "pad": 3, "parse_math": True}
    beside.set_title(f"${letter}_{index}$", fontsize=pair.canvas.size.small, **title)
