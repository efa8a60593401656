"""The mends that may be chosen for a hierarchy whose layers do not refine those above."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from core.errors import HierarchyError
from core.files.names import shortened
from core.hierarchy import Hierarchy, Layer
from core.io.limits import MAX_SEGMENTS
from core.notes import Note
from core.repair import Repaired, insert_missing, snap

_NAMED = 3  # labels of the layer above; the rest is counted


@dataclass(frozen=True)
class Split:
    """A label that comes under several labels of a layer above, the nearest such layer."""

    layer: int  # of the label, 1 = coarsest
    above: int  # the layer above
    time: float  # where the label first comes, in the hierarchy's unit
    label: str
    under: tuple[str, ...]  # the labels above, in order of appearance

    def __str__(self) -> str:
        some = [f"'{shortened(label)}'" for label in self.under[:_NAMED]]
        named = ", ".join(some + ["…"] * (len(self.under) > len(some)))
        labels = f"{len(self.under)} labels of layer {self.above} ({named})"
        return f"label '{shortened(self.label)}' comes under {labels}"


def monocast(hierarchy: Hierarchy) -> Repaired:
    """Make boundaries and labels monotonic, as issue 409 of mir_eval asks for.

    Missing boundaries are inserted. A label under several labels above is renamed: ``a`` under
    ``A`` and ``B`` becomes ``A.a`` and ``B.a``. Layers without any label are passed over.
    """
    nested = insert_missing(hierarchy)
    layers, splits = _told_apart(nested.hierarchy)
    notes = [
        Note(
            "label-split",
            f"layer {split.layer} at {hierarchy.words.at(split.time)}: {split}; made unique",
            split.layer,
            split.time,
        )
        for split in splits
    ]
    return Repaired(replace(nested.hierarchy, layers=layers), (*nested.notes, *notes))


def split_labels(hierarchy: Hierarchy) -> list[Split]:
    """List the labels that come under several labels above."""
    return _told_apart(hierarchy)[1]


def _told_apart(hierarchy: Hierarchy) -> tuple[tuple[Layer, ...], list[Split]]:
    """Give layers whose labels are monotonic, and which had to be told apart."""
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
    """Give the label above of each segment of a layer."""
    # Boundaries that agree for nesting may differ by rounding: the middle lies in one segment.
    middles = layer.intervals.mean(axis=1)
    segments = np.searchsorted(above.boundaries, middles, side="right") - 1
    return [above.labels[at] for at in segments.tolist()]


def _groups(layer: Layer, over: list[str]) -> dict[str, dict[str, str]]:
    """Give under which labels each comes; capital and small letters are the same."""
    groups: dict[str, dict[str, str]] = {}
    for label, parent in zip(layer.labels, over, strict=True):
        groups.setdefault(label.lower(), {}).setdefault(parent.lower(), parent)
    return groups


def _splits(
    layer: Layer, level: int, places: list[int], above: list[tuple[int, Layer]]
) -> list[Split]:
    """Name the labels of the deepest layer above that has several for each of some segments."""
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
    """Rename labels by those of the layer above; also give each renamed label's first segment."""
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
"""What may be chosen, by name."""


def insertable(hierarchy: Hierarchy) -> bool:
    """Whether all that is missing can be inserted: no more segments than a file may have."""
    segments = sum(len(layer.labels) for layer in hierarchy.layers)
    return segments + hierarchy.missing <= MAX_SEGMENTS


def mend(hierarchy: Hierarchy, kind: str) -> Repaired:
    if kind != "snap" and not insertable(hierarchy):
        raise HierarchyError(
            f"{hierarchy.missing:,} boundaries are missing, too many to insert",
            mend=f"A hierarchy may have {MAX_SEGMENTS:,} segments",
        )
    return REPAIRS[kind](hierarchy)
