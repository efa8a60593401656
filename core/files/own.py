"""The cache folder for results that hierscope can recompute, such as those of corpora."""

import os
import sys
from pathlib import Path

from core.errors import ReadError
from core.files.access import expanded

CACHE_VARIABLE = "HIERSCOPE_CACHE"


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
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReadError(
            f"can't be created for results ({error.strerror})",
            source=str(place),
            advice=f"Set ${CACHE_VARIABLE} to another folder and start again",
        ) from error
    return place
