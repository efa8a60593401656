"""The paper's experiment on any labelled collection: how often both tests are right.

Section "Experiment": trials draw two corpora at random, half of them from one class and half from
two, and each test predicts which. Distances are computed once and shared by all trials.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np

from core.caemsi._matrix import LEAST, check_permutations, read_compressor, read_matrix
from core.caemsi.distances import Distances
from core.caemsi.experiment_trials import Draw, Sizes, Trial, default_margin, run_trials
from core.caemsi.metrics import Metrics, metrics, same_by_difference, same_by_equivalence
from core.caemsi.verdict import check_alpha
from core.errors import StyleError
from core.jobs.cluster import on_cluster
from core.jobs.running import chunks, run_here

SIZES = (25, 50, 100)
"""The paper's, without its 50 against 100."""


@dataclass(frozen=True)
class Row:
    """The trials of some sizes; a pair of rows of Table 2."""

    sizes: Sizes
    classes: tuple[str, ...]
    """From which they drew."""
    small: tuple[str, ...]
    """Classes with fewer items than both corpora need."""
    trials: tuple[Trial, ...]
    """By number; none where fewer than two classes are large enough."""
    difference: Metrics
    equivalence: Metrics
    """Of what p_diff and p_eqv predict."""


@dataclass(frozen=True)
class Experiment:
    """What the experiment found."""

    rows: tuple[Row, ...]
    """In the order of the sizes."""
    items: int
    classes: int
    """How many the collection has."""
    wanted: int
    """Trials asked for, of each sizes."""
    alpha: float
    n_permutations: int
    seed: int
    compressor: str
    warning: str
    """Of the distances, where they tell; see :class:`core.caemsi.Distances`."""


def read_sizes(wanted: Iterable[int | tuple[int, int]], margin: float | None = None) -> list[Sizes]:
    """Give sizes their margins."""
    pairs = [(each, each) if isinstance(each, int) else each for each in wanted]
    return [
        Sizes(a, b, default_margin(a, b) if margin is None else margin)
        for a, b in dict.fromkeys(pairs)
    ]


def run_experiment(
    distances: Any,
    labels: Sequence[str],
    sizes: Sequence[Sizes | int | tuple[int, int]] = SIZES,
    *,
    trials: int = 1000,
    alpha: float = 0.05,
    n_permutations: int = 1000,
    seed: int = 0,
    workers: int | None = None,
    scheduler: str | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> Experiment:
    """Repeat the paper's Table 2 on a collection whose classes are known.

    Corpora are drawn without replacement and are disjoint, also those of one class: the
    true-positive rate of an exact 5 % test for difference is then 0.95, and 0.98 and more, as the
    paper has it, can't be reached. Only classes with items for both corpora take part, in the
    trials of one class as in those of two.
    """
    check_alpha(alpha)
    if trials < 2:
        raise StyleError("an experiment takes at least two trials, one of each kind")
    draw = _draw(distances, labels, seed, n_permutations)
    every = list(
        dict.fromkeys(
            each
            for one in sizes
            for each in ([one] if isinstance(one, Sizes) else read_sizes([one]))
        )
    )
    possible = [each for each in every if len(draw.members(each)) > 1]
    if not possible:
        raise _too_small(draw, every)
    found: dict[tuple[int, int, float, int], Trial] = {}
    tasks = [(each, number) for number in range(trials) for each in possible]
    progress(0, len(tasks))
    with closing(_run_tasks(draw, tasks, workers, scheduler)) as results:
        for new in results:
            found |= {trial.identity: trial for trial in new}
            progress(len(found), len(tasks))
    rows = tuple(_row(draw, each, found, trials, alpha) for each in every)
    return Experiment(
        rows,
        len(draw.labels),
        len(draw.classes),
        trials,
        alpha,
        n_permutations,
        seed,
        read_compressor(distances),
        distances.warning if isinstance(distances, Distances) else "",
    )


def _draw(distances: Any, labels: Sequence[str], seed: int, n_permutations: int) -> Draw:
    shape = np.shape(distances)
    if shape[:1] != (len(labels),):
        raise StyleError(f"{len(labels)} labels do not fit distances of shape {shape}")
    # What is A here does not matter: trials choose.
    matrix = read_matrix(distances, len(labels) // 2)
    check_permutations(n_permutations)
    if seed < 0:
        raise StyleError(f"the seed {seed} is negative")
    return Draw(matrix, tuple(labels), seed, n_permutations)


def _too_small(draw: Draw, sizes: Sequence[Sizes]) -> StyleError:
    if not sizes:
        return StyleError("no sizes are asked for", mend="Name one")
    counts = sorted(map(len, draw.classes.values()), reverse=True)
    if len(counts) < 2:
        return StyleError("all items are of one class", mend="Add another")
    most = counts[1] // 2
    return StyleError(
        f"no two classes have items for two corpora of {min(sizes)} each",
        mend=f"Choose sizes up to {most}"
        if most >= LEAST
        else f"Give at least two classes {2 * LEAST} items",
    )


def _row(
    draw: Draw,
    sizes: Sizes,
    found: dict[tuple[int, int, float, int], Trial],
    trials: int,
    alpha: float,
) -> Row:
    names = tuple(draw.members(sizes))
    numbers = ((sizes.a, sizes.b, sizes.margin, number) for number in range(trials))
    chosen = tuple(found[key] for key in numbers if key in found)
    truth = [trial.same for trial in chosen]
    return Row(
        sizes,
        names,
        tuple(name for name in draw.classes if name not in names),
        chosen,
        metrics(truth, [same_by_difference(trial.p_diff, alpha) for trial in chosen]),
        metrics(truth, [same_by_equivalence(trial.p_eqv, alpha) for trial in chosen]),
    )


def _run_tasks(
    draw: Draw,
    tasks: Iterable[tuple[Sizes, int]],
    workers: int | None,
    scheduler: str | None,
) -> Generator[list[Trial], None, None]:
    """Run trials of these sizes and numbers, here or on a Dask cluster, a chunk at once."""
    parts = chunks(tasks, lambda: False)
    if scheduler is None:
        # Both tests spend their time where the GIL is released.
        count = workers or os.cpu_count() or 1
        results = run_here(partial(run_trials, draw), parts, count, "thread")
    else:
        results = on_cluster(scheduler, run_trials, draw, parts, versions=versions, large=True)
    for part, trials in results:
        if trials is None:
            sizes, number = part[0]
            raise StyleError(
                f"workers died of trial {number} of size {sizes}, perhaps for lack of memory"
            )
        yield trials


def versions(_: Draw) -> tuple[str, ...]:
    """Give the versions that the numbers depend on."""
    return version("hierscope"), np.__version__, version("scipy")
