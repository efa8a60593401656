"""Collections whose classes are known: a table of files, or a folder of folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.caemsi._sources import Source, from_path
from core.caemsi.items import Item, Left
from core.caemsi.reading import read_corpus, read_sources
from core.caemsi.representations import check_representation
from core.errors import ReadError, StyleError
from core.files.access import Listing, is_folder, open_error, real_path
from core.files.names import escaped, is_hidden, is_text, natural, shortened
from core.files.tables import read_table
from core.io.limits import MAX_LISTED, TABLE_BOUNDS

COLUMNS = ("path", "class")
TITLE = "title"


@dataclass(frozen=True)
class Labelled:
    """A collection."""

    items: tuple[Item, ...]
    """Each with its class as `label`; in the order of the folders, or of the table."""
    unreadable: tuple[Left, ...]
    """Files that could not be read, classes without any, and files that lie in no class's
    folder."""
    removed: tuple[Left, ...]
    """Duplicates, items that stand in an earlier class as well, and further hierarchies of a
    file."""


def read_labelled(
    path: str | os.PathLike[str],
    representation: str = "bytes",
    *,
    titles: bool = True,
    similar: bool = True,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> Labelled:
    """Read a collection."""
    check_representation(representation)
    source = Path(path)
    options = {"titles": titles, "similar": similar}
    read = _folders if is_folder(source) else _table
    items, unreadable, removed = read(source, representation, options, progress)
    once, again = _in_one_class(items)
    if not once:
        raise StyleError(
            f"nothing in {source} can be read as {representation}",
            mend=f"{shortened(unreadable[0].name)}: {unreadable[0].reason}" if unreadable else "",
        )
    return Labelled(tuple(once), tuple(unreadable), (*removed, *again))


Found = tuple[list[Item], list[Left], list[Left]]


def _folders(
    source: Path, representation: str, options: dict[str, Any], progress: Callable[..., object]
) -> Found:
    inside = sorted(
        (each for each in _entries(source) if not is_hidden(each.name)),
        key=lambda each: natural(each.name),
    )
    folders = [each for each in inside if is_folder(each)]
    if not folders:
        raise StyleError(f"there are no folders in {source}", mend="Give each class a folder")
    items: list[Item] = []
    unreadable = [
        Left(escaped(each.name), "it lies in no class's folder")
        for each in inside
        if each not in folders
    ]
    removed: list[Left] = []
    for number, folder in enumerate(folders):
        label = escaped(folder.name)
        progress(number, len(folders))
        try:
            corpus = read_corpus(folder, representation, **options)
        except (ReadError, StyleError) as error:
            unreadable.append(Left(label, error.problem))
            continue
        items += [replace(item, name=f"{label}/{item.name}", label=label) for item in corpus.items]
        for left, kept in ((corpus.unreadable, unreadable), (corpus.removed, removed)):
            kept += [replace(one, name=f"{label}/{one.name}") for one in left]
    progress(len(folders), len(folders))
    return items, unreadable, removed


def _entries(source: Path) -> Iterator[Path]:
    try:
        yield from map(Path, Listing(str(source), MAX_LISTED).entries(source))
    except OSError as error:
        raise open_error(error, str(source)) from error


def _table(
    source: Path, representation: str, options: dict[str, Any], progress: Callable[..., object]
) -> Found:
    sources: list[Source] = []
    again: list[Left] = []
    seen: set[str] = set()
    for row in _rows(source):
        place = os.path.join(source.parent, row["path"])
        real = real_path(place)
        if real in seen:
            again.append(Left(escaped(row["path"]), "stands in the table twice"))
            continue
        seen.add(real)
        load = from_path(place, representation)
        sources.append(Source(row["path"], row.get(TITLE, ""), place, load, row["class"]))
    items, unreadable, removed = read_sources(
        sources,
        representation,
        (options["titles"], options["similar"]),
        progress,
    )
    return items, unreadable, [*again, *removed]


def _rows(source: Path) -> Iterator[dict[str, str]]:
    row = None
    for row in read_table(str(source), COLUMNS, (TITLE,), bounds=TABLE_BOUNDS, spaced=True):
        if not is_text("".join(row.cells.values())):
            raise ReadError(
                "is not in UTF-8", source=str(source), line=row.line, mend="Save it as UTF-8"
            )
        if not all(row.cells.get(name) for name in COLUMNS):
            raise ReadError("path or class is empty", source=str(source), line=row.line)
        if "\0" in row.cells["path"]:
            raise ReadError("a path holds a null byte", source=str(source), line=row.line)
        yield row.cells
    if row is None:
        raise ReadError("has no rows", source=str(source), mend="Name a file in each row")


def _in_one_class(items: list[Item]) -> tuple[list[Item], list[Left]]:
    """Take out what stands in an earlier class, or corpora of two classes would share it."""
    first: dict[str | bytes, Item] = {}
    kept, removed = [], []
    for item in items:
        other = first.setdefault(item.key, item)
        if other.label == item.label:
            kept.append(item)
        else:
            removed.append(Left(item.name, f"the same as {other.name} of class {other.label}"))
    return kept, removed
