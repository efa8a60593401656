"""Edit a hierarchy one boundary at a time; each edit returns a new hierarchy.

A free edit changes one layer. A nested edit also changes the layers that must follow, so a nested
hierarchy stays nested. Boundaries are the same when they agree to
:data:`core.hierarchy.NEST_DECIMALS` decimals. The editor in the browser follows the same rules.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from core.errors import HierarchyError
from core.hierarchy import NEST_DECIMALS, Hierarchy, Layer


def add_boundary(hierarchy: Hierarchy, level: int, time: float, *, nested: bool) -> Hierarchy:
    """Cut a segment in two; both halves keep its label."""
    if _find(_layer(hierarchy, level, time), time) is not None:
        raise _refused(hierarchy, "a boundary is already there", level, time, "Choose another time")

    deepest = len(hierarchy.layers) if nested else level
    lacking = {
        n: int(layer.boundaries.searchsorted(time))
        for n, layer in enumerate(hierarchy.layers[:deepest], 1)
        if n >= level and _find(layer, time) is None
    }

    def cut(layer: Layer, at: int) -> Layer:
        labels = (*layer.labels[:at], *layer.labels[at - 1 :])
        return replace(layer, boundaries=np.insert(layer.boundaries, at, time), labels=labels)

    return _edited(hierarchy, lacking, cut)


def remove_boundary(hierarchy: Hierarchy, level: int, time: float, *, nested: bool) -> Hierarchy:
    """Merge two segments; the left label stays, or the right one if the left is empty."""

    def merge(layer: Layer, at: int) -> Layer:
        label = layer.labels[at - 1] or layer.labels[at]
        labels = (*layer.labels[: at - 1], label, *layer.labels[at + 1 :])
        return replace(layer, boundaries=np.delete(layer.boundaries, at), labels=labels)

    also = range(1, level) if nested else ()
    return _edited(hierarchy, _copies(hierarchy, level, time, also), merge)


def move_boundary(
    hierarchy: Hierarchy, level: int, time: float, to: float, *, nested: bool
) -> Hierarchy:
    """Move a boundary between its neighbors; labels stay."""
    copies = _movable(hierarchy, level, time, nested)
    _layer(hierarchy, level, to)
    units = hierarchy.notation
    for n, at in copies.items():
        low, high = _neighbors(hierarchy, n, at)
        if not boundary_key(low) < boundary_key(to) < boundary_key(high):
            raise _refused(
                hierarchy,
                "a boundary can't move to its neighbor, or past it",
                n,
                low if to < time else high,
                f"Choose a time between {units.at(low)} and {units.at(high)}",
            )

    def move(layer: Layer, at: int) -> Layer:
        boundaries = layer.boundaries.copy()
        boundaries[at] = to
        return replace(layer, boundaries=boundaries)

    return _edited(hierarchy, copies, move)


def gap(hierarchy: Hierarchy, level: int, time: float, *, nested: bool) -> tuple[float, float]:
    """Return the two times between which :func:`move_boundary` may move a boundary (exclusive)."""
    copies = _movable(hierarchy, level, time, nested)
    lows, highs = zip(*(_neighbors(hierarchy, n, at) for n, at in copies.items()), strict=True)
    return max(lows), min(highs)


def boundary_key(time: float) -> int:
    """Return a number that is equal for all times of the same boundary."""
    return round(time * 10.0**NEST_DECIMALS)


def _refused(
    hierarchy: Hierarchy, problem: str, level: int, time: float, advice: str
) -> HierarchyError:
    return HierarchyError(problem, layer=level, time=time, advice=advice, unit=hierarchy.unit)


def _layer(hierarchy: Hierarchy, level: int, time: float) -> Layer:
    """Return a layer; raise HierarchyError if the level or the time is outside the hierarchy."""
    n_layers = len(hierarchy.layers)
    if not 1 <= level <= n_layers:
        raise _refused(
            hierarchy, "no such layer", level, time, f"Choose one of layers 1 to {n_layers}"
        )
    if not hierarchy.start <= time <= hierarchy.end:
        raise _refused(
            hierarchy,
            "outside of the span",
            level,
            time,
            f"Choose a time between {hierarchy.notation.at(hierarchy.start)} and "
            f"{hierarchy.notation.at(hierarchy.end)}",
        )
    return hierarchy.layers[level - 1]


def _find(layer: Layer, time: float) -> int | None:
    """Return the index of the layer's boundary nearest to a time, if they count as the same."""
    after = int(layer.boundaries.searchsorted(time))
    first = max(after - 1, 0)
    around = enumerate(layer.boundaries[first : after + 1].tolist(), first)
    same = [(abs(b - time), at) for at, b in around if boundary_key(b) == boundary_key(time)]
    return min(same)[1] if same else None


def _copies(hierarchy: Hierarchy, level: int, time: float, others: Iterable[int]) -> dict[int, int]:
    """Return the index of a boundary by layer, in its own layer and the others that have it."""
    layer = _layer(hierarchy, level, time)
    at = _find(layer, time)
    if at is None:
        raise _refused(hierarchy, "no boundary is there", level, time, "Choose a time that has one")
    if at in (0, len(layer.labels)):
        raise _refused(
            hierarchy,
            f"the span {'ends' if at else 'starts'} there",
            level,
            time,
            "Choose a boundary between its start and its end",
        )
    segments = {n: _find(hierarchy.layers[n - 1], time) for n in others} | {level: at}
    return {n: at for n, at in segments.items() if at and at < len(hierarchy.layers[n - 1].labels)}


def _movable(hierarchy: Hierarchy, level: int, time: float, nested: bool) -> dict[int, int]:
    others = range(1, len(hierarchy.layers) + 1) if nested else ()
    return _copies(hierarchy, level, time, others)


def _neighbors(hierarchy: Hierarchy, level: int, at: int) -> tuple[float, float]:
    boundaries = hierarchy.layers[level - 1].boundaries
    return float(boundaries[at - 1]), float(boundaries[at + 1])


def _edited(
    hierarchy: Hierarchy, at: dict[int, int], edit: Callable[[Layer, int], Layer]
) -> Hierarchy:
    """Apply an edit to some layers, each at the index of its boundary."""
    layers = enumerate(hierarchy.layers, 1)
    return replace(
        hierarchy, layers=tuple(edit(layer, at[n]) if n in at else layer for n, layer in layers)
    )
