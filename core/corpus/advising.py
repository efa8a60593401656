"""Advise a window for a scored corpus, and summarize the durations of small-scale segments."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.choosing import Advice
from core.choosing.advice import PAPER, Reason, chance_reason, choose, default_reason, with_range
from core.choosing.layers import Durations
from core.corpus.comparing import Ranking, ranking
from core.corpus.results import Results
from core.measures import BY_KEY
from core.vocabulary import FloatArray, Part, freeze
from core.windows import ADVISABLE
from core.wording import IN_SECONDS


def advise_corpus(results: Results, variant: str = "reduced", part: Part = "f_measure") -> Advice:
    """Advise a window like :func:`core.choosing.advise`, but without the criterion on layers."""
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
    advice = replace(advice, reasons=(*advice.reasons, *_reasons(results, advice, variant, part)))
    order, score = ranking(own, variant, part), measure.score(part)
    means = {
        f"the mean {score} of {method}": mean
        for method, mean in zip(order.methods, order.means, strict=True)
    }
    return with_range(advice, own.windows, means, float(own.durations.max()))


def _reasons(results: Results, advice: Advice, variant: str, part: Part) -> Iterator[Reason]:
    measure, window = BY_KEY[variant], advice.window
    yield Reason(
        "layers",
        None,
        "Layers are not checked, as results do not include them. The command hierscope corpus "
        "--advise checks them.",
        f"compare {PAPER}, sections 3.5 and 6",
    )
    at = int(np.searchsorted(results.windows, window))
    drawn = [item.baseline == "random boundaries" for item in results.items]
    floors = results.score(variant, "f_measure")[drawn, at]
    floors = floors[~np.isnan(floors)]
    if len(floors):
        yield chance_reason(float(floors.mean()), measure, f"mean of {len(floors)} tracks")
    yield default_reason(window, results.job.settings, measure)
    own = results.without_baselines()
    order = ranking(own, variant, part)
    score = measure.score(part)
    if len(order.methods) > 1 and order.count[at]:
        start, stop = _same_order(order, at)
        text = (
            f"By the mean {score} the {len(order.methods)} methods have the same order from "
            f"{IN_SECONDS.window(own.windows[start])} to {IN_SECONDS.window(own.windows[stop])}."
        )
        source = f"computed from this corpus; compare {PAPER}, Figures 9 and 11"
        yield Reason("order", start < at < stop, text, source)


def _same_order(order: Ranking, at: int) -> tuple[int, int]:
    """Return the first and last window of the range around a window with the same ranks."""
    unlike = np.flatnonzero((order.ranks != order.ranks[:, [at]]).any(axis=0))
    before, after = unlike[unlike < at], unlike[unlike > at]
    return (
        int(before[-1]) + 1 if len(before) else 0,
        int(after[0]) - 1 if len(after) else order.ranks.shape[1] - 1,
    )


@dataclass(frozen=True)
class Segments:
    """Durations of the finest layers' segments, pooled over hierarchies."""

    name: str  # source of the segments: `"references"`, a method, or `"all"`
    hierarchies: int
    durations: Durations  # durations of all segments; NaN if there are none


REFERENCES = "references"
ALL = "all"
_EDGES = freeze(2.0 ** np.arange(-2, 7.25, 0.25))  # 0.25 to 128 s


def segments(results: Results) -> tuple[Segments, ...]:
    """Summarize the durations of small-scale segments, as section 5.1 of the paper does."""
    pools = [reference_segments(results)]
    own = results.without_baselines()
    # A file counts once, even if several pairs have it.
    methods = {
        method: [*{own.items[row].estimate: own.estimate_segments[row] for row in rows}.values()]
        for method, rows in own.rows_by_method.items()
    }
    pools += [_pooled(name, rows) for name, rows in methods.items()]
    if len(methods) == 1:
        (estimates,) = methods.values()
        pools.append(_pooled(ALL, _references(results) + estimates))
    return tuple(pools)


def reference_segments(results: Results) -> Segments:
    """Summarize the durations of the references' small-scale segments alone."""
    return _pooled(REFERENCES, _references(results))


@dataclass(frozen=True, eq=False)
class Spread:
    """Histogram of the durations of the references' small-scale segments."""

    durations: Durations
    edges: FloatArray  # in seconds, four steps per octave
    shares: FloatArray
    """Share of segments between two edges; the first and last include segments beyond them."""
    shorter: FloatArray  # share of segments that are at most as long as each window


def segment_spread(results: Results) -> Spread:
    """Summarize the durations of the finest segments of all references."""
    pooled = _put_together(_references(results))
    counts = np.histogram(np.clip(pooled, _EDGES[0], _EDGES[-1]), _EDGES)[0]
    shorter = np.searchsorted(np.sort(pooled), results.windows, side="right")
    count = max(len(pooled), 1)
    return Spread(Durations.of(pooled), _EDGES, freeze(counts / count), freeze(shorter / count))


def _references(results: Results) -> list[npt.NDArray[np.float32]]:
    rows = {item.reference: row for row, item in enumerate(results.items)}
    return [results.reference_segments[row] for row in rows.values()]


def _pooled(name: str, rows: list[npt.NDArray[np.float32]]) -> Segments:
    return Segments(name, len(rows), Durations.of(_put_together(rows)))


def _put_together(rows: list[npt.NDArray[np.float32]]) -> FloatArray:
    return np.concatenate([np.empty(0, np.float32), *rows]).astype(np.float64)
