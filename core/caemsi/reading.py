"""Read folders, lists of paths and uploads as corpora, and folders of classes."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TypedDict, Unpack

from core.caemsi.items import Corpus, Files, Item, Left, remove_duplicates
from core.caemsi.representations import check_representation, most_bytes, represent
from core.errors import HierarchyError, ReadError, StyleError
from core.files.access import (
    ClosedError,
    Listing,
    exists,
    is_folder,
    is_link,
    open_error,
    open_problem,
    opening,
    read_file,
    real_path,
)
from core.files.folders import by_path, holder, with_parsed
from core.files.names import escaped, is_hidden, natural, shortened, stem
from core.io.formats import suffixes
from core.io.limits import MAX_LISTED

_IMAGES = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".ppm"}
_MIDI = {".mid", ".midi"}
_ANYTHING = {".csv", ".json", ".txt"}  # such files can hold hierarchies, but also other data
_MOST_NAMES = 200  # file names for guessing a representation


class Options(TypedDict, total=False):
    titles: bool
    similar: bool
    """Whether to remove items with the title of another, and similar items; True by default."""
    progress: Callable[[int, int], object]
    cancelled: Callable[[], bool]


@dataclass(frozen=True)
class _Source:
    """The source of one item; `path` is empty if it is not on a disk."""

    name: str
    title: str
    path: str
    load: Callable[[], Files]


def read_corpus(
    folder: str | os.PathLike[str], representation: str = "bytes", **options: Unpack[Options]
) -> Corpus:
    """Read a folder and its subfolders as a corpus; an item is a file, or a folder of layers."""
    shown = escaped(os.fspath(folder))
    if not is_folder(folder):
        problem = "not a folder" if exists(folder) else "no such folder"
        raise ReadError(problem, source=shown, advice="Check the path")
    root = real_path(folder)
    unopened: list[Left] = []
    names = []
    for place, files in Listing(shown, MAX_LISTED).walk(root):
        inside = os.path.relpath(place, root).replace(os.sep, "/")
        if not isinstance(files, OSError):
            names += [file if inside == "." else f"{inside}/{file}" for file in files]
        elif place == root:
            raise open_error(files, shown) from files
        else:
            unopened.append(Left(escaped(inside), open_problem(files)))
    most = most_bytes(representation)
    sources = [
        _Source(
            name,
            _title(name, members),
            os.path.join(root, name),
            _loading([os.path.join(root, member) for member in members], most),
        )
        for name, members in _grouped(names, representation).items()
    ]
    name = escaped(os.path.basename(root)) or root
    return _corpus(name, sources, unopened, representation, **options)


def corpus_of_files(
    name: str,
    files: Sequence[tuple[str, bytes]],
    representation: str = "bytes",
    **options: Unpack[Options],
) -> Corpus:
    """Read a corpus from files in memory, given as pairs of path and content."""
    contents = by_path(files)
    sources = [
        _Source(item, _title(item, members), "", _looking_up(contents, members))
        for item, members in _grouped(list(contents), representation).items()
    ]
    return _corpus(name, sources, [], representation, **options)


def corpus_of_paths(
    name: str, paths: Sequence[str], representation: str = "bytes", **options: Unpack[Options]
) -> Corpus:
    """Read a corpus from files and folders of this machine, one item each."""
    whole = {path: os.path.abspath(path) for path in paths}
    sources = [
        _Source(
            path,
            _title(whole[path], [whole[path]] * (not is_folder(path))),
            path,
            _loading_path(path, representation),
        )
        for path in sorted(paths, key=lambda path: natural(whole[path]))
    ]
    return _corpus(name, sources, [], representation, **options)


def _corpus(
    name: str,
    sources: Sequence[_Source],
    unopened: Sequence[Left],
    representation: str,
    *,
    titles: bool = True,
    similar: bool = True,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Corpus:
    check_representation(representation)
    items: list[Item] = []
    unreadable: list[Left] = []
    others: list[Left] = []
    total = 2 * len(sources)
    for done, source in enumerate(sources):
        progress(done, total)
        if cancelled():
            raise StyleError("the reading was stopped early")
        shown = escaped(source.name)
        try:
            item = represent(source.load(), representation)
        except (ReadError, HierarchyError) as error:
            unreadable.append(Left(shown, _reason(error, source)))
            continue
        path = real_path(source.path) if source.path else ""
        items.append(Item(shown, item.data, source.title, "", item.identity, path, source.load))
        reason = f"not the first hierarchy of '{shown}'"
        others += [Left(f"{shown} ({title})", reason) for title in item.others]
    kept, removed = remove_duplicates(
        items,
        representation,
        titles=titles,
        similar=similar,
        progress=lambda done, of: progress(len(sources) + done * len(sources) // max(of, 1), total),
        cancelled=cancelled,
    )
    unreadable += unopened
    if not kept:
        raise _nothing(name, unreadable, representation)
    unreadable.sort(key=lambda left: natural(left.name))
    others = sorted([*others, *removed], key=lambda left: natural(left.name))
    return Corpus(name, kept, tuple(unreadable), tuple(others))


def _nothing(name: str, unreadable: list[Left], representation: str) -> StyleError:
    if not unreadable:
        return StyleError(f"there are no files in '{name}'", advice="Choose another folder")
    first = unreadable[0]
    count = len(unreadable)
    which = f"none of the {count} files" if count > 1 else "no file"
    return StyleError(
        f"{which} in '{name}' can be read as {representation} "
        f"('{shortened(first.name)}': {first.reason})",
        advice="Choose other files, or another representation",
    )


def _reason(error: ReadError | HierarchyError, source: _Source) -> str:
    """The problem, without the item's name and without the fix."""
    if isinstance(error, HierarchyError):
        return str(HierarchyError(error.problem, layer=error.layer, time=error.time))
    where = [] if error.source in (source.name, os.path.basename(source.name)) else [error.source]
    if error.line is not None:
        where.append(f"line {error.line}")
    return ": ".join(filter(None, (", ".join(where), error.problem)))


