"""The normalized compression distance, of a pair and of all pairs (Eq. 2 of the paper)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from core.caemsi.compressors import COMPRESSORS, Compressor, get_compressor
from core.errors import StyleError
from core.jobs.running import in_parallel
from core.vocabulary import FloatArray

Order = Literal["given", "canonical", "mean"]
ORDERS: tuple[Order, ...] = ("given", "canonical", "mean")
_CHUNK = 64  # pairs for which the first item is compressed once
_OFTEN = 0.1  # seconds between two looks at whether to stop


def ncd(x: bytes, y: bytes, compressor: str = "zlib", *, order: Order = "given") -> float:
    """Give the normalized compression distance of two strings.

    Eq. 2 of the paper: D(x, y) = (K(xy) - min(K(x), K(y))) / max(K(x), K(y)).

    Parameters
    ----------
    x, y : bytes
        Not empty.
    compressor : str
        One of :data:`core.caemsi.COMPRESSORS`.
    order : {"given", "canonical", "mean"}
        What is compressed for K(xy): x before y; the lexicographically smaller first; or both, and
        the distance is the mean. The first is not symmetric.

    Returns
    -------
    float
        Near 0 for strings that are alike, near 1 for others. Not clipped: real compressors go a
        little beyond both.

    Raises
    ------
    StyleError
        If a string is empty, or compressor or order is none.
    """
    used = get_compressor(compressor)
    _check_order(order)
    _check_items([x, y])
    if order == "canonical":
        x, y = min(x, y), max(x, y)
    orders = [(x, y), (y, x)] if order == "mean" else [(x, y)]
    sizes = used.size(x), used.size(y)
    joined = [used.size(first + second) for first, second in orders]
    return float(np.mean([(each - min(sizes)) / max(sizes) for each in joined]))


@dataclass(frozen=True, eq=False)
class Distances:
    """The distances of all pairs of items; in numpy it is an array, shape (n, n).

    Parameters
    ----------
    values : ndarray, shape (n, n)
        Symmetric; 0 on the diagonal, which nothing looks at.
    sizes : ndarray of int, shape (n,)
        K of each item, in bytes.
    compressor, version : str
        Its name, and that of its library: others give other distances.
    order : str
        See :func:`ncd`.
    longest : int
        Bytes of the longest pair.
    reach : int
        How many bytes back the compressor looks: of longer pairs it does not see all.
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
    def shape(self) -> tuple[int, ...]:
        """(n, n)."""
        return self.values.shape

    @property
    def warning(self) -> str:
        """What is wrong with these distances; empty where nothing is known to be."""
        if self.longest <= self.reach:
            return ""
        most = max(each.reach for each in COMPRESSORS.values())
        best = " or ".join(each.name for each in COMPRESSORS.values() if each.reach == most)
        mend = f"Choose {best}" if self.reach < most else "No compressor here looks farther"
        return (
            f"The longest pair has {self.longest:,} bytes, and {self.compressor} finds repetitions "
            f"no farther than {self.reach:,} bytes back: long items can look more different than "
            f"they are. {mend}."
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
    """Give the distances of all pairs of items.

    The paper (section "Distance Matrix Construction") takes a symmetric M for granted. To
    compress items of the first corpus first and mirror that would show the labels to a test: on
    short strings p_diff falls below 0.05 in 26 % of the cases where there is no difference.

    Parameters
    ----------
    items : sequence of bytes
        None of them empty.
    compressor : str
        One of :data:`core.caemsi.COMPRESSORS`.
    order : {"canonical", "mean"}
        See :func:`ncd`; a symmetric one.
    workers : int, optional
        Threads; one a processor by default. Compressors release the GIL.
    progress : callable
        Called with the number of pairs that are done, and of all.
    cancelled : callable
        Asked often whether to stop; the pairs that are under way are finished then.

    Returns
    -------
    Distances

    Raises
    ------
    StyleError
        If an item is empty, the order is not symmetric, or it was cancelled.
    """
    used = get_compressor(compressor)
    _check_order(order)
    if order == "given":
        raise StyleError("the order given is not symmetric", mend="Choose canonical or mean")
    _check_items(items)
    # In lexicographic order, the first of each pair is the one that is compressed once for all.
    places = sorted(range(len(items)), key=items.__getitem__)
    ordered = [items[place] for place in places]
    count = len(items)
    sizes = np.empty(count, np.int64)
    joined = np.zeros((count, count), np.int64)
    backwards = np.zeros((count, count), np.int64)
    watch = _Watch()
    tasks = _tasks(used, ordered, sizes, joined, backwards if order == "mean" else None, watch)
    total, orders = count * (count - 1) // 2, 2 if order == "mean" else 1
    workers = workers or os.cpu_count() or 1

    def room() -> int:
        progress(watch.done // orders, total)
        if cancelled():
            raise StyleError("the distances were stopped before they were done")
        return 4 * workers

    with ThreadPoolExecutor(workers) as threads:
        try:
            for _ in in_parallel(tasks, lambda task: threads.submit(*task), room, often=_OFTEN):
                pass
        finally:
            # Also at Ctrl+C: what is under way would else be finished before the threads end.
            watch.stopped = True
    small, large = np.minimum.outer(sizes, sizes), np.maximum.outer(sizes, sizes)
    upper = np.triu((joined - small) / large, 1)
    if order == "mean":
        upper = (upper + np.triu((backwards - small) / large, 1)) / 2
    values, by_place = np.empty((count, count)), np.empty(count, np.int64)
    values[np.ix_(places, places)] = upper + upper.T
    by_place[places] = sizes
    for array in (values, by_place):
        array.flags.writeable = False
    longest = sum(sorted(map(len, items))[-2:])
    return Distances(values, by_place, used.name, used.version, order, longest, used.reach)


class _Watch:
    """Counts the pairs that are done, in either order, and stops those that are not begun."""

    def __init__(self) -> None:
        self.done = 0
        self.stopped = False
        self._lock = Lock()

    def over(self, items: list[bytes]) -> Iterator[bytes]:
        """Give the items; asking for the next says that one is done."""
        for item in items:
            if self.stopped:
                raise CancelledError
            yield item
            with self._lock:
                self.done += 1


def _tasks(
    used: Compressor,
    items: list[bytes],
    sizes: npt.NDArray[np.int64],
    joined: npt.NDArray[np.int64],
    backwards: npt.NDArray[np.int64] | None,
    watch: _Watch,
) -> Iterator[list[Any]]:
    """Give what is to be computed, in portions."""

    def own(row: int) -> None:
        sizes[row] = used.size(items[row])

    def forward(row: int, start: int, stop: int) -> None:
        joined[row, start:stop] = used.sizes_after(items[row], watch.over(items[start:stop]))

    def backward(row: int, start: int, stop: int) -> None:
        assert backwards is not None
        backwards[start:stop, row] = used.sizes_after(items[row], watch.over(items[start:stop]))

    for row in range(len(items)):
        yield [own, row]
        for start in range(row + 1, len(items), _CHUNK):
            yield [forward, row, start, min(start + _CHUNK, len(items))]
        if backwards is not None:
            for start in range(0, row, _CHUNK):
                yield [backward, row, start, min(start + _CHUNK, row)]


def _check_order(order: str) -> None:
    if order not in ORDERS:
        raise StyleError(f"there is no order '{order}'", mend=f"Choose from {', '.join(ORDERS)}")


def _check_items(items: Sequence[bytes]) -> None:
    for number, item in enumerate(items, 1):
        if not isinstance(item, bytes):
            raise StyleError(
                f"item {number} is {type(item).__name__}, not bytes", mend="Encode text first"
            )
        if not item:
            raise StyleError(f"item {number} is empty", mend="Leave it out")
