"""Lesson: recall and precision are one measure, seen from two sides."""

from dataclasses import replace

from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import (
    SAME,
    check_recall_rises,
    edited,
    flat,
    inner,
    sample,
    seconds,
)


def lesson() -> Lesson:
    return Lesson(
        "precision",
        "Precision against recall",
        "Whose triplets are asked about? Move boundaries and keep one of the two.",
        (_swap(), _only_precision(), _only_recall()),
        "Recall asks the estimate about the reference's triplets, precision the reference about "
        "the estimate's. What the other side says where the asking side is silent costs nothing.",
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
        "Exchange the sides",
        f"Here T_R = {number(recall)} and T_P = {number(precision)}, at a window of "
        f"{seconds(scene.window)}.",
        scene,
        Choice(
            "Take the estimate as the reference, and the reference as the estimate. T_R becomes …",
            (number(precision), number(recall), "something else"),
            right,
            f"T_R = {number(after)}: precision is defined as recall with the sides exchanged "
            "(Eq. 7). Try it with the button *Swap* on Compare.",
            (
                "",
                "That is recall before the exchange. It asks about the triplets of the reference, "
                "and another hierarchy is the reference now.",
                "Nothing new is compared: the number is on screen already.",
            ),
        ),
        before=("scores",),
    )


def _count(scene: Scene) -> int:
    return sum(
        len(inner(scene.estimate, level)) for level in range(1, 1 + len(scene.estimate.layers))
    )


def _only_precision() -> Step:
    plain = sample("figure3")
    coarse = plain.reference.boundaries[0].tolist()
    end = plain.reference.end
    base = replace(plain, reference=flat(coarse), window=3.0, variant="full", query=coarse[-2] + 1)
    scene = base.with_estimate([*coarse[:-1], end - 2.0, end])
    middle = (coarse[-2] + end) / 2
    return Step(
        "Only precision",
        f"The estimate has one boundary too many, at {seconds(end - 2.0)}.",
        scene,
        Task(
            "**Move** one boundary of the estimate so that T_P drops but T_R does not.",
            _check_only_precision,
            scene.with_estimate([*coarse[:-1], middle, end]),
            edits=True,
        ),
    )


def _check_only_precision(before: Scene, made: Scene) -> Verdict:
    change = edited(before, made)
    if _count(made) != _count(before):
        return Verdict(False, "Move a boundary: as many as before must be there in the end.")
    if made.value("recall") < before.value("recall") - SAME:
        if {*inner(made.estimate, 1)} >= {*inner(made.reference, 1)}:
            return Verdict(
                False,
                f"{change} You moved the right one. But now it is less than twice the window from "
                "a true boundary: some queries have both in reach, and it parts moments that the "
                "reference joins. Move it further away.",
            )
        return Verdict(
            False, f"{change} T_R drops when a boundary leaves its place in the reference. Undo."
        )
    if made.value("precision") > before.value("precision") - SAME:
        return Verdict(False, f"{change} T_P should drop.")
    return Verdict(
        True,
        f"{change} The boundary that is too many is wrong wherever it stands. Near the end of the "
        "track somewhat fewer queries have it in their window than further in, and all of them "
        "lose. The reference has no triplet there, so recall does not notice.",
    )


def _only_recall() -> Step:
    scene = replace(sample("figure2"), window=3.0, variant="full", query=9.0)
    have = scene.estimate.boundaries[0].tolist()
    lacking = next(t for t in inner(scene.reference, 1) if t not in have)
    return Step(
        "Only recall",
        "The estimate has no wrong boundary, but lacks some.",
        scene,
        Task(
            "Add one boundary to the estimate, so that T_R rises and T_P does not fall.",
            check_recall_rises(
                "A boundary at the right place wins all triplets around it, and gives the estimate "
                "no triplet that the reference lacks."
            ),
            scene.with_estimate(sorted([*have, lacking])),
            edits=True,
        ),
    )
