"""Check diagnoses on known damages: ``python benchmarks/diagnosis.py [--pairs 2000]``.

Annotated, handmade and random hierarchies are damaged in one, two and three ways (`damaged.py`,
`damages.py`). For each kind of damage it prints the cause named first, how often a wrong cause is
named, whether the gain equals that of undoing the damage, and the time per pair. If an independent
count finds less than half of the track scored on a side, the sentence must say so. Whole estimates
of known kinds (`estimates.py`) must be called what they are. SALAMI is looked for in
``$HIERSCOPE_SALAMI`` and in ``../shared/salami``. Exits with 1 if a limit is missed for reduced
T-measures at the default window.
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

from damaged import any_one, damage_many, go_together, of_salami, of_samples
from damages import KINDS, Damaged, damage, f_measures
from estimates import ESTIMATES, estimate_of, expected

from core.align import align
from core.diagnosis import KINDS as CAUSES
from core.diagnosis import Diagnosis, diagnose
from core.samples import samples
from core.tmeasures import score
from core.windows import DEFAULT_WINDOW

SETTINGS = ((DEFAULT_WINDOW, "reduced"), (DEFAULT_WINDOW, "full"), (5.0, "reduced"), (40.0, "full"))
FIRST = 0.98  # of the pairs of one damage at least, whose cause is named first
FALSE = 0.05  # of these at most, of which a cause is named that is none
AMONG = {2: 0.92, 3: 0.75}  # of the pairs of so many damages, whose causes are all among the first
KNOWN = 0.85  # of whole estimates of each kind, that are called what they are
PLACES = 3
NAMED = 0.01  # of T_F: a cause of a smaller share is not in the sentence
HALF, HIGH = 0.5, 0.9  # of the track, on a side; and a score that needs no such warning
SAME = 0.02  # of T_F, by which a gain may differ from what undoing gives
CHUNK = 50  # pairs
NOTHING = "nothing"


@dataclass(frozen=True)
class Task:
    """Some pairs with the same damages, window and variant."""

    kinds: tuple[str, ...]
    window: float
    variant: str
    count: int
    seed: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """The causes that were named, most helpful first, compared with the damages."""

    named: tuple[str, ...]
    right: bool  # the first, or all among the first three
    alike: bool  # or a cause that says the same of that pair
    false: bool  # a cause is named that is none
    same_gain: bool
    masked: bool
    covered: bool  # whether the sentence warns exactly where it must
    seconds: float


def main() -> int:
    """Run all and print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=2000, help="of each kind")
    parser.add_argument("--whole", type=int, default=300, help="whole estimates of each kind")
    parser.add_argument("--two", type=int, default=200, help="of any two kinds")
    parser.add_argument("--three", type=int, default=10, help="of any three kinds")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--settings", type=int, default=len(SETTINGS), help="windows, variants")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(f"{platform.platform()}, {os.cpu_count()} CPUs, Python {platform.python_version()}")
    print(f"{len(of_samples())} hierarchies of samples, {len(of_salami())} of SALAMI, and chance's")
    missed = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for number, (window, variant) in enumerate(SETTINGS[: options.settings]):
            judged = number == 0
            print(f"\nT at {window:g} s, {variant}; {options.pairs} pairs a kind, in percent")
            print(heading())
            single: list[Outcome] = []
            for at, kind in enumerate(KINDS):
                seed = (options.seed, number, at)
                outcomes = run(pool, tasks((kind,), window, variant, options.pairs, seed))
                print(row(kind, outcomes), flush=True)
                single += outcomes
            print("* or a kind that is no less simple and says the same of that very pair")
            first, false = share(single, "right"), share(single, "false")
            missed += limit("named first", first, at_least=FIRST, judged=judged)
            missed += limit("false causes", false, at_most=FALSE, judged=judged)
            missed += limit("warned of coverage", share(single, "covered"), 1, judged=judged)
            print("\nwhole estimates")
            for at, kind in enumerate(ESTIMATES):
                seed = (options.seed, number, len(KINDS) + at)
                todo = tasks((kind,), window, variant, options.whole, seed)
                right = [part for parts in pool.map(judge_whole, todo) for part in parts]
                missed += limit(kind, float(np.mean(right or [0])), KNOWN, judged=judged)
            for count, size in ((2, options.two), (3, options.three)):
                print(f"\n{count} at once, {size} pairs each; all among the first {PLACES}")
                outcomes = several(pool, count, size, window, variant, (options.seed, number))
                right = share(outcomes, "right")
                missed += limit(f"all {count} named", right, AMONG[count], judged=judged)
    return 1 if missed else 0


def several(
    pool: ProcessPoolExecutor,
    count: int,
    size: int,
    window: float,
    variant: str,
    seed: tuple[int, ...],
) -> list[Outcome]:
    """Judge pairs with several damages at once, and print a line for each combination of two."""
    outcomes: list[Outcome] = []
    for at, kinds in enumerate(filter(go_together, combinations(KINDS, count))):
        part = run(pool, tasks(kinds, window, variant, size, (*seed, count, at)))
        outcomes += part
        if count == 2 and part:
            seen = [outcome for outcome in part if not outcome.masked]
            print(
                f"{' + '.join(kinds):<38}{100 * share(part, 'right'):>7.1f}"
                f"{100 * share(seen, 'right'):>7.1f}{len(part):>7}   {times(part)}",
                flush=True,
            )
    return outcomes


def tasks(
    kinds: tuple[str, ...], window: float, variant: str, count: int, seed: tuple[int, ...]
) -> list[Task]:
    """Divide pairs into tasks of at most `CHUNK`."""
    return [
        Task(kinds, window, variant, min(CHUNK, count - at), (*seed, at))
        for at in range(0, count, CHUNK)
    ]


