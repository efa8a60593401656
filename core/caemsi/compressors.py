"""The compressors that stand in for Kolmogorov complexity, as Eq. 2 of the paper has it.

Builds of a library differ in what they give (zlib-ng is not zlib), so each has a version to note.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import zstandard

from core.errors import StyleError


@dataclass(frozen=True)
class Compressor:
    """A compressor.

    Parameters
    ----------
    name : str
    version : str
        Of the library, with the settings.
    size : callable
        Gives K(x), the length in bytes of x compressed.
    sizes_after : callable
        Gives K(xy) for one x and several y, taken one by one; as `size` of each, but where it can,
        x is compressed once.
    reach : int
        How many bytes back it finds repetitions. What lies farther apart is not compared.
    """

    name: str
    version: str
    size: Callable[[bytes], int]
    sizes_after: Callable[[bytes, Iterable[bytes]], list[int]]
    reach: int


def get_compressor(name: str) -> Compressor:
    """Look up a compressor."""
    try:
        return COMPRESSORS[name]
    except KeyError:
        known = ", ".join(COMPRESSORS)
        raise StyleError(f"there is no compressor '{name}'", mend=f"Choose from {known}") from None


def _flate_size(level: int, bits: int, data: bytes) -> int:
    return len(zlib.compress(data, level, bits))


def _flate_sizes_after(level: int, bits: int, first: bytes, others: Iterable[bytes]) -> list[int]:
    """Compress the first once; a copy of that state costs no more than the second."""
    if len(first) < _SHORT:
        return _one_by_one(partial(_flate_size, level, bits), first, others)
    begun = zlib.compressobj(level, zlib.DEFLATED, bits)
    written = len(begun.compress(first))
    sizes = []
    for other in others:
        whole = begun.copy()
        sizes.append(written + len(whole.compress(other)) + len(whole.flush()))
    return sizes


def _one_by_one(size: Callable[[bytes], int], first: bytes, others: Iterable[bytes]) -> list[int]:
    return [size(first + other) for other in others]


def _flate(name: str, words: str, level: int, bits: int) -> Compressor:
    return Compressor(
        name,
        f"zlib {zlib.ZLIB_RUNTIME_VERSION}, {words}",
        partial(_flate_size, level, bits),
        partial(_flate_sizes_after, level, bits),
        32 * 1024,
    )


def _other(name: str, version: str, size: Callable[[bytes], int], reach: int) -> Compressor:
    return Compressor(name, version, size, partial(_one_by_one, size), reach)


def _bz2_size(data: bytes) -> int:
    return len(bz2.compress(data, 9))


def _lzma_size(data: bytes) -> int:
    # The container of .lzma has 13 bytes of header, that of .xz more than 60.
    return len(lzma.compress(data, lzma.FORMAT_ALONE, preset=_LZMA_PRESET))


def _zstd_size(data: bytes) -> int:
    # A context is for one thread at a time.
    packed = zstandard.ZstdCompressor(level=_ZSTD_LEVEL, write_content_size=False).compress(data)
    return len(packed)


_SHORT = 400  # bytes, of which all is compressed again sooner than the state is copied
_LZMA_PRESET = 6
_ZSTD_LEVEL = 19
_ZSTD = f"zstd {'.'.join(map(str, zstandard.ZSTD_VERSION))}"

COMPRESSORS = {
    each.name: each
    for each in (
        # As zlib.compress does it by default; the paper's.
        _flate("zlib", "level 6", -1, zlib.MAX_WBITS),
        # No header and no checksum: best for strings of some ten bytes.
        _flate("deflate", "raw, level 9", 9, -zlib.MAX_WBITS),
        _other("bz2", "bzip2, level 9", _bz2_size, 900_000),
        _other("lzma", f"liblzma, preset {_LZMA_PRESET}, .lzma", _lzma_size, 8 * 1024**2),
        _other("zstd", f"{_ZSTD}, level {_ZSTD_LEVEL}", _zstd_size, 8 * 1024**2),
    )
}
"""The compressors by name, the paper's first."""
