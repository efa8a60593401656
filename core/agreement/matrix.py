"""Score all annotators of a track against each other, and average over tracks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import numpy.typing as npt

from core.agreement.results import DRAWS, KINDS, RANDOM, Agreement, Hole
from core.align import align
from core.choosing.chance import random_boundaries
from core.errors import HierscopeError, ScoreError
from core.files.names import with_numbers
from core.hierarchy import Hierarchy
from core.measures import MEASURES
from core.settings import DEFAULT, Settings
from core.tmeasures import TMeasures, score
from core.tmeasures.problem import check_beta, check_windows
from core.vocabulary import PARTS, FloatArray, IntArray, freeze, mean
from core.windows import DEFAULT_WINDOW
from core.wording import counted, listed

MOST_ANNOTATORS = 20  # 380 pairs: a few seconds per window, and as many as a table can show

_EXCHANGED = [PARTS.index(part) for part in ("precision", "recall", "f_measure")]


def agreement(
    annotations: Sequence[tuple[str, Hierarchy]],
    windows: npt.ArrayLike = (DEFAULT_WINDOW,),
    *,
    estimates: Sequence[tuple[str, Hierarchy]] = (),
    settings: Settings = DEFAULT,
    most: int = MOST_ANNOTATORS,
) -> Agreement:
    """Score up to `most` annotations of a track against each other, and estimates against each."""
    count = len(annotations)
    if not 2 <= count <= most:
        raise ScoreError(
            f"{counted(count, 'annotation')} can't be compared with each other. Use 2 to {most}."
        )
    if len(estimates) > MOST_ANNOTATORS:
        raise ScoreError(f"{len(estimates)} estimates are too many. Use {MOST_ANNOTATORS} at most.")
    every = [*annotations, *estimates]
    units = {hierarchy.unit for _, hierarchy in every}
    if len(units) > 1:
        raise ScoreError(
            f"Annotations are in {listed(sorted(units))}. Read all of them in one unit."
        )
    seconds = check_windows(windows)
    check_beta(settings.beta)
    names = with_numbers(name for name, _ in every)
    sides = [hierarchy for _, hierarchy in every]
    shape = len(MEASURES), len(seconds), count, len(every) + 1, len(PARTS)
    values = np.full(shape, np.nan)
    holes: list[Hole] = []
    mirrored: dict[tuple[int, int], list[str]] = {}  # pairs that have the same scores exchanged
    result = failed = None
    for i, j in product(range(count), range(len(every))):
        if i == j:
            continue
        if (j, i) in mirrored:
            values[:, :, i, j] = values[:, :, j, i][..., _EXCHANGED]
            holes += [Hole(names[i], names[j], reason) for reason in mirrored[j, i]]
            continue
        try:
            pair = align(sides[i], sides[j])
            result = score(pair.reference, pair.estimate, seconds, settings=settings)
        except HierscopeError as error:
            failed = error
            reasons = [f"{error}"]
        else:
            values[:, :, i, j] = _table(result)
            reasons = _lacks(result)
            labeled = [all(layer.is_labeled for layer in sides[at].layers) for at in (i, j)]
            same = _span(sides[i]) == _span(sides[j]) and labeled[0] == labeled[1]
            # Unlabeled pairs lack measures of labels, either way.
            if same and settings.beta == 1 and len(reasons) <= (not labeled[0]):
                mirrored[i, j] = reasons
        holes += [Hole(names[i], names[j], reason) for reason in reasons]
    if result is None:
        raise ScoreError(f"No two annotations can be compared. {failed}")
    for i in range(count):
        values[:, :, i, -1], reasons = _chance(sides[i], seconds, settings)
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
        settings,
        result.unit,
    )


def mean_agreement(tracks: Mapping[str, Agreement]) -> Agreement:
    """Average tracks that were scored with the same settings; names identify annotators.

    A cell is the mean over the tracks that have its pair. A summary is the mean of the summaries of
    all tracks. With more than :data:`MOST_ANNOTATORS` names there is no matrix.
    """
    every = list(tracks.values())
    if not every:
        raise ScoreError("There is no track to average over.")
    first = every[0]
    for other in every[1:]:
        if _how(other) != _how(first):
            raise ScoreError("Tracks that were scored with different settings can't be averaged.")
    names = tuple(dict.fromkeys(name for track in every for name in track.names))
    if len(names) > MOST_ANNOTATORS:
        names = ()
    # A name can belong to an annotator in one track and to an estimate in another.
    estimates = tuple(dict.fromkeys(name for track in every for name in track.estimates))
    count, kinds = len(names), len(KINDS)
    columns, shape = count + len(estimates), (len(every), len(MEASURES), len(first.windows))
    values = np.full((*shape, count, columns + 1, len(PARTS)), np.nan)
    levels = np.full((*shape, kinds + len(estimates), len(PARTS)), np.nan)
    for at_track, track in enumerate(every):
        own = [estimates.index(name) for name in track.estimates]
        levels[at_track][:, :, [*range(kinds), *(kinds + at for at in own)]] = track.levels
        if names:
            rows = [names.index(name) for name in track.names]
            places = [*rows, *(count + at for at in own), columns]
            values[at_track][:, :, *np.ix_(rows, places)] = track.values
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
            replace(hole, track=name) for name, track in tracks.items() for hole in track.holes
        ),
    )


def _span(side: Hierarchy) -> tuple[float, float]:
    return side.start, side.end


def _how(track: Agreement) -> tuple[object, ...]:
    return track.windows.tolist(), track.convention, track.frame_size, track.beta, track.unit


def _has(scores: FloatArray) -> IntArray:
    return np.isfinite(scores).astype(np.int64)


def _table(result: TMeasures) -> FloatArray:
    """Return recall, precision and F of all measures, shape (measures, windows, 3)."""
    scores = [[result.scores[measure.key].part(part) for part in PARTS] for measure in MEASURES]
    return np.moveaxis(np.array(scores), 1, -1)


def _lacks(result: TMeasures) -> list[str]:
    """List the reasons why scores are missing at some window, each once."""
    every = (why for at in range(len(result.windows)) for why in result.why_none(at))
    return [*dict.fromkeys(every)]


def _chance(
    side: Hierarchy, windows: FloatArray, settings: Settings
) -> tuple[FloatArray, list[str]]:
    """Return mean scores of random boundaries, and why a score is missing in every draw."""
    try:
        reference = align(side, side).reference
        drawn = [
            score(reference, random_boundaries(reference, draw), windows, settings=settings)
            for draw in range(DRAWS)
        ]
    except HierscopeError as error:
        return np.full((len(MEASURES), len(windows), len(PARTS)), np.nan), [f"{error}"]
    first, *others = map(_lacks, drawn)
    reasons = [why for why in first if all(why in lacks for lacks in others)]
    return mean(np.stack([*map(_table, drawn)]), axis=0), reasons


def _levels(values: FloatArray, count: int) -> FloatArray:
    """Return the summaries of one track, shape (measures, windows, 3 + estimates, 3)."""
    matrix, estimates, random = np.split(values, [count, -1], axis=3)
    others = mean(matrix, axis=3)[:, :, :, np.newaxis]
    nearest = np.fmax.reduce(matrix, axis=3, keepdims=True)  # NaN only without any score
    return mean(np.concatenate([others, nearest, random, estimates], axis=3), axis=2)
