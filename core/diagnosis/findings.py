"""Find facts about a pair as a whole that no repair can fix."""

from collections.abc import Iterator

import numpy as np

from core.align import Alignment
from core.diagnosis.distance import of_boundaries
from core.diagnosis.forms import Form
from core.diagnosis.matching import AT_END, DOUBLED, Sides
from core.diagnosis.results import Finding, Values
from core.diagnosis.texts import coverage_text, no_triplet_text, other_track_text
from core.hierarchy import Hierarchy
from core.settings import Settings
from core.tmeasures import score
from core.vocabulary import DIRECTIONS, SIDES, FloatArray, Part, Variant
from core.windows import sweep
from core.wording import IN_SECONDS, TimeNotation, counted

COVERED = 0.5  # share of the track below which a finding reports the low coverage

HARDLY_CHANCE = 0.7  # score from which on chance is not tested

_OF_OTHER = 0.6  # share of the edits by chance, if durations differ
_FINE = 0.9  # a score that needs no explanation by coverage
_HIGHER = 0.1  # the full variant is mentioned if its score is this much higher
_FEWEST = 5  # boundaries
_SECONDS, _SHARE = 2.0, 0.02  # largest difference in duration of two files of a track
_TURNS = (0.2, 0.35, 0.5, 0.65, 0.8)  # shares of the track


def no_triplets(
    pair: Alignment,
    window: float,
    settings: Settings,
    variant: Variant,
    scores: Values,
) -> Iterator[Finding]:
    """Find sides without a triplet at a window, and the smallest window with one."""
    for side, direction in zip(SIDES, DIRECTIONS, strict=True):
        if scores.part(direction) is None:
            wider = sweep(pair.reference.end)
            wider = wider[wider > window]
            start = None
            if len(wider):
                both = pair.reference, pair.estimate
                scored = score(*both, wider, settings=settings)
                has = np.flatnonzero(scored.scores[variant].share(direction) > 0)
                start = float(wider[has[0]]) if len(has) else None
            units = pair.reference.notation
            reach = settings.convention.describe_window(window, units)
            why = "" if start else _why_none(getattr(pair, side), variant)
            text = no_triplet_text(side, variant, reach, start, why, units)
            yield Finding("no_triplet", text, side, start)


def _why_none(hierarchy: Hierarchy, variant: Variant) -> str:
    """Explain why a hierarchy has no triplet at any window, in simple cases."""
    first, *others = (row.tolist() for row in hierarchy.boundaries)
    if len(first) == 2 and all(row == first for row in others):
        return ": it has no boundaries"
    if variant == "reduced" and others and all(row == first for row in others):
        return ": its layers have the same boundaries"
    for number, layer in enumerate(hierarchy.layers[1:], 2):
        if len(layer.boundaries) == 2:
            (label,) = layer.labels
            return f": its layer {number} is one segment{f' called “{label}”' if label else ''}"
    return ""


def coverage(
    scores: Values, shares: FloatArray, full: float | None, sides: Sides, variant: Variant
) -> Iterator[Finding]:
    """Find scores below 0.9 on less than half of the track, and nearly equal layers behind them."""
    value = scores.f_measure
    if value is None or value >= _FINE or shares.min() >= COVERED:
        return
    parts = zip(DIRECTIONS, shares.tolist(), strict=True)
    low: dict[Part, float] = {part: share for part, share in parts if share < COVERED}
    full = None if full is None or full < value + _HIGHER else full
    side = SIDES[int(shares.argmin())]
    yield Finding("coverage", coverage_text(low, full), side)
    boundaries = sides.form(side).inner
    every, shared = int(boundaries.any(axis=0).sum()), int(boundaries.all(axis=0).sum())
    if variant == "reduced" and DOUBLED * every <= shared < every:
        text = f"The {side}'s layers differ by only {counted(every - shared, 'boundary')}."
        yield Finding("alike_layers", text, side)


def rotations(form: Form) -> Iterator[Form]:
    """Rotate a hierarchy along the track, which makes it independent of the reference."""
    if form.inside.sum() >= _FEWEST:
        for turn in _TURNS:
            yield Form.made((form.times + turn * form.end) % form.end, form.member, form.end)


def by_chance(value: float, rotated: FloatArray) -> Iterator[Finding]:
    """Find estimates that score no higher than their rotations along the track."""
    if len(rotated) and value <= rotated.mean():
        text = f"the estimate scores {rotated.mean():.2f} on average when rotated in time."
        worse = f"{value:.2f}" < f"{rotated.mean():.2f}"
        yield Finding("by_chance", f"{'Worse' if worse else 'No better'} than chance: {text}")


def other_track(
    sides: Sides, timed: Sides, *, longer: float, units: TimeNotation = IN_SECONDS
) -> Iterator[Finding]:
    """Find files of different durations that need nearly as many edits as a rotated estimate."""
    if abs(longer) <= max(_SECONDS, _SHARE * sides.estimate.end):
        return
    turned = [of_boundaries(Sides(sides.reference, form)) for form in rotations(sides.estimate)]
    if not turned or sides.reference.inside.sum() < _FEWEST:
        return
    if min(of_boundaries(sides), of_boundaries(timed)) >= _OF_OTHER * np.mean(turned):
        beyond = int((sides.reference.times > sides.reference.end + longer + AT_END).sum())
        yield Finding("other_track", other_track_text(longer, beyond, units))
