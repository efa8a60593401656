"""Files that one run at a time writes and that appear only when complete."""

import glob
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from uuid import uuid4

from filelock import FileLock, Timeout

from core.errors import ReadError


@contextmanager
def locked(lock: Path, target: Path, mend: str) -> Iterator[None]:
    """Keep other runs out."""
    file_lock = FileLock(lock)
    try:
        file_lock.acquire(blocking=False)
    except Timeout:
        raise ReadError("another run is writing to it", source=str(target), mend=mend) from None
    try:
        yield
    finally:
        # Removed while it is locked, so that it is not that of another run; on Windows later.
        with suppress(OSError):
            lock.unlink()
        file_lock.release()


@contextmanager
def replacing(path: Path, *, alone: bool = False) -> Iterator[IO[bytes]]:
    """Give a new file, which takes the place of `path` if all goes well; errors name `path`."""
    prefix = "."
    if alone:
        prefix = f".{path.name}."
        for left in path.parent.glob(f"{glob.escape(prefix)}*"):
            left.unlink(missing_ok=True)
    aside = path.with_name(f"{prefix}{uuid4().hex}")
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
