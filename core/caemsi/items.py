"""Corpora of artifacts, each a string of bytes that stands for what is compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from core.errors import StyleError

REPRESENTATIONS = ("bytes", "image", "midi", "hierarchy", "hierarchy-durations")
"""What :func:`core.caemsi.reading.read_corpus` makes of files."""

Files = list[tuple[str, bytes]]

_SHOWN = 3


@dataclass(frozen=True)
class Item:
    """One artifact."""

    name: str
    """Unique in its corpus: the path relative to the folder."""
    data: bytes
    """As it is compressed."""
    title: str = ""
    """What it is called, for duplicates; without folder and extension by default."""
    label: str = ""
    """Its class, where known."""
    identity: str = ""
    """The same for the same artifact in two files. Empty where `data` tells that: two images of the
    same pixels are one, but two hierarchies with the same string are not."""
    path: str = ""
    """Where it really is, links resolved; empty where not read from a disk."""
    load: Callable[[], Files] | None = field(default=None, compare=False, repr=False)
    """Reads its files again; see :meth:`files`."""

    def files(self) -> Files:
        """Give the files that it was read from, as they are now, or else its data."""
        return [(self.name, self.data)] if self.load is None else self.load()

    @property
    def key(self) -> str | bytes:
        """What two items have in common when they are the same artifact."""
        return self.identity or self.data


@dataclass(frozen=True)
class Left:
    """An artifact that was left out."""

    name: str
    reason: str


@dataclass(frozen=True)
class Corpus:
    """The artifacts of one style."""

    name: str
    items: tuple[Item, ...]
    """In natural order of their names."""
    unreadable: tuple[Left, ...] = ()
    """Files that could not be read, in the same order."""
    removed: tuple[Left, ...] = ()
    """Duplicates, in the same order; each says of what."""


def check_disjoint(a: Corpus, b: Corpus) -> None:
    """Refuse corpora that share artifacts.

    Shared items make p_diff blind: paired corpora are never found to differ.
    """
    paths = {item.path: item for item in b.items if item.path}
    keys = {item.key: item for item in b.items}
    shared = [
        (item.name, other.name)
        for item in a.items
        if (other := paths.get(item.path) or keys.get(item.key))
    ]
    if not shared:
        return
    names = [f"'{mine}'" + f" (there '{its}')" * (mine != its) for mine, its in shared[:_SHOWN]]
    more = f" and {len(shared) - _SHOWN} more" if len(shared) > _SHOWN else ""
    raise StyleError(
        f"'{a.name}' and '{b.name}' share {', '.join(names)}{more}",
        mend="Take what is shared out of one of them",
    )
