"""Lesson: what the window does."""

from dataclasses import replace

from core.windows import sweep
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import WHOLE, change, lost, sample, seconds

_ENOUGH = 2 / 3
_BEYOND = 1.1  # how far the smallest window that is accepted may be from the smallest there is


def lesson() -> Lesson:
    scene = replace(sample("figure5"), window=3.0, variant="full", query=9.0)
    return Lesson(
        "window",
        "The window",
        "The window sets the scale: details, or the large form.",
        (_blind(scene), _lose(scene), _more()),
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
        "only where a window includes a boundary inside such a segment and also its end.",
    )


def _more() -> Step:
    scene = replace(sample("figure7"), window=WHOLE, variant="full", query=9.0)
    recall, precision = scene.value("recall"), scene.value("precision")
    small = 3.0
    return Step(
        "An extra layer",
        f"This estimate has {len(scene.estimate.layers)} layers: both of the reference, and one "
        f"above them. At a window of {seconds(small)} T_R and T_P are "
        f"{number(scene.value('precision', small))}.",
        scene,
        change(
            scene,
            small,
            "The window is now the whole track. What happens to T_R and T_P?",
            f"T_R = {number(recall)}, T_P = {number(precision)}. The estimate agrees with every "
            "triplet of the reference. But its top layer makes more distinctions, where the "
            "reference has ties, and a large window includes them.",
            (
                "the estimate agrees with every triplet of the reference, at any window.",
                "the estimate has a layer that the reference lacks, and this window includes it.",
            ),
        ),
        after=("window", "scores", "curves", "strips"),
    )
