"""Judge diagnoses by damages that are known: ``python benchmarks/diagnosis.py [--pairs 2000]``.

Hierarchies of people, of our own making and of chance (`tests/undamaged.py`) are damaged in one way
and in two (`tests/damages.py`). For each kind: which cause is named first, whether its gain is what
undoing the damage gives, and how long a pair takes. SALAMI is looked for in ``$HIERSCOPE_SALAMI``
and in ``../shared/salami``. Exits with 1 if a limit is missed; what is named first and among the
first has one at the default window, reduced.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from damages import KINDS, Damaged, damage, damage_two, f_measures
from undamaged import any_one, of_salami, of_samples

from core.diagnosis import diagnose
from core.samples import samples
from core.windows import DEFAULT_WINDOW

SETTINGS = ((DEFAULT_WINDOW, "reduced"), (DEFAULT_WINDOW, "full"), (5.0, "reduced"), (40.0, "full"))
FIRST = 0.97  # of the pairs of a kind at least, whose cause is named first
AMONG, PLACES = 0.90, 3  # of the pairs of two kinds at least, both of which are among the first
SAME = 0.02  # of T_F, by which a gain may differ from what undoing gives
CHUNK = 50  # pairs
NOTHING = "nothing"


@dataclass(frozen=True)
class Task:
    """Some pairs of one kind or two, all of one window and variant."""

    kinds: tuple[str, ...]
    window: float
    variant: str
    count: int
    seed: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """What was named, most helpful first, and how it compares with what was done."""

    named: tuple[str, ...]
    right: bool  # the first, or both among the first three
    alike: bool  # or what is truly alike
    same_gain: bool
    masked: bool
    seconds: float


def main() -> int:
    """Run all and print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=2000, help="of each kind")
    parser.add_argument("--two", type=int, default=200, help="of any two kinds")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--settings", type=int, default=len(SETTINGS), help="windows, variants")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    print(f"{platform.platform()}, {os.cpu_count()} CPUs, Python {platform.python_version()}")
    print(f"{len(of_samples())} hierarchies of samples, {len(of_salami())} of SALAMI, and chance's")
    missed = 0
    with ProcessPoolExecutor(asked.processes) as pool:
        for number, (window, variant) in enumerate(SETTINGS[: asked.settings]):
            judged = number == 0
            print(f"\nT at {window:g} s, {variant}; {asked.pairs} pairs a kind, in percent")
            print(heading())
            for at, kind in enumerate(KINDS):
                seed = (asked.seed, number, at)
                found = run(pool, tasks((kind,), window, variant, asked.pairs, seed))
                missed += row(kind, found, judged)
            print("* or a kind that is no less simple and says the same of that very pair")
            print(f"\ntwo at once, {asked.two} pairs of any two; both among the first {PLACES}")
            print(f"{'':<38}{'both':>7}{'seen*':>7}{'pairs':>7}   median ms")
            every: list[Outcome] = []
            for at, kinds in enumerate(combinations(KINDS, 2)):
                seed = (asked.seed, number, len(KINDS) + at)
                every += pair_row(kinds, run(pool, tasks(kinds, window, variant, asked.two, seed)))
            if every:
                missed += total(every, judged)
    return 1 if missed else 0


def tasks(
    kinds: tuple[str, ...], window: float, variant: str, count: int, seed: tuple[int, ...]
) -> list[Task]:
    """Share so many pairs out."""
    return [
        Task(kinds, window, variant, min(CHUNK, count - at), (*seed, at))
        for at in range(0, count, CHUNK)
    ]


def run(pool: ProcessPoolExecutor, todo: Iterable[Task]) -> list[Outcome]:
    """Do all of it, in order."""
    return [outcome for part in pool.map(judge, todo) for outcome in part]


def judge(task: Task) -> list[Outcome]:
    """Damage and diagnose; where a hierarchy can't be damaged so, another one is taken."""
    warm = samples()[0]
    diagnose(warm.reference, warm.estimate, task.window, variant=task.variant)
    rng = np.random.default_rng(task.seed)
    found: list[Outcome] = []
    for _ in range(4 * task.count):
        if len(found) == task.count:
            break
        whole = any_one(rng)
        if len(task.kinds) == 1:
            damaged = damage(task.kinds[0], whole, rng, task.window)
        else:
            damaged = damage_two(*task.kinds, whole, rng, task.window)
        if damaged is not None:
            found.append(compared(damaged, task))
    return found


