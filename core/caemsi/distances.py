"""Compute normalized compression distances of pairs and corpora, and arrange items by them."""

import bz2
import lzma
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import zstandard

from core.errors import StyleError, check_known
from core.jobs.running import in_parallel
from core.vocabulary import FloatArray

Order = Literal["input", "canonical", "mean"]
ORDERS: tuple[Order, ...] = ("input", "canonical", "mean")

LEAST = 3  # items of a corpus: two have a single distance, without spread

MOST_MAPPED = 500
"""Limit of items on a map: this many take a second or two, and time grows quadratically."""

_CHUNK = 64  # pairs per compression of their first item
_OFTEN = 0.1  # seconds between checks whether to stop
_SHORT = 400  # bytes; compressing such short items again is faster than copying the state


@dataclass(frozen=True)
class Compressor:
    """A compressor; it approximates Kolmogorov complexity in Eq. 2 of the paper."""

    name: str
    version: str
    reach: int
    size: Callable[[bytes], int]
    flate: tuple[int, int] | None = None  # zlib's level and window bits, if it is zlib's

    def sizes_after(self, first: bytes, others: Iterable[bytes]) -> list[int]:
        """Return the size of an item joined to each of others."""
        if self.flate is None or len(first) < _SHORT:
            return [self.size(first + other) for other in others]
        # Copying the state after the first item costs no more than compressing the second.
        level, bits = self.flate
        begun = zlib.compressobj(level, zlib.DEFLATED, bits)
        written = len(begun.compress(first))
        sizes = []
        for other in others:
            whole = begun.copy()
            sizes.append(written + len(whole.compress(other)) + len(whole.flush()))
        return sizes


def get_compressor(name: str) -> Compressor:
    """Return a compressor by name; raise StyleError if there is none."""
    check_known("compressor", name, COMPRESSORS)
    return COMPRESSORS[name]


def _flate(name: str, settings: str, level: int, bits: int) -> Compressor:
    version = f"zlib {zlib.ZLIB_RUNTIME_VERSION}, {settings}"

    def size(data: bytes) -> int:
        return len(zlib.compress(data, level, bits))

    return Compressor(name, version, 32 * 1024, size, (level, bits))


COMPRESSORS = {
    compressor.name: compressor
    for compressor in (
        # As zlib.compress does it by default; the paper names zlib, of several that it tested.
        _flate("zlib", "level 6", -1, zlib.MAX_WBITS),
        # No header and no checksum: best for strings of some ten bytes.
        _flate("deflate", "raw, level 9", 9, -zlib.MAX_WBITS),
        Compressor("bz2", "bzip2, level 9", 900_000, lambda data: len(bz2.compress(data, 9))),
        # The container of .lzma has 13 bytes of header, that of .xz more than 60.
        Compressor(
            "lzma",
            "liblzma, preset 6, .lzma",
            8 * 1024**2,
            lambda data: len(lzma.compress(data, lzma.FORMAT_ALONE, preset=6)),
        ),
        # A new compressor each time, because it is for one thread at a time.
        Compressor(
            "zstd",
            f"zstd {'.'.join(map(str, zstandard.ZSTD_VERSION))}, level 19",
            8 * 1024**2,
            lambda data: len(zstandard.ZstdCompressor(19, write_content_size=False).compress(data)),
        ),
    )
}


def ncd(x: bytes, y: bytes, compressor: str = "zlib", *, order: Order = "input") -> float:
    """Return the normalized compression distance of two strings that are not empty (Eq. 2)."""
    used = get_compressor(compressor)
    check_known("order", order, ORDERS)
    _check_items([x, y])
    if order == "canonical":
        x, y = min(x, y), max(x, y)
    orders = [(x, y), (y, x)] if order == "mean" else [(x, y)]
    sizes = used.size(x), used.size(y)
    joined = [used.size(first + second) for first, second in orders]
    return float(np.mean([(size - min(sizes)) / max(sizes) for size in joined]))


