"""Folders of layers and of tracks, as SALAMI has them, and of files that are uploaded."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from core.files.access import Listing, is_folder, is_open

ANNOTATIONS = "annotations"
_PARSED = "parsed"  # holds layers of the track around it


def with_parsed(folder: Path) -> list[Path]:
    """Give a folder and, where it has one, its folder ``parsed``: both hold layers of one track."""
    return [folder, *filter(_is_open_folder, [folder / _PARSED])]


def _is_open_folder(path: Path) -> bool:
    """Tell whether a path is a folder and open: it may be a link to a closed place."""
    return is_open(path) and is_folder(path)


def annotations_in(folder: Path, listing: Listing) -> Iterator[Path]:
    """Give the folders of annotations in the folder of a corpus, or one folder deeper."""
    if _is_open_folder(folder / ANNOTATIONS):
        yield folder / ANNOTATIONS
    if is_folder(folder):
        inner = sorted(map(Path, listing.entries(folder)))
        yield from filter(_is_open_folder, (item / ANNOTATIONS for item in inner))


def holder(folders: Sequence[str]) -> Sequence[str]:
    """Give the path of the folder that a file belongs to, which a folder ``parsed`` never is."""
    return folders[:-1] if folders[-1:] == [_PARSED] else folders


def by_path(files: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    contents: dict[str, bytes] = {}
    turns: Counter[str] = Counter()
    for path, data in files:
        plain = unique = path.replace("\\", "/").strip("/")
        stem, suffix = os.path.splitext(plain)
        while unique in contents:
            turns[plain] += 1
            unique = f"{stem} ({turns[plain] + 1}){suffix}"
        contents[unique] = data
    top = {path.split("/")[0] if "/" in path else "" for path in contents}
    if len(top) == 1 and (folder := top.pop()):
        return {path.removeprefix(f"{folder}/"): data for path, data in contents.items()}
    return contents
