"""A window for a corpus, with reasons that can be cited; for one pair see :mod:`core.choosing`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.choosing import (
    ABOUT,
    CONDITIONS,
    PAPER,
    UNSTEADY,
    Advice,
    Around,
    Durations,
    Reason,
    around,
    default_reason,
    default_words,
    listed,
    percent,
    stable,
    stable_reason,
)
from core.corpus.comparing import Ranking, ranking
from core.corpus.results import Results
from core.corpus.segments import reference_segments
from core.measures import BY_KEY
from core.timewords import IN_SECONDS
from core.vocabulary import Part, counted
from core.windows import DEFAULT_WINDOW

_BOTH = "both conditions on the references, on segments and on counted queries"


def advise_corpus(
    results: Results,
    variant: str = "reduced",
    part: Part = "f_measure",
    *,
    bound: float = 0.9,
    tolerance: float = 0.02,
) -> Advice:
    """Advise a window for a corpus.

    Of the windows scored, those are supported that meet two conditions:

    1. Segments: w is long enough for the small-scale segments of the references, pooled; see
       :attr:`core.choosing.Durations.spanned_from`.
    2. Queries: at least `bound` of them are counted in recall (Eq. 9) in half of the tracks: the
       median, since a few references have long stretches without a finer layer.

    Layers are not weighed, as they are for one pair: those of many tracks are not the same.
    Advised is 15 s where supported, since that is the default of mir_eval and of the paper, and
    otherwise the smallest supported window. Where none is, the first condition is dropped; where no
    window counts `bound` of the queries, the second asks for as many as any window counts.

    Where the mean of a method is unsteady around the advised window (see
    :mod:`core.choosing.steadiness`), the sentence says so, and the first of the reasons.

    Parameters
    ----------
    results : Results
        Of at least one pair. Baselines are left out, unless there is nothing else.
    variant : str, the key of a measure
    part : {"recall", "precision", "f_measure"}
        The score that the reasons speak of: its mean, and the order of the methods.
    bound : float
        In [0, 1].
    tolerance : float
        Of the mean, where the reasons say how stable it is.

    Returns
    -------
    Advice
        One of the windows of `results`.
    """
    results = results.without_baselines()
    windows = results.windows
    durations = reference_segments(results).durations
    measure = BY_KEY[variant]
    having = results.having(measure)
    if not having.any():
        having[:] = True
    shares = np.median(results.values(f"recall_share_{variant}")[having], axis=0)
    conditions = {
        "segments": windows >= durations.spanned_from,
        "queries": (shares >= bound) & (shares > 0),
    }
    possible = conditions["queries"]
    if not possible.any():
        possible = shares >= shares.max()
    both = conditions["segments"] & possible
    supported = both if both.any() else possible
    is_default = windows == DEFAULT_WINDOW
    at = int((is_default if (supported & is_default).any() else supported).argmax())
    failed = [name for name, met in conditions.items() if not met[is_default].all()]
    found = _Found(results, variant, part, at, {n: bool(m[at]) for n, m in conditions.items()})
    reasons = (
        _segments(found, durations),
        _queries(found, shares.tolist(), bound),
        default_reason(found.window, failed if is_default.any() else None, results.job, measure),
        *_around(found, tolerance),
    )
    unsteady = tuple(_unsteady(found))
    return Advice(
        found.window,
        (*(_unsteady_reason(found, *each) for each in unsteady), *reasons),
        bool(is_default[at]),
        _sentence(found) + _warning(found, [method for method, _ in unsteady]) + ".",
    )


@dataclass(frozen=True, eq=False)
class _Found:
    """The advised window: its number, and by the name of a condition whether it meets it."""

    results: Results
    variant: str
    part: Part
    at: int
    met: dict[str, bool]

    @property
    def window(self) -> float:
        return float(self.results.windows[self.at])


def _sentence(found: _Found) -> str:
    name = IN_SECONDS.window(found.window)
    failed = [CONDITIONS[each] for each, met in found.met.items() if not met]
    if failed:
        several = "s" if len(failed) > 1 else ""
        return (
            f"No window meets {_BOTH}; choose {name}, which does not meet the "
            f"one{several} on {listed(failed)}"
        )
    if found.window == DEFAULT_WINDOW:
        default = default_words(BY_KEY[found.variant])
        return f"Choose {name}: it meets {_BOTH}, and it is {default}"
    return f"Choose {name}, the smallest of the windows scored that meets {_BOTH}"


def _unsteady(found: _Found) -> Iterator[tuple[str, Around]]:
    """Find the methods of which the mean is unsteady around the window."""
    order = ranking(found.results, found.variant, found.part)
    end = float(found.results.durations.max())
    for method, means in zip(order.methods, order.means, strict=True):
        near = around(found.results.windows, means, found.window, end)
        if near is not None and near.unsteady:
            yield method, near


def _unsteady_reason(found: _Found, method: str, near: Around) -> Reason:
    score = BY_KEY[found.variant].score(found.part)
    text = (
        f"From half to double of {IN_SECONDS.window(found.window)} the mean {score} of {method} "
        f"lies between {near.low:.3f} and {near.high:.3f}. The paper's gap in T_F between people "
        f"and an algorithm is about {UNSTEADY:g}: here the window alone changes as much."
    )
    source = f"computed from this corpus; compare {PAPER}, section 5.2"
    return Reason("range", False, text, source, warns=True)


def _warning(found: _Found, methods: list[str]) -> str:
    if not methods:
        return ""
    score = BY_KEY[found.variant].score(found.part)
    return (
        f"; but the mean {score} of {listed(methods)} changes by {UNSTEADY:g} or more from half to "
        "double of it"
    )


def _segments(found: _Found, durations: Durations) -> Reason:
    met = found.met["segments"]
    compared = "at least" if met else "less than"
    text = (
        f"The 95th percentile of the durations of the {durations.count:,} small-scale segments of "
        f"the references is {durations.p95:.2f} s, the median {durations.median:.2f} s: "
        f"{IN_SECONDS.window(found.window)} is {compared} {percent(ABOUT)} of the former."
    )
    source = f"hierscope's reading of {PAPER}, section 5.1"
    return Reason("segments", met, text, source)


def _queries(found: _Found, shares: list[float], bound: float) -> Reason:
    share = shares[found.at]
    measure = BY_KEY[found.variant]
    having = int(found.results.having(measure).sum())
    pairs = (
        "the pairs"
        if having == len(found.results)
        else f"the {counted(having, 'pair')} with labels"
    )
    told = "all" if share == 1 else f"at least {percent(share)}"
    text = (
        f"At {IN_SECONDS.window(found.window)}, {told} of the queries "
        f"have a {measure.triplet} in the reference in half of {pairs}; "
        f"{percent(bound)} is asked for."
    )
    if max(shares) < bound:
        text += f" At no window is it more than {percent(max(shares))}."
    return Reason("queries", found.met["queries"], text, f"compare {PAPER}, Eq. 9")


def _around(found: _Found, tolerance: float) -> Iterator[Reason]:
    """Say how much means, and the order of the methods, depend on the choice."""
    windows = found.results.windows
    order = ranking(found.results, found.variant, found.part)
    score = BY_KEY[found.variant].score(found.part)
    source = f"computed from this corpus; compare {PAPER}, Figures 9 and 11"
    for method, means in zip(order.methods, order.means, strict=True):
        stretch = stable(windows, means, tolerance, around=found.window)
        if stretch is not None and np.count_nonzero(~np.isnan(means)) > 1:
            of = f" of {method}" if len(order.methods) > 1 else ""
            subject = f"The mean {score}{of}"
            yield stable_reason(subject, stretch, found.window, tolerance, source)
    if len(order.methods) > 1 and order.count[found.at]:
        start, end = _same_order(order, found.at)
        text = (
            f"By the mean {score} the {len(order.methods)} methods have the same order from "
            f"{IN_SECONDS.window(windows[start])} to {IN_SECONDS.window(windows[end])}."
        )
        yield Reason("order", start < found.at < end, text, source)


def _same_order(order: Ranking, at: int) -> tuple[int, int]:
    """Give the first and the last window between which ranks are as at one."""
    unlike = np.flatnonzero((order.ranks != order.ranks[:, [at]]).any(axis=0))
    before, after = unlike[unlike < at], unlike[unlike > at]
    return (
        int(before[-1]) + 1 if len(before) else 0,
        int(after[0]) - 1 if len(after) else order.ranks.shape[1] - 1,
    )
