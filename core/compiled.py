"""Choose a folder for numba's compiled code that only its user can write to."""

import atexit
import hashlib
import logging
import os
import re
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"
"""The environment variable from which numba and child processes read the folder."""

_STRUCTURE = re.compile(r"^class \w+\(NamedTuple\):\n(?:(?: {4}.*)?\n)+", re.MULTILINE)

_log = logging.getLogger(__name__)


def ensure_folder() -> None:
    """Set the folder before numba is imported; fall back to a temporary folder."""
    if VARIABLE in os.environ:
        return
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or "~/.cache"
    place = Path(os.path.expanduser(cache), "hierscope", f"compiled-{structures()}")
    if problem := _problem(place):
        with suppress(OSError):  # without any folder, core.compiling does without a cache
            place = Path(tempfile.mkdtemp(prefix="hierscope-"))
            atexit.register(shutil.rmtree, place, ignore_errors=True)
        _log.warning(
            "hierscope: compiled code can't be kept (%s), so each start takes longer. "
            "Set a folder with %s",
            problem,
            VARIABLE,
        )
    # Child processes read it, and do not warn again.
    os.environ[VARIABLE] = str(place)


def structures(package: Path = Path(__file__).parent) -> str:
    """Return a hash of the structures that kernels take. numba notices other edits by itself, but
    can't load code for structures that have another name or other fields since."""
    texts = [path.read_text("utf-8") for path in sorted(package.glob("*/_kernels.py"))]
    content = "".join(structure for text in texts for structure in _STRUCTURE.findall(text))
    return hashlib.sha256(content.encode()).hexdigest()[:8]


def stored(module: Path) -> bool:
    """Whether the folder has code of a module that is newer than the module; names are numba's."""
    place = f"{module.parent.name}_{hashlib.sha1(str(module.parent).encode()).hexdigest()}"
    indexes = Path(os.environ[VARIABLE], place).glob(f"{module.stem}.*.nbi")
    return any(index.stat().st_mtime > module.stat().st_mtime for index in indexes)


def _problem(place: Path) -> str:
    """Create a folder for this user alone; return why it can't be used, or nothing.

    Check by writing, since permissions can mislead.
    """
    if place.parts[0] == "~":
        return "there is no home folder"
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            state = place.stat()
    except OSError as error:
        return f"{place}: {error.strerror}"
    own = sys.platform == "win32" or (state.st_uid == os.getuid() and not state.st_mode & 0o022)
    return "" if own else f"others can write to {place}"
