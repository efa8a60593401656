"""Score random boundaries against a hierarchy with the same number of boundaries."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.hierarchy import Hierarchy, Layer
from core.settings import DEFAULT, Settings
from core.tmeasures import score
from core.vocabulary import FloatArray

DRAWS = 10  # random hierarchies per reference


def chance(
    hierarchies: Sequence[Hierarchy],
    window: float,
    measure: str = "reduced",
    *,
    settings: Settings = DEFAULT,
) -> float:
    """Return the mean F-measure of random boundaries; NaN if no draw has a score."""
    results = [
        score(reference, random_boundaries(reference, draw), [window], settings=settings)
        for reference in hierarchies
        for draw in range(DRAWS)
    ]
    scores = [result.scores[measure].part("f_measure") for result in results]
    values = np.array([float(f_measure[0]) for f_measure in scores])
    values = np.sort(values[~np.isnan(values)])  # fixed order of addition
    return float(values.mean()) if len(values) else float("nan")


def random_boundaries(reference: Hierarchy, draw: int = 0) -> Hierarchy:
    """Draw nested layers with the reference's numbers of boundaries; `draw` varies the seed."""
    content = hashlib.sha256()
    for layer in reference.layers:
        content.update(layer.boundaries.tobytes() + b"\n")
    seed = int.from_bytes(content.digest())
    rng = np.random.default_rng([seed, draw] if draw else seed)
    counts = boundary_counts(reference)
    # Above 0, which is the start of the track.
    shares = rng.uniform(np.finfo(np.float64).eps, 1, max(counts))
    times = reference.start + shares * (reference.end - reference.start)
    made = layered(reference, [np.sort(times[:count]) for count in counts])
    layers = zip(made.layers, reference.layers, strict=True)
    return replace(made, layers=tuple(_labeled(*both, rng) for both in layers))


def boundary_counts(reference: Hierarchy) -> list[int]:
    """Return the number of inner boundaries of each layer."""
    return [len(layer.boundaries) - 2 for layer in reference.layers]


def _labeled(layer: Layer, reference: Layer, rng: np.random.Generator) -> Layer:
    """Give a layer the reference's labels in random order."""
    order = rng.permutation(len(reference.labels)).tolist()
    return replace(layer, labels=tuple(reference.labels[at] for at in order))


def layered(reference: Hierarchy, rows: list[FloatArray]) -> Hierarchy:
    """Build a hierarchy with the reference's span from the inner boundaries of each layer."""
    ends = [reference.start], [reference.end]
    layers = tuple(Layer(np.concatenate([ends[0], row, ends[1]])) for row in rows)
    return Hierarchy(layers, unit=reference.unit)
