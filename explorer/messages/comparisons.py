"""The messages of the charts that compare estimates, conventions and frame rates."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.choosing import Comparison, FrameRates
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.tmeasures import TMeasures
from core.vocabulary import Part
from explorer.messages.score_panels import Rows
from explorer.messages.windows import drawing, how_scored
from explorer.messages.words import overtakes, part_words


def estimates_drawing(
    reference: Hierarchy,
    comparison: Comparison,
    *,
    variant: str,
    part: Part,
    advised: float,
) -> bytes:
    """Pack the chart of several estimates: curves, their crossings, the rank at each window."""
    windows = comparison.windows
    rows = Rows(len(windows))
    values = comparison.values(variant, part)
    lines = [
        {"name": name, "colour": at, "width": 2.4 if at == 0 else 1.7, "row": rows.add(values[at])}
        for at, name in enumerate(comparison.names)
    ]
    points = []
    for change in comparison.crossings(variant, part):
        window = change.crossing.window
        curve = values[comparison.names.index(change.first)]
        known = np.isfinite(windows) & ~np.isnan(curve)
        height = np.interp(math.log(window), np.log(windows[known]), curve[known])
        points.append(
            {"window": window, "value": float(height), "text": overtakes(change, reference.words)}
        )
    numbers = {name: at for at, name in enumerate(comparison.names)}
    ranking = [comparison.ranking(at, variant, part) for at in range(len(windows))]
    score, words = BY_KEY[variant].words(part), part_words(variant, part)
    panel = {
        **_unit_panel("estimates", f"{score} of each estimate, best first at w", 230),
        "lines": lines,
        "points": points,
        "ranked": True,
    }
    result = comparison.results[0]
    return drawing(
        rows,
        result,
        [panel],
        reference.end,
        advised,
        f"{words} of each estimate against the window",
        f"{BY_KEY[variant].score(part)} against {reference.name or 'the reference'}, "
        f"{how_scored(result)}",
        "estimates",
        order=np.array([[numbers[place.name] for place in each] for each in ranking], np.uint8),
        rank=np.array([[place.rank or 0 for place in each] for each in ranking], np.uint8),
    )


def conventions_drawing(
    reference: Hierarchy,
    results: dict[str, TMeasures],
    *,
    variant: str,
    part: Part,
    advised: float,
) -> bytes:
    """Pack the chart of the conventions: a curve each, and how far it is from mir_eval's."""
    first, *others = results.values()
    rows = Rows(len(first.windows))
    base = first.scores[variant].counted(part)
    lines: list[dict[str, Any]] = [
        {"name": next(iter(results)), "colour": 0, "width": 2.4, "row": rows.add(base)}
    ]
    for at, (name, result) in enumerate(zip(list(results)[1:], others, strict=True), 1):
        values = result.scores[variant].counted(part)
        row, more = rows.add(values), rows.add(values - base)
        lines.append({"name": name, "colour": at, "row": row, "more": more})
    title = f"{BY_KEY[variant].words(part)}, and the difference from mir_eval"
    panel = {**_unit_panel("conventions", title, 170), "lines": lines}
    return drawing(
        rows,
        first,
        [panel],
        reference.end,
        advised,
        f"{part_words(variant, part)} under each convention against the window",
        f"{BY_KEY[variant].score(part)} under each convention",
        "conventions",
    )


def rates_drawing(
    reference: Hierarchy, found: FrameRates, *, variant: str, part: Part, advised: float
) -> bytes:
    """Pack the chart of the frame rates: how far each is from the limit without frames."""
    rows = Rows(len(found.windows))
    differences = found.difference(variant, part)
    per = "Hz" if not reference.words.musical else f"a {reference.words.one}"
    lines = [
        {"name": f"{rate:g} {per}", "colour": at, "row": rows.add(differences[at])}
        for at, rate in enumerate(found.rates.tolist())
    ]
    most = _round_up(float(np.max(np.abs(differences), initial=0.0, where=~np.isnan(differences))))
    name = found.results[0].convention.name
    panel = {
        "kind": "lines",
        "id": "rates",
        "title": f"{BY_KEY[variant].words(part)} with frames ({name}) minus without",
        "height": 150,
        "low": -most,
        "high": most,
        "ticks": [-most, 0, most],
        "form": "signed",
        "lines": lines,
    }
    return drawing(
        rows,
        found.results[0],
        [panel],
        reference.end,
        advised,
        "Difference from the limit without frames, for each frame rate, against the window",
        f"{BY_KEY[variant].score(part)}, {name}, minus the limit without frames",
        "frame-rates",
    )


def _unit_panel(name: str, title: str, height: int) -> dict[str, Any]:
    """A panel of scores."""
    return {
        "kind": "lines",
        "id": name,
        "title": title,
        "height": height,
        "low": 0,
        "high": 1,
        "ticks": [0, 0.25, 0.5, 0.75, 1],
        "form": "score",
    }


def _round_up(value: float) -> float:
    """Round up to 1, 2 or 5 times a power of ten; at least 0.001."""
    value = max(value, 0.001)
    power = 10.0 ** math.floor(math.log10(value) + 1e-9)
    step = next(step for step in (1, 2, 5, 10) if step * power >= value * (1 - 1e-9))
    return float(f"{step * power:.6g}")
