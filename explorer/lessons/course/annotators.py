"""Lesson: two people disagree, and what that means for scores of algorithms."""

from dataclasses import replace

from core.editing import add_boundary
from core.flat.pair import flat_metrics
from core.papers.printed import TRACK, printed_corpus, printed_tables
from core.wording import number, percent
from explorer.lessons.course.model import Choice, Estimate, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import WHOLE, edited, inner, sample, seconds

_NEAR = 0.1
_MUCH = 0.05  # by which a score is to rise


def lesson() -> Lesson:
    return Lesson(
        "annotators",
        "When two people disagree",
        "People agree in part only; that is the yardstick for algorithms.",
        (_scales(), _agreement(), _coarser(), _divided()),
        "The paper takes the agreement of people for the ceiling of algorithms. It is no bound: an "
        "algorithm can be closer to one person than the other is. Agreement depends on the window. "
        "At large windows recall and precision can show who heard the larger sections.",
        ("inter-annotator-agreement", "recall", "precision", "f-measure"),
    )


def _scales() -> Step:
    scene = sample("pop_two_annotators", query=46.0)
    windows = (0.5, 3.0, WHOLE)
    scores = [scene.value("f_measure", window) for window in windows]
    deviation = flat_metrics(*scene.sides).reference_to_estimate
    listed = ", ".join(
        f"{number(value)} at {seconds(window)}"
        for window, value in zip(windows, scores, strict=True)
    )
    return Step(
        "The same song, heard twice",
        "Two annotations of a pop song, invented for hierscope after the manner of SALAMI's "
        "annotators: large sections, and smaller ones within. Names and colours play no part in "
        "T-measures; only boundaries do.",
        scene,
        Choice(
            "At which window do they agree most (reduced T_F)?",
            tuple(seconds(window) for window in windows),
            scores.index(max(scores)),
            f"T_F is {listed}. Their fine boundaries are {seconds(round(deviation, 2))} apart "
            f"(median): {percent(deviation / windows[0])} of the smallest window, and moments in "
            f"between are on the wrong side; but only {percent(deviation / windows[1])} of the "
            "middle one. Over the whole track the large sections count, and there they differ.",
            (
                "Their boundaries are not that close to each other: at so small a window the few "
                "moments between two of them count for much.",
                "",
                "Over the whole track the large sections count, and there they differ.",
            ),
        ),
        after=("window", "scores", "curves"),
    )


def _agreement() -> Step:
    corpus = printed_corpus()
    table = next(printed for printed in printed_tables() if printed.id == "ismir2015-fig8")
    recall, precision = (
        table.digits("reduced", part, corpus.window) for part in ("recall", "precision")
    )
    scene = sample("pop_two_annotators", query=46.0)
    return Step(
        "How well do people agree?",
        f"The paper scored {corpus.tracks} songs of SALAMI that two people annotated (Figure 9), "
        f"at many windows, {seconds(corpus.window)} among them.",
        scene,
        Estimate(
            f"What T_F do two annotators reach at w = {seconds(corpus.window)}, roughly?",
            corpus.agreement,
            _NEAR,
            f"Near {percent(corpus.agreement)}: the ceiling for algorithms, the paper suggests. "
            f"Its example, song {TRACK} (Figure 8), has T_R = {recall} and T_P = {precision} "
            "there. An algorithm that scores as much is as close to "
            "one person as the other is. The pair below reaches "
            f"{number(scene.value('f_measure'))}.",
            "Two people hear more of a song alike than that.",
            "Two people do not hear a song that much alike.",
        ),
        after=("window", "scores", "curves"),
    )


def _coarser() -> Step:
    scene = replace(sample("pop_two_annotators", query=46.0), window=WHOLE)
    recall, precision = scene.value("recall"), scene.value("precision")
    counts = [len(side.layers[0].labels) for side in (scene.reference, scene.estimate)]
    return Step(
        "Who heard larger sections?",
        f"Over the whole track, T_R = {number(recall)} and T_P = {number(precision)}.",
        scene,
        Choice(
            "What does that say of the coarse layers?",
            (
                "The reference divides the song into larger sections",
                "The estimate does",
                "They are alike",
            ),
            2 if counts[0] == counts[1] else int(counts[1] < counts[0]),
            f"{counts[0]} sections in the reference, {counts[1]} in the estimate: the estimate "
            "holds moments together that the reference divides, and orders what is far apart. Such "
            "triplets the reference does not have: precision skews low. In Figure 8 it is the "
            "reference that is coarser, and recall skews low.",
            (
                f"Count them: the reference's upper layer has {counts[0]} sections.",
                "",
                "Count them: the upper layers have not as many sections as each other.",
            ),
        ),
        before=("scores",),
        after=("window", "scores", "curves"),
    )


def _divided() -> Step:
    scene = replace(sample("pop_two_annotators", query=46.0), window=WHOLE)
    coarse = inner(scene.estimate, 1)
    ways = [
        replace(scene, estimate=add_boundary(scene.estimate, 1, time, nested=True))
        for time in inner(scene.estimate, 2)
        if time not in coarse
    ]
    return Step(
        "Agree a little more",
        "The window is the whole track still. Mainly the estimate's upper layer keeps T_P low: it "
        "has larger sections than the reference's.",
        scene,
        Task(
            "Divide one section of the estimate's upper layer (double-click, tap twice, or *Add*), "
            f"so that T_P rises by {_MUCH:g} or more.",
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
        return Verdict(False, "Divide one section of the upper layer, and leave the others.")
    if made.value("precision") < before.value("precision") + _MUCH:
        return Verdict(
            False, f"{change} Undo: which of the reference's sections does the estimate join?"
        )
    return Verdict(
        True,
        f"{change} Where the other person heard a new section, the estimate has one now, and no "
        "longer calls moments on either side of it closer than those beyond. Neither was wrong "
        "before: they listened at different scales.",
    )
