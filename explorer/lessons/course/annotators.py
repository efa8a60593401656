"""Lesson: two people disagree, and what that means for scores of algorithms."""

from dataclasses import replace

from core.editing import add_boundary
from core.hierarchy import Hierarchy
from core.papers.printed import printed_corpus
from core.wording import number, percent
from explorer.lessons.course.model import Choice, Estimate, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import WHOLE, edited, inner, sample, seconds, swapped

_ODE, _MINUET = "ode_to_joy", "minuet_in_g"
_FEW = 2  # boundaries of a drawing
_NEAR = 0.1
_MUCH = 0.05  # by which a score should rise


def lesson() -> Lesson:
    return Lesson(
        ("Practice", 10),
        "When two people disagree",
        "People agree only in part. What does that mean for the scores of algorithms?",
        (_scales(), _drawn(), _agreement(), _coarser(_ODE), _divided(), _coarser("jingle_bells")),
        "The paper suggests the agreement of people as the ceiling for algorithms. It is no limit: "
        "an algorithm can be closer to one person than the other person is. Agreement depends on "
        "the window. At large windows recall and precision can show who marked larger sections.",
        ("inter-annotator-agreement", "recall", "precision", "f-measure"),
    )


def _scales() -> Step:
    scene = swapped(_ODE, query=26.0)
    windows = (0.5, 3.0, WHOLE)
    scores = [scene.value("f_measure", window) for window in windows]
    low, high = scene.value("recall", windows[0]), scene.value("precision", WHOLE)
    listed = ", ".join(
        f"{number(value)} at {seconds(window)}"
        for window, value in zip(windows, scores, strict=True)
    )
    return Step(
        "One tune, two readings",
        "These are two readings of *Ode to Joy*, both ours. Press Space to hear it. One cuts where "
        "the bars begin, the other where the last phrase enters a beat early. T-measures use only "
        "the boundaries, not the names and colors.",
        scene,
        Choice(
            "At which window is the reduced T_F highest?",
            tuple(seconds(window) for window in windows),
            scores.index(max(scores)),
            f"T_F is {listed}. At {seconds(windows[0])} only the smallest segments count, and the "
            f"estimate does not divide the third phrase into bars: T_R is {number(low)}. Over the "
            f"whole track the large sections count, and these differ: T_P is {number(high)}.",
            (
                "At so small a window only the smallest segments count. The estimate lacks some of "
                "them.",
                "",
                "Over the whole track the large sections count, and these differ.",
            ),
        ),
        after=("window", "scores", "curves"),
    )


def _drawn() -> Step:
    readings = sample(_MINUET)
    end = readings.reference.end
    blank = Hierarchy.from_boundaries(
        [[0.0, end]] * 2, layer_names=("large", "small"), name="Yours"
    )
    scene = replace(readings, estimate=blank)
    window = seconds(scene.window)

    def check(_: Scene, made: Scene) -> Verdict:
        if len(inner(made.estimate, 2)) < _FEW:
            return Verdict(False, f"Set {_FEW} boundaries or more, at the beginnings of sections.")
        agreed = [
            number(scene.value("f_measure"))
            for scene in (made, replace(made, reference=readings.estimate), readings)
        ]
        return Verdict(
            True,
            f"At a window of {window} this drawing agrees with the reading now above it with a T_F "
            f"of {agreed[0]}, and with the other reading of {agreed[1]}. The readings agree with "
            f"{agreed[2]}. Whoever differs is not wrong: people listen at different scales.",
        )

    return Step(
        "Your own reading",
        "This is the *Minuet in G*. Press *play* or Space to hear it. Two readings of it are "
        "hidden. First draw your own: large sections in the upper layer, small ones in the lower.",
        scene,
        Task(
            "Set a boundary wherever you hear a section begin: double-click, tap twice, or press "
            "*Add*.",
            check,
            replace(
                scene, estimate=replace(readings.estimate, layers=readings.estimate.layers[:2])
            ),
            edits=True,
            blind=True,
        ),
        after=("window", "scores", "curves"),
    )


def _agreement() -> Step:
    corpus = printed_corpus()
    scene = sample(_MINUET)
    return Step(
        "How well do people agree?",
        "These are the two readings of the *Minuet*. "
        f"The paper scored {corpus.tracks} songs of SALAMI that two people annotated (Figure 9). "
        f"One of its windows is {seconds(corpus.window)}.",
        scene,
        Estimate(
            f"What is their mean T_F at {seconds(corpus.window)}, roughly?",
            corpus.agreement,
            _NEAR,
            f"About {percent(corpus.agreement)}. The paper suggests it as the ceiling for "
            f"algorithms. This pair reaches {number(scene.value('f_measure'))}.",
            "Two people agree more than that.",
            "Two people do not agree that much.",
        ),
        after=("window", "scores", "curves"),
    )


def _coarser(name: str) -> Step:
    scene = swapped(name, query=26.0, window=WHOLE)
    recall, precision = scene.value("recall"), scene.value("precision")
    counts = [len(side.layers[0].labels) for side in (scene.reference, scene.estimate)]
    return Step(
        "Who marked larger sections?" if name == _ODE else "A song with a chorus",
        f"Over the whole track T_R is {number(recall)} and T_P is {number(precision)}.",
        scene,
        Choice(
            "Which upper layer has larger sections?",
            ("The reference's", "The estimate's", "Both are alike"),
            2 if counts[0] == counts[1] else int(counts[1] < counts[0]),
            f"The reference has {counts[0]} sections, the estimate {counts[1]}. In its larger ones "
            "it joins moments that the reference separates, so precision is low.",
            (
                f"Count them: the upper layer of the reference has {counts[0]} sections.",
                "",
                "Count them: the upper layers do not have equally many sections.",
            ),
        ),
        before=("scores",),
        after=("window", "scores", "curves"),
    )


def _divided() -> Step:
    scene = swapped(_ODE, query=26.0, window=WHOLE)
    coarse = inner(scene.estimate, 1)
    layers = (scene.reference.layers[0], *scene.estimate.layers[1:])
    alike = replace(scene, estimate=replace(scene.estimate, layers=layers))
    ways = [
        replace(scene, estimate=add_boundary(scene.estimate, 1, time, nested=True))
        for time in inner(scene.estimate, 2)
        if time not in coarse
    ]
    return Step(
        "Agree a little more",
        "The window is the whole track. T_P is low mainly because the sections in the estimate's "
        f"upper layer are larger. With the reference's upper layer it would be "
        f"{number(alike.value('precision'))}.",
        scene,
        Task(
            f"Divide one section of the estimate's upper layer so that T_P rises by {_MUCH:g} or "
            "more: double-click, tap twice, or press *Add*.",
            _check_divided,
            max(ways, key=lambda way: way.value("precision")),
            edits=True,
        ),
        before=("scores",),
        after=("window", "scores", "curves"),
    )


def _check_divided(before: Scene, made: Scene) -> Verdict:
    change = edited(before, made)
    was, now = (len(side.estimate.layers[0].labels) for side in (before, made))
    if now != was + 1:
        return Verdict(False, "Divide one section of the upper layer, and keep the others.")
    if made.value("precision") < before.value("precision") + _MUCH:
        return Verdict(
            False, f"{change} Undo. Which of the reference's sections does the estimate join?"
        )
    return Verdict(
        True,
        f"{change} The estimate now separates moments that the other reading separates. Neither "
        "was wrong before: they listen at different scales.",
    )
