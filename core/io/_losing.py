"""What a format can't hold of a hierarchy, in sentences that are said before it is written."""

from __future__ import annotations

from core.hierarchy import Hierarchy
from core.io.units import SECONDS
from core.vocabulary import counted


def one_line(label: str) -> str:
    """Give a label for a line of text: any white space is one space, none is at its ends."""
    return " ".join(label.split())


def unit_lost(hierarchy: Hierarchy) -> list[str]:
    """Say so if positions are in a musical unit, which most formats have no word for."""
    if hierarchy.unit == SECONDS:
        return []
    return [f"The file does not say that its times are in {hierarchy.unit}."]


def names_lost(hierarchy: Hierarchy) -> list[str]:
    """Say so if layers have names."""
    named = any(layer.name for layer in hierarchy.layers)
    return ["The names of the layers are left out."] if named else []


def lines_lost(hierarchy: Hierarchy) -> list[str]:
    """Say so if labels change as :func:`one_line` writes them."""
    labels = [label for layer in hierarchy.layers for label in layer.labels]
    changed = sum(one_line(label) != label for label in labels)
    if not changed:
        return []
    return [f"{counted(changed, 'label')}: line breaks, tabs and repeated blanks become one blank."]