def run(pool: ProcessPoolExecutor, todo: Iterable[Task]) -> list[Outcome]:
    """Run all tasks and return their outcomes in order."""
    return [outcome for part in pool.map(judge, todo) for outcome in part]


def judge(task: Task) -> list[Outcome]:
    """Damage and diagnose hierarchies; replace those that can't be damaged in this way."""
    warm = samples()[0]
    diagnose(warm.reference, warm.estimate, task.window, variant=task.variant)
    rng = np.random.default_rng(task.seed)
    outcomes: list[Outcome] = []
    for _ in range(4 * task.count):
        if len(outcomes) == task.count:
            break
        whole = any_one(rng)
        if len(task.kinds) == 1:
            damaged = damage(task.kinds[0], whole, rng, task.window)
        else:
            damaged = damage_many(task.kinds, whole, rng, task.window)
        if damaged is not None:
            outcomes.append(compared(damaged, task))
    return outcomes


def judge_whole(task: Task) -> list[bool]:
    """Diagnose whole estimates of a kind; return whether each is called what it is."""
    rng = np.random.default_rng(task.seed)
    (kind,) = task.kinds
    pairs = (estimate_of(kind, rng, task.window) for _ in range(task.count))
    return [
        expected(kind, diagnose(*pair, task.window, variant=task.variant))
        for pair in pairs
        if pair is not None
    ]


def compared(damaged: Damaged, task: Task) -> Outcome:
    """Diagnose a damaged pair, which is not aligned."""
    pair = damaged.reference, damaged.estimate
    start = time.perf_counter()
    try:
        diagnosis = diagnose(*pair, task.window, variant=task.variant)
    except Exception as error:
        error.add_note(f"{damaged.kinds}: {damaged.texts}")
        raise
    took = time.perf_counter() - start
    gains: dict[str, float] = {}
    for cause in diagnosis.causes:
        gains.setdefault(cause.kind, cause.gain.f_measure)
    named = tuple(gains)
    covered = warns(diagnosis) == must_warn(damaged, task)
    if len(damaged.kinds) > 1:
        right = damaged.causes <= {*named[:PLACES]}
        return Outcome(named, right, right, False, False, damaged.masked, covered, took)
    column = ("reduced", "full").index(task.variant)
    before, after = (f_measures(*both, task.window)[column] for both in (pair, *damaged.undone))
    (kind,), first = damaged.causes, named[0] if named else NOTHING
    same = abs(gains.get(kind, np.nan) - (after - before)) <= SAME
    right = first == kind
    said = {cause.kind for cause in diagnosis.causes if cause.share >= NAMED}
    false = bool(said - damaged.causes - damaged.alike)
    alike = right or first in damaged.alike
    return Outcome(named, right, alike, false, bool(same), False, covered, took)


def warns(diagnosis: Diagnosis) -> bool:
    """Whether the sentence warns that the score rests on little of the track."""
    return " rests on " in diagnosis.sentence


def must_warn(damaged: Damaged, task: Task) -> bool:
    """Whether a low score counts less than half of a side, according to the plain score."""
    both = align(damaged.reference, damaged.estimate)
    scores = score(both.reference, both.estimate, [task.window]).scores[task.variant]
    value = scores.f_measure[0]
    least = min(scores.share(part)[0] for part in ("recall", "precision"))
    return bool(0 < least < HALF and value < HIGH)


def heading() -> str:
    """Return the head of the confusion matrix; columns are numbered like the causes."""
    numbers = "".join(f"{at:>6}" for at in range(1, len(CAUSES) + 1))
    names = "".join(f"{name:>7}" for name in ("none", "right", "alike*", "false", "gain"))
    legend = ", ".join(f"{at} {cause}" for at, cause in enumerate(CAUSES, 1))
    return (
        f"{legend}\n{'damaged by, named first':<24}{numbers}{names}{'pairs':>7}   median, 95 % ms"
    )


def row(kind: str, outcomes: Sequence[Outcome]) -> str:
    """The row of a kind of damage."""
    if not outcomes:
        return f"{kind:<24}no hierarchy can be damaged so"
    first = [outcome.named[0] if outcome.named else NOTHING for outcome in outcomes]
    shares = [100 * first.count(cause) / len(first) for cause in CAUSES]
    line = f"{kind:<24}" + "".join(f"{part:>6.1f}" if part else f"{'·':>6}" for part in shares)
    line += f"{100 * first.count(NOTHING) / len(first):>7.1f}"
    for name in ("right", "alike", "false", "same_gain"):
        line += f"{100 * share(outcomes, name):>7.1f}"
    return f"{line}{len(outcomes):>7}   {times(outcomes)}"


def share(outcomes: Sequence[Outcome], name: str) -> float:
    """Return the share of outcomes for which something is true."""
    return float(np.mean([getattr(outcome, name) for outcome in outcomes])) if outcomes else 0.0


def limit(
    name: str, value: float, at_least: float = 0.0, at_most: float = 1.0, *, judged: bool
) -> bool:
    """Print a share with its limit, and whether it misses the limit."""
    missed = judged and not at_least <= value <= at_most
    bound = f"at least {100 * at_least:g}" if at_least else f"at most {100 * at_most:g}"
    print(f"{name}: {100 * value:.1f} ({bound}){'   MISSED' * missed}", flush=True)
    return missed


def times(outcomes: Sequence[Outcome]) -> str:
    """The median and the 95th percentile."""
    middle, high = np.percentile([1e3 * outcome.seconds for outcome in outcomes], [50, 95])
    return f"{middle:.1f} {high:.1f}"


if __name__ == "__main__":
    sys.exit(main())
