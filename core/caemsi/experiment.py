"""Repeat the paper's experiment on a labeled collection: how often are both tests right?"""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from core.caemsi.difference import check_permutations, difference_test
from core.caemsi.distances import LEAST, Distances, compressor_of, read_matrix
from core.caemsi.equivalence import check_margin, default_margin, equivalence_test
from core.caemsi.verdict import check_alpha
from core.errors import StyleError
from core.jobs.running import chunks, run_here
from core.showing import Column, Result, Row
from core.vocabulary import FloatArray

SIZES = (25, 50, 100)  # the paper's sizes, without 50 against 100
LEVEL = 0.95  # confidence level of the intervals

RATES = ("ACC", "TPR", "TNR", "PPV", "NPV")

POSITIVE = (
    "“Positive” means that both corpora are of one class. TPR and TNR are the shares of one-class "
    "and two-class pairs recognized. PPV and NPV are the shares of positive and negative answers "
    "that are right."
)


@dataclass(frozen=True)
class Rate:
    """A share of trials, with its Wilson interval."""

    value: float | None  # `count` / `of`; None if `of` is 0
    low: float
    high: float
    """The interval over trials at `LEVEL` (0 to 1 without trials), for this collection only."""
    count: int
    of: int


def rate(count: int, of: int) -> Rate:
    """Return a share with its Wilson interval; the share is None if nothing was counted."""
    if of == 0:
        return Rate(None, 0.0, 1.0, 0, 0)
    from scipy.stats import binomtest  # this import takes as long as all others here

    interval = binomtest(count, of).proportion_ci(LEVEL, method="wilson")
    return Rate(count / of, float(interval.low), float(interval.high), count, of)


def metrics(truth: Sequence[bool], predicted: Sequence[bool]) -> dict[str, Rate]:
    """Compare predictions with the truth (Eqs. 12 to 16); positive means "same class"."""
    same, called_same = np.asarray(truth, bool), np.asarray(predicted, bool)
    right = same == called_same
    among = (np.ones_like(same), same, ~same, called_same, ~called_same)
    return {
        name: rate(int(right[chosen].sum()), int(chosen.sum()))
        for name, chosen in zip(RATES, among, strict=True)
    }


@dataclass(frozen=True, order=True)
class Sizes:
    """The numbers of items that a trial draws for A and B, and its margin."""

    a: int
    b: int
    """At least 3."""
    margin: float  # see core.caemsi.equivalence_test

    def __post_init__(self) -> None:
        if min(self.a, self.b) < LEAST:
            raise StyleError(
                f"a corpus of {min(self.a, self.b)} items is too small to test",
                advice=f"Choose sizes from {LEAST}",
            )
        check_margin(self.margin)

    def __str__(self) -> str:
        return f"{self.a}" if self.a == self.b else f"{self.a}:{self.b}"


@dataclass(frozen=True)
class Trial:
    """The results of both tests for two corpora of known classes."""

    class_a: str
    class_b: str
    p_diff: float
    ratio: float
    """P-value and statistic of the test for difference."""
    p_eqv: float
    """P-value of the test for equivalence."""

    @property
    def same(self) -> bool:
        """Whether both corpora are of one class (Eq. 9)."""
        return self.class_a == self.class_b


@dataclass(frozen=True, eq=False)
class Draw:
    """The data that trials of all sizes share."""

    distances: FloatArray  # between all items of the collection
    labels: tuple[str, ...]  # the class of each item
    seed: int
    n_permutations: int

    @cached_property
    def classes(self) -> dict[str, npt.NDArray[np.intp]]:
        labels = np.array(self.labels)
        return {str(name): np.flatnonzero(labels == name) for name in np.unique(labels)}

    def members(self, sizes: Sizes) -> dict[str, npt.NDArray[np.intp]]:
        """Return the items of each class that is large enough for two disjoint corpora."""
        least = sizes.a + sizes.b
        return {name: items for name, items in self.classes.items() if len(items) >= least}


def run_trial(draw: Draw, sizes: Sizes, number: int) -> Trial:
    """Draw two disjoint corpora and test them; trials with even numbers draw from one class."""
    key = (sizes.a, sizes.b, number)
    rng = np.random.default_rng(np.random.SeedSequence(draw.seed, spawn_key=key))
    members = draw.members(sizes)
    names = list(members)
    if number % 2 == 0:
        class_a = class_b = names[int(rng.integers(len(names)))]
        chosen = rng.choice(members[class_a], sizes.a + sizes.b, replace=False)
    else:
        class_a, class_b = (names[at] for at in rng.choice(len(names), 2, replace=False))
        chosen = np.concatenate(
            [
                rng.choice(members[class_a], sizes.a, replace=False),
                rng.choice(members[class_b], sizes.b, replace=False),
            ]
        )
    matrix = draw.distances[np.ix_(chosen, chosen)]
    options: dict[str, Any] = {"n_permutations": draw.n_permutations, "rng": rng}
    difference = difference_test(matrix, sizes.a, **options)
    equivalence = equivalence_test(matrix, sizes.a, margin=sizes.margin, **options)
    return Trial(class_a, class_b, difference.p_value, difference.statistic, equivalence.p_value)


