"""The pairs in lessons: the papers' examples, with names for their parts."""

import math
from collections.abc import Callable

from core import samples
from core.hierarchy import Hierarchy
from core.measures import SYMBOLS
from core.vocabulary import DIRECTIONS, Direction
from core.wording import IN_SECONDS, number
from explorer.lessons.course.model import Choice, Part, Scene, Step, Verdict

WHOLE = math.inf  # the window that is the whole track
WITH_SCAPE: tuple[Part, ...] = ("window", "scores", "scape", "curves")  # shown after an answer


def sample(name: str, **how: object) -> Scene:
    pair = samples.sample(name)
    return Scene(pair.reference, pair.estimate, **how)  # type: ignore[arg-type]


def swapped(name: str, **how: object) -> Scene:
    """Show the second reading of a tune as the reference, the first as the estimate."""
    pair = samples.sample(name)
    return Scene(pair.estimate, pair.reference, **how)  # type: ignore[arg-type]


def inner(hierarchy: Hierarchy, level: int) -> list[float]:
    """Return the inner boundaries of a layer (1 = coarsest), in seconds."""
    return hierarchy.boundaries[level - 1][1:-1].tolist()


def flat(boundaries: list[float]) -> Hierarchy:
    return Hierarchy.from_boundaries([boundaries])


seconds = IN_SECONDS.width  # formats a time or a window
_HIGH = 0.9
SAME = 5e-4  # scores that differ by less look the same


def edited(scene: Scene, made: Scene) -> str:
    return f"{_change(scene, made, 'recall')}, and {_change(scene, made, 'precision')}."


def _change(scene: Scene, made: Scene, measure: Direction) -> str:
    was, now = number(scene.value(measure)), number(made.value(measure))
    change = f"stays at {now}" if was == now else f"goes from {was} to {now}"
    return f"{SYMBOLS[measure]} {change}"


def check_recall_rises(why: str, which: str = "") -> Callable[[Scene, Scene], Verdict]:
    """Check that an edit raised T_R and did not lower T_P."""

    def check(before: Scene, made: Scene) -> Verdict:
        change = f"{which}{edited(before, made)}"
        if made.value("recall") < before.value("recall") + SAME:
            return Verdict(False, f"{change} T_R should rise.")
        if made.value("precision") < before.value("precision") - SAME:
            return Verdict(False, f"{change} T_P fell. Does the reference have a boundary there?")
        return Verdict(True, f"{change} {why}")

    return check


def lower_one(scene: Scene, why: str, hints: tuple[str, str, str]) -> Choice:
    """Ask which measure of a pair is lower, if any is low."""
    recall, precision = scene.value("recall"), scene.value("precision")
    return Choice(
        "Which is lower?",
        ("T_R, recall", "T_P, precision", "Neither: both are high"),
        2 if min(recall, precision) > _HIGH else int(precision < recall),
        f"T_R = {number(recall)}, T_P = {number(precision)}. {why}",
        hints,
    )


_CHANGES = {
    (1, 1): "Both rise",
    (1, -1): "T_R rises, T_P falls",
    (-1, 1): "T_R falls, T_P rises",
    (0, -1): "T_R stays, T_P falls",
    (-1, -1): "Both fall",
}
_WORDS = {1: "rise", 0: "stay", -1: "fall"}
_STILL = 1e-9


def at_whole(
    title: str, about: str, scene: Scene, small: float, why: str, reasons: tuple[str, str]
) -> Step:
    before = [scene.value(measure, small) for measure in DIRECTIONS]
    after = [scene.value(measure, WHOLE) for measure in DIRECTIONS]
    rises = [large - low for low, large in zip(before, after, strict=True)]
    signs = [0 if abs(rise) < _STILL else 1 if rise > 0 else -1 for rise in rises]
    hints = tuple(
        " ".join(
            f"{symbol} does not {_WORDS[sign]}: {reason}"
            for symbol, sign, is_so, reason in zip(
                ("T_R", "T_P"), option, signs, reasons, strict=True
            )
            if sign != is_so
        )
        for option in _CHANGES
    )
    recall, precision = map(number, before)
    start = f"At a window of {seconds(small)} T_R is {recall} and T_P is {precision}."
    # Scores of 1 cannot rise: shown before the answer, they would exclude options.
    if full := min(before) > 1 - SAME:
        why = f"{start} {why}"
    return Step(
        title,
        about if full else f"{about} {start}",
        scene,
        Choice(
            f"What happens when the window grows from {seconds(small)} to the whole track?",
            tuple(_CHANGES.values()),
            list(_CHANGES).index((signs[0], signs[1])),
            f"T_R = {number(after[0])}, T_P = {number(after[1])}. {why}",
            hints,
        ),
        after=("window", "scores", "curves", "strips"),
    )


def lost(value: float) -> int:
    """Return how much of a score is lost: 0 for nothing, 1 for a part, 2 for all."""
    return 0 if value > 1 - SAME else 2 if value < SAME else 1
