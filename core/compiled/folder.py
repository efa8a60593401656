"""A folder for compiled code: numba gives up where it finds none, as in a read-only house."""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"
"""The variable of the environment by which numba is told of a folder; processes inherit it."""

_log = logging.getLogger(__name__)


def ensure_folder() -> None:
    """See to it that numba finds a folder, before it is imported: at worst one for this start."""
    if VARIABLE in os.environ:
        return
    beside = Path(__file__).resolve().parents[1] / "tmeasures" / "__pycache__"
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if _writable(beside) or _writable(Path(cache) / "numba"):
        return
    try:
        place = tempfile.mkdtemp(prefix="hierscope-")
    except OSError:  # nothing is written here at all; numba will say so
        return
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    os.environ[VARIABLE] = place
    _log.warning(
        "hierscope: there is no folder to keep compiled code in: each start takes longer. "
        "%s may name one",
        VARIABLE,
    )


def _writable(folder: Path) -> bool:
    """Whether something can be written into a folder, which is made; tried, for rights lie."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
