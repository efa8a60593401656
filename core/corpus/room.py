"""Room in a folder of our own for results: those that were not used for longest make it."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from core.corpus.parts import alone_at, own_paths
from core.errors import ReadError
from core.io.limits import MAX_KEPT

QUOTA_VARIABLE = "HIERSCOPE_CACHE_MB"
"""The variable of the environment that says how much is kept, in megabytes."""


def quota() -> int:
    """Give how many bytes may be kept: ``$HIERSCOPE_CACHE_MB``, or 2 GB."""
    said = os.environ.get(QUOTA_VARIABLE)
    if not said:
        return MAX_KEPT
    if not (said.isascii() and said.isdigit() and len(said) < 10):
        raise ReadError(
            f"'{said[:20]}' is no number of megabytes",
            source=f"${QUOTA_VARIABLE}",
            mend=f"Set it to one, such as {MAX_KEPT // 1_000_000}, and start again",
        )
    return int(said) * 1_000_000


def mark_used(path: Path) -> None:
    """Note that a file of results is used now; when it was written stays as it is.

    Where that can't be noted, it counts as used when it was written.
    """
    with suppress(OSError):
        os.utime(path, ns=(time.time_ns(), path.stat().st_mtime_ns))


def make_room(folder: Path, quota: int, *, newest: Path | None = None) -> None:
    """Remove results until a folder holds no more than a quota.

    Results go with their parts and with what they replaced. Those stay to which a run writes.
    """
    targets = {_target(path) for path in folder.glob("*.parquet*")}
    sizes = {target: sum(state.st_size for state in _states(target)) for target in targets}
    left = sum(sizes.values())
    for target in sorted(targets - {newest}, key=_last_used):
        if left <= quota:
            return
        with suppress(OSError, ReadError), alone_at(target):  # a run is at it, or it can't go
            _remove(target)
            left -= sizes[target]


def _target(path: Path) -> Path:
    """Give the file of results to which a path belongs."""
    return path.with_name(path.name.removesuffix(".part").removesuffix(".before"))


def _states(target: Path) -> Iterator[os.stat_result]:
    results, parts, before = own_paths(target)
    for path in (results, before, *parts.glob("*")):
        with suppress(OSError):  # it may go meanwhile
            yield path.stat(follow_symlinks=False)


def _last_used(target: Path) -> float:
    return max((max(state.st_atime, state.st_mtime) for state in _states(target)), default=0.0)


def remove_results(beginning: str, folder: Path) -> None:
    """Remove the results whose names begin so, but for those to which a run writes."""
    for target in {_target(path) for path in folder.glob(f"{beginning}*.parquet*")}:
        with suppress(OSError, ReadError), alone_at(target):
            _remove(target)


def _remove(target: Path) -> None:
    results, parts, before = own_paths(target)
    for path in (results, before):
        path.unlink(missing_ok=True)
    shutil.rmtree(parts, ignore_errors=True)