@dataclass(frozen=True, eq=False)
class Distances:
    """The distances of all pairs of items; numpy reads it as an array of shape (n, n).

    Parameters
    ----------
    values : ndarray, shape (n, n)
        Symmetric; the diagonal is 0 and not used.
    sizes : ndarray of int, shape (n,)
        Compressed size K of each item, in bytes.
    compressor, version : str
        Name of the compressor, and its library with version; both affect the distances.
    order : str
        See :func:`ncd`.
    longest : int
        Bytes of the longest pair.
    reach : int
        Bytes that the compressor looks back; it can't see all of a longer pair.
    """

    values: FloatArray
    sizes: npt.NDArray[np.int64]
    compressor: str
    version: str
    order: Order
    longest: int
    reach: int

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return np.array(self.values, dtype=dtype, copy=copy)

    def __getitem__(self, index: Any) -> Any:
        return self.values[index]

    def __len__(self) -> int:
        return len(self.values)

    @property
    def warning(self) -> str:
        """A warning that the compressor can't see all of the longest pair; else empty."""
        if self.longest <= self.reach:
            return ""
        farthest = max(compressor.reach for compressor in COMPRESSORS.values())
        best = [name for name, compressor in COMPRESSORS.items() if compressor.reach == farthest]
        advice = f"Choose {' or '.join(best)}"
        if self.reach == farthest:
            advice = "No available compressor looks farther"
        return (
            f"The longest pair has {self.longest:,} bytes, but {self.compressor} looks only "
            f"{self.reach:,} bytes back, so long items can look too different. {advice}."
        )


