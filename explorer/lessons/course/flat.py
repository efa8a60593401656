"""Lesson: flat segmentations, and what T-measures have to do with hit rates."""

from dataclasses import replace

from core.flat.pair import flat_metrics
from core.windows import sweep
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import WHOLE, change, inner, sample, seconds

_SAME = 1e-9
_BEYOND = 1.25  # how far the largest window that is accepted may be from the largest there is
SMALL = 3.0  # the small window of this lesson, in seconds: the larger of the usual tolerances


def lesson() -> Lesson:
    scene = replace(sample("figure2"), window=SMALL, variant="full", query=9.0)
    return Lesson(
        "flat",
        "Flat segmentations and the hit rate",
        "One layer is a special case, in which small windows can give the numbers you know.",
        (_small(scene), _large(replace(scene, window=WHOLE)), _limit(scene)),
        "On flat segmentations T-measures are hit rates where three things hold: the window never "
        "holds two different boundaries, no boundary is nearer to an end of the track than the "
        "window reaches, and those that are found are exactly in place. At larger windows they "
        "also judge what lies further apart.",
        ("hit-rate", "trim", "recall", "precision", "window"),
        full_only=True,
    )


def _hits(scene: Scene) -> tuple[float, float]:
    """Recall and precision of the hit rate without the ends (footnote 3 of the paper)."""
    rate = next(rate for rate in flat_metrics(*scene.sides).hit_rates if rate.trim)
    return rate.recall, rate.precision


def _small(scene: Scene) -> Step:
    recall, precision = _hits(scene)
    t_recall = scene.value("recall")
    of, to = len(inner(scene.estimate, 1)), len(inner(scene.reference, 1))
    return Step(
        "Boundaries found",
        f"The estimate has {of} of the reference's {to} inner boundaries, and no other. The **hit "
        f"rate** counts just that: recall {number(recall)}, precision {number(precision)}.",
        scene,
        Choice(
            f"With a window of {seconds(scene.window)} to each side, T_R is …",
            ("lower than the hit rate's recall", "the same", "higher"),
            1 + (t_recall > recall + _SAME) - (t_recall < recall - _SAME),
            f"T_R = {number(t_recall)} and T_P = {number(scene.value('precision'))}. A query "
            "has triplets only where a boundary is within its window. Each boundary here is more "
            f"than {seconds(scene.window)} from the ends of the track, so all give triplets to as "
            "many queries. A query wins all of them or loses all.",
            (
                "That would be so if a boundary that is missed took away more than one that is "
                "found brings. Here each gives triplets to as many queries.",
                "",
                "That would be so if something were won around a boundary that the estimate "
                "lacks. There it tells no two moments apart.",
            ),
        ),
    )


def _large(scene: Scene) -> Step:
    return Step(
        "The whole track",
        "Now the window is the whole track: every pair of moments is compared, however far apart. "
        f"With a window of {seconds(SMALL)}, T_R was {number(scene.value('recall', SMALL))} "
        f"and T_P {number(scene.value('precision', SMALL))}.",
        scene,
        change(
            scene,
            SMALL,
            "What happens to T_R and T_P? The boundaries are the same.",
            f"T_P = {number(scene.value('precision'))}: the estimate calls moments in the "
            "other half of its segments closer than those beyond; the reference has a boundary "
            "between, and calls all of them equally far. These triplets of the estimate are ties "
            f"in the reference, and lost (section 4.1). T_R = {number(scene.value('recall'))}: "
            "most of what the reference orders now is near against far, and that the estimate "
            "knows.",
            (
                "most of what the reference orders now is near against far, and that the estimate "
                "knows.",
                "the estimate's long segments hold moments together that the reference divides.",
            ),
        ),
    )


def _alike(scene: Scene, window: float) -> bool:
    """Whether both T-measures are the hit rates at a window."""
    hits = _hits(scene)
    measures = scene.value("recall", window), scene.value("precision", window)
    return all(abs(rate - measure) < _SAME for rate, measure in zip(hits, measures, strict=True))


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
            f"At {seconds(made.window)} T_R is {made.value('recall'):.4f} and T_P "
            f"{made.value('precision'):.4f}: not the hit rates any more.",
        )
    if _alike(made, made.window * _BEYOND):
        return Verdict(False, f"At {seconds(made.window)} they are, and at larger ones still.")
    least = min(end - start for start, end in made.reference.intervals[0].tolist())
    return Verdict(
        True,
        f"They are the hit rates up to {seconds(least / 2)}, half of the shortest segment of the "
        f"reference, {seconds(least)}: a larger window can hold two boundaries. (Eq. 8 of the "
        "paper has half the window to each side, so there the limit is the segment itself.) A "
        "boundary that is nearer to an end of the track than the window reaches counts for "
        "fewer queries than the others; this pair has none.",
    )
