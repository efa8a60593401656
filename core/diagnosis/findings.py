"""What is true of a pair as a whole and can't be mended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from core.align import Alignment
from core.diagnosis.distance import of_boundaries
from core.diagnosis.forms import Form
from core.diagnosis.matching import Sides
from core.diagnosis.results import Finding, Values
from core.diagnosis.words import by_chance_text, no_triplet_text, other_track_text
from core.hierarchy import Hierarchy
from core.timewords import IN_SECONDS, TimeWords
from core.tmeasures import Convention, score
from core.vocabulary import DIRECTIONS, SIDES, Variant
from core.windows import sweep

_BY_CHANCE, _OF_OTHER = 0.9, 0.6  # of the edits that chance takes; where files last differently
_FEWEST = 5  # boundaries
_SECONDS, _SHARE = 2.0, 0.02  # by which the files of one track differ at most
_TURNS = (0.2, 0.35, 0.5, 0.65, 0.8)  # of the track


def no_triplets(
    pair: Alignment,
    window: float,
    convention: Convention,
    frame_size: float,
    variant: Variant,
    scores: Values,
) -> Iterator[Finding]:
    """Say which side has no triplet at a window, and from which window on it has one.

    Parameters
    ----------
    pair : Alignment
    window : float
        Seconds.
    convention, frame_size, variant
        See :func:`core.diagnosis.diagnose`.
    scores : Values
        Recall is None where the reference has none, precision where the estimate has none.
    """
    for side, direction in zip(SIDES, DIRECTIONS, strict=True):
        if scores.part(direction) is None:
            wider = sweep(pair.reference.end)
            wider = wider[wider > window]
            start = None
            if len(wider):
                found = score(
                    pair.reference,
                    pair.estimate,
                    wider,
                    convention=convention,
                    frame_size=frame_size,
                ).scores[variant]
                has = np.flatnonzero(found.share(direction) > 0)
                start = float(wider[has[0]]) if len(has) else None
            words = pair.reference.words
            reach = convention.describe_window(window, words)
            why = "" if start else _why_none(getattr(pair, side), variant)
            text = no_triplet_text(side, variant, reach, start, why, words)
            yield Finding("no_triplet", text, side, start)


def _why_none(hierarchy: Hierarchy, variant: Variant) -> str:
    """Say why a hierarchy has no triplet at any window, where it is easily said."""
    first, *others = (row.tolist() for row in hierarchy.boundaries)
    if len(first) == 2 and all(row == first for row in others):
        return ": it has no boundary"
    if variant == "reduced" and others and all(row == first for row in others):
        return ": its layers say the same"
    return ""


def other_track(
    sides: Sides, timed: Sides, *, longer: float, words: TimeWords = IN_SECONDS
) -> Iterator[Finding]:
    """Say so where two hierarchies are no more alike than any two are.

    That is where the boundaries of the estimate take at least 0.9 of the edits that they take on
    average when it is turned round the track by 20 to 80 % of it, which leaves an estimate that
    knows nothing of the reference. Files that do not last equally long may be of different tracks,
    which is said from 0.6 on.

    Parameters
    ----------
    sides : Sides
        As they are.
    timed : Sides
        With what concerns many boundaries at once mended.
    longer : float
        By how much the estimate's file lasts longer than the reference's, in seconds.
    words : TimeWords
        How the pair's times are said.
    """
    if min(int(form.inside.sum()) for form in (sides.reference, sides.estimate)) < _FEWEST:
        return
    est = sides.estimate
    turned = [
        Form.made((est.times + turn * est.end) % est.end, est.member, est.end) for turn in _TURNS
    ]
    chance = float(np.mean([of_boundaries(Sides(sides.reference, each)) for each in turned]))
    other = abs(longer) > max(_SECONDS, _SHARE * est.end)
    least = (_OF_OTHER if other else _BY_CHANCE) * chance
    if min(of_boundaries(sides), of_boundaries(timed)) < least:
        return
    kind: Literal["other_track", "by_chance"] = "other_track" if other else "by_chance"
    yield Finding(kind, other_track_text(longer, words) if other else by_chance_text())
