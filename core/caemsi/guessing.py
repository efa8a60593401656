"""What files are most likely to be read as, by what they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath

_ENDINGS = {
    "image": {"png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "ppm"},
    "midi": {"mid", "midi"},
    "hierarchy": {"jams", "lab"},
}


def guess_representation(names: Iterable[str]) -> str:
    """Guess a representation.

    Parameters
    ----------
    names : iterable of str
        Of files.

    Returns
    -------
    str
        One of :data:`core.caemsi.items.REPRESENTATIONS`: what most of the files are; bytes, where
        that is none of the known kinds. Of durations nothing is guessed.
    """
    counts = Counter(_kind(PurePath(name).suffix[1:].lower()) for name in names)
    return counts.most_common(1)[0][0] if counts else "bytes"


def _kind(ending: str) -> str:
    return next((kind for kind, endings in _ENDINGS.items() if ending in endings), "bytes")
