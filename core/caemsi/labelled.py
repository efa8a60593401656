"""Collections whose classes are known: a table of files, or a folder of folders."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.caemsi.duplicates import remove_duplicates
from core.caemsi.items import Item, Left
from core.caemsi.reading import read_corpus
from core.caemsi.representations import check_representation, most_bytes, represent
from core.errors import HierarchyError, ReadError, StyleError
from core.io import natural

COLUMNS = ("path", "class")
TITLE = "title"


@dataclass(frozen=True)
class Labelled:
    """A collection.

    Parameters
    ----------
    items : tuple of Item
        Each with its class as `label`; in the order of the folders, or of the table.
    unreadable : tuple of Left
        Files that could not be read, and classes without any.
    removed : tuple of Left
        Duplicates, and items that stand in an earlier class as well.
    """

    items: tuple[Item, ...]
    unreadable: tuple[Left, ...]
    removed: tuple[Left, ...]


def read_labelled(
    path: str | os.PathLike[str],
    representation: str = "bytes",
    *,
    titles: bool = True,
    similar: bool = True,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Labelled:
    """Read a collection.

    Parameters
    ----------
    path : str or path-like
        A folder in which each folder is a class, read by :func:`core.caemsi.reading.read_corpus`;
        or a CSV table with the columns ``path``, ``class`` and maybe ``title``. Its paths are
        relative to the table; for hierarchies, one may be a folder of layers.
    representation : str
        One of :data:`core.caemsi.items.REPRESENTATIONS`.
    titles, similar : bool
        Whether to remove items of one class and title, and similar ones. In a table, only what
        stands under ``title`` is one.
    progress : callable
        Called with how much is done, and of how much.
    cancelled : callable
        Asked often whether to stop.

    Returns
    -------
    Labelled

    Raises
    ------
    ReadError
        If it can't be opened, or is no such table.
    StyleError
        If nothing in it can be read, or it was cancelled.
    """
    check_representation(representation)
    source = Path(path)
    options = {"titles": titles, "similar": similar, "cancelled": cancelled}
    read = _folders if source.is_dir() else _table
    items, unreadable, removed = read(source, representation, options, progress)
    once, again = _in_one_class(items)
    if not once:
        raise StyleError(
            f"nothing in {source} can be read as {representation}",
            mend=f"{unreadable[0].name}: {unreadable[0].reason}" if unreadable else "",
        )
    return Labelled(tuple(once), tuple(unreadable), (*removed, *again))


Found = tuple[list[Item], list[Left], list[Left]]


def _folders(
    source: Path, representation: str, options: dict[str, Any], progress: Callable[..., object]
) -> Found:
    folders = [each for each in source.iterdir() if each.is_dir() and not each.name.startswith(".")]
    if not folders:
        raise StyleError(f"there are no folders in {source}", mend="Give each class a folder")
    items: list[Item] = []
    unreadable: list[Left] = []
    removed: list[Left] = []
    for number, folder in enumerate(sorted(folders, key=lambda each: natural(each.name))):
        label = folder.name
        progress(number, len(folders))
        try:
            corpus = read_corpus(folder, representation, **options)
        except StyleError as error:
            if options["cancelled"]():
                raise
            unreadable.append(Left(label, error.problem))
            continue
        items += [replace(item, name=f"{label}/{item.name}", label=label) for item in corpus.items]
        for left, kept in ((corpus.unreadable, unreadable), (corpus.removed, removed)):
            kept += [replace(one, name=f"{label}/{one.name}") for one in left]
    progress(len(folders), len(folders))
    return items, unreadable, removed


def _table(
    source: Path, representation: str, options: dict[str, Any], progress: Callable[..., object]
) -> Found:
    rows = _rows(source)
    items: list[Item] = []
    unreadable: list[Left] = []
    removed: list[Left] = []
    seen: set[str] = set()
    for number, row in enumerate(rows):
        progress(number, len(rows))
        if options["cancelled"]():
            raise StyleError("the reading was stopped before it was done")
        name, label, place = row["path"], row["class"], source.parent / row["path"]
        real = os.path.realpath(place)
        if real in seen:
            removed.append(Left(name, "stands in the table twice"))
            continue
        seen.add(real)
        try:
            found = represent(_files(place, representation), representation)
        except (ReadError, HierarchyError) as error:
            unreadable.append(Left(name, getattr(error, "problem", str(error))))
            continue
        item = Item(name, found.data, row.get(TITLE) or "", label, found.identity, real)
        items.append(item)
    progress(len(rows), len(rows))
    kept, same = remove_duplicates(items, representation, **options)
    return list(kept), unreadable, [*removed, *same]


def _rows(source: Path) -> list[dict[str, str]]:
    try:
        text = source.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ReadError(
            f"can't be opened ({error.strerror})", source=str(source), mend="Check the path"
        ) from error
    except UnicodeDecodeError as error:
        raise ReadError(
            "is not text in UTF-8", source=str(source), mend="Save the table as UTF-8"
        ) from error
    reader = csv.DictReader(io.StringIO(text, newline=""), skipinitialspace=True)
    missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise ReadError(
            f"has no column '{missing[0]}'",
            source=str(source),
            mend="A table of a collection has the columns path, class, and maybe title",
        )
    rows = []
    for row in reader:
        if not all(row[name] and str(row[name]).strip() for name in COLUMNS):
            raise ReadError("path or class is empty", source=str(source), line=reader.line_num)
        rows.append({name: (row.get(name) or "").strip() for name in (*COLUMNS, TITLE)})
    if not rows:
        raise ReadError("has no rows", source=str(source), mend="Name a file in each row")
    return rows


def _files(place: Path, representation: str) -> list[tuple[str, bytes]]:
    """Read an item's file, or all files in its folder."""
    is_folder = place.is_dir() and representation.startswith("hierarchy")
    paths = [place]
    if is_folder:
        found = (each for each in place.iterdir() if each.is_file())
        paths = sorted(
            (each for each in found if not each.name.startswith(".")),
            key=lambda each: natural(each.name),
        )
    most = most_bytes(representation)
    contents = []
    try:
        for path in paths:
            with path.open("rb") as stream:
                # One byte more, so that it is refused.
                contents.append((path.name, stream.read(most + 1)))
    except OSError as error:
        raise ReadError(
            f"can't be opened ({error.strerror})", source=str(place), mend="Check the path"
        ) from error
    if not contents:
        raise ReadError("the folder is empty", source=str(place))
    return contents


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