def compared(damaged: Damaged, task: Task) -> Outcome:
    """Diagnose a damaged pair, which is not aligned."""
    pair = damaged.reference, damaged.estimate
    start = time.perf_counter()
    try:
        found = diagnose(*pair, task.window, variant=task.variant)
    except Exception as error:
        error.add_note(f"{damaged.kinds}: {damaged.texts}")
        raise
    took = time.perf_counter() - start
    gains: dict[str, float] = {}
    for cause in found.causes:
        gains.setdefault(cause.kind, cause.gain.f_measure)
    named = tuple(gains)
    if len(damaged.kinds) == 2:
        both = set(damaged.kinds) <= set(named[:PLACES])
        return Outcome(named, both, both, False, damaged.masked, took)
    column = ("reduced", "full").index(task.variant)
    before, after = (f_measures(*each, task.window)[column] for each in (pair, *damaged.undone))
    (kind,), first = damaged.kinds, named[0] if named else NOTHING
    same = abs(gains.get(kind, np.nan) - (after - before)) <= SAME
    right = first == kind
    return Outcome(named, right, right or first in damaged.alike, bool(same), False, took)


def heading() -> str:
    """The columns of the confusion matrix are numbered as its rows."""
    numbers = "".join(f"{at:>6}" for at in range(1, len(KINDS) + 1))
    words = "".join(f"{word:>7}" for word in ("none", "right", "alike*", "gain"))
    return f"{'damaged by, named first':<24}{numbers}{words}{'pairs':>7}   median, 95 % in ms"


def row(kind: str, found: Sequence[Outcome], judged: bool) -> bool:
    """Print a kind's row, and say whether it misses its limit."""
    if not found:
        print(f"{kind:<24}no hierarchy can be damaged so")
        return judged
    first = [each.named[0] if each.named else NOTHING for each in found]
    shares = [100 * first.count(each) / len(first) for each in KINDS]
    right, alike, gain = (
        100 * float(np.mean([getattr(each, name) for each in found]))
        for name in ("right", "alike", "same_gain")
    )
    line = f"{KINDS.index(kind) + 1:>2} {kind:<21}" + "".join(
        f"{share:>6.1f}" if share else f"{'·':>6}" for share in shares
    )
    none = 100 * first.count(NOTHING) / len(first)
    line += f"{none:>7.1f}{right:>7.1f}{alike:>7.1f}{gain:>7.1f}{len(found):>7}   {times(found)}"
    bad = bool(judged and right < 100 * FIRST)
    print(line + f"   MISSED (at least {100 * FIRST:g})" * bad, flush=True)
    return bad


def pair_row(kinds: tuple[str, str], found: list[Outcome]) -> list[Outcome]:
    """Print what became of two kinds."""
    if found:
        both, seen = shares_of_two(found)
        print(
            f"{' + '.join(kinds):<38}{both:>7.1f}{seen:>7.1f}{len(found):>7}   {times(found)}",
            flush=True,
        )
    return found


def total(found: Sequence[Outcome], judged: bool) -> bool:
    """Print what became of all pairs of kinds, and say whether that misses its limit."""
    both, seen = shares_of_two(found)
    bad = judged and both < 100 * AMONG
    told = f"   MISSED (at least {100 * AMONG:g})" * bad
    print(f"{'all':<38}{both:>7.1f}{seen:>7.1f}{len(found):>7}   {times(found)}{told}")
    print("* but for pairs where one is worth nothing to mend while the other is there")
    return bad


def shares_of_two(found: Sequence[Outcome]) -> tuple[float, float]:
    """The share with both named, of all, and of those in which neither hides the other."""
    seen = [each.right for each in found if not each.masked]
    return 100 * float(np.mean([each.right for each in found])), (
        100 * float(np.mean(seen)) if seen else float("nan")
    )


def times(found: Sequence[Outcome]) -> str:
    """The median and the 95th percentile."""
    middle, high = np.percentile([1e3 * each.seconds for each in found], [50, 95])
    return f"{middle:.1f} {high:.1f}"


if __name__ == "__main__":
    sys.exit(main())
