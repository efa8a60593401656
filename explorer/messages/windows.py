"""Build the charts over the window: one pair, several estimates, conventions, frame rates."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from core.choosing.conventions import FrameRates
from core.choosing.estimates import Comparison
from core.hierarchy import Hierarchy, Pair
from core.measures import BY_KEY
from core.tmeasures import TMeasures
from core.vocabulary import FloatArray, Part
from core.windows import MARKED, finite, whole_from
from core.wording import TimeNotation
from explorer.messages.pack import pack
from explorer.messages.words import part_words, seconds


def drawing(
    lines: list[FloatArray],
    result: TMeasures,
    panel: dict[str, Any],
    end: float,
    advised: float,
    *,
    label: str,
    caption: str,
    **arrays: npt.NDArray[np.uint8],
) -> bytes:
    windows = result.windows.tolist()
    head = {
        "windows": [finite(window) for window in windows],
        "most": whole_from(end),
        "unit": result.unit,
        "marks": _marks(windows, advised, result.notation),
        "label": label,
        "caption": caption,
        "file": f"hierscope-{panel['id']}",
        "panel": panel,
    }
    return pack(head, values=np.array(lines), **arrays)


def _marks(windows: list[float], advised: float, units: TimeNotation) -> list[dict[str, Any]]:
    usual = () if units.musical else MARKED  # in seconds
    marked = {window: False for window in usual if window in windows} | {advised: True}
    return [
        {
            "window": finite(window),
            "text": f"{seconds(window, units)} advised" if is_advised else f"{window:g}",
            "advised": is_advised,
        }
        for window, is_advised in sorted(marked.items())
    ]


def pair_words(pair: Pair, result: TMeasures) -> str:
    reference, estimate = (side.name or "unnamed" for side in pair)
    beta = "" if result.beta == 1 else f"; T_F with beta = {result.beta:g}"
    frames = result.settings.describe_frames(result.notation)
    return f"Reference: {reference}, estimate: {estimate}; {frames}{beta}"


def estimates_drawing(
    reference: Hierarchy, comparison: Comparison, variant: str, part: Part, advised: float
) -> bytes:
    lines = [
        {"name": name, "color": at, "width": 1.7 if at else 2.4}
        for at, name in enumerate(comparison.names)
    ]
    numbers = {name: at for at, name in enumerate(comparison.names)}
    ranking = [comparison.ranking(at, variant, part) for at in range(len(comparison.windows))]
    title = f"{BY_KEY[variant].label(part)} of each estimate, best first at w"
    panel = _panel("estimates", title, 230, lines) | {"ranked": True}
    result = next(iter(comparison.results.values()))
    frames = result.settings.describe_frames(result.notation)
    against = f"against {reference.name or 'the reference'}, {frames}"
    return drawing(
        [*comparison.values(variant, part)],
        result,
        panel,
        reference.end,
        advised,
        label=f"{part_words(variant, part)} of each estimate over the window",
        caption=f"{BY_KEY[variant].score(part)} {against}",
        order=np.array([[numbers[place.name] for place in row] for row in ranking], np.uint8),
        rank=np.array([[place.rank or 0 for place in row] for row in ranking], np.uint8),
    )


def conventions_drawing(
    reference: Hierarchy, results: dict[str, TMeasures], variant: str, part: Part, advised: float
) -> bytes:
    values = [result.scores[variant].part(part) for result in results.values()]
    differences = [curve - values[0] for curve in values[1:]]
    lines = [
        {"name": name, "color": at} | ({"more": len(differences) + at} if at else {"width": 2.4})
        for at, name in enumerate(results)
    ]
    title = f"{BY_KEY[variant].label(part)}, and the difference from mir_eval"
    return drawing(
        values + differences,
        next(iter(results.values())),
        _panel("conventions", title, 170, lines),
        reference.end,
        advised,
        label=f"{part_words(variant, part)} under each convention over the window",
        caption=f"{BY_KEY[variant].score(part)} under each convention",
    )


def rates_drawing(
    reference: Hierarchy, swept: FrameRates, variant: str, part: Part, advised: float
) -> bytes:
    differences = swept.difference(variant, part)
    per = "Hz" if not reference.notation.musical else f"per {reference.notation.singular}"
    lines = [
        {"name": f"{rate:g} {per}", "color": at} for at, rate in enumerate(swept.rates.tolist())
    ]
    most = _round_up(float(np.max(np.abs(differences), initial=0.0, where=~np.isnan(differences))))
    name = swept.results[0].convention.name
    title = f"{BY_KEY[variant].label(part)} with frames ({name}) minus without"
    panel = _panel("frame-rates", title, 150, lines)
    return drawing(
        [*differences],
        swept.results[0],
        panel | {"form": "signed", "ticks": [-most, 0, most]},
        reference.end,
        advised,
        label="Difference from the limit without frames, for each frame rate, over the window",
        caption=f"{BY_KEY[variant].score(part)}, {name}, minus the limit without frames",
    )


def _panel(id: str, title: str, height: int, lines: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": id, "title": title, "height": height, "form": "score", "lines": lines}


def _round_up(value: float) -> float:
    """Round up to 1, 2 or 5 times a power of ten; at least 0.001."""
    value = max(value, 0.001)
    power = 10.0 ** math.floor(math.log10(value) + 1e-9)
    step = next(step for step in (1, 2, 5, 10) if step * power >= value * (1 - 1e-9))
    return float(f"{step * power:.6g}")
