"""Lesson: under-segmentation costs recall, over-segmentation precision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from explorer.lessons.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.pairs import flat, inner, sample, two

_SAME = 5e-4
_MEASURES = ("T_R, recall", "T_P, precision", "Neither: both are high")
_HIGH = 0.9


def lesson() -> Lesson:
    """Build the lesson."""
    under = replace(sample("figure4"), window=3.0, variant="full", query=19.0)
    over = replace(sample("figure6"), window=3.0, variant="full", query=14.0)
    example = sample("figure3")
    coarse = example.reference.boundaries[0].tolist()
    same = replace(
        example, reference=flat(coarse), estimate=flat(coarse), window=3.0, query=coarse[1] - 1
    )
    without = same.with_estimate([coarse[0], *coarse[2:]])
    extra = (coarse[1] + coarse[2]) / 2
    with_extra = same.with_estimate(sorted([*coarse, extra]))
    return Lesson(
        "segmentation",
        "Too few boundaries, too many",
        "Under-segmentation and over-segmentation leave different marks.",
        (
            _which(
                "Too few",
                "The estimate lacks boundaries that the reference has: **under-segmentation**.",
                under,
            ),
            _which(
                "Too many",
                "The estimate has all of the reference's fine boundaries, and more: "
                "**over-segmentation**.",
                over,
            ),
            Step(
                "Make it lose recall",
                "Here the estimate is a copy of the reference: both measures are full.",
                same,
                Task(
                    "Remove a boundary of the estimate, so that T_R falls and T_P stays. "
                    "(Choose it, then Delete or *Remove*.)",
                    _falls("recall", "precision"),
                    without,
                    edits=True,
                ),
            ),
            Step(
                "Make it lose precision",
                "Again a copy of the reference.",
                same,
                Task(
                    "Add a boundary to the estimate (double-click), so that T_P falls and T_R "
                    "stays.",
                    _falls("precision", "recall"),
                    with_extra,
                    edits=True,
                ),
            ),
        ),
        "A boundary that is missing costs recall, one that is too many costs precision. T_F, their "
        "harmonic mean, does not tell which: look at both.",
        ("under-segmentation", "over-segmentation", "recall", "precision", "f-measure"),
    )


def _which(title: str, text: str, scene: Scene) -> Step:
    recall, precision = scene.value("recall"), scene.value("precision")
    lacking = [t for t in inner(scene.reference, 2) if t not in inner(scene.estimate, 1)]
    extra = [t for t in inner(scene.estimate, 1) if t not in inner(scene.reference, 2)]
    return Step(
        title,
        text,
        scene,
        Choice(
            "Which measure is low?",
            _MEASURES,
            2 if min(recall, precision) > _HIGH else int(precision < recall),
            f"T_R = {two(recall)}, T_P = {two(precision)}. {len(lacking)} boundaries are missing "
            f"and {len(extra)} are too many. What the reference tells apart and the estimate does "
            "not is lost for recall; the reverse is lost for precision.",
        ),
    )


def _falls(which: str, other: str) -> Callable[[Scene, Scene], Verdict]:
    """A check that one measure fell, and the other stayed."""
    symbols = {"recall": "T_R", "precision": "T_P"}

    def check(before: Scene, made: Scene) -> Verdict:
        fall = before.value(which) - made.value(which)
        kept = abs(before.value(other) - made.value(other)) < _SAME
        said = (
            f"{symbols[which]} went from {two(before.value(which))} to {two(made.value(which))}, "
            f"{symbols[other]} from {two(before.value(other))} to {two(made.value(other))}."
        )
        if fall < _SAME:
            return Verdict(False, f"{said} {symbols[which]} should fall.")
        return (
            Verdict(True, said) if kept else Verdict(False, f"{said} {symbols[other]} should stay.")
        )

    return check
