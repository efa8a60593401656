"""Lesson: flat segmentations, and how T-measures relate to hit rates."""

from dataclasses import replace

from core.flat.pair import flat_metrics
from core.hierarchy import Hierarchy
from core.windows import sweep
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import WHOLE, at_whole, inner, sample, seconds

_SAME = 1e-9
_THAN = ("lower than the hit rate's recall", "the same", "higher")
_BEYOND = 1.25  # maximum ratio of the largest correct window to an accepted answer
SMALL = 3.0  # the small window of this lesson, in seconds: the larger of the usual tolerances


def lesson() -> Lesson:
    scene = sample("figure2", window=SMALL, variant="full", query=9.0)
    return Lesson(
        ("Basics", 50),
        "Flat segmentations and the hit rate",
        "With one layer and a small window, T-measures can be the numbers you know.",
        (_small(scene), _large(replace(scene, window=WHOLE)), _limit(scene), _song()),
        "With one layer, T-measures are hit rates under three conditions. A window never includes "
        "two different boundaries. No boundary is nearer to an end of the track than the window "
        "reaches. Boundaries that match are exactly in place.",
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
        f"The estimate has {of} of the reference's {to} boundaries, and no others. The **hit "
        f"rate** counts that: recall {number(recall)}, precision {number(precision)}.",
        scene,
        Choice(
            f"At a window of {seconds(scene.window)}, T_R is …",
            _THAN,
            1 + (t_recall > recall + _SAME) - (t_recall < recall - _SAME),
            f"T_R = {number(t_recall)} and T_P = {number(scene.value('precision'))}. A query has "
            "triplets only where a boundary is within its window. Each boundary is more than "
            f"{seconds(scene.window)} from the ends of the track, so each gives triplets to "
            "equally many queries. Each of these queries scores 1 or 0.",
            (
                "Each boundary gives triplets to equally many queries. So a missing one costs as "
                "much as a right one gains.",
                "",
                "Around a missing boundary the estimate has only ties, so nothing is gained.",
            ),
        ),
    )


def _large(scene: Scene) -> Step:
    step = at_whole(
        "The whole track",
        "The boundaries are the same. Now the window is the whole track, so all moments are "
        "compared.",
        scene,
        SMALL,
        "In its long segments the estimate joins moments that the reference separates. If q "
        "and i are two such moments, the triplet is a tie in the reference, so it is lost for "
        "precision (section 4.1). Most triplets of the reference now compare near with far "
        "moments, and the estimate agrees.",
        (
            "most triplets now compare near with far moments, and the estimate agrees.",
            "the estimate's long segments join moments that the reference separates.",
        ),
    )
    return replace(step, after=("window", "scores", "strips"))  # curves would answer the next step


def _alike(scene: Scene, window: float) -> bool:
    """Whether both T-measures equal the hit rates at a window."""
    hits = _hits(scene)
    measures = scene.value("recall", window), scene.value("precision", window)
    return all(abs(rate - measure) < _SAME for rate, measure in zip(hits, measures, strict=True))


def _limit(scene: Scene) -> Step:
    alike = [window for window in sweep(scene.reference.end).tolist() if _alike(scene, window)]
    return Step(
        "How small is small?",
        "The window decides how far from the query a moment may be.",
        scene,
        Task(
            "Find the largest window at which T_R and T_P still equal the hit rates.",
            _check_limit,
            replace(scene, window=max(alike)),
        ),
        before=("window", "scores"),
        after=("window", "scores", "curves", "strips"),
    )


def _check_limit(before: Scene, made: Scene) -> Verdict:
    if not _alike(made, made.window):
        return Verdict(
            False,
            f"At {seconds(made.window)} T_R is {made.value('recall'):.4f} and T_P "
            f"{made.value('precision'):.4f}: these are not the hit rates.",
        )
    if _alike(made, made.window * _BEYOND):
        return Verdict(False, f"At {seconds(made.window)} they do, and at larger windows too.")
    least = min(end - start for start, end in made.reference.intervals[0].tolist())
    return Verdict(
        True,
        f"They are the hit rates up to {seconds(least / 2)}, half of the shortest segment of the "
        f"reference ({seconds(least)}). A larger window can include two boundaries.",
    )


def _song() -> Step:
    tune = sample("ode_to_joy", window=SMALL, variant="full", query=22.0)
    reference, estimate = (
        Hierarchy(tuple(row for row in side.layers if row.name == "phrases"), side.name)
        for side in tune.sides
    )
    scene = replace(tune, reference=reference, estimate=estimate)
    (recall, precision), t_recall = _hits(scene), scene.value("recall")
    marked = inner(scene.reference, 1)
    apart = max(min(abs(time - at) for at in marked) for time in inner(scene.estimate, 1))
    return Step(
        "A phrase that enters early",
        "These are the phrases of *Ode to Joy* in two readings. The last one begins with its first "
        "note, or with the bar. Boundaries that match are up to "
        f"{seconds(round(apart, 2))} apart. The hit rate counts them: recall {number(recall)}, "
        f"precision {number(precision)}.",
        scene,
        Choice(
            f"At a window of {seconds(scene.window)}, T_R is …",
            _THAN,
            1 + (t_recall > recall + _SAME) - (t_recall < recall - _SAME),
            f"T_R = {number(t_recall)} and T_P = {number(scene.value('precision'))}. T-measures "
            "have no tolerance: moments between two boundaries that almost match are on the wrong "
            "side of one.",
            (
                "",
                "These boundaries are not all exactly in the same place.",
                "T-measures have no tolerance, so a match that is not exact gains less.",
            ),
        ),
    )
