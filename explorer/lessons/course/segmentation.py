"""Lesson: what under-segmentation costs, and what over-segmentation."""

from collections.abc import Callable
from dataclasses import replace

from core.measures import SYMBOLS
from core.vocabulary import Part
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import SAME, WHOLE, change, flat, inner, sample, seconds

_HIGH = 0.9
_SMALL = 3.0


def lesson() -> Lesson:
    under = replace(sample("figure4"), window=_SMALL, variant="full", query=19.0)
    over = replace(sample("figure6"), window=_SMALL, variant="full", query=14.0)
    return Lesson(
        "segmentation",
        "Too few boundaries, too many",
        "Under-segmentation and over-segmentation leave different marks.",
        (
            *(_few(under), _many(over), _lose_recall(), _lose_precision()),
            *(_large_under(under), _large_over(over)),
        ),
        "At small windows a missing boundary costs recall, and one too many costs precision. At "
        "large windows it can be the reverse: an estimate with too few joins moments that the "
        "reference separates and loses precision, one with too many separates moments that the "
        "reference joins and loses recall. **T_F**, the harmonic mean, does not tell which: look "
        "at both.",
        ("under-segmentation", "over-segmentation", "recall", "precision", "f-measure"),
        full_only=True,
    )


def _which(scene: Scene, why: str, hints: tuple[str, str, str]) -> Choice:
    recall, precision = scene.value("recall"), scene.value("precision")
    return Choice(
        "Which measure is low?",
        ("T_R, recall", "T_P, precision", "Neither: both are high"),
        2 if min(recall, precision) > _HIGH else int(precision < recall),
        f"T_R = {number(recall)}, T_P = {number(precision)}. {why}",
        hints,
    )


def _few(scene: Scene) -> Step:
    lacking = [t for t in inner(scene.reference, 2) if t not in inner(scene.estimate, 1)]
    return Step(
        "Too few",
        "The estimate lacks boundaries that the reference has: **under-segmentation**. The window "
        f"is small, {seconds(scene.window)} to each side.",
        scene,
        _which(
            scene,
            f"The reference has {len(lacking)} boundaries that the estimate lacks: around them it "
            "tells moments apart that the estimate does not. The estimate's one boundary is right, "
            "and all that it tells apart is so.",
            (
                "",
                "Precision asks about what the estimate tells apart. It does so around its one "
                "boundary only, and the reference agrees.",
                "There are boundaries of the reference around which the estimate tells nothing "
                "apart.",
            ),
        ),
    )


def _many(scene: Scene) -> Step:
    extra = [t for t in inner(scene.estimate, 1) if t not in inner(scene.reference, 2)]
    return Step(
        "Too many",
        "The estimate has all of the reference's fine boundaries, and more: **over-segmentation**. "
        f"The window is {seconds(scene.window)} again.",
        scene,
        _which(
            scene,
            f"Around its {len(extra)} false boundaries the estimate tells moments apart that the "
            "reference does not. Recall loses a little as well: some queries near a true boundary "
            "have a false one in their window too, which parts them from moments that the "
            "reference joins to them.",
            (
                "Recall asks about what the reference tells apart. The estimate has each of its "
                "boundaries, so little of that is lost.",
                "",
                "There are boundaries of the estimate around which the reference tells nothing "
                "apart.",
            ),
        ),
    )


def _copy() -> tuple[Scene, list[float]]:
    example = sample("figure3")
    coarse: list[float] = example.reference.boundaries[0].tolist()
    scene = replace(
        example,
        reference=flat(coarse),
        estimate=flat(coarse),
        window=_SMALL,
        variant="full",
        query=coarse[1] - 1,
    )
    return scene, coarse


def _lose_recall() -> Step:
    scene, coarse = _copy()
    return Step(
        "Make it lose recall",
        "Here the estimate is a copy of the reference: both measures are full. The window is "
        f"{seconds(scene.window)}.",
        scene,
        Task(
            "Remove a boundary of the estimate, so that T_R falls and T_P stays. (Choose it, then "
            "press Delete or *Remove*.)",
            _falls(
                "recall",
                "precision",
                "Around the boundary that is gone the reference still tells moments apart; the "
                "estimate has no triplet there any more, so precision is not asked.",
            ),
            scene.with_estimate([coarse[0], *coarse[2:]]),
            edits=True,
        ),
    )


def _lose_precision() -> Step:
    scene, coarse = _copy()
    extra = (coarse[1] + coarse[2]) / 2
    return Step(
        "Make it lose precision",
        "Again a copy of the reference, and the same window.",
        scene,
        Task(
            "Add a boundary to the estimate (double-click, tap twice, or *Add*), so that T_P falls "
            "and T_R stays.",
            _falls(
                "precision",
                "recall",
                "Around the new boundary the estimate has triplets that the reference knows "
                "nothing of. As it is not within reach of a true one, recall does not notice.",
            ),
            scene.with_estimate(sorted([*coarse, extra])),
            edits=True,
        ),
    )


def _falls(which: Part, other: Part, why: str) -> Callable[[Scene, Scene], Verdict]:
    """A check that one measure fell, and the other stayed."""

    def check(before: Scene, made: Scene) -> Verdict:
        if min(made.value(f"{part}_share") for part in (which, other)) == 0:
            return Verdict(False, "No query has a triplet in one of them now: leave a boundary.")
        fall = before.value(which) - made.value(which)
        kept = abs(before.value(other) - made.value(other)) < SAME
        changes = ", ".join(
            f"{SYMBOLS[part]} went from {number(before.value(part))} to {number(made.value(part))}"
            for part in (which, other)
        )
        if fall < SAME:
            return Verdict(False, f"{changes}. {SYMBOLS[which]} should fall.")
        if not kept:
            return Verdict(False, f"{changes}. {SYMBOLS[other]} should stay.")
        return Verdict(True, f"{changes}. {why}")

    return check


def _large(scene: Scene, title: str, place: str, why: str, reasons: tuple[str, str]) -> Step:
    """Ask what a large window makes of the pair of an earlier step."""
    return Step(
        title,
        f"The pair of the {place} step again. At a window of {seconds(_SMALL)} T_R is "
        f"{number(scene.value('recall'))} and T_P {number(scene.value('precision'))}.",
        scene,
        change(
            scene,
            _SMALL,
            "And with the whole track as the window?",
            f"T_R = {number(scene.value('recall', WHOLE))}, T_P = "
            f"{number(scene.value('precision', WHOLE))}. {why}",
            reasons,
        ),
        after=("window", "scores", "curves", "strips"),
    )


def _large_under(scene: Scene) -> Step:
    return _large(
        scene,
        "At large windows",
        "first",
        "The estimate does know which moments are far apart, and that is most of what a large "
        "window asks. But it also calls moments close to each other across the boundaries that it "
        "lacks; the reference does not agree, and precision falls (section 4.2.1). Move the window "
        "to see it happen.",
        (
            "most of what is asked now is near against far, and much of that the estimate knows.",
            "the estimate's first segment spans several of the reference's, and this window sees "
            "all of it.",
        ),
    )


def _large_over(scene: Scene) -> Step:
    return _large(
        scene,
        "Too many, at large windows",
        "second",
        "The estimate's short segments cut apart moments that the reference calls close to each "
        "other, and it has no coarse layer that joins them: recall falls. Most of what the "
        "estimate tells apart is near against far, and the reference agrees: precision rises "
        "(section 4.2.2).",
        (
            "the estimate cuts the reference's segments, and this window sees all of them.",
            "most of what the estimate tells apart is near against far, and the reference agrees.",
        ),
    )
