"""Write sentences about the choice of a window; without Streamlit."""

import math
from collections.abc import Sequence

import numpy as np

from core.choosing import Advice
from core.choosing.estimates import RankChange
from core.measures import BY_KEY
from core.tmeasures import TMeasures, score
from core.vocabulary import DIRECTIONS, PARTS, Part
from core.windows import DEFAULT_WINDOW
from core.wording import IN_SECONDS, TimeNotation, number, percent
from explorer.messages.inspection import Setup

_PARTS = {"recall": "recall", "precision": "precision", "f_measure": "the F-measure"}


def part_words(variant: str, part: Part) -> str:
    """Name a score, such as ``"T_F, the F-measure"``."""
    return f"{BY_KEY[variant].symbol(part)}, {_PARTS[part]}"


def seconds(time: float, units: TimeNotation = IN_SECONDS) -> str:
    """Write a window or a duration with three digits and its unit, as ``"6.66 s"``."""
    return "∞" if math.isinf(time) else units.amount(f"{float(f'{time:.3g}'):g}")


def change_rows(
    changes: Sequence[RankChange], units: TimeNotation = IN_SECONDS
) -> list[dict[str, str]]:
    rows = []
    for change in changes:
        leads, trails = change.first, change.second
        if not change.crossing.first_leads_after:
            leads, trails = trails, leads
        whole = math.isinf(change.crossing.high)
        window = "the whole track" if whole else seconds(change.crossing.window, units)
        rows.append({"from w on": window, "leads": leads, "trails": trails})
    return rows


def convention_words(results: dict[str, TMeasures], window: float, variant: str, part: Part) -> str:
    first = next(iter(results))
    at = int(np.argmin(np.abs(np.minimum(results[first].windows, 1e9) - min(window, 1e9))))
    values = {
        name: float(result.scores[variant].part(part)[at]) for name, result in results.items()
    }
    scored = {name: value for name, value in values.items() if not math.isnan(value)}
    where = results[first].notation.at_window(window).capitalize()
    score = BY_KEY[variant].score(part)
    if len(scored) < 2:
        return f"{where} {score} has a value under at most one convention."
    low, high = (pick(scored, key=scored.__getitem__) for pick in (min, max))
    apart = number(scored[high] - scored[low])
    return (
        f"{where} {score} of this pair is between {number(scored[low])} ({low}) and "
        f"{number(scored[high])} ({high}). Only conventions cause the difference of {apart}: "
        "what w means (w or w/2 to each side), how times become frames, and whether queries "
        "without a triplet count. Compare scores of two papers only if both state these."
    )


def report_rows(setup: Setup, variant: str, advice: Advice) -> list[dict[str, str]]:
    """List the scores to report: at the published window and at the advised window."""
    measure, units = BY_KEY[variant], setup.reference.notation
    published = DEFAULT_WINDOW if measure.windowed else math.inf
    whys = {} if units.musical else {published: "mir_eval uses this window."}
    why = advice.sentence.removeprefix(f"Use {units.width(advice.window)}").lstrip(",: ")
    whys[advice.window] = why[:1].upper() + why[1:]
    whys |= {window: "Half or twice that window." for window in advice.also if window not in whys}
    result = score(*setup.pair, [*whys], settings=setup.settings).scores[variant]
    return [
        {
            "w": units.width(window),
            **{f"${measure.symbol(part)}$": number(result.part(part)[at]) for part in PARTS},
            "track scored": " and ".join(percent(result.share(part)[at]) for part in DIRECTIONS),
            "why": why,
        }
        for at, (window, why) in enumerate(whys.items())
    ]
