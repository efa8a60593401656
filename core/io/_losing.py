"""What a format can't hold of a hierarchy, in words that are said before it is written."""

from __future__ import annotations

from core.hierarchy import Hierarchy
from core.io.units import SECONDS
from core.vocabulary import counted


def one_line(label: str) -> str:
    """Give a label for a line of text: any white space is one space, none is at its ends."""
    return " ".join(label.split())


def unit_lost(hierarchy: Hierarchy) -> list[str]:
    """Say so if positions are in a musical unit, which most formats have no word for."""
    return [] if hierarchy.unit == SECONDS else [f"the unit, {hierarchy.unit}"]


def names_lost(hierarchy: Hierarchy, files: str = "") -> list[str]:
    """Say so if layers are called otherwise than they are read: not at all, or as their files."""
    read = [f"{files}{at}" if files else "" for at in range(1, len(hierarchy.layers) + 1)]
    return ["names of layers"] if [layer.name for layer in hierarchy.layers] != read else []


def lines_lost(hierarchy: Hierarchy) -> list[str]:
    """Say so if labels change as :func:`one_line` writes them."""
    labels = [label for layer in hierarchy.layers for label in layer.labels]
    changed = sum(one_line(label) != label for label in labels)
    return [f"white space in {counted(changed, 'label')}"] if changed else []


def as_files_lose(hierarchy: Hierarchy) -> list[str]:
    """Say what is lost where a layer is a file, called ``layer1`` and so on, a line a segment."""
    return [*names_lost(hierarchy, "layer"), *lines_lost(hierarchy), *unit_lost(hierarchy)]