def _grouped(names: list[str], representation: str) -> dict[str, list[str]]:
    """The files of each item, in natural order."""
    groups: dict[str, list[str]] = {}
    for name in sorted(names, key=natural):
        parts = name.split("/")
        if any(map(is_hidden, parts)):
            continue
        is_layer = representation.startswith("hierarchy") and _is_layer_name(name)
        folder = holder(parts[:-1]) or parts[:-1]
        groups.setdefault("/".join(folder) if is_layer and folder else name, []).append(name)
    return dict(sorted(groups.items(), key=lambda group: natural(group[0])))


def _is_layer_name(name: str) -> bool:
    return name.lower().endswith(suffixes(layers=True))


def _title(name: str, members: list[str]) -> str:
    """The title of an item: its name without folder and extension."""
    base = name.split("/")[-1]
    # A folder has no extension: in BWV.846 the number belongs to the name.
    return stem(base) if name in members else base


def _loading(paths: list[str], most: int) -> Callable[[], Files]:
    """Return a function that reads the files of an item, each up to the limit of size."""
    return lambda: [(os.path.basename(path), _contents(path, most)) for path in paths]


def _contents(path: str, most: int) -> bytes:
    name = os.path.basename(path)
    try:
        return read_file(path, most)
    except ClosedError:
        raise
    except (ReadError, IsADirectoryError) as error:
        raise ReadError("not a file", source=name, advice="Leave it out") from error
    except OSError as error:
        problem = open_problem(error)
        if is_link(path) and not isinstance(error, PermissionError):
            problem = "a broken link"
        raise ReadError(problem, source=name, advice="Check the path") from error


def _loading_path(path: str, representation: str) -> Callable[[], Files]:
    """Return a function that reads an item's file, or the layers in a hierarchy's folder."""
    most = most_bytes(representation)

    def load() -> Files:
        if not (representation.startswith("hierarchy") and is_folder(path)):
            return _loading([path], most)()
        with opening(Path(path).name):
            layers = _layers_in(Path(path))
        if not layers:
            raise ReadError(
                f"a folder without layers ({', '.join(suffixes(layers=True))})",
                source=Path(path).name,
                advice="Choose a file instead",
            )
        return _loading([os.path.join(path, layer) for layer in layers], most)()

    return load


