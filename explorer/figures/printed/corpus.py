"""Draw a corpus for print: box plots of the scores of each method at one window."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from core.corpus.results import Results
from core.corpus.summary import nearest_window
from core.measures import BY_KEY, Measure, chosen_measures
from core.vocabulary import FloatArray, Part
from core.wording import IN_SECONDS, counted
from explorer.figures.printed.canvas import (
    GAP,
    POINT,
    Canvas,
    Panel,
    Printed,
    fitting,
    stacked,
    text_width,
)
from explorer.figures.printed.how import MEASURES, SIZES, known_only
from explorer.palette import COLORS

_ROW = 2.4  # in small font sizes
_MOST_NAMES = 0.36  # share of the width for names of methods
_SCORES: dict[Part, str] = {"recall": "recall", "precision": "precision", "f_measure": "F-measure"}


def print_corpus(
    results: Results,
    window: float,
    *,
    size: str = "column",
    measures: Sequence[str] = MEASURES,
    part: Part = "f_measure",
    caption: str | None = None,
) -> Printed:
    known_only("size", [size], SIZES)
    known_only("measure", measures, BY_KEY)
    chosen_measures(measures, results.measures, "no pair has them")
    at = nearest_window(results.windows, window)
    window_text = IN_SECONDS.window(float(results.windows[at]))

    def draw() -> Figure:
        canvas = Canvas(SIZES[size])
        panels = _panels(canvas, results.at(at), window_text, measures, part)
        own = results.caption(measures, window) if caption is None else caption
        return stacked(canvas, panels, own)

    return Printed(draw, f"Scores of {counted(len(results), 'pair')}, {window_text}")


def _panels(
    canvas: Canvas, results: Results, window_text: str, measures: Sequence[str], part: Part
) -> list[Panel]:
    small = canvas.size.small
    most = canvas.size.width * _MOST_NAMES
    members = results.rows_by_method
    names = [fitting(name, most, small) for name in members]
    widest = max(text_width(f"{name} ({len(results)})", small) for name in names)
    canvas.left = widest + 3 * GAP
    canvas.right = text_width("1", small) / 2 + GAP
    height = len(names) * small * _ROW * POINT
    panels = []
    for key in measures:
        last = key == measures[-1]
        values = results.score(key, part)[:, 0]
        scores = [values[rows] for rows in members.values()]
        label = f"{_SCORES[part]}, {window_text}" if last else ""
        draw = partial(_boxes, canvas, BY_KEY[key], scores, names, label)
        panels.append(Panel(height, draw, canvas.line + GAP, canvas.axis if last else GAP))
    return panels


def _boxes(
    canvas: Canvas,
    measure: Measure,
    scores: Sequence[FloatArray],
    names: Sequence[str],
    label: str,
    axes: Axes,
    _: float,
) -> None:
    ink = {"color": COLORS["text"], "linewidth": 0.8}
    axes.boxplot(  # with the quartiles and whiskers of core.corpus.summary
        [values[np.isfinite(values)] for values in scores],
        positions=np.arange(len(scores)),
        widths=0.6,
        orientation="horizontal",
        patch_artist=True,
        showmeans=True,
        boxprops={"facecolor": COLORS["silver"][1], "edgecolor": COLORS["text"]}
        | {"linewidth": 0.8},
        medianprops=ink | {"linewidth": 1.6},
        whiskerprops=ink,
        capprops=ink,
        meanprops={"marker": "D", "markersize": canvas.size.small / 2.5}
        | {"markerfacecolor": COLORS["background"], "markeredgecolor": COLORS["text"]},
        flierprops={"marker": "o", "markersize": canvas.size.small / 3, "markerfacecolor": "none"}
        | {"markeredgecolor": COLORS["text"], "markeredgewidth": 0.6},
    )
    axes.set_ylim(len(scores) - 0.5, -0.5)
    counts = (int(np.isfinite(values).sum()) for values in scores)
    rows = [f"{name} ({count})" for name, count in zip(names, counts, strict=True)]
    axes.set_yticks(np.arange(len(scores)), rows)
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(0, 1.01)
    ticks = (0, 0.2, 0.4, 0.6, 0.8, 1)
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks] if label else [""] * len(ticks))
    axes.grid(axis="x")
    axes.spines["bottom"].set_visible(True)
    canvas.write(axes, 0, GAP / 2, measure.heading, weight="bold")
    axes.set_xlabel(label)
