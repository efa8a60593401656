"""A window for a corpus that is scored; before scoring see :func:`core.choosing.advise`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from core.choosing import PAPER, Advice, Reason, chance_reason
from core.choosing.advice import choose
from core.choosing.stating import default_reason, range_reason
from core.corpus.comparing import Ranking, ranking
from core.corpus.results import Results
from core.corpus.summary import one_score
from core.measures import BY_KEY
from core.timewords import IN_SECONDS
from core.vocabulary import Part
from core.windows import ADVISABLE


def advise_corpus(results: Results, variant: str = "reduced", part: Part = "f_measure") -> Advice:
    """Advise a window for a corpus.

    The rule is that of :func:`core.choosing.advise`, over references and estimates alike, but for
    layers: results hold none.
    """
    own, measure = results.without_baselines(), BY_KEY[variant]
    having = own.having(measure)
    pairs = own.take(having) if having.any() else own
    usual = np.isin(pairs.windows, ADVISABLE)
    columns = np.flatnonzero(usual if usual.any() else ~usual)
    coverage = [
        row[columns]
        for side in ("recall", "precision")
        for row in pairs.values(f"{side}_share_{variant}")
    ]
    advice = choose(pairs.windows[columns], coverage, (), measure)
    return replace(advice, reasons=(*advice.reasons, *_reasons(results, advice, variant, part)))


def _reasons(results: Results, advice: Advice, variant: str, part: Part) -> Iterator[Reason]:
    measure, window = BY_KEY[variant], advice.window
    yield Reason(
        "layers",
        None,
        "Layers are not checked here: a file of results has none. Before scoring, "
        "`hierscope corpus --advise` checks them.",
        f"compare {PAPER}, sections 3.5 and 6",
    )
    at = int(np.searchsorted(results.windows, window))
    drawn = [item.baseline == "random boundaries" for item in results.items]
    floors = one_score(results, variant, "f_measure")[drawn, at]
    floors = floors[~np.isnan(floors)]
    if len(floors):
        yield chance_reason(float(floors.mean()), measure, f"mean of {len(floors)} tracks")
    yield default_reason(window, results.job, measure)
    own = results.without_baselines()
    order = ranking(own, variant, part)
    score, end = measure.score(part), float(own.durations.max())
    for method, means in zip(order.methods, order.means, strict=True):
        name = f"the mean {score} of {method}"
        reason = range_reason(own.windows, means, window, end, name)
        if reason is not None:
            yield reason
    if len(order.methods) > 1 and order.count[at]:
        start, stop = _same_order(order, at)
        text = (
            f"By the mean {score} the {len(order.methods)} methods have the same order from "
            f"{IN_SECONDS.window(own.windows[start])} to {IN_SECONDS.window(own.windows[stop])}."
        )
        source = f"computed from this corpus; compare {PAPER}, Figures 9 and 11"
        yield Reason("order", start < at < stop, text, source)


def _same_order(order: Ranking, at: int) -> tuple[int, int]:
    """Give the first and the last window between which ranks are as at one."""
    unlike = np.flatnonzero((order.ranks != order.ranks[:, [at]]).any(axis=0))
    before, after = unlike[unlike < at], unlike[unlike > at]
    return (
        int(before[-1]) + 1 if len(before) else 0,
        int(after[0]) - 1 if len(after) else order.ranks.shape[1] - 1,
    )
