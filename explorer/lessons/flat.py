"""Lesson: flat segmentations, and what T-measures have to do with hit rates."""

from __future__ import annotations

from dataclasses import replace

from core.flat import flat_metrics
from core.windows import sweep
from explorer.lessons.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.pairs import WHOLE, inner, sample, seconds, two

_SAME = 1e-9
_BEYOND = 1.25  # how far the largest window that is accepted may be from the largest there is
SMALL = 3.0
"""The small window of this lesson, in seconds: the larger of the usual tolerances."""


def lesson() -> Lesson:
    """Build the lesson."""
    scene = replace(sample("figure2"), window=SMALL, variant="full", query=9.0)
    return Lesson(
        "flat",
        "Flat segmentations and the hit rate",
        "One layer is a special case, in which small windows give the numbers you know.",
        (_small(scene), _large(replace(scene, window=WHOLE)), _limit(scene)),
        "On flat segmentations T-measures are hit rates, as long as the window holds one boundary "
        "at most. Beyond that they also judge what lies further apart.",
        ("hit-rate", "trim", "recall", "precision", "window"),
    )


def _hits(scene: Scene) -> tuple[float, float]:
    """Recall and precision of the hit rate without the ends (footnote 3 of the paper)."""
    rate = next(
        rate for rate in flat_metrics(scene.reference, scene.estimate).hit_rates if rate.trim
    )
    return rate.recall, rate.precision


def _small(scene: Scene) -> Step:
    recall, precision = _hits(scene)
    found = scene.value("recall")
    of, to = len(inner(scene.estimate, 1)), len(inner(scene.reference, 1))
    return Step(
        "Boundaries found",
        f"The estimate has {of} of the reference's {to} inner boundaries, and no other. The **hit "
        f"rate** counts just that: recall {two(recall)}, precision {two(precision)}.",
        scene,
        Choice(
            f"With a window of {seconds(scene.window)} to each side, T_R is …",
            ("lower than the hit rate's recall", "the same", "higher"),
            1 + (found > recall + _SAME) - (found < recall - _SAME),
            f"T_R = {two(found)} and T_P = {two(scene.value('precision'))}. A query has triplets "
            "only where a boundary is within its window; each boundary brings as many of them, all "
            "won or all lost.",
        ),
    )


def _large(scene: Scene) -> Step:
    before, after = scene.value("precision", SMALL), scene.value("precision")
    return Step(
        "The whole track",
        "Now the window is the whole track: every pair of moments is compared, however far apart. "
        f"With a window of {seconds(SMALL)}, T_P was {two(before)}.",
        scene,
        Choice(
            "What happens to T_P? The boundaries are the same.",
            ("It falls", "It stays", "It rises"),
            1 + (after > before) - (after < before),
            f"T_P = {two(after)}. The estimate calls moments in the other half of its segments "
            "closer than those beyond; the reference has a boundary between and calls all of them "
            "equally far. These triplets of the estimate are ties in the reference, and lost "
            "(section 4.1).",
        ),
    )


def _alike(scene: Scene, window: float) -> bool:
    """Whether both T-measures are the hit rates at a window."""
    hits = _hits(scene)
    found = scene.value("recall", window), scene.value("precision", window)
    return all(abs(one - other) < _SAME for one, other in zip(hits, found, strict=True))


def _limit(scene: Scene) -> Step:
    alike = [window for window in sweep(scene.reference.end).tolist() if _alike(scene, window)]
    return Step(
        "How small is small?",
        "The window decides how far apart moments may be that are compared.",
        scene,
        Task(
            "Set the window to the largest one at which both T-measures are still the hit rates. "
            "Then check.",
            _check_limit,
            replace(scene, window=max(alike)),
        ),
        before=("window",),
        after=("window", "scores", "curves", "strips"),
    )


def _check_limit(before: Scene, made: Scene) -> Verdict:
    if not _alike(made, made.window):
        return Verdict(
            False,
            f"At {seconds(made.window)} T_R is {two(made.value('recall'))} and T_P "
            f"{two(made.value('precision'))}: not the hit rates any more.",
        )
    if _alike(made, made.window * _BEYOND):
        return Verdict(False, f"At {seconds(made.window)} they are, and at larger ones still.")
    least = min(end - start for start, end in made.reference.intervals[0].tolist())
    return Verdict(
        True,
        f"The shortest segment of the reference lasts {seconds(least)}. A window of "
        f"{seconds(made.window)} to each side spans it; a larger one can hold two boundaries. (Eq. "
        "8 of the paper has half the window to each side, so there the limit is the segment "
        "itself.)",
    )