def _layers_in(folder: Path) -> list[str]:
    """The files in a folder that are layers of one hierarchy, in natural order."""
    listing = Listing(folder.name, MAX_LISTED)
    layers = (
        (place / file.name).relative_to(folder).as_posix()
        for place in with_parsed(folder)
        for file in map(Path, listing.entries(place))
        if _is_layer_name(file.name) and not is_hidden(file.name)
    )
    return sorted(layers, key=natural)


def _looking_up(contents: Mapping[str, bytes], members: list[str]) -> Callable[[], Files]:
    return lambda: [(member.split("/")[-1], contents[member]) for member in members]


@dataclass(frozen=True)
class Labeled:
    """A collection of items with known classes."""

    items: tuple[Item, ...]  # items with the class as `label`, in order of the folders
    unreadable: tuple[Left, ...]
    """Files that could not be read or are in no class folder, and classes without files."""
    removed: tuple[Left, ...]
    """Duplicates, items that an earlier class has, and all but the first hierarchy of a file."""


def read_labeled(
    folder: str | os.PathLike[str], representation: str = "bytes", **options: Unpack[Options]
) -> Labeled:
    """Read a collection: a folder with one folder per class."""
    check_representation(representation)
    source = Path(folder)
    progress = options.pop("progress", lambda done, total: None)
    with opening(str(source)):
        every = map(Path, Listing(str(source), MAX_LISTED).entries(source))
    visible = (entry for entry in every if not is_hidden(entry.name))
    entries = sorted(visible, key=lambda entry: natural(entry.name))
    classes = [entry for entry in entries if is_folder(entry)]
    if not classes:
        raise StyleError(f"there are no folders in {source}", advice="Create one folder per class")
    items: list[Item] = []
    unreadable = [
        Left(escaped(entry.name), "it is not in the folder of a class")
        for entry in entries
        if entry not in classes
    ]
    removed: list[Left] = []
    shared: list[Left] = []  # items that an earlier class has: corpora of two classes share none
    first: dict[str | bytes, Item] = {}
    for number, place in enumerate(classes):
        label = escaped(place.name)
        progress(number, len(classes))
        try:
            corpus = read_corpus(place, representation, **options)
        except (ReadError, StyleError) as error:
            unreadable.append(Left(label, error.problem))
            continue
        for item in corpus.items:
            named = replace(item, name=f"{label}/{item.name}", label=label)
            other = first.setdefault(named.key, named)
            if other.label == label:
                items.append(named)
            else:
                reason = f"identical to {other.name} of class {other.label}"
                shared.append(Left(named.name, reason))
        unreadable += [Left(f"{label}/{left.name}", left.reason) for left in corpus.unreadable]
        removed += [Left(f"{label}/{left.name}", left.reason) for left in corpus.removed]
    progress(len(classes), len(classes))
    if not items:
        raise StyleError(
            f"nothing in {source} can be read as {representation}",
            advice=f"{shortened(unreadable[0].name)}: {unreadable[0].reason}" if unreadable else "",
        )
    return Labeled(tuple(items), tuple(unreadable), (*removed, *shared))


def names_in(folder: str) -> list[str]:
    """Return the names of some files in a folder and its subfolders, without hidden ones."""
    visible: list[str] = []
    # Folders that can't be listed are reported when they are read.
    with suppress(ReadError):
        for _, files in Listing(folder, MAX_LISTED).walk(folder):
            if not isinstance(files, OSError):
                visible += [file for file in files if not is_hidden(file)]
            if len(visible) >= _MOST_NAMES:
                break
    return visible[:_MOST_NAMES]


def guess_representation(names: Iterable[str]) -> str:
    """Guess the representation from the extension of most files."""
    known = {"image": _IMAGES, "midi": _MIDI, "hierarchy": {*suffixes()} - _ANYTHING}
    endings = (PurePath(name).suffix.lower() for name in names)
    counts = Counter(
        next((kind for kind, several in known.items() if ending in several), "bytes")
        for ending in endings
    )
    return counts.most_common(1)[0][0] if counts else "bytes"