Task = tuple[Sizes, int]


def _run_trials(draw: Draw, chunk: Sequence[Task]) -> list[Trial]:
    return [run_trial(draw, sizes, number) for sizes, number in chunk]


@dataclass(frozen=True)
class Series:
    """All trials of one pair of sizes."""

    sizes: Sizes
    classes: tuple[str, ...]
    small: tuple[str, ...]  # classes with fewer items than both corpora need
    trials: tuple[Trial, ...]  # by number; empty if fewer than two classes are large enough
    rates: dict[str, dict[str, Rate]]
    """Rates of each test alone; joining both by "or" (Eq. 10) would not reproduce Table 2."""

    @property
    def note(self) -> str:
        if not self.trials:
            return f"Size {self.sizes} left out: fewer than two classes are large enough."
        small = f"Classes too small for size {self.sizes}: {', '.join(self.small)}."
        return small if self.small else ""


@dataclass(frozen=True, repr=False)
class Experiment(Result):
    """How often each test was right, next to the paper's Table 2."""

    columns = (
        Column("test", "text", "p_diff or p_eqv"),
        Column("items_a", "count", "number of items of corpus A"),
        Column("items_b", "count", "number of items of corpus B"),
        Column("classes", "count", "number of classes large enough for both corpora"),
        Column("margin", "number", "margin of equivalence"),
        Column("rate", "text", "ACC, TPR, TNR, PPV or NPV"),
        Column("value", "score", "the rate; none if no trial counts"),
        Column("low", "score", "lower end of its 95 % Wilson interval over trials"),
        Column("high", "score", "upper end of that interval"),
        Column("count", "count", "correct trials"),
        Column("of", "count", "trials that count"),
        Column("wikiart", "number", "the paper's Table 2 for WikiArt"),
        Column("midi", "number", "the paper's Table 2 for the Classical Archives MIDI"),
    )
    shown = (
        "test", "items_a", "items_b", "margin", "rate", "value", "low", "high", "wikiart", "midi",
    )  # fmt: skip

    series: tuple[Series, ...]  # in order of the sizes
    items: int
    classes: int
    """Numbers of items and classes in the collection."""
    wanted: int  # trials of each size
    alpha: float
    n_permutations: int
    seed: int
    compressor: str
    warning: str
    """The warning of :class:`core.caemsi.Distances`, if any."""
    left_out: tuple[str, ...] = ()  # a sentence per item left out, with the reason

    @property
    def remarks(self) -> list[str]:
        """Notes on this table and the paper's, and the classes left out."""
        sizes = [[series.sizes.a, series.sizes.b] for series in self.series]
        table = printed_table()
        flaws = [
            f"The paper's {row['dataset']}, {row['test']}, {row['sizes'][0]}:{row['sizes'][1]}: "
            f"{row['note']}."
            for row in table["rows"]
            if "note" in row and row["sizes"] in sizes
        ]
        notes = [self.warning, *(series.note for series in self.series), POSITIVE, table["note"]]
        return [note for note in (*notes, *flaws) if note]

    @property
    def notes(self) -> tuple[str, ...]:  # type: ignore[override]
        return (*self.remarks, *self.left_out)

    def rows(self) -> list[Row]:
        return [
            {
                "test": test,
                "items_a": series.sizes.a,
                "items_b": series.sizes.b,
                "classes": len(series.classes),
                "margin": series.sizes.margin if test == "p_eqv" else None,
                "rate": name,
                **vars(rate),
                "wikiart": _printed("WikiArt", test, series.sizes, name),
                "midi": _printed("Classical Archives MIDI", test, series.sizes, name),
            }
            for series in self.series
            for test, rates in series.rates.items()
            for name, rate in rates.items()
        ]

    def headline(self) -> str:
        return (
            f"{self.items} items of {self.classes} classes; {self.wanted} trials of each size, "
            f"alpha {self.alpha:g}, {self.n_permutations} permutations, seed {self.seed}, "
            f"distances by {self.compressor}"
        )

    def document(self) -> dict[str, Any]:
        return {
            "items": self.items,
            "classes": self.classes,
            "trials": self.wanted,
            "alpha": self.alpha,
            "permutations": self.n_permutations,
            "seed": self.seed,
            "compressor": self.compressor,
            "notes": self.remarks,
            "left_out": self.left_out,
            "rows": self.rows(),
        }


