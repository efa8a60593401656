"""Diagnoses of a pair: what explains its score, and what each part of that is worth."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy.typing as npt

from core.align import Alignment, align
from core.diagnosis.applying import mended_pair
from core.diagnosis.findings import no_triplets, other_track
from core.diagnosis.forms import Form
from core.diagnosis.kinds import KINDS, Kind
from core.diagnosis.matching import Kin, Sides
from core.diagnosis.plan import Explanation
from core.diagnosis.results import Diagnosis, Finding
from core.diagnosis.scoring import Scorer
from core.diagnosis.searching import explanation
from core.diagnosis.words import sentence
from core.diagnosis.worth import Mends
from core.errors import ScoreError
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.tmeasures import MIR_EVAL, Convention
from core.tmeasures.problem import check_beta, check_windows, pose
from core.vocabulary import PARTS, VARIANTS, FloatArray, Part, Side, Variant
from core.windows import DEFAULT_WINDOW

LEAST = 0.002
"""What is worth less is no cause of the score, unless it concerns a whole hierarchy."""

_WHOLE = KINDS[: KINDS.index("swallowed")]


def diagnose(
    reference: Hierarchy,
    estimate: Hierarchy,
    window: float = DEFAULT_WINDOW,
    *,
    variant: Variant = "reduced",
    convention: Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
    part: Part = "f_measure",
) -> Diagnosis:
    """Diagnose a pair at one window; see :func:`diagnose_windows`.

    The pair is as it was read: what alignment would cut off helps to recognize a scale.
    """
    ((diagnosis,),) = diagnose_windows(
        reference,
        estimate,
        [window],
        variants=(variant,),
        convention=convention,
        frame_size=frame_size,
        beta=beta,
        part=part,
    )
    return diagnosis


def diagnose_windows(
    reference: Hierarchy,
    estimate: Hierarchy,
    windows: npt.ArrayLike,
    *,
    variants: Sequence[Variant] = VARIANTS,
    convention: Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
    part: Part = "f_measure",
) -> tuple[tuple[Diagnosis, ...], ...]:
    """Say why scores are low, at many windows and in both variants for little more than one.

    What is wrong does not depend on the window: it is the explanation of the pair that needs the
    fewest edits (:func:`core.diagnosis.searching.explanation`). What that is worth does: with
    ``T(S)`` the score after mending the causes in S, of all causes A, the gain of cause c is
    ``T({c}) - T({})``, and its share the mean of that and of ``T(A) - T(A without c)``. The first
    cause is the one that gains most, each further one that which adds most to those before it; of
    those that add alike the first of :data:`core.diagnosis.KINDS`.
    """
    pair, plan = _explained(reference, estimate)
    seconds = check_windows(windows)
    check_beta(beta)
    problem = pose(pair.reference, pair.estimate, seconds, convention, frame_size, None)
    longer = estimate.end - reference.end
    unlike = tuple(other_track(plan.sides, plan.timed, longer=longer, units=reference.words))
    every = Mends(plan, pair, Scorer(problem, convention, beta))
    return tuple(
        tuple(_of_variant(every.of(variant), seconds, frame_size, part, unlike))
        for variant in variants
    )


@lru_cache(maxsize=8)  # a slider asks about one pair window by window
def _explained(reference: Hierarchy, estimate: Hierarchy) -> tuple[Alignment, Explanation]:
    """Align and explain a pair, of whose estimate also counts what alignment cut off."""
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
    mends: Mends, seconds: FloatArray, frame_size: float, part: Part, unlike: Sequence[Finding]
) -> Iterator[Diagnosis]:
    pair, steps, convention = mends.pair, mends.plan.steps, mends.scorer.convention
    first, last = mends.worth(part)
    shares = (first + last) / 2
    for at, window in enumerate(seconds.tolist()):
        kept = [
            step
            for step, what in enumerate(steps)
            if mends.touched(step)
            and max(first[step, at], last[step, at]) >= (-LEAST if what.kind in _WHOLE else LEAST)
        ]
        scores = mends.scores(at)
        causes = tuple(
            mends.causes(mends.in_order(kept, shares[:, at], part, at), shares, part, at)
        )
        silent = no_triplets(pair, window, convention, frame_size, mends.variant, scores)
        findings = (*unlike, *silent)
        findings += tuple(mends.findings(at, part, scores, known=bool(findings)))
        yield Diagnosis(
            window,
            mends.variant,
            convention,
            part,
            scores,
            causes,
            findings,
            1 - float(mends.values(kept)[at, PARTS.index(part)]),
            sentence(part, scores, causes, findings),
            frame_size,
            pair.reference.unit,
        )


def mend(
    reference: Hierarchy, estimate: Hierarchy, kind: Kind, side: Side = "estimate"
) -> tuple[Hierarchy, Hierarchy]:
    """Fix one cause of a diagnosis and leave the others as they are.

    The result has one span. A segment has the label of the segment that held its middle.
    """
    pair, plan = _explained(reference, estimate)
    for at, step in enumerate(plan.steps):
        if (step.kind, step.side) == (kind, side):
            return mended_pair(plan, at, pair)
    raise ScoreError(f"Nothing of the kind '{kind}' is wrong with the {side}.")
