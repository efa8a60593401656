"""The panels of the charts against the window, as values for the browser to draw."""

import math
from collections.abc import Sequence
from itertools import cycle
from typing import Any

import numpy as np
import numpy.typing as npt

from core.choosing import LayerWeights
from core.choosing.curves import runs, stable, steepest
from core.choosing.layers import LayerDurations, layer_durations
from core.hierarchy import Hierarchy, Layer
from core.measures import BY_KEY, Measure
from core.tmeasures import TMeasures
from core.vocabulary import PARTS, SIDES, FloatArray, Part, Side
from core.wording import TimeWords, counted, percent, signed
from explorer.messages.pack import finite
from explorer.messages.words import digits, reach, seconds
from explorer.palette import MEASURE_DASHES

TOLERANCE = 0.02  # largest distance of a steady T_F from its middle

SHOWN_LAYERS = (4, 8)  # of a deep hierarchy: so many of the coarsest layers, and of the finest


class Rows:
    def __init__(self, length: int) -> None:
        self.length = length
        self._values: list[FloatArray] = []
        self._pale: list[npt.NDArray[np.bool_]] = []

    def add(self, values: FloatArray, pale: npt.NDArray[np.bool_] | None = None) -> int:
        self._values.append(values)
        self._pale.append(np.zeros(self.length, bool) if pale is None else pale)
        return len(self._values) - 1

    @property
    def values(self) -> FloatArray:
        """All curves, shape (rows, windows); NaN where nothing is scored."""
        return np.array(self._values)

    @property
    def pale(self) -> npt.NDArray[np.uint8]:
        """Where too little of the track is scored, shape (rows, windows)."""
        return np.array(self._pale, dtype=np.uint8)


def scores_panel(rows: Rows, result: TMeasures, variant: str, bound: float) -> dict[str, Any]:
    lines = [
        {
            "name": measure.words(part),
            "colour": part,
            "dash": dash,
            "width": 2.4 if measure.key == variant else 1.3,
            "row": rows.add(
                result.scores[measure.key].counted(part),
                result.scores[measure.key].share(part) < bound,
            ),
        }
        for measure, (dash, _) in zip(result.measures, cycle(MEASURE_DASHES), strict=False)
        for part in PARTS
    ]
    short = result.scores[variant].share("f_measure") < bound
    return {
        "id": "scores",
        "title": _scores_title(result.measures),
        "height": 190,
        "form": "score",
        "lines": lines,
        "stretches": _stretches(result, variant, bound),
        "lanes": _lanes(result, variant, short),
    }


def _scores_title(measures: Sequence[Measure]) -> str:
    """Such as ``"T_R, T_P and T_F (reduced solid, full dashed)"``."""
    letters: dict[str, list[str]] = {}
    symbols = {}
    for measure, (_, word) in zip(measures, cycle(MEASURE_DASHES), strict=False):
        symbols[measure.letter] = "{}, {} and {}".format(*map(measure.symbol, PARTS))
        letters.setdefault(measure.letter, []).append(f"{measure.variant} {word}".strip())
    return ", ".join(f"{symbols[letter]} ({', '.join(drawn)})" for letter, drawn in letters.items())


def _lanes(result: TMeasures, variant: str, short: npt.NDArray[np.bool_]) -> list[dict[str, Any]]:
    """Mark where F is steady and where steepest, among windows that score enough of the track."""
    values = result.scores[variant].counted("f_measure")
    where, score = "", BY_KEY[variant].symbol("f_measure")
    if short.any() and not short.all():
        values = np.where(short, np.nan, values)
        where = " where not pale"
    lanes: list[dict[str, Any]] = []
    steep = steepest(result.windows, values)
    # A constant score of 0 is no reason to choose a window.
    flat = stable(result.windows, np.where(values > 0, values, np.nan), TOLERANCE)
    if flat is not None and flat.end > flat.start:
        text = f"{score} steady (±{TOLERANCE:g}): {reach(flat.start, flat.end, result.words)}"
        lanes.append({"from": flat.start, "to": finite(flat.end), "text": text})
    if steep is not None and steep.change:
        change = f"{signed(steep.change, 2)} per doubling"
        text = f"{score} steepest{where} at {seconds(steep.window, result.words)}: {change}"
        place = {"from": steep.low, "to": steep.high, "point": steep.window}
        lanes.append({**place, "text": text})
    return lanes


