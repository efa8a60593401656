"""Corpora of items, each represented by a string of bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.errors import StyleError

if TYPE_CHECKING:
    from core.caemsi.likeness import ImageLikeness, PitchLikeness

Files = list[tuple[str, bytes]]

THRESHOLD = 0.75  # t_sim of the paper: more similar items are duplicates

_SHOWN = 3


@dataclass(frozen=True)
class Item:
    """One item of a corpus, for example a piece or an image."""

    name: str  # unique in its corpus: the path relative to the folder
    data: bytes
    title: str = ""  # for duplicates; the name without folder and extension by default
    label: str = ""
    identity: str = ""  # equal for two files of the same item; empty if equal `data` shows that
    path: str = ""  # with links resolved; empty if the item has no path
    load: Callable[[], Files] | None = field(default=None, compare=False, repr=False)

    def files(self) -> Files:
        """Return the current contents of its files, or its data if it has no files."""
        return [(self.name, self.data)] if self.load is None else self.load()

    @property
    def key(self) -> str | bytes:
        """A key that is equal for duplicates."""
        return self.identity or self.data


@dataclass(frozen=True)
class Left:
    name: str
    reason: str


@dataclass(frozen=True)
class Corpus:
    """The items of one style, in natural order of their names."""

    name: str
    items: tuple[Item, ...]
    unreadable: tuple[Left, ...] = ()
    removed: tuple[Left, ...] = ()  # duplicates, and all but the first hierarchy of a file


def check_disjoint(a: Corpus, b: Corpus) -> None:
    """Refuse corpora that share items: the tests never find paired corpora to differ."""
    paths = {item.path: item for item in b.items if item.path}
    keys = {item.key: item for item in b.items}
    shared = [
        (item.name, other.name)
        for item in a.items
        if (other := paths.get(item.path) or keys.get(item.key))
    ]
    if not shared:
        return
    names = [f"'{name}'" + f" (there '{other}')" * (name != other) for name, other in shared]
    more = f" and {len(shared) - _SHOWN} more" if len(shared) > _SHOWN else ""
    raise StyleError(
        f"'{a.name}' and '{b.name}' share {', '.join(names[:_SHOWN])}{more}",
        advice="Remove the shared items from one of them",
    )


def left_words(name: str, unreadable: Iterable[Left], removed: Iterable[Left]) -> list[str]:
    """List the files and items left out of a corpus or collection, one line each."""
    left_out = [f"{name}: left out {left.name}: {left.reason}" for left in unreadable]
    return left_out + [f"{name}: removed {left.name}: {left.reason}" for left in removed]


def remove_duplicates(
    items: Sequence[Item],
    representation: str = "bytes",
    *,
    titles: bool = True,
    similar: bool = True,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[tuple[Item, ...], tuple[Left, ...]]:
    """Remove duplicates of earlier items (section "Data Pre-Processing")."""
    named: dict[str, Item] = {}
    same: dict[str | bytes, Item] = {}
    likeness = _likeness(representation) if similar else None
    kept: list[Item] = []
    removed = []
    for done, item in enumerate(items):
        progress(done, len(items))
        if cancelled():
            raise StyleError("the search for duplicates was stopped early")
        title = _title(item) if titles else ""
        if title and (first := named.get(title)):
            removed.append(Left(item.name, f"same title as '{first.name}'"))
            continue
        if similar and (first := same.get(item.key)):
            removed.append(Left(item.name, f"identical to '{first.name}'"))
            continue
        if likeness is not None:
            if match := likeness.match(item.data):
                number, similarity = match
                reason = f"similar to '{kept[number].name}' ({similarity:.3f})"
                removed.append(Left(item.name, reason))
                continue
            likeness.add(item.data)
        # A removed item does not remove others, neither by title nor by content.
        named[title] = same[item.key] = item
        kept.append(item)
    progress(len(items), len(items))
    return tuple(kept), tuple(removed)


def _title(item: Item) -> str:
    title = " ".join(item.title.casefold().split())
    return title if any(char.isalpha() for char in title) else ""


def _likeness(representation: str) -> ImageLikeness | PitchLikeness | None:
    # Imported here because scikit-image takes a second.
    if representation == "image":
        from core.caemsi.likeness import ImageLikeness

        return ImageLikeness(THRESHOLD)
    if representation == "midi":
        from core.caemsi.likeness import PitchLikeness

        return PitchLikeness(THRESHOLD)
    return None
