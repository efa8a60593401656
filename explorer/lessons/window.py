"""Lesson: what the window does."""

from __future__ import annotations

from dataclasses import replace

from core.windows import sweep
from explorer.lessons.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.pairs import WHOLE, sample, seconds, two

_HALF = 0.5


def lesson() -> Lesson:
    """Build the lesson."""
    scene = replace(sample("figure5"), window=3.0, query=9.0)
    return Lesson(
        "window",
        "The window",
        "It chooses the scale of structure that counts: details, or the large form.",
        (_blind(scene), _lose(scene), _more()),
        "A window sees the structure that fits into it. Small ones judge where boundaries are, "
        "large ones how segments belong together.",
        ("window", "recall", "precision", "layer"),
    )


def _share(value: float) -> int:
    """Whether all, a part, or nothing is won."""
    return 0 if value > 1 - 1e-9 else 2 if value < 1e-9 else 1


_PARTS = ("Nothing: T_R is full", "A part of it", "All of it: T_R is nought")


def _blind(scene: Scene) -> Step:
    large = scene.value("recall", WHOLE)
    return Step(
        "What a small window sees",
        "The estimate has every boundary of the reference, but it lacks the coarse layer: it does "
        "not know which segments belong together.",
        scene,
        Choice(
            f"How much of T_R does that cost at a window of {seconds(scene.window)}?",
            _PARTS,
            _share(scene.value("recall")),
            f"T_R = {two(scene.value('recall'))}. Within {seconds(scene.window)} of a query there "
            "is one boundary at most, and the estimate has it. With the whole track as the window, "
            f"T_R is {two(large)}.",
        ),
    )


def _lose(scene: Scene) -> Step:
    windows = [w for w in sweep(scene.reference.end).tolist() if w > scene.window]
    enough = [w for w in windows if scene.value("recall", w) < _HALF]
    return Step(
        "Let it matter",
        "The larger the window, the more of the coarse layer it sees.",
        scene,
        Task(
            "Move the window until more than half of T_R is lost. Then check.",
            _check_lose,
            replace(scene, window=min(enough)),
        ),
        before=("window",),
        after=("window", "scores", "curves", "strips"),
    )


def _check_lose(before: Scene, made: Scene) -> Verdict:
    found = made.value("recall")
    if made.value("recall_share") == 0:
        return Verdict(
            False, f"At {seconds(made.window)} no query has a triplet: nothing is asked."
        )
    if found >= _HALF:
        return Verdict(False, f"At {seconds(made.window)} T_R is {two(found)}.")
    lengths = [end - start for start, end in made.reference.intervals[0].tolist()]
    return Verdict(
        True,
        f"T_R = {two(found)} at {seconds(made.window)}. A coarse segment lasts "
        f"{seconds(min(lengths))}: the window must reach over fine boundaries inside of it, and "
        "beyond its end, for what the estimate lacks to outweigh what it has.",
    )


def _more() -> Step:
    scene = replace(sample("figure7"), window=WHOLE, query=9.0)
    recall, precision = scene.value("recall"), scene.value("precision")
    return Step(
        "Too much",
        f"This estimate has {len(scene.estimate.layers)} layers: both of the reference, and one "
        "above them that the reference lacks. The window is the whole track.",
        scene,
        Choice(
            "Which measure suffers?",
            ("T_R", "T_P", "Both"),
            0 if precision == 1 else 1 if recall == 1 else 2,
            f"T_R = {two(recall)}, T_P = {two(precision)}. Whatever the reference orders, the "
            "estimate orders alike. But it also makes distinctions among moments that the "
            f"reference calls equally far. At {seconds(3.0)} both are "
            f"{two(scene.value('precision', 3.0))}: that layer is out of sight.",
        ),
        after=("window", "scores", "curves", "strips"),
    )
