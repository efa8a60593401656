"""Baselines that a method should beat: another annotator, or estimates made from the reference."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.choosing.chance import boundary_counts, layered, random_boundaries
from core.corpus.items import Item, Pairs
from core.hierarchy import Hierarchy

OTHER = "other annotator"
"""Another annotation of the track, such as SALAMI's ``textfile2`` next to ``textfile1``."""

_SALAMI = re.compile(r"(.*\btextfile)([12])([a-z]?(?:_[a-z]+)?\.txt)", re.DOTALL)

VERSION = 2  # increase it when baselines are made differently, so that they are scored again


def grid(reference: Hierarchy) -> Hierarchy:
    """Space the reference's number of boundaries evenly in each layer; the layers are nested."""
    counts = boundary_counts(reference)
    most = max(counts)
    times = np.linspace(reference.start, reference.end, most + 2)[1:-1]
    chosen = {most: times}
    for count in sorted({*counts} - {most}, reverse=True):
        steps = np.arange(1, count + 1) * (len(times) + 1) / (count + 1)
        times = times[np.floor(steps + 0.5).astype(np.intp) - 1]
        chosen[count] = times
    return layered(reference, [chosen[count] for count in counts])


def coarsest_layer(reference: Hierarchy) -> Hierarchy:
    """Return only the reference's coarsest layer: correct, but incomplete."""
    return Hierarchy(reference.layers[:1], unit=reference.unit)


MADE: dict[str, Callable[[Hierarchy], Hierarchy]] = {
    "random boundaries": random_boundaries,
    "grid": grid,
    "coarsest layer": coarsest_layer,
}
"""Baselines that are made from the reference, by name."""

BASELINES = (OTHER, *MADE)


def with_baselines(corpus: Pairs) -> Pairs:
    """Add the pairs of the baselines to those of the methods."""
    methods = {item.method for item in corpus.items}
    first = {item.track: item for item in reversed(corpus.items)}
    tracks = [first[track] for track in dict.fromkeys(item.track for item in corpus.items)]
    there = {
        (item.track, *_annotator(path, item.estimate_choice))
        for item in corpus.items
        for path in item.estimate
    }
    added = (
        replace(
            item,
            method=f"{baseline} (baseline)" if baseline in methods else baseline,
            estimate=estimate,
            estimate_choice=choice,
            baseline=baseline,
        )
        for baseline in BASELINES
        for item in tracks
        for estimate, choice in [_estimate(item, baseline)]
        if baseline != OTHER or (item.track, *_annotator(estimate[0], choice)) not in there
    )
    return replace(corpus, items=(*corpus.items, *added))


def _estimate(item: Item, baseline: str) -> tuple[tuple[str, ...], int]:
    """Return the files of a baseline, and the number of the annotation in them."""
    if baseline != OTHER:
        return item.reference, item.reference_choice
    named = [_SALAMI.fullmatch(path) for path in item.reference]
    if all(named):
        other = {"1": "2", "2": "1"}
        return tuple(f"{name[1]}{other[name[2]]}{name[3]}" for name in named if name), 0
    return item.reference, int(item.reference_choice == 0)


def _annotator(path: str, choice: int) -> tuple[str, int]:
    """Identify an annotator of a track by a file and the number of its annotation."""
    match = _SALAMI.fullmatch(path)
    return (f"textfile{match[2]}", 0) if match else (path, choice)