def distance_matrix(
    items: Sequence[bytes],
    compressor: str = "zlib",
    *,
    order: Order = "canonical",
    workers: int | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Distances:
    """Return the distances of all pairs of items.

    The paper (section "Distance Matrix Construction") assumes a symmetric M. Compressing items of
    the first corpus first, and mirroring that, would reveal the labels to the test: on short
    strings p_diff then falls below 0.05 in 26 % of the cases without a difference.

    By default there is one thread per processor, since compressors release the GIL. `progress`
    gets the numbers of finished pairs and of all pairs. `cancelled` lets running pairs finish.
    """
    used = get_compressor(compressor)
    check_known("order", order, ORDERS)
    if order == "input":
        raise StyleError("the order is not symmetric", advice="Choose canonical or mean")
    _check_items(items)
    # In lexicographic order, the first item of a pair is compressed once for many pairs.
    places = sorted(range(len(items)), key=items.__getitem__)
    ordered = [items[place] for place in places]
    count, workers = len(items), workers or os.cpu_count() or 1
    sizes, joined = np.empty(count, np.int64), np.zeros((count, count), np.int64)
    total, orders = count * (count - 1) // 2, 2 if order == "mean" else 1
    lock, done, stopped = Lock(), 0, False

    def watched(others: list[bytes]) -> Iterator[bytes]:
        """Yield items; each request for the next one counts the last as done."""
        nonlocal done
        for other in others:
            if stopped:
                raise CancelledError
            yield other
            with lock:
                done += 1

    def measure_item(row: int) -> None:
        sizes[row] = used.size(ordered[row])

    def measure_pairs(row: int, others: slice) -> None:
        joined[row, others] = used.sizes_after(ordered[row], watched(ordered[others]))

    def tasks() -> Iterator[list[Any]]:
        for row in range(count):
            yield [measure_item, row]
            for first, last in [(row + 1, count), (0, row)][:orders]:
                for start in range(first, last, _CHUNK):
                    yield [measure_pairs, row, slice(start, min(start + _CHUNK, last))]

    def room() -> int:
        progress(done // orders, total)
        if cancelled():
            raise StyleError("the distances were stopped early")
        return 4 * workers

    with ThreadPoolExecutor(workers) as threads:
        try:
            for _ in in_parallel(tasks(), lambda task: threads.submit(*task), room, often=_OFTEN):
                pass
        finally:
            # Also on Ctrl+C; otherwise the threads would finish all running pairs before they end.
            stopped = True
    ratios = (joined - np.minimum.outer(sizes, sizes)) / np.maximum.outer(sizes, sizes)
    upper = np.triu((ratios + ratios.T) / 2 if order == "mean" else ratios, 1)
    values, by_place = np.empty((count, count)), np.empty(count, np.int64)
    values[np.ix_(places, places)] = upper + upper.T
    by_place[places] = sizes
    for array in (values, by_place):
        array.flags.writeable = False
    longest = sum(sorted(map(len, items))[-2:])
    return Distances(values, by_place, used.name, used.version, order, longest, used.reach)


def _check_items(items: Sequence[bytes]) -> None:
    for number, item in enumerate(items, 1):
        if not isinstance(item, bytes):
            raise StyleError(
                f"item {number} is {type(item).__name__}, not bytes", advice="Encode text first"
            )
        if not item:
            raise StyleError(f"item {number} is empty", advice="Leave it out")


def read_matrix(distances: Any, n_a: int) -> FloatArray:
    """Check a matrix of distances; its first `n_a` items are corpus A."""
    matrix = np.asarray(distances, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise StyleError(f"distances of shape {matrix.shape} are not square")
    for name, count in (("A", n_a), ("B", len(matrix) - n_a)):
        if count < LEAST:
            raise StyleError(
                f"corpus {name} has {max(count, 0)} items",
                advice=f"Use at least {LEAST}, or about 25 to find anything",
            )
    pairs = pairs_of(matrix)
    if not np.isfinite(pairs).all():
        raise StyleError("a distance is not finite")
    if not np.array_equal(pairs, pairs_of(matrix.T)):
        raise StyleError(
            "the distances are not symmetric",
            advice="Compress each pair in an order that ignores the corpora",
        )
    return matrix


def pairs_of(matrix: FloatArray) -> FloatArray:
    """Return the values above the diagonal, row by row."""
    return matrix[np.triu_indices(len(matrix), 1)]


def compressor_of(distances: Any) -> str:
    """Return the compressor's name and version, if the distances name them."""
    if isinstance(distances, Distances):
        return f"{distances.compressor} ({distances.version})"
    return ""


@dataclass(frozen=True, eq=False)
class Spread:
    """The distances within and between two corpora, each in increasing order."""

    within_a: FloatArray
    within_b: FloatArray
    """Eqs. 3 and 4 of the paper."""
    between: FloatArray
    """Eq. 5."""


def spread(distances: Any, n_a: int) -> Spread:
    """Split the distances of two corpora into within A, within B and between."""
    matrix = read_matrix(distances, n_a)
    parts = (pairs_of(matrix[:n_a, :n_a]), pairs_of(matrix[n_a:, n_a:]), matrix[:n_a, n_a:].ravel())
    return Spread(*map(np.sort, parts))


@dataclass(frozen=True, eq=False)
class Map:
    """Items on a plane, with distances close to their own."""

    places: FloatArray
    stress: float
    """Kruskal's Stress-1: 0 if distances on the plane match the items'; 0.2 is poor."""


def clustered(distances: Any) -> list[int]:
    """Return an order that puts similar items next to each other (scipy's average linkage)."""
    from scipy.cluster.hierarchy import leaves_list, linkage  # slow imports, here and below
    from scipy.spatial.distance import squareform

    pairs = squareform(np.asarray(distances, dtype=np.float64), checks=False)
    return leaves_list(linkage(pairs, "average", optimal_ordering=True)).tolist()


def flat_map(distances: Any) -> Map:
    """Place items on a plane by metric multidimensional scaling, after classical scaling."""
    from sklearn.manifold import MDS

    matrix = np.maximum(np.asarray(distances, dtype=np.float64), 0)
    if len(matrix) > MOST_MAPPED:
        raise StyleError(
            f"{len(matrix):,} items are too many for a map", advice=f"Use at most {MOST_MAPPED:,}"
        )
    np.fill_diagonal(matrix, 0)
    if not matrix.any():
        return Map(np.zeros((len(matrix), 2)), 0.0)  # scikit-learn would divide by it
    scaling = MDS(
        n_components=2,
        n_init=1,
        init="classical_mds",
        metric="precomputed",
        normalized_stress=True,
        random_state=0,
    )
    return Map(scaling.fit_transform(matrix), float(scaling.stress_))


def nearest(distances: Any, item: int, among: npt.NDArray[np.int64], count: int) -> list[int]:
    """Return the `count` items nearest to an item, nearest first."""
    others = among[among != item]
    order = np.argsort(np.asarray(distances)[item, others], kind="stable")
    return others[order[:count]].tolist()
