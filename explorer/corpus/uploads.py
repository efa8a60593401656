"""What is on the disk for as long as sessions last: uploaded files of results, which were checked,
and results of uploaded corpora."""

from __future__ import annotations

import atexit
import shutil
from contextlib import suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

from filelock import FileLock, Timeout
from streamlit.runtime.uploaded_file_manager import UploadedFile

from core.corpus.budget import refuse_large
from core.corpus.room import make_room, quota
from core.corpus.store import read_results
from core.errors import ReadError
from core.files.own import own_folder
from core.io.limits import MAX_UPLOADED_VALUES
from core.jobs.files import replacing

_UPLOADS = "uploads-"  # begins the name of a server's folder


def keep_upload(upload: UploadedFile) -> Path:
    """Check an uploaded file of results, and give where it is kept until it is removed.

    Its name is known to nobody else, and says nothing.

    Raises
    ------
    ReadError
        If it is none, or there is no room for it.
    OSError
        If it can't be written.
    """
    data = upload.getvalue()
    refuse_large(upload, MAX_UPLOADED_VALUES)
    read_results(upload)
    make_room_for(len(data), upload.name)
    path = _of_this_server(own_folder()) / f"{uuid4().hex}.parquet"
    with replacing(path) as stream:
        stream.write(data)
    return path


def new_place() -> Path:
    """Make a folder for the results of an uploaded corpus, of which nobody else knows.

    Raises
    ------
    ReadError, OSError
        If it can't be made.
    """
    place = _of_this_server(own_folder()) / uuid4().hex
    place.mkdir()
    return place


def make_room_for(size: int, source: str) -> None:
    """Have room for so many bytes; what can be computed again makes it.

    Parameters
    ----------
    size : int
    source : str
        What messages call it.

    Raises
    ------
    ReadError
        If there is none.
    """
    kept = _of_this_server(own_folder()).glob("**/*.parquet")
    left = quota() - size - sum(each.stat().st_size for each in kept)
    if left < 0:
        raise ReadError(
            "there is no room for it on this server just now",
            source=source,
            mend="Try again later",
        )
    make_room(own_folder(), left)


def remove_upload(path: str) -> None:
    """Remove an uploaded file, or a folder of results, which may be gone, or never have been."""
    if path:
        with suppress(OSError):
            Path(path).unlink()
        shutil.rmtree(path, ignore_errors=True)


def clear_uploads(place: Path) -> None:
    """Remove what servers that were killed have left in a folder."""
    for left in place.glob(f"{_UPLOADS}*.lock"):
        with suppress(Timeout, OSError), FileLock(left, blocking=False):
            _remove(left.with_suffix(""), left)


@cache
def _of_this_server(place: Path) -> Path:
    """Make the folder of this server's uploads, with a lock beside it as long as it runs."""
    clear_uploads(place)
    own = place / f"{_UPLOADS}{uuid4().hex}"
    lock = FileLock(own.with_suffix(".lock"), thread_local=False)
    lock.acquire()
    own.mkdir()
    atexit.register(_end, own, lock)
    return own


def _end(own: Path, lock: FileLock) -> None:
    _remove(own, Path(lock.lock_file))
    lock.release()


def _remove(folder: Path, lock: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):  # Windows lets go of it later
        lock.unlink()
