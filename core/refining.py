"""Repair a hierarchy in which a deeper layer does not refine the layers above."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from core.errors import HierarchyError
from core.files.names import shortened
from core.hierarchy import Hierarchy, Layer
from core.io.limits import MAX_SEGMENTS
from core.notes import Note
from core.repair import Repaired, insert_missing, snap

_NAMED = 3  # labels above that a message lists; the rest is counted


@dataclass(frozen=True)
class Split:
    """A label that occurs under several labels of a layer above (the nearest such layer)."""

    layer: int  # the label's layer, 1 = coarsest
    above: int  # the layer above
    time: float  # start of the label's first segment, in the hierarchy's unit
    label: str
    under: tuple[str, ...]  # the labels above, in order of appearance

    def __str__(self) -> str:
        some = [f"'{shortened(label)}'" for label in self.under[:_NAMED]]
        named = ", ".join(some + ["…"] * (len(self.under) > len(some)))
        labels = f"{len(self.under)} labels of layer {self.above} ({named})"
        return f"label '{shortened(self.label)}' occurs under {labels}"


def monocast(hierarchy: Hierarchy) -> Repaired:
    """Make boundaries and labels monotonic, as issue 409 of mir_eval proposes.

    Missing boundaries are inserted. A label under several labels above is renamed: ``a`` under
    ``A`` and ``B`` becomes ``A.a`` and ``B.a``. Layers without labels are skipped.
    """
    nested = insert_missing(hierarchy)
    layers, splits = _with_unique_labels(nested.hierarchy)
    notes = [
        Note(
            "label-split",
            f"layer {split.layer} at {hierarchy.notation.at(split.time)}: {split}; made unique",
            split.layer,
            split.time,
        )
        for split in splits
    ]
    return Repaired(replace(nested.hierarchy, layers=layers), (*nested.notes, *notes))


def split_labels(hierarchy: Hierarchy) -> list[Split]:
    """List the labels that occur under several labels above."""
    return _with_unique_labels(hierarchy)[1]


def _with_unique_labels(hierarchy: Hierarchy) -> tuple[tuple[Layer, ...], list[Split]]:
    """Return layers with monotonic labels, and the labels that were renamed for it."""
    layers: list[Layer] = []
    splits: list[Split] = []
    named: list[int] = []  # numbers of layers with labels, from 0
    for number, layer in enumerate(hierarchy.layers):
        if any(map(str.strip, layer.labels)):
            if named:
                renamed, places = _under(layer, layers[named[-1]])
                above = [(level + 1, hierarchy.layers[level]) for level in reversed(named)]
                splits += _splits(layer, number + 1, places, above)
                layer = renamed
            named.append(number)
        layers.append(layer)
    return tuple(layers), splits


def _over(layer: Layer, above: Layer) -> list[str]:
    """Return the label above each segment of a layer."""
    # Equal boundaries may differ by rounding; the middle of a segment is unambiguous.
    middles = layer.intervals.mean(axis=1)
    segments = np.searchsorted(above.boundaries, middles, side="right") - 1
    return [above.labels[at] for at in segments.tolist()]


def _groups(layer: Layer, over: list[str]) -> dict[str, dict[str, str]]:
    """Return the labels above each label, without regard to case."""
    groups: dict[str, dict[str, str]] = {}
    for label, parent in zip(layer.labels, over, strict=True):
        groups.setdefault(label.lower(), {}).setdefault(parent.lower(), parent)
    return groups


def _splits(
    layer: Layer, level: int, places: list[int], above: list[tuple[int, Layer]]
) -> list[Split]:
    """For each segment in `places`, name the labels of the deepest layer above with several."""
    left = {layer.labels[at].lower(): at for at in places}
    splits = {}
    for of, other in above:
        groups = _groups(layer, _over(layer, other)) if left else {}
        for label in [name for name in left if len(groups[name]) > 1]:
            at = left.pop(label)
            under = tuple(groups[label].values())
            start = float(layer.boundaries[at])
            splits[at] = Split(level, of, start, layer.labels[at], under)
    return [splits[at] for at in places]


def _under(layer: Layer, above: Layer) -> tuple[Layer, list[int]]:
    """Rename labels after the layer above; also return the first segment of each renamed label."""
    over = _over(layer, above)
    groups = _groups(layer, over)
    split = {label: under for label, under in groups.items() if len(under) > 1}
    if not split:
        return layer, []
    taken = set(groups) - set(split)
    names: dict[tuple[str, str], str] = {}
    labels, places = list(layer.labels), list[int]()
    for at, (label, parent) in enumerate(zip(layer.labels, over, strict=True)):
        key = label.lower(), parent.lower()
        under = split.get(key[0])
        if under is None:
            continue
        if not any((key[0], other) in names for other in under):
            places.append(at)
        if key not in names:
            name = f"{parent}.{label}"
            while name.lower() in taken:
                name += "'"
            taken.add(name.lower())
            names[key] = name
        labels[at] = names[key]
    return replace(layer, labels=tuple(labels)), places


REPAIRS: dict[str, Callable[[Hierarchy], Repaired]] = {
    "insert": insert_missing,
    "snap": snap,
    "monocast": monocast,
}
"""The repairs that a user can choose, by name."""


def insertable(hierarchy: Hierarchy) -> bool:
    """Whether all missing boundaries fit within the limit of segments in a file."""
    segments = sum(len(layer.labels) for layer in hierarchy.layers)
    return segments + hierarchy.missing <= MAX_SEGMENTS


def refine(hierarchy: Hierarchy, kind: str) -> Repaired:
    """Repair a hierarchy that is not nested, in one of the ways of :data:`REPAIRS`."""
    if kind != "snap" and not insertable(hierarchy):
        raise HierarchyError(
            f"{hierarchy.missing:,} boundaries are missing, too many to insert",
            advice=f"A hierarchy can have at most {MAX_SEGMENTS:,} segments",
        )
    return REPAIRS[kind](hierarchy)
