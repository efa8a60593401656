"""What files are most likely to be read as, by what they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import PurePath

from core.errors import ReadError
from core.files.access import Listing
from core.files.names import is_hidden
from core.io.formats import suffixes
from core.io.limits import MAX_LISTED

_ENDINGS = {
    "image": {".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".ppm"},
    "midi": {".mid", ".midi"},
}
_ANYTHING = {".csv", ".json", ".txt"}  # such files hold hierarchies, or anything else


def names_in(folder: str, most: int = 200) -> list[str]:
    """Give the names of some files in a folder and in those in it; hidden ones are left alone."""
    found: list[str] = []
    # What can't be listed is told of where it is read.
    with suppress(ReadError):
        for _, names in Listing(folder, MAX_LISTED).walk(folder):
            if not isinstance(names, OSError):
                found += [each for each in names if not is_hidden(each)]
            if len(found) >= most:
                break
    return found[:most]


def guess_representation(names: Iterable[str]) -> str:
    """Guess a representation."""
    counts = Counter(_kind(PurePath(name).suffix.lower()) for name in names)
    return counts.most_common(1)[0][0] if counts else "bytes"


def _kind(ending: str) -> str:
    known = _ENDINGS | {"hierarchy": {*suffixes()} - _ANYTHING}
    return next((kind for kind, endings in known.items() if ending in endings), "bytes")
