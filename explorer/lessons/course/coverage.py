"""Lesson: why small windows count few queries."""

from dataclasses import replace
from itertools import pairwise

from core.tmeasures import PAPER_TABLES, score
from core.windows import sweep
from core.wording import number, percent
from explorer.lessons.course.model import Choice, Estimate, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import inner, sample, seconds

_BOUND = 0.9
_BEYOND = 1.05
_NEAR = 0.03


def lesson() -> Lesson:
    scene = replace(sample("figure6"), window=0.5, query=9.8)
    return Lesson(
        "coverage",
        "Who is counted?",
        "At small windows most of the track has no say.",
        (_share(scene), _enough(scene), _all(scene)),
        "A score at a small window is the score of a few moments around boundaries. Report the "
        "share of queries counted with it.",
        ("queries-counted", "window", "g-of-q", "convention"),
    )


def _share(scene: Scene) -> Step:
    right = scene.value("recall_share")
    return Step(
        "Who has a triplet?",
        "A query has a triplet only if its window holds moments at different depths, so only if a "
        f"boundary is in reach. The window is {seconds(scene.window)} to each side.",
        scene,
        Estimate(
            "Which share of the track has a reduced triplet of the reference?",
            right,
            _NEAR,
            f"{percent(right)} of the queries: those within {seconds(scene.window)} of a boundary "
            f"of the fine layer alone. All others are left out of the mean. T_R = "
            f"{number(scene.value('recall'))} is the mean of these few. (In seconds it is "
            f"{percent(scene.value('recall_share', convention='frameless'))} of the track; frames "
            "take a little off.)",
            "A boundary of the fine layer alone gives a triplet to queries on both its sides.",
            f"Only queries within {seconds(scene.window)} of a boundary have a triplet.",
        ),
    )


def _counted(scene: Scene, window: float) -> float:
    return min(scene.value(f"{side}_share", window) for side in ("recall", "precision"))


def _enough(scene: Scene) -> Step:
    windows = sweep(scene.reference.end).tolist()
    enough = min(window for window in windows if _counted(scene, window) >= _BOUND)
    return Step(
        "Enough of the track",
        "The window can be made large enough for nearly all queries to count.",
        scene,
        Task(
            f"Set the window to the smallest at which {percent(_BOUND)} of the queries count for "
            "recall and for precision. Then check.",
            _check_enough,
            replace(scene, window=enough),
        ),
        before=("window",),
        after=("window", "scores", "curves", "strips"),
    )


def _check_enough(before: Scene, made: Scene) -> Verdict:
    here = _counted(made, made.window)
    if here < _BOUND:
        return Verdict(False, f"At {seconds(made.window)} only {percent(here)} count.")
    if _counted(made, made.window / _BEYOND) >= _BOUND:
        return Verdict(
            False, f"At {seconds(made.window)} {percent(here)} count; a smaller one does."
        )
    alone = sorted(set(inner(made.reference, 2)) - set(inner(made.reference, 1)))
    halves = [(after - before) / 2 for before, after in pairwise(alone)]
    farthest = max(alone[0], made.reference.end - alone[-1], *halves)
    return Verdict(
        True,
        f"{percent(here)} at {seconds(made.window)}. Where both layers have a boundary, the depth "
        "falls by two. A reduced triplet needs a boundary of the fine layer alone, within the "
        "window and in the query's coarse segment. Such a boundary is up to "
        f"{seconds(farthest)} away from a query, so nearly that much is needed.",
    )


def _all(scene: Scene) -> Step:
    everyone = replace(PAPER_TABLES, no_triplet=0.0)
    result = score(*scene.sides, [scene.window], **scene.frames | {"convention": everyone})
    before, after = scene.value("recall"), float(result.scores["reduced"].recall[0])
    return Step(
        "As the equation says",
        "Eq. 9 of the paper divides by the number of all queries, also of those without a triplet. "
        f"Its tables, and mir_eval, leave those out; so counted, T_R is {number(before)} here.",
        scene,
        Choice(
            "What is T_R if all queries are in the mean?",
            ("Lower", "The same", "Higher"),
            1 + (after > before + 1e-9) - (after < before - 1e-9),
            f"{number(after)} in place of {number(before)}: queries that could not be "
            "asked count as lost. The same pair, the same window, another **convention**. That is "
            "the next lesson.",
            (
                "",
                "The queries that join the mean have no triplet to win, so they do not score what "
                "the others do.",
                f"It is {number(before)} without them, and no score is higher than that.",
            ),
        ),
        before=("scores",),
    )
