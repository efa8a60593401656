"""The folder for machine code: only its user may write there, since numba trusts what it holds."""

import atexit
import logging
import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"
"""The variable of the environment by which numba knows the folder; processes inherit it."""

_VERSION = "1"  # rises when what is kept must not be used any more

_log = logging.getLogger(__name__)


def ensure_folder() -> None:
    """Name the folder, before numba is imported: at worst one for this start."""
    if VARIABLE in os.environ:
        return
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or "~/.cache"
    place = Path(cache).expanduser() / "hierscope" / f"compiled-{_VERSION}"
    if not _is_own(place):
        try:
            place = Path(tempfile.mkdtemp(prefix="hierscope-"))
        except OSError:  # nothing is written here at all; numba will say so
            return
        atexit.register(shutil.rmtree, place, ignore_errors=True)
        _log.warning(
            "hierscope: no folder for compiled code, so each start takes longer. %s can set one",
            VARIABLE,
        )
    os.environ[VARIABLE] = str(place)


def _is_own(place: Path) -> bool:
    """Make a folder for this user alone, and tell whether it is; tried, for rights lie."""
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            state = place.stat()
    except OSError:
        return False
    return os.name == "nt" or (state.st_uid == os.getuid() and not state.st_mode & 0o022)
