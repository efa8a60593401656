"""The reasons for a window, in sentences with computed numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from core.choosing._facts import CONDITIONS, Facts, Reason
from core.choosing.curves import stable
from core.choosing.layers import DEFAULT_WINDOW
from core.choosing.values import counted
from core.choosing.words import describe_window, listed, percent
from core.tmeasures import TMeasures

_PAPER = "McFee, Nieto and Bello 2015"
_ROUNDING = 1e-9
_USUAL_FRAME = 0.1  # seconds: of mir_eval's default and of the paper


def reasons(facts: Facts) -> tuple[Reason, ...]:
    """Put facts in words: the conditions first, then the default, then the scores around."""
    found = [_segments(facts), _queries(facts), _layers(facts), _default(facts), *_around(facts)]
    if len(facts.reference.layers) == len(facts.estimate.layers) == 1:
        found.append(
            Reason(
                "flat",
                True,
                "Reference and estimate have one layer each, so that full and reduced scores are "
                "the same.",
                f"{_PAPER}, section 4.1",
            )
        )
    return tuple(found)


def _segments(facts: Facts) -> Reason:
    durations, window = facts.durations, facts.window
    source = f"hierscope's reading of {_PAPER}, section 5.1"
    if durations.count == 1:
        text = (
            f"The reference's finest layer is one segment of {_seconds(durations.longest)}: no "
            "window holds more than one."
        )
        return Reason("segments", facts.met["segments"], text, source)
    text = (
        f"The 95th percentile of the durations of the {durations.count} segments of the "
        f"reference's finest layer is {_seconds(durations.p95)}, the median "
        f"{_seconds(durations.median)}"
    )
    met = facts.met["segments"]
    if math.isinf(window):
        text += "; the whole track holds all of them."
    elif facts.result.convention.half_window:
        enough = "all but the longest" if met else "only the shorter"
        text += (
            f"; by Eq. 8 {describe_window(window)} reaches {window / 2:g} s to each side, "
            f"{window:g} s in all, about enough for {enough} of them."
        )
    elif met:
        text += f", so {describe_window(window)} to each side holds more than one of them."
    else:
        text += f", more than the {window:g} s to which the window reaches on each side."
    return Reason("segments", met, text, source)


def _queries(facts: Facts) -> Reason:
    source = f"compare {_PAPER}, Eq. 9"
    if facts.most_counted == 0:
        text = (
            f"At none of the windows scored has any query a triplet ({facts.variant}) in the "
            "reference."
        )
        return Reason("queries", facts.met["queries"], text, source)
    scores = getattr(facts.result, facts.variant)
    recall, precision = (
        percent(float(shares[facts.index]))
        for shares in (scores.recall_share, scores.precision_share)
    )
    text = (
        f"At {describe_window(facts.window)}, {recall} of the queries have a triplet "
        f"({facts.variant}) in the reference, where {percent(facts.bound)} is asked for, and "
        f"{precision} in the estimate; "
    )
    text += (
        "those without count as 0 in the mean."
        if facts.result.convention.mean_over_all
        else "the scores are means over those alone."
    )
    if facts.most_counted < facts.bound:
        text += f" No window has more than {percent(facts.most_counted)} in the reference."
    return Reason("queries", facts.met["queries"], text, source)


def _layers(facts: Facts) -> Reason:
    weights = facts.weights
    column = weights.weights[:, np.searchsorted(weights.windows, facts.window)]
    share = percent(weights.share)
    where = f"At {describe_window(facts.window)}"
    never = np.isnan(weights.starts)
    if np.isnan(column).all():
        text = f"{where} no query has a reduced triplet in the reference, so no layer is seen."
    elif len(column) == 1:
        text = "The reference has one layer, which tells every triplet apart."
    elif never.all():
        text = f"No layer of the reference tells apart {share} of the reduced triplets, ever."
    else:
        least = int(np.where(never, np.inf, column).argmin())
        weight = percent(float(column[least]))
        name = facts.reference.layers[least].name
        layer = f"layer {least + 1} ({name})" if name else f"layer {least + 1}"
        if facts.met["layers"]:
            text = (
                f"{where} each layer of the reference tells apart at least {share} of the reduced "
                f"triplets; the least, {layer}, tells apart {weight}."
            )
        else:
            text = (
                f"{where} {layer} of the reference tells apart {weight} of the reduced triplets, "
                f"less than the {share} asked for."
            )
        levels = [str(at + 1) for at in np.flatnonzero(never).tolist()]
        if len(levels) == 1:
            text += f" Left aside is layer {levels[0]}, which reaches {share} at no window."
        elif levels:
            text += f" Left aside are layers {listed(levels)}, which reach {share} at no window."
    return Reason("layers", facts.met["layers"], text, f"compare {_PAPER}, sections 3.5 and 6")


def _default(facts: Facts) -> Reason:
    source = f"{_PAPER}, section 5.1; mir_eval 0.8.2"
    default = f"{DEFAULT_WINDOW:g} s"
    if facts.failed_by_default is None:
        text = f"{default}, the default of mir_eval and of the paper, was not among the windows."
        return Reason("default", False, text, source)
    if facts.window != DEFAULT_WINDOW:
        failed = listed([CONDITIONS[name] for name in facts.failed_by_default])
        text = (
            f"{default}, the default of mir_eval and of the paper, does not meet the "
            f"condition{'s' if len(facts.failed_by_default) > 1 else ''} on {failed}."
        )
        return Reason("default", False, text, source)
    text = f"{default} is the default of mir_eval, and what the paper recommends for SALAMI"
    if facts.most_counted == 0:
        return Reason("default", False, f"{text}. But here there is no score.", source)
    unlike = list(_unlike_published(facts.result))
    if not unlike:
        text += ", so the scores can be compared with published ones."
        return Reason("default", True, text, source)
    here, published = zip(*unlike, strict=True)
    text += (
        f". But here {listed(here)}, while mir_eval's defaults and the paper's tables "
        f"{listed(published)}: the scores can't be compared with theirs."
    )
    return Reason("default", False, text, source)


def _unlike_published(result: TMeasures) -> Iterator[tuple[str, str]]:
    """Say what is computed otherwise than published scores, and how these are computed."""
    convention, frame_size = result.convention, result.frame_size
    if convention.half_window:
        yield (
            f"it reaches {DEFAULT_WINDOW / 2:g} s to each side",
            f"reach {DEFAULT_WINDOW:g} s to each side",
        )
    if convention.mean_over_all:
        yield "the mean is over all queries", "leave out queries without triplets"
    if frame_size != _USUAL_FRAME:
        if convention.frameless:
            here = "there are no frames"
        elif frame_size is None:
            here = "frames were given"
        else:
            here = f"frames are {frame_size:g} s long"
        yield here, f"have frames of {_USUAL_FRAME:g} s"
    if result.beta != 1:
        yield f"T_F weighs recall with β = {result.beta:g}", "weigh recall and precision alike"


def _around(facts: Facts) -> Iterator[Reason]:
    """Say how much T_F depends on the choice; nothing where it is not counted."""
    windows, window = facts.result.windows, facts.window
    values = counted(facts.result, facts.variant, "f_measure")
    stretch = stable(windows, values, facts.tolerance, around=window)
    if stretch is None:
        return
    score = f"T_F ({facts.variant})"
    source = f"computed from this pair; compare {_PAPER}, Figure 9"
    if stretch.start == stretch.end:
        text = (
            f"{score} changes by more than {2 * facts.tolerance:g} right beside "
            f"{describe_window(window)}: give the window with each score."
        )
    else:
        text = (
            f"{score} stays between {stretch.low:.3f} and {stretch.high:.3f} from "
            f"{describe_window(stretch.start)} to {describe_window(stretch.end)}."
        )
    octave = math.isfinite(stretch.start) and stretch.end >= 2 * stretch.start
    yield Reason("stable", octave, text, source)

    half = min(window, facts.reference.end) / 2
    near = (windows >= half) & (windows <= 2 * window) & ~np.isnan(values)
    low, high = float(values[near].min()), float(values[near].max())
    until = "to the whole track" if math.isinf(window) else f"to {2 * window:g} s"
    text = (
        f"From w = {half:g} s {until} {score} lies between {low:.3f} and {high:.3f}; at "
        f"{describe_window(window)} it is {float(values[facts.index]):.3f}."
    )
    yield Reason("range", high - low <= 2 * facts.tolerance + _ROUNDING, text, source)


def _seconds(duration: float) -> str:
    return f"{duration:.2f}".rstrip("0").rstrip(".") + " s"
