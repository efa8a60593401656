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
        "It chooses the scale of structure that counts: details, or the large form.",
        (_blind(scene), _lose(scene), _more()),
        "A window sees the structure that fits into it. Small ones judge where boundaries are, "
        "large ones how segments belong together.",
        ("window", "recall", "precision", "layer"),
        full_only=True,
    )


def _blind(scene: Scene) -> Step:
    small, large = scene.value("recall"), scene.value("recall", WHOLE)
    return Step(
        "What a small window sees",
        "Over a whole track most comparisons are easy ones with moments far away, the more so the "
        "longer it is. So only moments within a **window** of the query are compared (section "
        f"3.4). Here it reaches {seconds(scene.window)} to each side.  \n"
        "The estimate has every boundary of the reference, but lacks the coarse layer: it does not "
        "know which segments belong together.",
        scene,
        Choice(
            "How much of T_R does that cost?",
            ("Nothing: T_R is full", "A part of it", "All of it: T_R is nought"),
            lost(small),
            f"T_R = {number(small)}. Within {seconds(scene.window)} of a query there is one "
            "boundary at most, and the estimate has it. Over the whole track T_R is "
            f"{number(large)}.",
            (
                "",
                "A part can be lost only where a query has two boundaries in reach. Here it has "
                "one at most.",
                "The estimate has all of these boundaries, and tells the moments on both sides of "
                "one apart, as the reference does.",
            ),
        ),
    )


def _lose(scene: Scene) -> Step:
    windows = [w for w in sweep(scene.reference.end).tolist() if w >= scene.window]
    return Step(
        "Let it matter",
        "The larger the window, the more of the coarse layer it sees. Move it, and watch T_R.",
        scene,
        Task(
            "Find the smallest window at which more than a third of T_R is lost. Then check.",
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
            False, f"At {seconds(made.window)} no query has a triplet: nothing is asked."
        )
    if recall >= _ENOUGH:
        return Verdict(False, f"{at}: less than a third is lost.")
    if made.value("recall", made.window / _BEYOND) < _ENOUGH:
        return Verdict(False, f"{at}. A smaller window is enough.")
    lengths = [end - start for start, end in made.reference.intervals[0].tolist()]
    return Verdict(
        True,
        f"{at}. A coarse segment lasts {seconds(min(lengths))}. Only a window that holds fine "
        "boundaries within such a segment, and also its end, can tell the moments inside from "
        "those outside, and that is what the estimate lacks.",
    )


def _more() -> Step:
    scene = replace(sample("figure7"), window=WHOLE, variant="full", query=9.0)
    recall, precision = scene.value("recall"), scene.value("precision")
    small = 3.0
    return Step(
        "Too much",
        f"This estimate has {len(scene.estimate.layers)} layers: both of the reference, and one "
        f"above them that the reference lacks. At a window of {seconds(small)} T_R and T_P are "
        f"{number(scene.value('precision', small))}.",
        scene,
        change(
            scene,
            small,
            "The window is now the whole track. What happens to T_R and T_P?",
            f"T_R = {number(recall)}, T_P = {number(precision)}. Whatever the reference "
            "orders, the estimate orders alike. But its topmost layer also makes distinctions "
            "among moments that the reference calls equally far, and a large window sees them.",
            (
                "whatever the reference orders, the estimate orders alike, at any window.",
                "the estimate has a layer that the reference lacks, and this window sees it.",
            ),
        ),
        after=("window", "scores", "curves", "strips"),
    )
