"""Compiled code that is damaged on the disk is made again.

Numba trusts what it kept: a file that was cut off ends the program with an error of pickle, and a
wrong bit in machine code gives wrong scores, or none.
"""

from __future__ import annotations

import logging
import pickle
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from numba.core.caching import IndexDataCacheFile
from numba.core.dispatcher import Dispatcher

_DIGEST = sha256().digest_size

_log = logging.getLogger(__name__)


def check_kept(kernels: ModuleType) -> None:
    """Have the kernels of a module check what is kept of them; before the first is called.

    Their names in numba (0.68 tried) are its own: it has no way in.

    Parameters
    ----------
    kernels : module
    """
    for kernel in vars(kernels).values():
        if isinstance(kernel, Dispatcher):  # not where NUMBA_DISABLE_JIT is set
            kept: Any = vars(kernel)["_cache"]
            kept._cache_file = _Files(
                cache_path=kept._cache_path,
                filename_base=kept._impl.filename_base,
                source_stamp=kept._impl.locator.get_source_stamp(),
            )


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
