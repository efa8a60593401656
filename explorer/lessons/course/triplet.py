"""Lesson: what a triplet is, and how it is counted."""

from dataclasses import replace

import numpy as np

from core.tmeasures.api import query_scores
from core.triplets.explaining import explain, sentence
from core.triplets.results import Explanation
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import WHOLE, inner, sample, seconds

OUTCOMES = ("agree", "tie", "inverted")
_OPTIONS = (
    "It agrees: i is closer to q there too",
    "It calls it a tie: i and j are as close",
    "It says the inverse: j is closer",
)
_RECALL = (
    " It may agree, or say the inverse, or call it a **tie**: i and j are as close. **Recall** "
    "asks with how many of the reference's triplets it agrees; the others are lost."
)


def lesson() -> Lesson:
    scene = replace(sample("figure3"), window=WHOLE)
    coarse, fine = inner(scene.reference, 1), inner(scene.reference, 2)
    # j is nearer in seconds, so that what counts is told apart from it.
    q, i, j = 0.9 * fine[0], 0.1 * fine[0], 1.1 * fine[0]
    late = (coarse[0] + fine[2]) / 2
    shifted = scene.with_estimate([0.0, late, scene.reference.end])
    other_q, other_i, other_j = (
        (coarse[0] + late) / 2,
        (late + fine[2]) / 2,
        coarse[0] - fine[0] / 2,
    )
    return Lesson(
        "triplet",
        "What is a triplet?",
        "T-measures count one thing: of two moments, which is closer to a third?",
        (
            _closer(scene, q, i, j),
            _outcome("Does the other agree?", scene, q, i, j, _RECALL),
            _outcome("Another estimate", shifted, other_q, other_i, other_j),
            _by_hand(shifted, other_q, other_i, other_j),
            _place(),
        ),
        "A hierarchy orders moments as seen from a query q: the deeper the segment that they share "
        "with q, the closer. Recall is a mean over queries: of the share of each one's "
        "triplets in the reference that the estimate has too. Precision is that of the "
        "estimate's triplets that the reference has.",
        ("query", "triplet", "depth", "agree", "tie", "inverted", "g-of-q", "window"),
        full_only=True,
    )


def _explained(scene: Scene, q: float, i: float, j: float) -> Explanation:
    return explain(scene.reference_triplets(), q, i, j)


def _pinned(scene: Scene, q: float, i: float, j: float) -> Scene:
    return replace(scene, query=q, variant="full", triplet=(i, j))


def _closer(scene: Scene, q: float, i: float, j: float) -> Step:
    of_i, of_j, _ = _explained(scene, q, i, j).reference
    return Step(
        "Closer to q",
        "Each row is a **layer**, coarse above fine. **Boundaries** divide it into **segments**. "
        "Take a moment q, the **query**, and two others, i and j. One is *closer* to q if it "
        "shares a segment with q on a deeper layer. How far away it is in seconds does not "
        "matter.",
        _pinned(scene, q, i, j),
        Choice(
            f"In the reference, which is closer to q = {seconds(q)}?",
            (
                f"j at {seconds(j)}, {seconds(abs(j - q))} away",
                f"i at {seconds(i)}, {seconds(abs(i - q))} away",
                "Both are as close",
            ),
            2 if of_i.level == of_j.level else int(of_i.level > of_j.level),
            f"{seconds(i)} and q share a segment of layer {of_i.level}, {seconds(j)} and q one of "
            f"layer {of_j.level} only. So (q, i, j) = ({q:g}, {i:g}, {j:g}) is a **triplet** of "
            "the reference: i is closer than j.",
            (
                "j is nearer in seconds, which does not matter: it shares a segment of layer "
                f"{of_j.level} with q, and none below.",
                "",
                "One of the two lies in a deeper segment together with q than the other does.",
            ),
        ),
        after=(),
    )


def _outcome(title: str, scene: Scene, q: float, i: float, j: float, more: str = "") -> Step:
    explanation = _explained(scene, q, i, j)
    return Step(
        title,
        f"The reference says that i at {seconds(i)} is closer to q at {seconds(q)} than j at "
        f"{seconds(j)} is. Now look at the estimate, below it.{more}",
        _pinned(scene, q, i, j),
        Choice(
            "What does the estimate make of this triplet?",
            _OPTIONS,
            OUTCOMES.index(str(explanation.outcome)),
            sentence(explanation),
            (
                "In the estimate i shares no deeper segment with q than j does.",
                "In the estimate one of the two shares a deeper segment with q than the other.",
                "In the estimate j shares no deeper segment with q than i does.",
            ),
        ),
        after=(),
    )


def _by_hand(scene: Scene, q: float, i: float, j: float) -> Step:
    end = scene.reference.end
    late = inner(scene.estimate, 1)[0]
    return Step(
        "With your own hand",
        "Arcs lead from q to i and to j. The flatter arc leads to the closer moment; equal arcs "
        "are a tie. Drag q, i and j, or move them with the arrow keys. The words under the picture "
        "follow.",
        _pinned(scene, q, i, j),
        Task(
            "Find a triplet that the estimate has too: both hierarchies call i closer than j. Then "
            "check.",
            _check_by_hand,
            _pinned(scene, q, (q + late) / 2, (late + end) / 2),
        ),
        after=(),
    )


def _check_by_hand(before: Scene, made: Scene) -> Verdict:
    assert made.triplet is not None
    explanation = _explained(made, made.query, *made.triplet)
    return Verdict(explanation.outcome == "agree" and explanation.within, sentence(explanation))


def _place() -> Step:
    scene = replace(sample("figure2"), window=3.0, variant="full")
    lacking = next(
        time for time in inner(scene.reference, 1) if time not in inner(scene.estimate, 1)
    )
    shared = inner(scene.estimate, 1)[0]
    return Step(
        "The score of a query",
        "Often only moments near q are compared: those within a **window**, here "
        f"{seconds(scene.window)} to each side. Of all triplets of a query within the window, the "
        "share with which the other hierarchy agrees is its score, **g(q)**.",
        replace(scene, query=lacking),
        Task(
            "Click or tap into the picture to place q where the recall g(q) is full: each of its "
            "triplets in the reference is one of the estimate, too. Then check.",
            _check_place,
            replace(scene, query=shared + scene.window / 3),
        ),
        before=(),
        after=("scores", "strips"),
    )


def _check_place(before: Scene, made: Scene) -> Verdict:
    scores = query_scores(*made.sides, [made.window], queries=[made.query], **made.frames)
    g = float(scores.of("full", "recall")[0, 0])
    if np.isnan(g):
        return Verdict(
            False,
            f"No boundary of the reference is within {seconds(made.window)} of "
            f"{seconds(made.query)}: there is no triplet, and g(q) is not defined.",
        )
    if g < 1:
        return Verdict(False, f"At {seconds(made.query)} g(q) is {g:.2f}: something is lost there.")
    near = min(inner(made.reference, 1), key=lambda boundary: abs(boundary - made.query))
    return Verdict(
        True,
        f"g(q) = {g:.2f} at {seconds(made.query)}: the boundary at {seconds(near)} is in both. The "
        "strip under the reference shows g(q) of every query; gray are queries without a triplet. "
        "**T_R**, recall, is the mean of g(q) over the others. **T_P**, **precision**, asks the "
        "other way round: with how many of the estimate's triplets the reference agrees.",
    )
