"""Diagnose a pair: find the causes of its low score, the gain from fixing each, and findings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from core.align import Alignment, align
from core.diagnosis._forms import FEWEST, Form, rotations
from core.diagnosis._results import KINDS, Diagnosis, Finding, Kind, Values
from core.diagnosis._searching import Explanation, explanation
from core.diagnosis._worth import PLACED, Fixes, Worth, changes
from core.diagnosis.matching import AT_END, DOUBLED, Kin, Matching, of_boundaries
from core.diagnosis.texts import (
    chance_text,
    coverage_text,
    many_layers_text,
    no_triplet_text,
    other_track_text,
    sentence,
)
from core.errors import ScoreError
from core.hierarchy import Hierarchy, Layer, Pair
from core.settings import DEFAULT, Settings
from core.tmeasures import score
from core.tmeasures.problem import Cells, check_beta, check_windows, pose
from core.vocabulary import DIRECTIONS, SIDES, VARIANTS, FloatArray, Part, Side, Variant
from core.windows import DEFAULT_WINDOW, sweep
from core.wording import TimeNotation, counted

LEAST = 0.002  # causes with less gain are left out, unless they concern a whole hierarchy

_WHOLE = KINDS[: KINDS.index("swallowed")]
_COVERED = 0.5  # share of the track below which a finding reports the low coverage
_HARDLY_CHANCE = 0.7  # score from which on chance is not tested
_OF_OTHER = 0.6  # share of the edits by chance, if durations differ
_BY_CHANCE = 0.05  # share of the rotated estimates that score as high by chance
CHANCE = (0.05, 0.95)  # the percentiles of the range of chance
_CLOSE = 1e-9  # scores of equal hierarchies differ by less
_OTHERS = 5  # rotated estimates whose edits are counted
_FINE = 0.9  # a score that needs no explanation by coverage
_HIGHER = 0.1  # the full variant is mentioned if its score is this much higher
_SECONDS, _SHARE = 2.0, 0.02  # largest difference in duration of two files of a track


def diagnose(
    reference: Hierarchy,
    estimate: Hierarchy,
    window: float = DEFAULT_WINDOW,
    *,
    variant: Variant = "reduced",
    part: Part = "f_measure",
    settings: Settings = DEFAULT,
) -> Diagnosis:
    """Diagnose a pair at one window; see :func:`diagnose_windows`.

    The pair must not be aligned: parts that alignment cuts off help to recognize a scale.
    """
    ((diagnosis,),) = diagnose_windows(
        reference, estimate, [window], variants=(variant,), part=part, settings=settings
    )
    return diagnosis


def diagnose_windows(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike,
    *,
    variants: Sequence[Variant] = VARIANTS,
    settings: Settings = DEFAULT,
    part: Part = "f_measure",
) -> tuple[tuple[Diagnosis, ...], ...]:
    """Explain why scores are low; many windows and both variants cost little more than one.

    The causes do not depend on the window: a greedy search finds an explanation with few edits
    (:mod:`core.diagnosis._searching`). Their gains do. Let A be all causes and ``T(S)``
    the score after fixing the causes in S. The gain of cause c is ``T({c}) - T({})``. Its share is
    the mean of the gain and of ``T(A) - T(A without c)``. The first cause has the largest gain;
    each further one adds most to those before it. Order in :data:`core.diagnosis.KINDS` breaks
    ties.
    """
    seconds = check_windows(windows)
    fixes = _fixes(reference, estimate, seconds, settings)
    plan = fixes.plan
    unlike = tuple(_other_track(plan, estimate.end - reference.end, reference.notation))
    worths = {variant: Worth(fixes, variant, part) for variant in VARIANTS}
    return tuple(
        tuple(
            _at_window(worths, variant, at, window, unlike)
            for at, window in enumerate(seconds.tolist())
        )
        for variant in variants
    )


def chance_range(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike,
    *,
    settings: Settings = DEFAULT,
) -> FloatArray:
    """Return the 5th and 95th percentiles of the scores of 100 rotated estimates.

    An estimate that is rotated along the track agrees with the reference only by chance.

    Returns
    -------
    ndarray, shape (2, variants, windows, 3)
        Recall, precision and F; NaN where the pair has no score, or has too few boundaries.
    """
    fixes = _fixes(reference, estimate, check_windows(windows), settings)
    scores, rotated = fixes.after(())[0], fixes.rotated
    if not len(rotated):
        return np.full((len(CHANCE), *scores.shape), np.nan)
    return np.where(np.isnan(scores), np.nan, np.quantile(rotated, CHANCE, axis=0))


def _fixes(
    reference: Hierarchy, estimate: Hierarchy, windows: FloatArray, settings: Settings
) -> Fixes:
    pair, plan = _explained(reference, estimate)
    check_beta(settings.beta)
    problem = pose(*pair.pair, windows, settings)
    return Fixes(plan, pair, problem, settings, _cells(reference, estimate, settings))


@lru_cache(maxsize=8)  # a slider diagnoses the same pair at many windows
def _explained(reference: Hierarchy, estimate: Hierarchy) -> tuple[Alignment, Explanation]:
    """Align a pair and explain it; the explanation uses the whole estimate."""
    pair = align(reference, estimate)
    end = pair.reference.end
    sides = Matching(Form.of(pair.reference, end), Form.of(estimate, end))
    layers = [(pair.reference.layers[layer], estimate.layers[n]) for layer, n in sides.layers]
    return pair, explanation(replace(sides, kin=Kin.of(layers)))


@lru_cache(maxsize=8)
def _cells(*_: Hierarchy | Settings) -> dict[object, list[Cells]]:
    """Keep what the windows of a pair share, which is cut once."""
    return {}


def _at_window(
    worths: Mapping[Variant, Worth],
    variant: Variant,
    at: int,
    window: float,
    unlike: Sequence[Finding],
) -> Diagnosis:
    worth = worths[variant]
    fixes, part, scores = worth.fixes, worth.part, worth.scores(at)
    kept = [
        step
        for step, what in enumerate(fixes.plan.steps)
        # A fix without marks of its own can pay together with others.
        if max(end[step, at] for end in worth.ends)
        >= (-LEAST if what.kind in _WHOLE and changes(fixes.plan)[step][1] else LEAST)
    ]
    causes = tuple(worth.causes(kept, at))
    findings = (*unlike, *_no_triplets(fixes, window, variant, scores))
    few = tuple(_coverage(worth, worths["full"], at, scores))
    value = scores.part(part)
    chance: tuple[Finding, ...] = ()
    # An offset that explains the score was found against chance, and rotations would hide it.
    first = causes[0].kind if causes else ""
    placed = first in PLACED
    explained = placed and (causes[0].together.part(part) or 0.0) >= _HARDLY_CHANCE
    if not (findings or explained or value is None or value >= _HARDLY_CHANCE):
        chance = tuple(_by_chance(worth, at, value))
    if first != "layer_superfluous" and value is not None and value < _FINE:
        extra = (step for step in fixes.plan.steps if step.many_layers)
        texts = (f"{many_layers_text(step.detail)}." for step in extra)
        chance += tuple(Finding("many_layers", text, "estimate") for text in texts)
    findings += (*chance, *few)
    return Diagnosis(
        window,
        variant,
        fixes.settings,
        part,
        scores,
        causes,
        findings,
        1 - float(worth.after(kept)[at]),
        sentence(part, scores, causes, findings),
        fixes.pair.reference.unit,
    )


def fix(reference: Hierarchy, estimate: Hierarchy, kind: Kind, side: Side = "estimate") -> Pair:
    """Fix one cause of a diagnosis and leave the others.

    The result is aligned. A segment has the label of the old segment around its middle.
    """
    pair, plan = _explained(reference, estimate)
    own = [n for n, step in enumerate(plan.steps) if (step.kind, step.side) == (kind, side)]
    if not own:
        raise ScoreError(f"The {side} has no error of the kind '{kind}'.")
    after, clock, before = plan.fixed(own), plan.clock_of(own), pair.pair._asdict()
    sources = {
        "reference": [("reference", layer) for layer in range(len(after.reference))],
        "estimate": plan.layers(own),
    }
    fixed = []
    for changed in SIDES:
        layers = []
        for row, (source, number) in zip(after.form(changed).rows, sources[changed], strict=True):
            layer = before[source].layers[number]
            middles = (row[:-1] + row[1:]) / 2
            if changed == source == "estimate":
                middles = clock.before(middles)
            at = np.searchsorted(layer.boundaries, middles, side="right") - 1
            labels = (layer.labels[n] for n in np.clip(at, 0, len(layer.labels) - 1).tolist())
            layers.append(Layer(row, tuple(labels), layer.name))
        fixed.append(replace(before[changed], layers=tuple(layers)))
    return Pair(*fixed)


def _no_triplets(
    fixes: Fixes, window: float, variant: Variant, scores: Values
) -> Iterator[Finding]:
    """Find sides without a triplet at a window, and the smallest window with one."""
    sides = (fixes.pair.reference, fixes.pair.estimate)
    for side, direction, hierarchy in zip(SIDES, DIRECTIONS, sides, strict=True):
        if scores.part(direction) is None:
            wider = sweep(hierarchy.end)
            wider = wider[wider > window]
            start = None
            if len(wider):
                scored = score(*sides, wider, settings=fixes.settings).scores[variant]
                has = np.flatnonzero(scored.share(direction) > 0)
                start = float(wider[has[0]]) if len(has) else None
            units = hierarchy.notation
            reach = fixes.settings.convention.describe_window(window, units)
            why = "" if start else _why_none(hierarchy, variant)
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


def _coverage(worth: Worth, full: Worth, at: int, scores: Values) -> Iterator[Finding]:
    """Find scores below 0.9 on less than half of the track, and nearly equal layers behind them."""
    value, shares, reduced = scores.f_measure, worth.counted[at], worth.variant == "reduced"
    if value is None or value >= _FINE or shares.min() >= _COVERED or not shares.all():
        return  # a share of 0 is a finding of its own
    parts = zip(DIRECTIONS, shares.tolist(), strict=True)
    low: dict[Part, float] = {part: share for part, share in parts if share < _COVERED}
    higher = full.scores(at).f_measure if reduced and full.counted[at].min() >= _COVERED else None
    higher = None if higher is None or higher < value + _HIGHER else higher
    side = SIDES[int(shares.argmin())]
    yield Finding("coverage", coverage_text(low, higher), side)
    boundaries = worth.fixes.plan.sides.form(side).inner
    every, shared = int(boundaries.any(axis=0).sum()), int(boundaries.all(axis=0).sum())
    if reduced and min(DOUBLED * every, every - 1) <= shared < every:
        text = (
            f"The {side}'s layers are nearly alike ({counted(every - shared, 'boundary')} apart)."
        )
        yield Finding("alike_layers", text, side)


def _by_chance(worth: Worth, at: int, value: float) -> Iterator[Finding]:
    """Find estimates that many of their rotations along the track equal."""
    rotated = worth.rotated[:, at]
    share = float((rotated >= value - _CLOSE).mean()) if len(rotated) else 0.0
    if share > _BY_CHANCE:
        yield Finding("by_chance", chance_text(share))


def _other_track(plan: Explanation, longer: float, units: TimeNotation) -> Iterator[Finding]:
    """Find files of different durations that need nearly as many edits as a rotated estimate."""
    sides = plan.sides
    if abs(longer) <= max(_SECONDS, _SHARE * sides.estimate.end):
        return
    turned = [
        of_boundaries(Matching(sides.reference, form))
        for form in rotations(sides.estimate, _OTHERS)
    ]
    if not turned or sides.reference.inside.sum() < FEWEST:
        return
    if min(of_boundaries(sides), of_boundaries(plan.timed)) >= _OF_OTHER * np.mean(turned):
        beyond = int((sides.reference.times > sides.reference.end + longer + AT_END).sum())
        yield Finding("other_track", other_track_text(longer, beyond, units))
