"""Choose a folder for numba's compiled code that only its user can write to."""

import atexit
import logging
import os
import shutil
import sys
import tempfile
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"
"""The environment variable from which numba and child processes read the folder."""

_VERSION = "1"  # increase it when cached code becomes invalid

_log = logging.getLogger(__name__)


def ensure_folder() -> None:
    """Set the folder before numba is imported; fall back to a temporary folder."""
    if VARIABLE in os.environ:
        return
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or "~/.cache"
    place = Path(cache).expanduser() / "hierscope" / f"compiled-{_VERSION}"
    if not _is_own(place):
        try:
            place = Path(tempfile.mkdtemp(prefix="hierscope-"))
        except OSError:  # nothing can be written; numba reports it
            return
        atexit.register(shutil.rmtree, place, ignore_errors=True)
        _log.warning(
            "hierscope: no folder for compiled code, so each start takes longer. Set one with %s",
            VARIABLE,
        )
    os.environ[VARIABLE] = str(place)


def _is_own(place: Path) -> bool:
    """Create a folder for this user alone; check by writing, since permissions can mislead."""
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            state = place.stat()
    except OSError:
        return False
    return sys.platform == "win32" or (state.st_uid == os.getuid() and not state.st_mode & 0o022)