def counted_panel(rows: Rows, result: TMeasures, variant: str, bound: float) -> dict[str, Any]:
    names: dict[Part, str] = {"recall": "in the reference", "precision": "in the estimate"}
    return {
        "id": "counted",
        "title": f"Share of the track scored ({BY_KEY[variant].title})",
        "height": 90,
        "ticks": [0, 0.5, 1],
        "form": "percent",
        "level": bound,
        "lines": [
            {
                "name": f"{BY_KEY[variant].symbol(part)}, {where}",
                "colour": part,
                "width": 2,
                "row": rows.add(result.scores[variant].share(part)),
            }
            for part, where in names.items()
        ],
    }


def _stretches(result: TMeasures, variant: str, bound: float) -> list[dict[str, Any]]:
    """List runs of windows that score too little of the track, with the side."""
    recall, precision = (
        result.scores[variant].share(side) < bound for side in ("recall", "precision")
    )
    rows = []
    for where, mask in (
        ("reference and estimate", recall & precision),
        ("reference", recall & ~precision),
        ("estimate", precision & ~recall),
    ):
        rows += [
            {
                "first": first,
                "last": last,
                "texts": [
                    f"less than {percent(bound)} of the track scored: {where}",
                    f"under {percent(bound)}: {where}",
                    f"{where} < {percent(bound)}",
                ],
                "both": " " in where,
            }
            for first, last in runs(mask)
        ]
    return rows


def layers_panel(
    rows: Rows,
    windows: FloatArray,
    weights: LayerWeights,
    hierarchy: Hierarchy,
    side: Side,
) -> dict[str, Any]:
    at = np.searchsorted(windows, weights.windows)
    lines, lanes = [], []
    shown = shown_layers(len(hierarchy.layers))
    for number, index in enumerate(shown):
        values = np.full(len(windows), np.nan)
        values[at] = weights.weights[index]
        start, stop = float(weights.starts[index]), float(weights.stops[index])
        more = "never"
        if not math.isnan(start):
            more = reach(start, stop, hierarchy.words)
            lanes.append({"from": finite(start), "to": finite(stop), "line": number})
        name, row = _layer_name(index, hierarchy.layers[index]), rows.add(values)
        lines.append({"name": name, "colour": number, "width": 1.9, "row": row, "more": more})
    count = len(hierarchy.layers)
    some = f", {len(shown)} of {count}" if len(shown) < count else ""
    return {
        "id": "layers",
        "title": f"Share of comparisons that each layer of the {side}{some} decides "
        f"(T reduced; bars: at least {percent(weights.share)})",
        "height": 120,
        "ticks": [0, 0.5, 1],
        "form": "percent",
        "lines": lines,
        "lanes": lanes,
        "at": at.tolist() if len(at) < len(windows) else None,
    }


def durations_panel(pair: tuple[Hierarchy, Hierarchy]) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    for side, hierarchy in zip(SIDES, pair, strict=True):
        durations = layer_durations(hierarchy)
        shown = shown_layers(len(durations))
        for index in shown:
            if index and index - 1 not in shown:
                text = f"{len(durations) - len(shown)} layers of the {side} not shown"
                rows.append({"gap": True, "side": side, "text": text})
            layer = hierarchy.layers[index]
            rows.append(_durations_row(side, durations[index], layer, hierarchy.words))
    units = pair[0].words
    unit = f", in {units.unit}" * units.musical
    return {
        "id": "durations",
        "title": f"Duration of segments{unit}: 5 % to 95 % of each layer, and the median",
        "rows": rows,
    }


def _durations_row(
    side: str, durations: LayerDurations, layer: Layer, units: TimeWords
) -> dict[str, Any]:
    name, segments = _layer_name(durations.level - 1, layer), counted(durations.count, "segment")
    return {
        "side": side,
        "text": name.removeprefix("layer "),
        "p5": durations.p5,
        "median": durations.median,
        "p95": durations.p95,
        "numbers": [digits(durations.median), _spread(durations, units)],
        "words": f"{side}, {name}: {segments}, {seconds(durations.shortest, units)} to "
        f"{seconds(durations.longest, units)}",
    }


def _spread(durations: LayerDurations, units: TimeWords) -> str:
    """Write the range of most durations; the title has the unit if its name is long."""
    if units.musical:
        return reach(durations.p5, durations.p95, units).removesuffix(f" {units.short}").strip()
    return reach(durations.p5, durations.p95, units)


def shown_layers(count: int) -> list[int]:
    """Choose layers to draw: the coarsest and the finest of a deep hierarchy."""
    coarse, fine = SHOWN_LAYERS
    if count <= coarse + fine:
        return list(range(count))
    return [*range(coarse), *range(count - fine, count)]


def _layer_name(index: int, layer: Layer) -> str:
    return f"layer {index + 1} {layer.name}".strip()
