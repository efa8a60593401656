"""The reasons for a window, in sentences with computed numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from core.choosing._facts import Facts, Reason
from core.choosing.curves import stable
from core.choosing.stating import default_reason, stable_reason
from core.choosing.steadiness import UNSTEADY
from core.choosing.values import counted
from core.choosing.words import PAPER, listed, percent
from core.timewords import TimeWords

_ROUNDING = 1e-9


def reasons(facts: Facts) -> tuple[Reason, ...]:
    """Put facts in words: warnings first, the conditions, the default, the scores around."""
    default = default_reason(
        facts.window,
        facts.failed_by_default,
        facts.result,
        facts.measure,
        any_score=facts.most_counted > 0,
        words=facts.result.words,
    )
    found = [_segments(facts), _queries(facts), _layers(facts), default, *_around(facts)]
    if facts.most_counted > 0 and facts.estimate_short:
        found.append(_estimate(facts))
    found.sort(key=lambda reason: not reason.warns)
    if len(facts.reference.layers) == len(facts.estimate.layers) == 1:
        found.append(
            Reason(
                "flat",
                True,
                "Reference and estimate have one layer each, so that full and reduced scores are "
                "the same.",
                f"{PAPER}, section 4.1",
            )
        )
    return tuple(found)


def _segments(facts: Facts) -> Reason:
    durations, window, words = facts.durations, facts.window, facts.result.words
    source = f"hierscope's reading of {PAPER}, section 5.1"
    if durations.count == 1:
        text = (
            "The reference's finest layer is one segment of "
            f"{_length(durations.longest, words)}: no window holds more than one."
        )
        return Reason("segments", facts.met["segments"], text, source)
    text = (
        f"The 95th percentile of the durations of the {durations.count} segments of the "
        f"reference's finest layer is {_length(durations.p95, words)}, the median "
        f"{_length(durations.median, words)}"
    )
    met = facts.met["segments"]
    if math.isinf(window):
        text += "; the whole track holds all of them."
    elif facts.result.convention.half_window:
        enough = "all but the longest" if met else "only the shorter"
        text += (
            f"; by Eq. 8 {words.window(window)} reaches {words.lasting(window / 2)} to each "
            f"side, {words.lasting(window)} in all, about enough for {enough} of them."
        )
    elif met:
        length = "as long as that, or longer" if window >= durations.p95 else "about as long"
        text += f"; {words.window(window)} to each side is {length}."
    else:
        text += f", more than the {words.lasting(window)} to which the window reaches on each side."
    return Reason("segments", met, text, source)


def _queries(facts: Facts) -> Reason:
    source = f"compare {PAPER}, Eq. 9"
    if facts.lacks_labels:
        text = f"{facts.lacks_labels}."
        return Reason("queries", facts.met["queries"], text, source)
    if facts.most_counted == 0:
        text = (
            f"At none of the windows scored has any query a {facts.measure.triplet} in the "
            "reference."
        )
        return Reason("queries", facts.met["queries"], text, source)
    scores = facts.result.scores[facts.variant]
    recall, precision = (
        percent(float(shares[facts.index]))
        for shares in (scores.recall_share, scores.precision_share)
    )
    text = (
        f"At {facts.result.words.window(facts.window)}, {recall} of the queries have a "
        f"{facts.measure.triplet} in the reference, where {percent(facts.bound)} is asked for"
    )
    text += "" if facts.estimate_short else f", and {precision} in the estimate"
    text += (
        f"; those without count as {facts.result.convention.no_triplet:g} in the mean."
        if facts.result.convention.mean_over_all
        else "; the scores are means over those alone."
    )
    if facts.most_counted < facts.bound:
        text += f" No window tried has more than {percent(facts.most_counted)} in the reference."
    return Reason("queries", facts.met["queries"], text, source)


def _estimate(facts: Facts) -> Reason:
    """Say that few of the estimate's queries count: no condition, since another has others."""
    where = f"At {facts.result.words.window(facts.window)}"
    triplet = f"a {facts.measure.triplet} in the estimate"
    precision, f_measure = (facts.measure.symbol(part) for part in ("precision", "f_measure"))
    if facts.counted_in_estimate == 0:
        text = f"{where} no query has {triplet}: there is no {precision}, and no {f_measure}."
    else:
        rest = (
            f"the others count as {facts.result.convention.no_triplet:g} in {precision}."
            if facts.result.convention.mean_over_all
            else f"{precision} is a mean over these alone."
        )
        text = (
            f"{where} only {percent(facts.counted_in_estimate)} of the queries have {triplet}, "
            f"where {percent(facts.bound)} is asked for of the reference: {rest}"
        )
    return Reason("estimate", False, text, f"compare {PAPER}, Eq. 7 and 9", warns=True)


