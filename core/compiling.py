"""numba's ``njit``, with a cache of compiled code whose faults cost time, and stop nothing."""

import logging
from collections.abc import Callable
from hashlib import sha256
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

from numba import njit
from numba.core import dispatcher
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache

from core.compiled import VARIABLE

__all__ = ["njit"]

_log = logging.getLogger(__name__)
_noted: set[str] = set()


class _File(IndexDataCacheFile):  # type: ignore[misc]
    """Files with checksums: machine code with wrong bytes would run. Unpickling ignores these."""

    def _dump(self, obj: Any) -> bytes:
        data: bytes = super()._dump(obj)
        return data + sha256(data).digest()

    def _load_data(self, name: str) -> Any:
        content = Path(self._data_path(name)).read_bytes()
        if sha256(content[:-32]).digest() != content[-32:]:
            raise ValueError("wrong checksum")
        return super()._load_data(name)


class _Cache(FunctionCache):  # type: ignore[misc]
    """A cache that compiles again what it can't load, and does without what it can't store."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _File(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # unpickling a damaged file raises any exception
            if self._try(self.flush):
                _note("compiled code was damaged and is compiled again (a minute at most)")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        self._try(lambda: super(_Cache, self).save_overload(sig, data))

    def _try(self, write: Callable[[], object]) -> bool:
        try:
            write()
            return True
        except OSError as error:
            _note(
                f"compiled code can't be stored ({error.strerror}), so each start takes longer. "
                f"Free some space, or set another folder with {VARIABLE}"
            )
            self.disable()
            return False


def _cache(function: Callable[..., Any]) -> FunctionCache | NullCache:
    try:
        return _Cache(function)
    except RuntimeError:  # no folder can be written; core.compiled has said so
        return NullCache()


def _note(text: str) -> None:
    """Log a line once, and not again in each process of a run."""
    if text not in _noted and parent_process() is None:
        _log.warning("hierscope: %s", text)
    _noted.add(text)


# numba has no public option for this; tests/core/test_compiled.py fails if the name changes.
dispatcher.FunctionCache = _cache  # type: ignore[attr-defined]
