"""Duplicates, which would make a corpus look closer to itself than it is.

Section "Data Pre-Processing" of the paper. Of artifacts that are one another's duplicate, the first
stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from core.caemsi.items import Item, Left
from core.caemsi.representations import check_representation
from core.errors import StyleError

THRESHOLD = 0.75
"""t_sim of the paper: what is more similar is a duplicate."""


class Likeness(Protocol):
    """Finds the first of the items seen so far that is like a new one."""

    def match(self, data: bytes) -> tuple[int, float] | None:
        """Give the number of an item that is more similar than the threshold, and how similar."""

    def add(self, data: bytes) -> None:
        """See an item."""


def remove_duplicates(
    items: Sequence[Item],
    representation: str = "bytes",
    *,
    titles: bool = True,
    similar: bool = True,
    threshold: float = THRESHOLD,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[tuple[Item, ...], tuple[Left, ...]]:
    """Remove what is a duplicate of an earlier item of the same class."""
    check_representation(representation)
    if not 0 <= threshold <= 1:
        raise StyleError(f"the threshold is {threshold:g}", mend="Choose one from 0 to 1")
    named: dict[tuple[str, str], Item] = {}
    same: dict[tuple[str, str | bytes], Item] = {}
    classes: dict[str, tuple[Likeness | None, list[Item]]] = {}
    kept, removed = [], []
    for done, item in enumerate(items):
        progress(done, len(items))
        if cancelled():
            raise StyleError("the search for duplicates was stopped before it was done")
        title = _title(item) if titles else ""
        if title and (first := named.get((item.label, title))):
            removed.append(Left(item.name, f"same title as '{first.name}'"))
            continue
        if similar:
            if first := same.get((item.label, item.key)):
                removed.append(Left(item.name, f"the same as '{first.name}'"))
                continue
            if item.label not in classes:
                classes[item.label] = _likeness(representation, threshold), []
            likeness, seen = classes[item.label]
            if likeness is not None:
                if found := likeness.match(item.data):
                    number, value = found
                    removed.append(
                        Left(item.name, f"similar to '{seen[number].name}' ({value:.3f})")
                    )
                    continue
                likeness.add(item.data)
                seen.append(item)
        # What was removed removes nothing: neither its title nor its content count.
        named[item.label, title] = same[item.label, item.key] = item
        kept.append(item)
    progress(len(items), len(items))
    return tuple(kept), tuple(removed)


def _title(item: Item) -> str:
    words = " ".join(item.title.casefold().split())
    return words if any(char.isalpha() for char in words) else ""


def _likeness(representation: str, threshold: float) -> Likeness | None:
    # Imported where it is used: scikit-image takes a second.
    if representation == "image":
        from core.caemsi.likeness import ImageLikeness

        return ImageLikeness(threshold)
    if representation == "midi":
        from core.caemsi.likeness import PitchLikeness

        return PitchLikeness(threshold)
    return None
