"""Score the agreement of annotators over the tracks of a corpus."""

from collections.abc import Callable, Collection, Sequence
from itertools import product
from typing import NamedTuple

import numpy.typing as npt

from core.agreement.annotators import annotators_of
from core.agreement.matrix import agreement, mean_agreement
from core.agreement.results import Agreement
from core.corpus.items import Item, Problem
from core.corpus.reading import (
    Load,
    load_files,
    read_annotation,
    read_annotations,
    refuse_other_units,
)
from core.corpus.sources.salami import ONE_ANNOTATION
from core.errors import HierscopeError, ReadError
from core.hierarchy import Hierarchy
from core.io import Choices
from core.io.choices import AS_UNDERSTOOD
from core.settings import DEFAULT, Settings
from core.windows import DEFAULT_WINDOW

REFERENCE = "reference"  # name of the only annotator of a reference


class OverTracks(NamedTuple):
    """The agreement of a corpus."""

    mean: Agreement | None  # the mean over tracks; None if no track could be scored
    problems: tuple[Problem, ...]  # tracks that could not be scored, with the reason


def corpus_agreement(
    items: Sequence[Item],
    windows: npt.ArrayLike = (DEFAULT_WINDOW,),
    *,
    methods: Collection[str] = (),
    reference: str = REFERENCE,
    load: Load = load_files,
    choices: tuple[Choices, Choices] = (AS_UNDERSTOOD, AS_UNDERSTOOD),
    check: Callable[[Hierarchy, Hierarchy], object] = lambda reference, estimate: None,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
    settings: Settings = DEFAULT,
) -> OverTracks:
    """Score the annotators of every track against each other; return the mean over tracks.

    `methods` are annotators; other methods are estimates; baselines are left out. `check` may
    raise a HierscopeError to skip a track. If `cancelled`, the mean covers the tracks so far.
    """
    by_track: dict[str, list[Item]] = {}
    for item in items:
        if not item.baseline:
            by_track.setdefault(item.track, []).append(item)
    tracks: dict[str, Agreement] = {}
    problems: list[Problem] = []
    for done, (track, mine) in enumerate(by_track.items(), 1):
        if cancelled():
            break
        try:
            named = _annotators(mine, methods, reference, load, choices)
            others = _estimates(mine, methods, load, choices[1], problems)
            for (_, first), (_, second) in product(named, (*named, *others)):
                check(first, second)
            tracks[track] = agreement(named, windows, estimates=others, settings=settings)
        except HierscopeError as error:
            path = getattr(error, "source", "") or mine[0].reference[0]
            problems.append(Problem(track, path, f"{error}"))
        progress(done, len(by_track))
    return OverTracks(mean_agreement(tracks) if tracks else None, tuple(problems))


def _annotators(
    items: Sequence[Item],
    methods: Collection[str],
    reference: str,
    load: Load,
    choices: tuple[Choices, Choices],
) -> list[tuple[str, Hierarchy]]:
    """Return the annotators of one track; raise ReadError if there is only one, or no seconds."""
    first = items[0]
    named = annotators_of(read_annotations(first.reference, load, choices[0])).named
    if len(named) == 1:
        named = [(reference, named[0][1])]
    for item in items:
        if item.method in methods and item.estimate != first.reference:
            other = read_annotation(item.estimate, item.estimate_choice, load, choices[1])
            named.append((item.method, other.hierarchy))
    source = first.reference[0]
    if len(named) < 2:
        raise ReadError(ONE_ANNOTATION, source=source)
    for _, hierarchy in named:
        refuse_other_units(hierarchy, source)
    return named


def _estimates(
    items: Sequence[Item],
    methods: Collection[str],
    load: Load,
    choices: Choices,
    problems: list[Problem],
) -> list[tuple[str, Hierarchy]]:
    """Return the estimates of one track; add a problem for each estimate that can't be read."""
    estimates = []
    for item in items:
        if item.method in methods or item.estimate == item.reference:
            continue
        try:
            read = read_annotation(item.estimate, item.estimate_choice, load, choices).hierarchy
            refuse_other_units(read, item.estimate[0])
        except HierscopeError as error:
            problems.append(Problem(item.track, item.estimate[0], f"{error}"))
        else:
            estimates.append((item.method, read))
    return estimates
