"""How long the small-scale segments of a corpus are: the paper's argument for 15 s."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.choosing import Durations
from core.corpus.results import Results


@dataclass(frozen=True)
class Segments:
    """Durations of the segments of finest layers, pooled over hierarchies.

    Parameters
    ----------
    name : str
        Whose segments: ``"references"``, a method, or ``"all"``.
    hierarchies : int
        How many hierarchies.
    durations : Durations
        Of all their segments; NaN where there is none.
    """

    name: str
    hierarchies: int
    durations: Durations


REFERENCES = "references"
ALL = "all"


def segments(results: Results) -> tuple[Segments, ...]:
    """Summarise the durations of small-scale segments.

    Section 5.1 of the paper: "the median small-scale segment duration was 6.66s, with a 95th
    percentile of 15.69s".

    Parameters
    ----------
    results : Results

    Returns
    -------
    tuple of Segments
        Of the references, of the estimates by each method, and of all where there is one method,
        which may be a second annotator. A file counts once, whatever it is compared with.
    """
    references = {item.reference: row for row, item in enumerate(results.items)}
    found = [_pooled(REFERENCES, [results.reference_segments[row] for row in references.values()])]
    methods = dict(_estimates(results))
    found += [_pooled(name, rows) for name, rows in methods.items()]
    if len(methods) == 1:
        (estimates,) = methods.values()
        both = [results.reference_segments[row] for row in references.values()] + estimates
        found.append(_pooled(ALL, both))
    return tuple(found)


def reference_segments(results: Results) -> Segments:
    """Summarise the durations of the references' small-scale segments alone."""
    return segments(results)[0]


def _estimates(results: Results) -> Iterator[tuple[str, list[npt.NDArray[np.float32]]]]:
    for method in dict.fromkeys(results.methods):
        rows = {
            item.estimate: row for row, item in enumerate(results.items) if item.method == method
        }
        yield method, [results.estimate_segments[row] for row in rows.values()]


def _pooled(name: str, rows: list[npt.NDArray[np.float32]]) -> Segments:
    pooled = np.concatenate([np.empty(0, np.float32), *rows]).astype(np.float64)
    return Segments(name, len(rows), Durations.of(pooled))
