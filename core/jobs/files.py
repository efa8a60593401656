"""Lock files against parallel runs, and replace files only when complete."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from uuid import uuid4

from filelock import FileLock, Timeout

from core.errors import ReadError


@contextmanager
def locked(lock: Path, target: Path, advice: str) -> Iterator[None]:
    """Hold a lock that keeps other runs out; raise ReadError if another run holds it."""
    file_lock = FileLock(lock)
    try:
        file_lock.acquire(blocking=False)
    except Timeout:
        raise ReadError("another run is writing to it", source=str(target), advice=advice) from None
    try:
        yield
    finally:
        # Remove it while locked, so that it can't be another run's; Windows removes it later.
        with suppress(OSError):
            lock.unlink()
        file_lock.release()


def write_whole(path: str | Path, data: bytes) -> None:
    """Write a file completely or not at all; devices and pipes are written directly."""
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():
        place.write_bytes(data)
        return
    with replacing(place) as stream:
        stream.write(data)


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a new file that replaces `path` if no error occurs; errors name `path`."""
    aside = path.with_name(f".{uuid4().hex}")
    try:
        with aside.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        aside.replace(path)
    except OSError as error:
        if error.filename in (None, str(aside)):
            error.filename = str(path)
        raise
    finally:
        aside.unlink(missing_ok=True)
