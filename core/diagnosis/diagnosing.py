"""Diagnose a pair: find the causes of its low score, and the gain from fixing each."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy.typing as npt

from core.align import Alignment, align
from core.diagnosis.applying import fixed_pair
from core.diagnosis.findings import no_triplets, other_track
from core.diagnosis.forms import Form
from core.diagnosis.kinds import KINDS, Kind
from core.diagnosis.matching import Kin, Sides
from core.diagnosis.plan import Explanation
from core.diagnosis.results import Diagnosis, Finding
from core.diagnosis.scorer import Scorer
from core.diagnosis.searching import explanation
from core.diagnosis.texts import sentence
from core.diagnosis.worth import Fixes
from core.errors import ScoreError
from core.hierarchy import Hierarchy, Pair
from core.settings import DEFAULT, Settings
from core.tmeasures.problem import check_beta, check_windows, pose
from core.vocabulary import PARTS, VARIANTS, FloatArray, Part, Side, Variant
from core.windows import DEFAULT_WINDOW

LEAST = 0.002  # causes with less gain are left out, unless they concern a whole hierarchy

_WHOLE = KINDS[: KINDS.index("swallowed")]


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

    The causes do not depend on the window: they are the explanation of the pair with the fewest
    edits (:func:`core.diagnosis.searching.explanation`). Their gains do. Let A be all causes and
    ``T(S)`` the score after fixing the causes in S. The gain of cause c is ``T({c}) - T({})``. Its
    share is the mean of the gain and of ``T(A) - T(A without c)``. The first cause has the largest
    gain; each further one adds most to those before it. Order in :data:`core.diagnosis.KINDS`
    breaks ties.
    """
    pair, plan = _explained(reference, estimate)
    seconds = check_windows(windows)
    check_beta(settings.beta)
    problem = pose(pair.reference, pair.estimate, seconds, settings)
    longer = estimate.end - reference.end
    unlike = tuple(other_track(plan.sides, plan.timed, longer=longer, units=reference.notation))
    every = Fixes(plan, pair, Scorer(problem, settings))
    return tuple(
        tuple(_of_variant(every.of(variant), seconds, part, unlike)) for variant in variants
    )


@lru_cache(maxsize=8)  # a slider diagnoses the same pair at many windows
def _explained(reference: Hierarchy, estimate: Hierarchy) -> tuple[Alignment, Explanation]:
    """Align a pair and explain it; the explanation uses the whole estimate."""
    pair = align(reference, estimate)
    end = pair.reference.end
    sides = Sides(Form.of(pair.reference, end), Form.of(estimate, end))
    layers = [
        (pair.reference.layers[layer], estimate.layers[level])
        for layer, level in enumerate(sides.levels.tolist())
        if level >= 0
    ]
    return pair, explanation(replace(sides, kin=Kin.of(layers)))


def _of_variant(
    fixes: Fixes, seconds: FloatArray, part: Part, unlike: Sequence[Finding]
) -> Iterator[Diagnosis]:
    pair, steps, settings = fixes.pair, fixes.plan.steps, fixes.scorer.settings
    first, last = fixes.worth(part)
    shares = (first + last) / 2
    for at, window in enumerate(seconds.tolist()):
        kept = [
            step
            for step, what in enumerate(steps)
            if fixes.touched(step)
            and max(first[step, at], last[step, at]) >= (-LEAST if what.kind in _WHOLE else LEAST)
        ]
        scores = fixes.scores(at)
        causes = tuple(
            fixes.causes(fixes.in_order(kept, shares[:, at], part, at), shares, part, at)
        )
        silent = no_triplets(pair, window, settings, fixes.variant, scores)
        findings = (*unlike, *silent)
        findings += tuple(fixes.findings(at, part, scores, known=bool(findings)))
        yield Diagnosis(
            window,
            fixes.variant,
            settings,
            part,
            scores,
            causes,
            findings,
            1 - float(fixes.values(kept)[at, PARTS.index(part)]),
            sentence(part, scores, causes, findings),
            pair.reference.unit,
        )


def fix(reference: Hierarchy, estimate: Hierarchy, kind: Kind, side: Side = "estimate") -> Pair:
    """Fix one cause of a diagnosis and leave the others.

    The result is aligned. A segment has the label of the old segment around its middle.
    """
    pair, plan = _explained(reference, estimate)
    for at, step in enumerate(plan.steps):
        if (step.kind, step.side) == (kind, side):
            return fixed_pair(plan, at, pair)
    raise ScoreError(f"The {side} has no error of the kind '{kind}'.")
