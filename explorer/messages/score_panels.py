"""The panels of scores and of queries counted, as values for the browser to draw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import cycle
from typing import Any

import numpy as np
import numpy.typing as npt

from core.choosing.curves import runs, stable, steepest
from core.measures import BY_KEY, Measure
from core.tmeasures import TMeasures
from core.vocabulary import PARTS, FloatArray, Part
from core.wording import percent
from explorer.messages.words import reach, seconds
from explorer.palette import MEASURE_DASHES

TOLERANCE = 0.02
"""How far T_F may lie from its middle where it is said to be stable."""


class Rows:
    """The curves of a chart, collected: values and where they are drawn pale."""

    def __init__(self, length: int) -> None:
        self.length = length
        self._values: list[FloatArray] = []
        self._pale: list[npt.NDArray[np.bool_]] = []

    def add(self, values: FloatArray, pale: npt.NDArray[np.bool_] | None = None) -> int:
        """Add a curve; gives its number."""
        self._values.append(values)
        self._pale.append(np.zeros(self.length, bool) if pale is None else pale)
        return len(self._values) - 1

    @property
    def values(self) -> FloatArray:
        """All curves, shape (rows, windows); NaN where nothing is counted."""
        return np.array(self._values)

    @property
    def pale(self) -> npt.NDArray[np.uint8]:
        """Where too little is counted, shape (rows, windows)."""
        return np.array(self._pale, dtype=np.uint8)


def scores_panel(rows: Rows, result: TMeasures, variant: str, bound: float) -> dict[str, Any]:
    """Draw the scores of all measures; `variant` is bold."""
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
        "kind": "lines",
        "id": "scores",
        "title": _scores_title(result.measures),
        "height": 190,
        "low": 0,
        "high": 1,
        "ticks": [0, 0.25, 0.5, 0.75, 1],
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
    """Say where F is stable and where steep, where enough is counted if that is anywhere."""
    values = result.scores[variant].counted("f_measure")
    where, score = "", BY_KEY[variant].symbol("f_measure")
    if short.any() and not short.all():
        values = np.where(short, np.nan, values)
        where = " where not pale"
    lanes: list[dict[str, Any]] = []
    flat, steep = stable(result.windows, values, TOLERANCE), steepest(result.windows, values)
    if flat is not None and flat.end > flat.start:
        lanes.append(
            {
                "from": flat.start,
                "to": None if math.isinf(flat.end) else flat.end,
                "text": f"{score} within ±{TOLERANCE:g}: "
                f"{reach(flat.start, flat.end, result.words)}",
            }
        )
    if steep is not None and steep.change:
        change = f"{'−' if steep.change < 0 else '+'}{abs(steep.change):.2f} an octave"
        lanes.append(
            {
                "from": steep.low,
                "to": steep.high,
                "point": steep.window,
                "text": f"{score} steepest{where} at {seconds(steep.window, result.words)}: "
                f"{change}",
            }
        )
    return lanes


def counted_panel(rows: Rows, result: TMeasures, variant: str, bound: float) -> dict[str, Any]:
    """Draw the shares of queries that are counted, and the bound."""
    names: dict[Part, str] = {"recall": "in the reference", "precision": "in the estimate"}
    return {
        "kind": "lines",
        "id": "counted",
        "title": f"Queries counted ({BY_KEY[variant].title}): those with a triplet",
        "height": 90,
        "low": 0,
        "high": 1,
        "ticks": [0, 0.5, 1],
        "form": "percent",
        "level": bound,
        "lines": [
            {
                "name": f"{BY_KEY[variant].symbol(part)}, {words}",
                "colour": part,
                "width": 2,
                "row": rows.add(result.scores[variant].share(part)),
            }
            for part, words in names.items()
        ],
    }


def _stretches(result: TMeasures, variant: str, bound: float) -> list[dict[str, Any]]:
    """Give each run of windows at which too few queries count, and on which side."""
    recall, precision = (
        result.scores[variant].share(side) < bound for side in ("recall", "precision")
    )
    found = []
    for where, mask in (
        ("reference and estimate", recall & precision),
        ("reference", recall & ~precision),
        ("estimate", precision & ~recall),
    ):
        found += [
            {
                "first": first,
                "last": last,
                "texts": [
                    f"under {percent(bound)} of queries counted: {where} ({BY_KEY[variant].title})",
                    f"under {percent(bound)}: {where}",
                    f"{where} < {percent(bound)}",
                ],
                "both": " " in where,
            }
            for first, last in runs(mask)
        ]
    return found
