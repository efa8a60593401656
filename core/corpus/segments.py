"""How long the small-scale segments of a corpus are: the paper's argument for 15 s."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.choosing import Durations
from core.corpus.results import Results
from core.vocabulary import FloatArray, freeze


@dataclass(frozen=True)
class Segments:
    """Durations of the segments of finest layers, pooled over hierarchies."""

    name: str
    """Whose segments: ``"references"``, a method, or ``"all"``."""
    hierarchies: int
    """How many hierarchies."""
    durations: Durations
    """Of all their segments; NaN where there is none."""


REFERENCES = "references"
ALL = "all"
_EDGES = freeze(2.0 ** np.arange(-2, 7.25, 0.25))  # 0.25 to 128 s


def segments(results: Results) -> tuple[Segments, ...]:
    """Summarise the durations of small-scale segments.

    Section 5.1 of the paper: "the median small-scale segment duration was 6.66s, with a 95th
    percentile of 15.69s".
    """
    found = [reference_segments(results)]
    methods = dict(_estimates(results.without_baselines()))
    found += [_pooled(name, rows) for name, rows in methods.items()]
    if len(methods) == 1:
        (estimates,) = methods.values()
        found.append(_pooled(ALL, _references(results) + estimates))
    return tuple(found)


def reference_segments(results: Results) -> Segments:
    """Summarise the durations of the references' small-scale segments alone."""
    return _pooled(REFERENCES, _references(results))


@dataclass(frozen=True, eq=False)
class Spread:
    """How the durations of the references' small-scale segments are spread."""

    durations: Durations
    edges: FloatArray
    """In seconds, four steps an octave."""
    shares: FloatArray
    """Of the segments, between two edges; what is shorter or longer than all edges is counted with
    the first or the last."""
    shorter: FloatArray
    """The share of segments that are no longer than each of the windows."""


def segment_spread(results: Results) -> Spread:
    """Tell how the durations of the references' small-scale segments are spread."""
    pooled = _put_together(_references(results))
    counts = np.histogram(np.clip(pooled, _EDGES[0], _EDGES[-1]), _EDGES)[0]
    shorter = np.searchsorted(np.sort(pooled), results.windows, side="right")
    count = max(len(pooled), 1)
    return Spread(Durations.of(pooled), _EDGES, freeze(counts / count), freeze(shorter / count))


def _references(results: Results) -> list[npt.NDArray[np.float32]]:
    rows = {item.reference: row for row, item in enumerate(results.items)}
    return [results.reference_segments[row] for row in rows.values()]


def _estimates(results: Results) -> Iterator[tuple[str, list[npt.NDArray[np.float32]]]]:
    for method in dict.fromkeys(results.methods):
        rows = {
            item.estimate: row for row, item in enumerate(results.items) if item.method == method
        }
        yield method, [results.estimate_segments[row] for row in rows.values()]


def _pooled(name: str, rows: list[npt.NDArray[np.float32]]) -> Segments:
    return Segments(name, len(rows), Durations.of(_put_together(rows)))


def _put_together(rows: list[npt.NDArray[np.float32]]) -> FloatArray:
    return np.concatenate([np.empty(0, np.float32), *rows]).astype(np.float64)
