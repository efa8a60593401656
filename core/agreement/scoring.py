"""Score all annotators of a track against each other, and give the mean over tracks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from core.agreement.results import KINDS, RANDOM, Agreement, Hole, mean
from core.align import align
from core.choosing.chance import random_boundaries
from core.errors import HierscopeError, ScoreError
from core.files.names import told_apart
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.measures import MEASURES
from core.tmeasures import MIR_EVAL, Convention, TMeasures, score
from core.tmeasures.problem import check_beta, check_windows
from core.vocabulary import PARTS, FloatArray, IntArray, freeze
from core.windows import DEFAULT_WINDOW
from core.wording import counted, listed

MOST_ANNOTATORS = 20
"""380 pairs: a few seconds at one window, and as much as a table holds."""

DRAWS = 10
"""Of random boundaries, for each annotator: the mean of these is nearer to what chance gives than
one is."""


def agreement(
    annotations: Sequence[tuple[str, Hierarchy]],
    windows: npt.ArrayLike = (DEFAULT_WINDOW,),
    *,
    estimates: Sequence[tuple[str, Hierarchy]] = (),
    convention: Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> Agreement:
    """Score all annotations of one track against each other, and estimates against each of them; a
    pair that can't be scored is a hole."""
    count = len(annotations)
    if not 2 <= count <= MOST_ANNOTATORS:
        raise ScoreError(
            f"{counted(count, 'annotation')} can't be compared with each other: give 2 to "
            f"{MOST_ANNOTATORS}."
        )
    if len(estimates) > MOST_ANNOTATORS:
        raise ScoreError(f"{len(estimates)} estimates are too many: give {MOST_ANNOTATORS}.")
    every = [*annotations, *estimates]
    units = {hierarchy.unit for _, hierarchy in every}
    if len(units) > 1:
        raise ScoreError(
            f"Annotations are in {listed(sorted(units))}. Read all of them in one unit."
        )
    seconds = check_windows(windows)
    check_beta(beta)
    names = told_apart(name for name, _ in every)
    sides = [hierarchy for _, hierarchy in every]
    how: dict[str, Any] = {"convention": convention, "frame_size": frame_size, "beta": beta}
    shape = len(MEASURES), len(seconds), count, len(every) + 1, len(PARTS)
    values = np.full(shape, np.nan)
    holes: list[Hole] = []
    result = failed = None
    for i, j in product(range(count), range(len(every))):
        if i == j:
            continue
        try:
            pair = align(sides[i], sides[j])
            result = score(pair.reference, pair.estimate, seconds, **how)
        except HierscopeError as error:
            failed = error
            reasons = [f"{error}"]
        else:
            values[:, :, i, j] = _table(result)
            reasons = _lacks(result)
        holes += [Hole(names[i], names[j], reason) for reason in reasons]
    if result is None:
        raise ScoreError(f"No two annotations can be compared. {failed}")
    for i in range(count):
        values[:, :, i, -1], reasons = _chance(sides[i], seconds, how)
        holes += [Hole(names[i], RANDOM, reason) for reason in reasons]
    levels = _levels(values, count)
    return Agreement(
        names[:count],
        names[count:],
        freeze(seconds),
        freeze(values),
        freeze(levels),
        _has(values),
        _has(levels),
        1,
        tuple(holes),
        convention,
        result.frame_size,
        beta,
        result.unit,
    )


def mean_agreement(tracks: Mapping[str, Agreement]) -> Agreement:
    """Give the mean over tracks, which were scored alike; annotators are known by their names.

    A cell is the mean over the tracks that have its pair; what sums a matrix up is the mean of that
    of each track. Above :data:`MOST_ANNOTATORS` names there is no matrix.
    """
    every = list(tracks.values())
    if not every:
        raise ScoreError("There is no track to average over.")
    first = every[0]
    for one in every[1:]:
        if _how(one) != _how(first):
            raise ScoreError("Tracks that were scored with different settings can't be averaged.")
    names = tuple(dict.fromkeys(name for one in every for name in one.names))
    if len(names) > MOST_ANNOTATORS:
        names = ()
    # A name may be an annotator's here, and an estimate's there.
    estimates = tuple(dict.fromkeys(name for one in every for name in one.estimates))
    count, kinds = len(names), len(KINDS)
    columns, shape = count + len(estimates), (len(every), len(MEASURES), len(first.windows))
    values = np.full((*shape, count, columns + 1, len(PARTS)), np.nan)
    levels = np.full((*shape, kinds + len(estimates), len(PARTS)), np.nan)
    for track, one in enumerate(every):
        own = [estimates.index(name) for name in one.estimates]
        levels[track][:, :, [*range(kinds), *(kinds + at for at in own)]] = one.levels
        if names:
            rows = [names.index(name) for name in one.names]
            places = [*rows, *(count + at for at in own), columns]
            values[track][:, :, *np.ix_(rows, places)] = one.values
    return replace(
        first,
        names=names,
        estimates=estimates,
        values=freeze(mean(values, axis=0)),
        levels=freeze(mean(levels, axis=0)),
        tracks=_has(values).sum(axis=0),
        level_tracks=_has(levels).sum(axis=0),
        n_tracks=len(every),
        holes=tuple(
            replace(hole, track=name) for name, one in tracks.items() for hole in one.holes
        ),
    )


def _how(one: Agreement) -> tuple[object, ...]:
    return one.windows.tolist(), one.convention, one.frame_size, one.beta, one.unit


def _has(scores: FloatArray) -> IntArray:
    """Give 1 where there is a score, else 0."""
    return np.isfinite(scores).astype(np.int64)


def _table(result: TMeasures) -> FloatArray:
    """Give recall, precision and F of all measures, shape (measures, windows, 3)."""
    measured = [result.scores[measure.key] for measure in MEASURES]
    return np.stack([np.stack([one.counted(part) for part in PARTS], axis=-1) for one in measured])


def _lacks(result: TMeasures) -> list[str]:
    """Say why scores lack at any window, each reason once."""
    every = (why for at in range(len(result.windows)) for why in result.why_none(at))
    return [*dict.fromkeys(every)]


def _chance(
    side: Hierarchy, windows: FloatArray, how: dict[str, Any]
) -> tuple[FloatArray, list[str]]:
    """Give the mean scores of random boundaries against an annotator, as :func:`_table`, and what
    every draw lacks."""
    try:
        reference = align(side, side).reference
        drawn = [
            score(reference, random_boundaries(reference, draw), windows, **how)
            for draw in range(DRAWS)
        ]
    except HierscopeError as error:
        return np.full((len(MEASURES), len(windows), len(PARTS)), np.nan), [f"{error}"]
    first, *others = map(_lacks, drawn)
    reasons = [why for why in first if all(why in lacks for lacks in others)]
    return mean(np.stack([*map(_table, drawn)]), axis=0), reasons


def _levels(values: FloatArray, count: int) -> FloatArray:
    """Give what sums up one track, shape (measures, windows, 3 + estimates, 3)."""
    matrix, estimates, random = np.split(values, [count, -1], axis=3)
    others = mean(matrix, axis=3)[:, :, :, np.newaxis]
    nearest = np.where(np.isfinite(matrix), matrix, -np.inf).max(axis=3, keepdims=True)
    return mean(np.concatenate([others, nearest, random, estimates], axis=3), axis=2)
