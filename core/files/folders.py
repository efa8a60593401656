"""Folders of layers, of tracks in SALAMI's structure, of uploads, and of cached results."""

import atexit
import logging
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from core.errors import ReadError
from core.files.access import Listing, expanded, is_folder, is_open

ANNOTATIONS = "annotations"
CACHE_VARIABLE = "HIERSCOPE_CACHE"  # names the folder of results that can be recomputed
_log = logging.getLogger(__name__)
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
    """Return the folder for results, and make it: a temporary one if the user has no other."""
    place = own_place()
    if not (problem := _problem(place)):
        return place
    try:
        if os.environ.get(CACHE_VARIABLE):
            raise OSError(problem)
        place = Path(tempfile.mkdtemp(prefix="hierscope-"))
    except OSError as error:
        raise ReadError(
            f"can't be used for results ({problem})",
            source=str(place),
            advice=f"Set ${CACHE_VARIABLE} to another folder and start again",
        ) from error
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    _log.warning(
        "hierscope: results are deleted at the end (%s). Set a folder with %s",
        problem,
        CACHE_VARIABLE,
    )
    os.environ[CACHE_VARIABLE] = str(place)
    return place


def _problem(place: Path) -> str:
    """Create a folder; return why results can't be kept in it, or nothing."""
    if place.parts[0] == "~":
        return "there is no home folder"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return f"{place}: {error.strerror}"
    return "" if os.access(place, os.W_OK) else f"{place}: Permission denied"
