"""Flat measures in corpora: of layers that every pair has, whatever their number."""

from __future__ import annotations

import io
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.csv

from core.errors import ReadError, ScoreError
from core.hierarchy import Hierarchy
from core.jobs.files import replacing
from core.vocabulary import PARTS, FloatArray

if TYPE_CHECKING:
    from core.corpus.results import Results
    from core.flat import FlatMeasure

LAYERS = ("coarsest", "finest", "best")
"""Which layer of the reference against which of the estimate: the coarsest of both, the finest of
both, and of all pairs of layers the one with the best F of that measure."""


def every_flat() -> tuple[str, ...]:
    """Give the keys of all flat measures."""
    from core.flat import FLAT_MEASURES  # with mir_eval

    return tuple(measure.key for measure in FLAT_MEASURES)


def flat_measures(keys: tuple[str, ...]) -> list[FlatMeasure]:
    """Give the flat measures of some keys that are known."""
    from core.flat import FLAT_MEASURES

    return [measure for measure in FLAT_MEASURES if measure.key in keys]


def none_flat(count: int) -> FloatArray:
    """Give what stands for no scores, shape (3, count, 3)."""
    return np.full((len(LAYERS), count, len(PARTS)), np.nan)


def flat_scores(
    reference: Hierarchy, estimate: Hierarchy, keys: tuple[str, ...], beta: float
) -> FloatArray:
    """Score a pair by flat measures."""
    found = none_flat(len(keys))
    if not keys:
        return found
    from core.flat import flat_grid

    try:
        values = flat_grid(reference, estimate, keys, beta=beta).values
    except ScoreError:
        return found
    found[0], found[1] = values[:, 0, 0], values[:, -1, -1]
    for at, grid in enumerate(values):
        scores = grid[..., -1]
        if np.isfinite(scores).any():
            best = np.unravel_index(np.nanargmax(scores), scores.shape)
            found[2, at] = grid[best]
    return found


def flat_table(results: Results) -> pa.Table:
    """Give a row for each pair, flat measure and choice of layers, in the order of the corpus."""
    keys = results.job.flat
    if not keys:
        raise ReadError(
            "flat measures were not scored", source="the results", mend="Score them with flat"
        )
    n, each = len(results), len(LAYERS) * len(keys)
    of_pair = np.repeat(np.arange(n), each)
    columns: dict[str, pa.Array] = {
        "track": pa.array(results.tracks).take(of_pair),
        "method": pa.array(results.methods).take(of_pair),
        "baseline": pa.array([bool(item.baseline) for item in results.items]).take(of_pair),
        "measure": pa.array([*keys] * (n * len(LAYERS))),
        "layers": pa.array([name for name in LAYERS for _ in keys] * n),
    }
    for at, part in enumerate(PARTS):
        columns[part] = pa.array(results.flat[..., at].ravel(), from_pandas=True)
    columns["beta"] = pa.array(np.full(n * each, results.job.beta))
    return pa.table(columns)


def write_flat(path: str | os.PathLike[str], results: Results) -> None:
    """Write :func:`flat_table` into a file as CSV, over what is there."""
    with replacing(Path(path)) as stream:
        stream.write(flat_csv(results))


def flat_csv(results: Results) -> bytes:
    """Give :func:`flat_table` as CSV: a score that is none is empty."""
    stream = io.BytesIO()
    pyarrow.csv.write_csv(flat_table(results), stream)
    return stream.getvalue()


def flat_means(results: Results) -> list[tuple[str, FlatMeasure, list[float], list[int]]]:
    """Give the mean F of each method and flat measure."""
    methods = np.array(results.methods, dtype=object)
    found = []
    for method in dict.fromkeys(results.methods):
        for measure in flat_measures(results.job.flat):
            at = results.job.flat.index(measure.key)
            scores = results.flat[methods == method][:, :, at, -1]
            counts = np.isfinite(scores).sum(axis=0).tolist()
            totals = np.nansum(scores, axis=0).tolist()
            means = [
                total / count if count else math.nan
                for total, count in zip(totals, counts, strict=True)
            ]
            found.append((method, measure, means, counts))
    return found


def counts_text(counts: Sequence[int]) -> str:
    """Say of how many pairs means are: of as many each, or of so many to so many."""
    few, many = min(counts), max(counts)
    return f"{few}" if few == many else f"{few} to {many}"
