"""What formats can't hold of a hierarchy, a sentence each."""

from __future__ import annotations

from collections.abc import Callable

from core.hierarchy import Hierarchy
from core.io.units import SECONDS
from core.vocabulary import counted


def other_unit(hierarchy: Hierarchy) -> list[str]:
    """Say that a format knows seconds only, of a hierarchy in another unit."""
    if hierarchy.unit == SECONDS:
        return []
    return [f"Times are in {hierarchy.unit}; they are written as if they were seconds."]


def rounded(exact: bool, words: str) -> list[str]:
    """Say to what times are rounded, where they are."""
    return [] if exact else [f"Times are rounded to {words}."]


def collapsed(hierarchy: Hierarchy, written: Callable[[float], float]) -> list[str]:
    """Say how many segments are left out, as `written` gives one time for both their ends."""
    rows = [[written(time) for time in row.tolist()] for row in hierarchy.boundaries]
    count = sum(len(row) - len(set(row)) for row in rows)
    return [f"{counted(count, 'segment')} left out, too short for that."] if count else []


def spaced(hierarchy: Hierarchy, held: Callable[[str], str], words: str) -> list[str]:
    """Say in how many labels and names there is what is not as `held` gives it."""
    texts = [text for layer in hierarchy.layers for text in (*layer.labels, layer.name)]
    count = sum(held(text) != text for text in texts)
    if not count:
        return []
    return [f"Spaces take the place of {words}, in {count} of the labels and names."]


def named(hierarchy: Hierarchy, held: Callable[[str], str]) -> list[str]:
    """Give a name to each layer as `held` gives it, none empty and none twice, as tiers want."""
    names: list[str] = []
    for level, layer in enumerate(hierarchy.layers, 1):
        name = held(layer.name) or f"layer {level}"
        names.append(f"{name} ({level})" if name in names else name)
        while names.count(names[-1]) > 1:
            names[-1] += "'"
    return names


def renamed(hierarchy: Hierarchy, written: list[str]) -> list[str]:
    """Say how layers are called that have no name, or that of another layer."""
    changed = [
        f"'{name}'"
        for layer, name in zip(hierarchy.layers, written, strict=True)
        if layer.name != name
    ]
    if not changed:
        return []
    return [f"Layers without a name of their own are called {', '.join(changed)}."]
