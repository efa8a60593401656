"""From folders and uploaded files to corpora."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from core.caemsi._sources import Source, from_disk, from_memory, from_path, grouped, title_of
from core.caemsi.duplicates import remove_duplicates
from core.caemsi.items import Corpus, Item, Left
from core.caemsi.representations import check_representation, most_bytes, represent
from core.errors import HierarchyError, ReadError, StyleError
from core.files.access import Listing, exists, is_folder, open_error, open_problem, real_path
from core.files.folders import by_path
from core.files.names import escaped, natural, shortened
from core.io.limits import MAX_LISTED


def read_corpus(
    folder: str | os.PathLike[str],
    representation: str = "bytes",
    *,
    titles: bool = True,
    similar: bool = True,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Corpus:
    """Read a folder, with all folders in it, as a corpus.

    Each file is an artifact. For hierarchies, files called as those of layers (``.lab``, ``.txt``
    and others) that stand in one folder below the given one are layers of one hierarchy, with those
    in its folder ``parsed``, as in SALAMI; of several hierarchies in a file the first is taken, and
    the others are among what was removed. Hidden files are left alone, links to folders not
    followed.
    """
    shown = escaped(os.fspath(folder))
    if not is_folder(folder):
        problem = "not a folder" if exists(folder) else "no such folder"
        raise ReadError(problem, source=shown, mend="Check the path")
    root = real_path(folder)
    unopened: list[Left] = []
    names = []
    for place, found in Listing(shown, MAX_LISTED).walk(root):
        inside = os.path.relpath(place, root).replace(os.sep, "/")
        if not isinstance(found, OSError):
            names += [each if inside == "." else f"{inside}/{each}" for each in found]
        elif place == root:
            raise open_error(found, shown) from found
        else:
            unopened.append(Left(escaped(inside), open_problem(found)))
    most = most_bytes(representation)
    sources = [
        Source(
            name, title_of(name, members), os.path.join(root, name), from_disk(root, members, most)
        )
        for name, members in grouped(names, representation).items()
    ]
    return _read(
        escaped(os.path.basename(root)) or root,
        sources,
        unopened,
        representation,
        (titles, similar),
        progress,
        cancelled,
    )


def corpus_of_files(
    name: str,
    files: Sequence[tuple[str, bytes]],
    representation: str = "bytes",
    *,
    titles: bool = True,
    similar: bool = True,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Corpus:
    """Make a corpus of files that were uploaded."""
    contents = by_path(files)
    sources = [
        Source(each, title_of(each, members), "", from_memory(contents, members))
        for each, members in grouped(list(contents), representation).items()
    ]
    return _read(name, sources, [], representation, (titles, similar), progress, cancelled)


def corpus_of_paths(
    name: str,
    paths: Sequence[str],
    representation: str = "bytes",
    *,
    titles: bool = True,
    similar: bool = True,
) -> Corpus:
    """Read files that are listed as a corpus."""
    whole = {path: os.path.abspath(path) for path in paths}
    sources = [
        Source(
            path,
            title_of(whole[path], [whole[path]] * (not is_folder(path))),
            path,
            from_path(path, representation),
        )
        for path in sorted(paths, key=lambda path: natural(whole[path]))
    ]
    return _read(name, sources, [], representation, (titles, similar))


def _read(
    name: str,
    sources: list[Source],
    unopened: list[Left],
    representation: str,
    duplicates: tuple[bool, bool],
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Corpus:
    items, unreadable, removed = read_sources(
        sources, representation, duplicates, progress, cancelled
    )
    unreadable += unopened
    if not items:
        raise _nothing(name, unreadable, representation)
    return Corpus(
        name,
        tuple(items),
        tuple(sorted(unreadable, key=lambda left: natural(left.name))),
        tuple(sorted(removed, key=lambda left: natural(left.name))),
    )


def read_sources(
    sources: Sequence[Source],
    representation: str,
    duplicates: tuple[bool, bool],
    progress: Callable[[int, int], object],
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[list[Item], list[Left], list[Left]]:
    """Read artifacts, whatever they are read from."""
    check_representation(representation)
    items: list[Item] = []
    unreadable: list[Left] = []
    others: list[Left] = []
    total = 2 * len(sources)
    for done, source in enumerate(sources):
        progress(done, total)
        if cancelled():
            raise StyleError("the reading was stopped before it was done")
        shown = escaped(source.name)
        try:
            found = represent(source.load(), representation)
        except (ReadError, HierarchyError) as error:
            unreadable.append(Left(shown, _reason(error, source)))
            continue
        path = real_path(source.path) if source.path else ""
        items.append(
            Item(shown, found.data, source.title, source.label, found.identity, path, source.load)
        )
        others += [
            Left(f"{shown} ({title})", f"not the first hierarchy of '{shown}'")
            for title in found.others
        ]
    titles, similar = duplicates
    kept, removed = remove_duplicates(
        items,
        representation,
        titles=titles,
        similar=similar,
        progress=lambda done, of: progress(len(sources) + done * len(sources) // max(of, 1), total),
        cancelled=cancelled,
    )
    return list(kept), unreadable, [*others, *removed]


def _nothing(name: str, unreadable: list[Left], representation: str) -> StyleError:
    if not unreadable:
        return StyleError(f"there are no files in '{name}'", mend="Choose another folder")
    first = unreadable[0]
    count = len(unreadable)
    what = f"none of the {count} files in '{name}' can" if count > 1 else f"no file in '{name}' can"
    return StyleError(
        f"{what} be read as {representation} ('{shortened(first.name)}': {first.reason})",
        mend="Choose other files, or another representation",
    )


def _reason(error: ReadError | HierarchyError, source: Source) -> str:
    """What is wrong, without the name of the item and without what to do about it."""
    if isinstance(error, HierarchyError):
        return str(HierarchyError(error.problem, layer=error.layer, time=error.time))
    where = [] if error.source in (source.name, os.path.basename(source.name)) else [error.source]
    if error.line is not None:
        where.append(f"line {error.line}")
    return ": ".join(filter(None, (", ".join(where), error.problem)))