def _layers(facts: Facts) -> Reason:
    weights = facts.weights
    column = weights.weights[:, np.searchsorted(weights.windows, facts.window)]
    share = percent(weights.share)
    where = f"At {facts.result.words.window(facts.window)}"
    never = np.isnan(weights.starts)
    if np.isnan(column).all():
        text = f"{where} no query has a reduced triplet in the reference, so no layer is seen."
    elif len(column) == 1:
        text = "The reference has one layer, which tells every triplet apart."
    elif never.all():
        text = (
            f"No layer of the reference tells apart {share} of a query's reduced triplets, in the "
            "mean, at any window tried."
        )
    else:
        least = int(np.where(never, np.inf, column).argmin())
        weight = percent(float(column[least]))
        name = facts.reference.layers[least].name
        layer = f"layer {least + 1} ({name})" if name else f"layer {least + 1}"
        if facts.met["layers"]:
            text = (
                f"{where} each layer of the reference tells apart at least {share} of a query's "
                f"reduced triplets, in the mean; the least, {layer}, tells apart {weight}."
            )
        else:
            text = (
                f"{where} {layer} of the reference tells apart {weight} of a query's reduced "
                f"triplets, in the mean, less than the {share} asked for."
            )
        levels = [str(at + 1) for at in np.flatnonzero(never).tolist()]
        if len(levels) == 1:
            text += f" Left aside is layer {levels[0]}, which reaches {share} at no window tried."
        elif levels:
            text += (
                f" Left aside are layers {listed(levels)}, which reach {share} at no window tried."
            )
    return Reason("layers", facts.met["layers"], text, f"compare {PAPER}, sections 3.5 and 6")


def _around(facts: Facts) -> Iterator[Reason]:
    """Say how much T_F depends on the choice; nothing where it is not counted."""
    windows, window, near = facts.result.windows, facts.window, facts.around
    words = facts.result.words
    values = counted(facts.result, facts.variant, "f_measure")
    stretch = stable(windows, values, facts.tolerance, around=window)
    if stretch is None or near is None:
        return
    score = facts.measure.score("f_measure")
    source = f"computed from this pair; compare {PAPER}, Figure 9"
    if np.count_nonzero(~np.isnan(values)) > 1:
        yield stable_reason(score, stretch, window, facts.tolerance, source, words)
    until = "to the whole track" if math.isinf(window) else f"to {words.lasting(near.double)}"
    text = (
        f"From {words.window(near.half)} {until} {score} lies between {near.low:.3f} and "
        f"{near.high:.3f}; at {words.window(window)} it is {float(values[facts.index]):.3f}."
    )
    if near.unsteady:
        text += (
            f" The paper's gap in T_F between people and an algorithm is about {UNSTEADY:g}: here "
            "the window alone changes as much."
        )
        source += ", and section 5.2"
    holds = near.range <= 2 * facts.tolerance + _ROUNDING
    yield Reason("range", holds, text, source, warns=near.unsteady)


def _length(duration: float, words: TimeWords) -> str:
    return words.amount(f"{duration:.2f}".rstrip("0").rstrip("."))
