"""Limit the size of hierscope's results folder; delete the least recently used results first."""

import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from uuid import getnode, uuid4

import psutil

from core.corpus.updating import alone_at, own_paths
from core.errors import ReadError
from core.io.limits import MAX_KEPT

QUOTA_VARIABLE = "HIERSCOPE_CACHE_MB"


def quota() -> int:
    """Return the limit in bytes: ``$HIERSCOPE_CACHE_MB``, or 2 GB."""
    text = os.environ.get(QUOTA_VARIABLE)
    if not text:
        return MAX_KEPT
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ReadError(
            f"'{text[:20]}' is not a number of megabytes",
            source=f"${QUOTA_VARIABLE}",
            advice=f"Set it to a whole number, such as {MAX_KEPT // 1_000_000}, and start again",
        )
    return int(text) * 1_000_000


def mark_used(path: Path) -> None:
    """Set the access time of a results file to now; if that fails, its write time counts."""
    with suppress(OSError):
        os.utime(path, ns=(time.time_ns(), path.stat().st_mtime_ns))


def make_room(folder: Path, quota: int, *, newest: Path | None = None) -> None:
    """Delete results until a folder meets a quota; skip results that a run is writing."""
    states = {target: _states(target) for target in _targets(folder)}
    left = sum(state.st_size for own in states.values() for state in own)
    used = {
        target: max((max(state.st_atime, state.st_mtime) for state in own), default=0.0)
        for target, own in states.items()
    }
    for target in sorted(states.keys() - {newest}, key=used.__getitem__):
        if left > quota and _remove(target):
            left -= sum(state.st_size for state in states[target])


def remove_results(beginning: str, folder: Path) -> None:
    """Delete results whose names start with a text; skip results that a run is writing."""
    for target in _targets(folder, beginning):
        _remove(target)


def upload_name(folder: Path) -> str:
    """Name an upload after this machine and process; remove uploads of processes that ended."""
    here = f"upload-{getnode()}-"
    for target in _targets(folder, here):
        process = target.name.removeprefix(here).partition("-")[0]
        if not psutil.pid_exists(int(process)):
            _remove(target)
    return f"{here}{os.getpid()}-{uuid4().hex}"


def _targets(folder: Path, beginning: str = "") -> set[Path]:
    """Return the results files in a folder, also if only their parts or copies are left."""
    return {
        path.with_name(path.name.removesuffix(".part").removesuffix(".before"))
        for path in folder.glob(f"{beginning}*.parquet*")
    }


def _states(target: Path) -> list[os.stat_result]:
    results, parts, before = own_paths(target)
    states = []
    for path in (results, before, *parts.glob("*")):
        with suppress(OSError):  # another process may delete it
            states.append(path.stat(follow_symlinks=False))
    return states


def _remove(target: Path) -> bool:
    """Delete results unless a run is writing them; return whether it succeeded."""
    results, parts, before = own_paths(target)
    with suppress(OSError, ReadError), alone_at(target):
        for path in (results, before):
            path.unlink(missing_ok=True)
        shutil.rmtree(parts, ignore_errors=True)
        return True
    return False
