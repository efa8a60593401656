"""Time distances and tests of styles against naive ones: ``python benchmarks/caemsi.py``.

Both versions take turns in one run after a warm-up, and the best time of each counts. The limit
for distances assumes two idle processors. The naive distances are a double loop over both
triangles that compresses everything again. The tests have two naive versions. "plain Python"
(`tests/naive_styles.py`) follows the paper's steps without numpy; it is slow, so a few labelings
are timed and scaled to 1000. "numpy loop" handles one labeling after the other with numpy.
SALAMI is found as in `corpus.py`. Prints a table and exits with 1 if a limit is missed.
"""

from __future__ import annotations

import math
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from scipy.stats import rankdata
from timing import seconds

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from markov_chains import markov_chains
from naive_styles import lambdas, p_diff, within

from core.caemsi import (
    COMPRESSORS,
    Distances,
    difference_test,
    distance_matrix,
    equivalence_test,
)
from core.caemsi.distances import Compressor
from core.caemsi.equivalence import equivalence, rank
from core.caemsi.reading import corpus_of_files
from core.caemsi.representations import recommended_compressor
from core.caemsi.samples import style_sample

SALAMI = Path(os.environ.get("HIERSCOPE_SALAMI") or Path(__file__).parents[2] / "shared/salami")
SIZE = 100  # items a corpus
PERMUTATIONS = 1000
FEW = 5  # labelings of the oracle
MARGIN = 0.1
TURNS = 5
HIERARCHIES = 500

missed = 0


def main() -> int:
    """Run all and print the table."""
    print(f"{platform.platform()}, {platform.machine()}, {os.cpu_count()} CPUs")
    print(f"Python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}")
    matrices()
    items = markov_chains(classes=2, items=SIZE)
    distances = distance_matrix([item.data for item in items])
    difference(distances)
    one_lambda(distances)
    margins(distances)
    enumeration(distances)
    salami()
    return 1 if missed else 0


def matrices() -> None:
    """Time all pairs of the paper's items, of strings that are hard for zlib, and of short ones.

    The limit is for the paper's items. Random letters cost more in the second string of a pair:
    the first is compressed only once. For short strings, calls cost more than compression.
    """
    rng = np.random.default_rng(0)
    lengths = rng.integers(2_000, 12_000, 80).tolist()
    corpora: dict[str, tuple[list[bytes], int | None]] = {
        "images, 12 kB": (_images(), 8),
        "MIDI tokens, 2-9 kB": ([_tokens(rng) for _ in range(50)], 8),
        "five random letters, 2-12 kB": ([_letters(rng, 5, each) for each in lengths], None),
        "two random letters, 400 bytes": ([_letters(rng, 2, 400) for _ in range(80)], None),
    }
    for words, (items, limit) in corpora.items():
        print(f"\nDistances of {len(items)} items: {words}")
        for used in COMPRESSORS.values() if limit is None else [COMPRESSORS["zlib"]]:
            is_paper = used.name == "zlib"
            some = items if is_paper else items[:40]
            naive, ours, one = in_turns(
                [
                    partial(double_loop, used, some),
                    partial(distance_matrix, some, used.name),
                    partial(distance_matrix, some, used.name, workers=1),
                ],
                TURNS if is_paper else 1,
            )
            same = np.array_equal(naive.result, ours.result)
            count_as_missed(not same)
            name = f"{used.name}, {len(some)} items, {'' if same else 'NOT '}bit-identical"
            against(name, naive.seconds, ours.seconds, limit if is_paper else None)
            against("  in one thread", naive.seconds, one.seconds)


def _images() -> list[bytes]:
    """Return the images of a sample as they are compressed."""
    sample = style_sample("tiny-images")
    return [
        item.data
        for name, files in zip(sample.names, sample.files(), strict=True)
        for item in corpus_of_files(name, files, sample.representation).items
    ]


def _tokens(rng: np.random.Generator) -> bytes:
    """Make a melody as onsets, times and offsets, as `core.caemsi.representations.midi` has it."""
    count = int(rng.integers(300, 1500))
    pitches = 60 + np.cumsum(rng.integers(-4, 5, count)) % 36
    lengths = rng.choice([120, 240, 480], count, p=[0.3, 0.5, 0.2])
    return np.column_stack([pitches, 256 + lengths, 128 + pitches]).astype("<u2").tobytes()


