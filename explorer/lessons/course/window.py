"""Lesson: what the window does."""

from dataclasses import replace

from core.windows import sweep
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import WHOLE, at_whole, lost, sample, seconds

_SMALL = 3.0  # seconds
_ENOUGH = 2 / 3
_BEYOND = 1.1  # how far the smallest window that is accepted may be from the smallest there is


def lesson() -> Lesson:
    scene = replace(sample("figure5"), window=_SMALL, variant="full", query=9.0)
    return Lesson(
        "window",
        "The window",
        "The window sets the scale: details, or the large form.",
        (_blind(scene), _lose(scene), _more(), _song()),
        "Small windows compare where boundaries are. Large windows compare which segments belong "
        "together.",
        ("window", "recall", "precision", "layer"),
        full_only=True,
    )


def _blind(scene: Scene) -> Step:
    small, large = scene.value("recall"), scene.value("recall", WHOLE)
    return Step(
        "What a small window sees",
        "Over a whole track most comparisons are easy, because most moments are far from the "
        "query. So only moments within the **window** are compared (section 3.4). Here it is "
        f"{seconds(scene.window)} to each side.  \n"
        "The estimate has every boundary of the reference, but not its upper layer. So it does not "
        "say which segments belong together.",
        scene,
        Choice(
            "How much of T_R does that cost?",
            ("Nothing: T_R is 1", "A part of it", "All of it: T_R is 0"),
            lost(small),
            f"T_R = {number(small)}. A window includes at most one boundary, and the estimate has "
            f"it. Over the whole track T_R is {number(large)}.",
            (
                "",
                "A part can be lost only where a window includes two boundaries. Here it includes "
                "one at most.",
                "The estimate has all of these boundaries. It separates the moments on both sides, "
                "as the reference does.",
            ),
        ),
    )


def _lose(scene: Scene) -> Step:
    windows = [w for w in sweep(scene.reference.end).tolist() if w >= scene.window]
    return Step(
        "A larger window",
        "The larger the window, the more the upper layer counts. Move it, and watch T_R.",
        scene,
        Task(
            "Find the smallest window at which more than a third of T_R is lost.",
            _check_lose,
            replace(scene, window=min(w for w in windows if scene.value("recall", w) < _ENOUGH)),
        ),
        before=("window", "scores"),
        after=("window", "scores", "curves", "strips"),
    )


def _check_lose(before: Scene, made: Scene) -> Verdict:
    recall = made.value("recall")
    at = f"At {seconds(made.window)} T_R is {number(recall)}"
    if made.value("recall_share") == 0:
        return Verdict(
            False, f"At {seconds(made.window)} no query has a triplet, so there is no score."
        )
    if recall >= _ENOUGH:
        return Verdict(False, f"{at}: less than a third is lost.")
    if made.value("recall", made.window / _BEYOND) < _ENOUGH:
        return Verdict(False, f"{at}. A smaller window is enough.")
    lengths = [end - start for start, end in made.reference.intervals[0].tolist()]
    return Verdict(
        True,
        f"{at}. A segment of the upper layer lasts {seconds(min(lengths))}. The estimate fails "
        "only where a window includes a boundary inside such a segment and also one of its ends.",
    )


def _more() -> Step:
    scene = replace(sample("figure7"), window=WHOLE, variant="full", query=9.0)
    return at_whole(
        "An extra layer",
        f"This estimate has {len(scene.estimate.layers)} layers: both of the reference, and one "
        "above them.",
        scene,
        _SMALL,
        "The estimate agrees with every triplet of the reference. But its top layer makes more "
        "distinctions, where the reference has ties, and a large window includes them.",
        (
            "the estimate agrees with every triplet of the reference, at any window.",
            "the estimate has a layer that the reference lacks, and this window includes it.",
        ),
    )


def _song() -> Step:
    scene = sample("jazz_two_annotators", window=_SMALL, variant="full", query=100.0)
    top = scene.estimate.layers[0].name
    without = scene.with_estimate(*(row.tolist() for row in scene.estimate.boundaries[1:]))
    return at_whole(
        "A jazz standard",
        "Two people marked a jazz standard.",
        scene,
        _SMALL,
        f"The large window includes the estimate's layer “{top}”, which the reference lacks. "
        f"Without it T_P would be {number(without.value('precision', WHOLE))}.",
        (
            "small differences in the places of boundaries matter less.",
            f"this window includes the estimate's layer “{top}”, which the reference lacks.",
        ),
    )
