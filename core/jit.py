"""Kernels: jitted, with machine code that is kept on disk and made again where it is damaged.

Numba trusts what it kept. A file that was cut off ends the program with an error of pickle, and a
wrong bit in machine code gives wrong scores, or none.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.dispatcher import Dispatcher

_HOW = {"nogil": True}
_DIGEST = sha256().digest_size

_log = logging.getLogger(__name__)


def kernel(function: Callable[..., Any]) -> Any:
    """Jit a function that calls no kernel of another file, whose edits would be missed.

    Where nothing can be kept, as in a read-only folder, it is compiled in each process.
    """
    jitted = njit(**_HOW)(function)
    if isinstance(jitted, Dispatcher):  # not where NUMBA_DISABLE_JIT is set
        try:
            jitted._cache = _Cache(function)  # type: ignore[attr-defined]
        except RuntimeError:  # what numba says where it finds no folder
            _say_unkept()
    return jitted


class _Files(IndexDataCacheFile):  # type: ignore[misc]  # numba has no types
    """The files of a kernel, an index and one a signature; each ends in a hash of what it holds.

    Pickle reads nothing behind the end of what it made.
    """

    def save(self, key: object, data: object) -> None:
        with suppress(OSError):  # the disk is full, or was made read-only meanwhile
            super().save(key, data)

    def _load_index(self) -> Any:
        head = pickle.dumps(self._version, protocol=-1)
        return super()._load_index() if _is_whole(self._index_path, head) else {}

    def _load_data(self, name: str) -> Any:
        if not _is_whole(self._data_path(name)):
            raise FileNotFoundError  # numba compiles again then, and writes it anew
        return super()._load_data(name)

    def _dump(self, obj: object) -> bytes:
        data: bytes = super()._dump(obj)
        return data + sha256(data).digest()


class _Cache(FunctionCache):  # type: ignore[misc]
    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp(), _HOW
        self._cache_file = _Files(self.cache_path, self._impl.filename_base, stamp)


def _is_whole(path: str, head: bytes = b"") -> bool:
    """Whether a file holds what was written: after a head, that and its hash."""
    try:
        content = Path(path).read_bytes()
    except OSError:
        return False  # not there yet, or not for us
    if not content.startswith(head):
        return False  # of another version of numba
    body = content[len(head) :]
    if sha256(body[:-_DIGEST]).digest() == body[-_DIGEST:]:
        return True
    _say_damaged(str(Path(path).parent))
    return False


@cache
def _say_damaged(folder: str) -> None:
    _log.warning("hierscope: compiled code in %s was damaged; it is made again", folder)


@cache
def _say_unkept() -> None:
    _log.warning(
        "hierscope: there is no folder to keep compiled code in: each start takes longer. "
        "NUMBA_CACHE_DIR may name one"
    )