def double_loop(used: Compressor, items: Sequence[bytes]) -> np.ndarray:
    """Compress each pair in both triangles, and both strings again; smaller string first."""
    values = np.zeros((len(items), len(items)))
    for row, x in enumerate(items):
        for column, y in enumerate(items):
            if row != column:
                k_x, k_y, joined = used.size(x), used.size(y), used.size(min(x, y) + max(x, y))
                values[row, column] = (joined - min(k_x, k_y)) / max(k_x, k_y)
    return values


def difference(distances: Distances) -> None:
    """Time p_diff, 1000 labelings."""
    print(f"\np_diff, {PERMUTATIONS} labelings of {SIZE} + {SIZE} items")
    rows = distances.values.tolist()
    orders = orders_of(2 * SIZE, FEW)
    plain, loop, ours = in_turns(
        [
            lambda: p_diff(rows, SIZE, orders),
            lambda: difference_in_numpy(distances.values, SIZE, PERMUTATIONS),
            lambda: difference_test(distances, SIZE, n_permutations=PERMUTATIONS),
        ],
        TURNS,
    )
    against(*scaled(plain), ours.seconds, 100)
    against("numpy loop", loop.seconds, ours.seconds)


def difference_in_numpy(values: np.ndarray, n_a: int, number: int) -> float:
    """Steps 1 to 6: permute the matrix, select distances within and between, take the means."""
    rng = np.random.default_rng(0)
    upper_a = np.triu_indices(n_a, 1)
    upper_b = np.triu_indices(len(values) - n_a, 1)

    def ratio(order: np.ndarray) -> float:
        moved = values[np.ix_(order, order)]
        inside = np.concatenate([moved[:n_a, :n_a][upper_a], moved[n_a:, n_a:][upper_b]])
        return moved[:n_a, n_a:].mean() / inside.mean()

    observed = ratio(np.arange(len(values)))
    found = [ratio(rng.permutation(len(values))) for _ in range(number)]
    return float(np.mean(np.array(found) >= observed - 1e-12))


def one_lambda(distances: Distances) -> None:
    """Time one of the two comparisons of p_eqv: w_A with b_AB."""
    first = distances.values[:SIZE, :SIZE][np.triu_indices(SIZE, 1)]
    second = distances.values[:SIZE, SIZE:].ravel()
    length = len(first) + len(second)
    print(f"\nA lambda, {PERMUTATIONS} labelings of {len(first)} + {len(second)} distances")
    rows, members = distances.values.tolist(), list(range(SIZE))
    orders = orders_of(length, FEW)
    plain, loop, both = in_turns(
        [
            lambda: lambdas(within(rows, members), second.tolist(), MARGIN, MARGIN, orders),
            lambda: lambda_in_numpy(first, second, MARGIN, PERMUTATIONS),
            lambda: equivalence_test(distances, SIZE, margin=MARGIN, n_permutations=PERMUTATIONS),
        ],
        3,
    )
    # Both corpora are of one size: each lambda takes half.
    against("numpy loop", loop.seconds, both.seconds / 2, 50)
    against(*scaled(plain), both.seconds / 2)


def lambda_in_numpy(first: np.ndarray, second: np.ndarray, margin: float, number: int) -> float:
    """Steps 1 to 7: permute the pooled ranks, take the medians of four."""
    rng = np.random.default_rng(0)
    n, length = len(first), len(first) + len(second)
    ranks = rankdata(np.concatenate([first, second]))
    shift = np.where(np.arange(length) < n, 0.0, margin * length)
    x_i, x_s = ranks + shift, ranks - shift

    def statistics_of(order: np.ndarray) -> tuple[float, float]:
        low, high = x_i[order], x_s[order]
        return (
            np.median(low[:n]) - np.median(low[n:]),
            np.median(high[n:]) - np.median(high[:n]),
        )

    observed = np.array(statistics_of(np.arange(length)))
    found = np.array([statistics_of(rng.permutation(length)) for _ in range(number)])
    return float((1 - (found >= observed - 1e-9).mean(axis=0)).max())


def margins(distances: Distances) -> None:
    """Time another margin, which needs no new draws."""
    print(f"\nMargin moved, {SIZE} + {SIZE} items")
    ranked = rank(distances, SIZE, n_permutations=PERMUTATIONS)
    each = np.linspace(0.01, 0.3, 30).tolist()
    took = seconds(lambda: [equivalence(ranked, margin) for margin in each], TURNS) / len(each)
    check("both lambdas, no new draws", took * 1e3, 50, "ms")


