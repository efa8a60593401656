"""Lesson: why small windows count few queries."""

from dataclasses import replace
from itertools import pairwise

from core.tmeasures import PAPER_TABLES, score
from core.windows import sweep
from core.wording import number, percent
from explorer.lessons.course.model import Choice, Estimate, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import WITH_SCAPE, inner, sample, seconds, swapped

_BOUND = 0.9
_BEYOND = 1.05
_NEAR = 0.03


def lesson() -> Lesson:
    scene = sample("figure6", window=1.0, query=9.8)
    return Lesson(
        ("Details", 30),
        "How much of the track is scored?",
        "At small windows much of the track can have no triplet.",
        (_share(scene), _enough(scene), _all()),
        "A small window scores only the moments near boundaries. Report the share of the track "
        "scored with every score.",
        ("queries-counted", "window", "g-of-q", "convention"),
    )


def _share(scene: Scene) -> Step:
    right = scene.value("recall_share")
    return Step(
        "Which moments have a triplet?",
        "A query has triplets only if its window includes moments of different depths. So the "
        f"window must include a boundary. Here it is {seconds(scene.window)} to each side.",
        scene,
        Estimate(
            "What share of the track has a reduced triplet of the reference?",
            right,
            _NEAR,
            f"{percent(right)} of the queries: those within {seconds(scene.window)} of a boundary "
            f"that only the lower layer has. T_R = {number(scene.value('recall'))} is the mean of "
            "these few. The others do not count: they are hatched in the scape at this window.",
            "A boundary that only the lower layer has gives triplets to queries on both sides.",
            f"Only queries within {seconds(scene.window)} of a boundary have a triplet.",
        ),
        before=("window",),
        after=WITH_SCAPE,
    )


def _counted(scene: Scene, window: float) -> float:
    return min(scene.value(f"{side}_share", window) for side in ("recall", "precision"))


def _enough(scene: Scene) -> Step:
    windows = sweep(scene.reference.end).tolist()
    enough = min(window for window in windows if _counted(scene, window) >= _BOUND)
    return Step(
        "Enough of the track",
        "At a larger window nearly all queries count: little of the row at w is hatched.",
        scene,
        Task(
            f"Find the smallest window at which {percent(_BOUND)} of the queries count, for recall "
            "and for precision.",
            _check_enough,
            replace(scene, window=enough),
        ),
        before=("window", "scores", "scape"),
        after=WITH_SCAPE,
    )


def _check_enough(before: Scene, made: Scene) -> Verdict:
    here = _counted(made, made.window)
    if here < _BOUND:
        return Verdict(
            False, f"At {seconds(made.window)} only {percent(here)} count: more is hatched."
        )
    if _counted(made, made.window / _BEYOND) >= _BOUND:
        return Verdict(
            False, f"At {seconds(made.window)} {percent(here)} count. A smaller window does, too."
        )
    alone = sorted(set(inner(made.reference, 2)) - set(inner(made.reference, 1)))
    halves = [(after - before) / 2 for before, after in pairwise(alone)]
    farthest = max(alone[0], made.reference.end - alone[-1], *halves)
    return Verdict(
        True,
        f"{percent(here)} at {seconds(made.window)}. At a boundary of both layers the depth falls "
        "by two. A reduced triplet needs a boundary that only the lower layer has. It must be "
        "within the window and in the query's segment of the upper layer, where it is up to "
        f"{seconds(farthest)} away. So the window must be nearly that large.",
    )


def _all() -> Step:
    scene = swapped("ode_to_joy", window=1.0, query=26.0)
    everyone = replace(PAPER_TABLES, no_triplet=0.0)
    result = score(
        *scene.sides, [scene.window], settings=replace(scene.settings, convention=everyone)
    )
    before, after = scene.value("recall"), float(result.scores["reduced"].recall[0])
    return Step(
        "A tune, as the equation says",
        "Eq. 9 of the paper divides by the number of all queries, including the hatched ones. "
        "Its tables and mir_eval leave these out. For two readings of *Ode to Joy*, "
        f"leaving them out gives T_R = {number(before)} at {seconds(scene.window)}.",
        scene,
        Choice(
            "What is T_R if all queries are in the mean?",
            ("Lower", "The same", "Higher"),
            1 + (after > before + 1e-9) - (after < before - 1e-9),
            f"{number(after)} instead of {number(before)}: queries without a triplet count as 0. "
            "The pair and the window are the same, but the **convention** is not.",
            (
                "",
                "The added queries have no triplet, so their score is 0.",
                f"The mean rises only if the added queries score more than {number(before)}.",
            ),
        ),
        before=("window", "scores", "scape"),
        after=WITH_SCAPE,
    )
