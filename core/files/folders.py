"""Folders of layers, of tracks in SALAMI's structure, of uploads, and of cached results."""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from core.errors import ReadError
from core.files.access import Listing, expanded, is_folder, is_open

ANNOTATIONS = "annotations"
CACHE_VARIABLE = "HIERSCOPE_CACHE"  # names the folder of results that can be recomputed
_PARSED = "parsed"  # subfolder of a track with its parsed layers


def with_parsed(folder: Path) -> list[Path]:
    """Return a track's folder and its subfolder ``parsed``, if any; both can hold layers."""
    return [folder, *filter(_is_open_folder, [folder / _PARSED])]


def _is_open_folder(path: Path) -> bool:
    """Return whether a path is a folder and not a link to a closed place."""
    return is_open(path) and is_folder(path)


def annotations_in(folder: Path, listing: Listing) -> Iterator[Path]:
    """Yield the folders ``annotations`` in the folder of a corpus, or one level deeper."""
    if _is_open_folder(folder / ANNOTATIONS):
        yield folder / ANNOTATIONS
    if is_folder(folder):
        inner = sorted(map(Path, listing.entries(folder)))
        yield from filter(_is_open_folder, (item / ANNOTATIONS for item in inner))


def holder(folders: Sequence[str]) -> Sequence[str]:
    """Return the path of the track's folder: the parent of a folder ``parsed``."""
    return folders[:-1] if folders[-1:] == [_PARSED] else folders


def by_path(files: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Return files by path, without the folder that all share; repeated paths get a number."""
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


def own_place() -> Path:
    """Return the folder: ``$HIERSCOPE_CACHE``, else the system's cache folder."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(expanded(named))
    if sys.platform == "win32":
        return Path(expanded(os.environ.get("LOCALAPPDATA", "~"))) / "hierscope"
    return Path(expanded(os.environ.get("XDG_CACHE_HOME") or "~/.cache")) / "hierscope"


def own_folder() -> Path:
    """Return the folder in which hierscope keeps results, and make it."""
    place = own_place()
    if place.parts[0] == "~":
        raise ReadError(
            "there is no home folder to keep results in",
            source="results",
            advice=f"Set ${CACHE_VARIABLE} to a folder and start again",
        )
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReadError(
            f"can't be created for results ({error.strerror})",
            source=str(place),
            advice=f"Set ${CACHE_VARIABLE} to another folder and start again",
        ) from error
    return place