def enumeration(distances: Distances) -> None:
    """Time all labelings of small corpora."""
    print("\nAll labelings")
    some = np.r_[:6, SIZE : SIZE + 6]
    values = distances.values[np.ix_(some, some)]
    took = seconds(lambda: difference_test(values, 6, exact=True), TURNS)
    check("p_diff, of 6 + 6 items", took * 1e3, unit="ms")
    tiny = values[np.ix_([0, 1, 2, 6, 7, 8], [0, 1, 2, 6, 7, 8])]
    took = seconds(lambda: equivalence_test(tiny, 3, exact=True), TURNS)
    check("p_eqv, of 3 + 3 items", took * 1e3, unit="ms")


def salami() -> None:
    """Time two corpora of hierarchies, from files in memory to the verdict."""
    annotations = SALAMI / "annotations"
    if not annotations.is_dir():
        print(f"\nno SALAMI in {SALAMI}")
        return
    sides: tuple[list[tuple[str, bytes]], list[tuple[str, bytes]]] = ([], [])
    # Different songs: what one annotator heard in half of them, the other in the rest.
    songs = sorted(path for path in annotations.iterdir() if path.is_dir())
    for number, song in enumerate(songs):
        side = number % 2
        path = song / f"textfile{side + 1}.txt"
        if path.is_file() and len(sides[side]) < HIERARCHIES // 2:
            sides[side].append((f"{song.name}/{path.name}", path.read_bytes()))
    print(f"\nSALAMI, annotator 1 on {len(sides[0])} songs, 2 on {len(sides[1])} others")
    start = time.perf_counter()
    a, b = (
        corpus_of_files(name, side, "hierarchy") for name, side in zip("AB", sides, strict=True)
    )
    read = time.perf_counter()
    items = [item.data for item in (*a.items, *b.items)]
    distances = distance_matrix(items, recommended_compressor("hierarchy"))
    measured = time.perf_counter()
    difference_test(distances, len(a.items))
    equivalence_test(distances, len(a.items), margin=MARGIN)
    end = time.perf_counter()
    check(f"read, {len(a.unreadable) + len(b.unreadable)} left out", read - start)
    check(f"distances of {len(items)} items", measured - read)
    check("both tests", end - measured)


def _letters(rng: np.random.Generator, letters: int, length: int) -> bytes:
    return bytes(rng.integers(65, 65 + letters, length).astype(np.uint8))


def orders_of(count: int, number: int) -> list[list[int]]:
    """Some random labelings, as orders."""
    rng = np.random.default_rng(0)
    return [rng.permutation(count).tolist() for _ in range(number)]


class Timed(NamedTuple):
    """The best time of a call, and what it gave."""

    seconds: float
    result: Any


def in_turns(works: Sequence[Callable[[], object]], turns: int) -> list[Timed]:
    """Time each call, taking turns so that all see the same machine."""
    works[1]()  # kernels, and whatever is done only once
    works[-1]()
    best = [Timed(math.inf, None)] * len(works)
    for _ in range(turns):
        for at, work in enumerate(works):
            start = time.perf_counter()
            result = work()
            best[at] = Timed(min(best[at].seconds, time.perf_counter() - start), result)
    return best


def scaled(plain: Timed) -> tuple[str, float]:
    """Name the oracle, and give its time for all labelings; it scores what was observed, too."""
    name = f"plain Python ({FEW + 1} labelings, scaled)"
    return name, plain.seconds * PERMUTATIONS / (FEW + 1)


def against(name: str, naive: float, ours: float, limit: float | None = None) -> None:
    """Print both times and how many times as fast ours is."""
    ratio = naive / ours
    under = limit is not None and ratio < limit
    count_as_missed(under)
    told = "" if limit is None else f"   at least {limit:g}{'  MISSED' * under}"
    print(f"  {name:<44}{naive * 1e3:>10.1f}{ours * 1e3:>9.2f} ms{ratio:>9.1f} x{told}", flush=True)


def check(name: str, value: float, limit: float | None = None, unit: str = "s") -> None:
    """Print a line, and count it if the value is over the limit."""
    over = limit is not None and value > limit
    count_as_missed(over)
    told = "" if limit is None else f"   at most {limit:g}{'  MISSED' * over}"
    print(f"  {name:<44}{value:>19.2f} {unit}{told}", flush=True)


def count_as_missed(is_missed: bool) -> None:
    """Let the run fail at the end."""
    global missed
    missed += is_missed


if __name__ == "__main__":
    sys.exit(main())
