"""Lesson: the effect of the window."""

from dataclasses import replace

from core.windows import sweep
from core.wording import number, percent
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import (
    WHOLE,
    WITH_SCAPE,
    at_whole,
    inner,
    sample,
    seconds,
    swapped,
)

_SMALL = 3.0  # seconds
_LITTLE = 0.99  # T_R below which a loss is visible
_BEYOND = 1.2  # maximum ratio of an accepted answer to the smallest correct window


def lesson() -> Lesson:
    scene = sample("figure5", window=_SMALL, variant="full", query=14.0)
    return Lesson(
        ("Basics", 40),
        "The window",
        "The window sets the scale: details, or the large form.",
        (_hatched(scene), _appears(scene), _more(), _song()),
        "Small windows compare where boundaries are. Large windows compare which segments belong "
        "together.",
        ("window", "recall", "precision", "layer"),
        full_only=True,
    )


def _hatched(scene: Scene) -> Step:
    near, far = sorted(abs(time - scene.query) for time in inner(scene.reference, 2))[:2]
    return Step(
        "Nothing to compare",
        "Over a whole track most comparisons are easy, because most moments are far from the "
        "query. So only moments within the **window** are compared (section 3.4). A small window "
        f"may have no triplet: q is at {seconds(scene.query)}, and {seconds(scene.window)} to each "
        "side include no boundary.",
        scene,
        Choice(
            "About how large must the window be for this q to have a triplet of the reference?",
            tuple(seconds(window) for window in (near, far, near + far)),
            0,
            f"{seconds(near)}, the distance to the nearest boundary. This is a **scape**: g(q) of "
            "each moment, at each window from the smallest below to the whole track on top. "
            "Strong color: the analyses disagree. Hatched: no triplet. An arch is high where the "
            "nearest boundary is far.",
            (
                "",
                "One boundary is enough, and the other one is nearer.",
                "The window reaches to both sides of q. It need not include the whole segment.",
            ),
        ),
        before=("window",),
        after=WITH_SCAPE,
    )


def _appears(scene: Scene) -> Step:
    windows = [w for w in sweep(scene.reference.end).tolist() if w >= scene.window]
    return Step(
        "Where a disagreement appears",
        "The estimate has every boundary of the reference, but not its upper layer. So it does not "
        "say which segments belong together. A window with one boundary does not show that: at "
        f"{seconds(scene.window)} T_R is {number(scene.value('recall'))}.  \n"
        "T_R is the mean of a row of the upper scape. Drag in it, or move the slider.",
        scene,
        Task(
            f"Find about the smallest window at which T_R is {number(_LITTLE)} or less.",
            _check_appears,
            replace(scene, window=min(w for w in windows if _disagree(scene, w))),
        ),
        before=("window", "scores", "scape"),
        after=WITH_SCAPE,
    )


def _disagree(scene: Scene, window: float) -> bool:
    return scene.value("recall", window) <= _LITTLE


def _check_appears(before: Scene, made: Scene) -> Verdict:
    at = f"At {seconds(made.window)} T_R is {number(made.value('recall'))}"
    if made.value("recall_share") == 0:
        return Verdict(
            False, f"At {seconds(made.window)} no query has a triplet, so there is no score."
        )
    if not _disagree(made, made.window):
        return Verdict(False, f"{at}: {percent(1 - made.value('recall'))} is lost.")
    if _disagree(made, made.window / _BEYOND):
        return Verdict(False, f"{at}. A smaller window is enough.")
    lengths = [end - start for start, end in made.reference.intervals[-1].tolist()]
    return Verdict(
        True,
        f"{at}. A segment of the lower layer lasts {seconds(min(lengths))}. A window of half "
        "of that or more can include both of its ends. Only then does the estimate fail: it does "
        "not say which end is also a boundary of the upper layer. "
        f"Over the whole track T_R is {number(made.value('recall', WHOLE))}.",
    )


def _more() -> Step:
    scene = sample("figure7", window=WHOLE, variant="full", query=9.0)
    step = at_whole(
        "An extra layer",
        f"This estimate has {len(scene.estimate.layers)} layers: both of the reference, and one "
        "above them.",
        scene,
        _SMALL,
        "The estimate agrees with every triplet of the reference. But its top layer makes "
        "distinctions where the reference has ties. A large window includes these.",
        (
            "the estimate agrees with every triplet of the reference, at any window.",
            "the estimate has a layer that the reference lacks, and this window includes it.",
        ),
    )
    return replace(step, before=("window",), after=WITH_SCAPE)


def _song() -> Step:
    scene = swapped("jingle_bells", window=_SMALL, variant="full", query=45.0)
    top = scene.estimate.layers[0].name
    without = scene.with_estimate(*(row.tolist() for row in scene.estimate.boundaries[1:]))
    step = at_whole(
        "A song with a chorus",
        "These are two readings of *Jingle Bells*. The top row of a scape is the whole track.",
        scene,
        _SMALL,
        f"The large window includes the estimate's layer “{top}”, which the reference lacks. "
        f"Without it T_P would be {number(without.value('precision', WHOLE))}.",
        (
            "the phrases of four bars, which the estimate lacks, matter less.",
            f"this window includes the estimate's layer “{top}”, which the reference lacks.",
        ),
    )
    return replace(step, before=("window", "scape"), after=WITH_SCAPE)
