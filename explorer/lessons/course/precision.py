"""Lesson: recall and precision are one measure from two sides."""

from collections.abc import Callable
from dataclasses import replace

from core.measures import SYMBOLS
from core.vocabulary import Part
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import (
    SAME,
    check_recall_rises,
    edited,
    flat,
    inner,
    lower_one,
    sample,
    seconds,
    swapped,
)

_SMALL = 3.0


def lesson() -> Lesson:
    return Lesson(
        ("Basics", 30),
        "Precision against recall",
        "Whose triplets are counted? Change one measure and keep the other.",
        (_swap(), _lose_recall(), _lose_precision(), _win_recall(), _song()),
        "Recall counts the reference's triplets with which the estimate agrees. Precision counts "
        "the estimate's triplets with which the reference agrees. At small windows, a missing "
        "boundary costs recall, and an extra one costs precision.",
        ("recall", "precision", "triplet", "boundary"),
        full_only=True,
    )


def _swap() -> Step:
    scene = sample("figure6", variant="full", query=14.0)
    swapped = replace(scene, reference=scene.estimate, estimate=scene.reference)
    recall, precision = scene.value("recall"), scene.value("precision")
    after = swapped.value("recall")
    right = 0 if abs(after - precision) < 1e-9 else 1 if abs(after - recall) < 1e-9 else 2
    return Step(
        "Swap the two",
        f"T_R is {number(recall)} and T_P is {number(precision)}. Only moments near the query "
        f"count: those within a **window** of {seconds(scene.window)} to each side.",
        scene,
        Choice(
            "Swap the reference and the estimate. What is T_R then?",
            (number(precision), number(recall), "another number"),
            right,
            f"T_R = {number(after)}. Precision is recall with the two hierarchies swapped (Eq. 7).",
            (
                "",
                "That is T_R before the swap. It counts the reference's triplets, and now the "
                "other hierarchy is the reference.",
                "The same two hierarchies are compared, so the number is on screen already.",
            ),
        ),
        before=("scores",),
    )


def _copy() -> tuple[Scene, list[float]]:
    example = sample("figure3", window=_SMALL, variant="full")
    start, _, *later = example.reference.boundaries[0].tolist()
    coarse: list[float] = [start, 1.5 * _SMALL, *later]
    copied = flat(coarse)
    return replace(example, reference=copied, estimate=copied, query=coarse[1] - 1), coarse


def _lose_recall() -> Step:
    scene, coarse = _copy()
    return Step(
        "Make it lose recall",
        "The estimate is a copy of the reference, so T_R and T_P are both 1. The window is "
        f"{seconds(scene.window)}.",
        scene,
        Task(
            "Remove a boundary of the estimate so that T_R falls and T_P stays. Click or tap it, "
            "then press *Remove*.",
            _falls(
                "recall",
                "precision",
                "Around the removed boundary the reference's triplets become ties. The estimate "
                "has no triplets there any more, so precision counts nothing there.",
            ),
            scene.with_estimate([coarse[0], *coarse[2:]]),
            edits=True,
        ),
        before=("scores",),
    )


def _lose_precision() -> Step:
    scene, coarse = _copy()
    extra = (coarse[1] + coarse[2]) / 2
    return Step(
        "Make it lose precision",
        "Again the estimate is a copy, and the window is the same.",
        scene,
        Task(
            "Add a boundary to the estimate so that T_P falls and T_R stays: double-click, tap "
            "twice, or press *Add*.",
            _falls(
                "precision",
                "recall",
                "Around the new boundary the estimate has triplets that the reference lacks. No "
                "boundary of the reference is in the same windows, so recall does not change.",
            ),
            scene.with_estimate(sorted([*coarse, extra])),
            edits=True,
        ),
        before=("scores",),
    )


def _falls(which: Part, other: Part, why: str) -> Callable[[Scene, Scene], Verdict]:
    """A check that one measure fell, and the other stayed."""

    def check(before: Scene, made: Scene) -> Verdict:
        if min(made.value(f"{part}_share") for part in (which, other)) == 0:
            return Verdict(False, "One hierarchy has no triplet now. Keep at least one boundary.")
        change = edited(before, made)
        if before.value(which) - made.value(which) < SAME:
            return Verdict(False, f"{change} {SYMBOLS[which]} should fall.")
        if abs(before.value(other) - made.value(other)) >= SAME:
            return Verdict(False, f"{change} {SYMBOLS[other]} should stay.")
        return Verdict(True, f"{change} {why}")

    return check


def _win_recall() -> Step:
    example = sample("figure2", window=_SMALL, variant="full", query=19.0)
    present = example.reference.boundaries[0][[0, 1, 4, 6]].tolist()
    scene = example.with_estimate(present)
    lacking = next(t for t in inner(scene.reference, 1) if t not in present)
    return Step(
        "Win recall back",
        "All boundaries of this estimate are right, but it lacks some.",
        scene,
        Task(
            "Add one boundary to the estimate so that T_R rises and T_P does not fall.",
            check_recall_rises(
                "A boundary in the right place gives the estimate right triplets and no others."
            ),
            scene.with_estimate(sorted([*present, lacking])),
            edits=True,
        ),
        before=("scores",),
    )


def _song() -> Step:
    scene = swapped("minuet_in_g", window=_SMALL, variant="full", query=21.0)
    finest = scene.reference.layers[-1], scene.estimate.layers[-1]
    counts = [len(layer.labels) - 1 for layer in finest]
    return Step(
        "A minuet",
        f"These are two readings of the *Minuet in G*. The window is {seconds(scene.window)}. Look "
        "at the lowest layers.",
        scene,
        lower_one(
            scene,
            f"The lowest layer of the reference has {counts[0]} boundaries, that of the estimate "
            f"{counts[1]}. Triplets around a boundary that the estimate lacks are lost for recall.",
            (
                "",
                f"Precision counts the estimate's triplets. The estimate has {counts[1]} "
                f"boundaries in its lowest layer, fewer than the {counts[0]} of the reference.",
                "Some boundaries of the reference have no counterpart in the estimate.",
            ),
        ),
    )