@cache
def printed_table() -> dict[str, Any]:
    """Read the paper's Table 2: a note on it, and its rows as printed."""
    return json.loads((files("sample_data") / "caemsi_table2.json").read_text("utf-8"))


def _printed(dataset: str, test: str, sizes: Sizes, name: str) -> float | None:
    for row in printed_table()["rows"]:
        if (row["dataset"], row["test"], row["sizes"]) == (dataset, test, [sizes.a, sizes.b]):
            return row["rates"][RATES.index(name)]
    return None


def run_experiment(
    distances: Any,
    labels: Sequence[str],
    sizes: Sequence[int | tuple[int, int]] = SIZES,
    *,
    margin: float | None = None,
    trials: int = 1000,
    alpha: float = 0.05,
    n_permutations: int = 1000,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> Experiment:
    """Repeat the paper's Table 2 on a collection whose classes are known, with disjoint corpora."""
    check_alpha(alpha)
    check_permutations(n_permutations)
    if trials < 2:
        raise StyleError("an experiment needs at least two trials, one of each kind")
    if seed < 0:
        raise StyleError(f"the seed {seed} is negative")
    shape = np.shape(distances)
    if shape[:1] != (len(labels),):
        raise StyleError(f"{len(labels)} labels do not fit distances of shape {shape}")
    # The split into A and B does not matter here; each trial draws its own.
    matrix = read_matrix(distances, len(labels) // 2)
    draw = Draw(matrix, tuple(labels), seed, n_permutations)
    wanted = read_sizes(sizes, margin)
    possible = [pair for pair in wanted if len(draw.members(pair)) > 1]
    if not possible:
        raise _too_small(draw, wanted)
    tasks = [(pair, number) for number in range(trials) for pair in possible]
    finished: dict[Task, Trial] = {}
    progress(0, len(tasks))
    # Threads suffice: both tests release the GIL most of the time.
    threads = workers or os.cpu_count() or 1
    parts = chunks(tasks, lambda: False)
    with closing(run_here(partial(_run_trials, draw), parts, threads, "thread")) as results:
        for part, outcome in results:
            assert outcome is not None  # only processes can end unexpectedly
            finished |= zip(part, outcome, strict=True)
            progress(len(finished), len(tasks))
    return Experiment(
        tuple(_series(draw, pair, finished, trials, alpha) for pair in wanted),
        len(draw.labels),
        len(draw.classes),
        trials,
        alpha,
        n_permutations,
        seed,
        compressor_of(distances),
        distances.warning if isinstance(distances, Distances) else "",
    )


def read_sizes(wanted: Iterable[int | tuple[int, int]], margin: float | None = None) -> list[Sizes]:
    """Return distinct sizes, each with its margin."""
    pairs = [(size, size) if isinstance(size, int) else size for size in wanted]
    return [
        Sizes(a, b, default_margin(a, b) if margin is None else margin)
        for a, b in dict.fromkeys(pairs)
    ]


def _too_small(draw: Draw, sizes: Sequence[Sizes]) -> StyleError:
    if not sizes:
        return StyleError("there is no size to test", advice="Set at least one")
    counts = sorted(map(len, draw.classes.values()), reverse=True)
    if len(counts) < 2:
        return StyleError("all items are of one class", advice="Add another")
    most = counts[1] // 2
    return StyleError(
        f"no two classes have items for two corpora of {min(sizes)} each",
        advice=f"Choose sizes up to {most}"
        if most >= LEAST
        else f"Add items: two classes need {2 * LEAST} each",
    )


def _series(
    draw: Draw, sizes: Sizes, finished: dict[Task, Trial], trials: int, alpha: float
) -> Series:
    names = tuple(draw.members(sizes))
    small = tuple(name for name in draw.classes if name not in names)
    chosen = tuple(finished[sizes, n] for n in range(trials) if (sizes, n) in finished)
    truth = [trial.same for trial in chosen]
    predicted = {
        "p_diff": [trial.p_diff >= alpha for trial in chosen],
        "p_eqv": [trial.p_eqv < alpha for trial in chosen],
    }
    rates = {test: metrics(truth, answers) for test, answers in predicted.items() if chosen}
    return Series(sizes, names, small, chosen, rates)
