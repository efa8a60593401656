"""Lesson: what a triplet is, and how it is counted."""

from dataclasses import replace

from core.tmeasures.scoring import query_scores
from core.triplets.explaining import explain, reasons
from core.triplets.results import Explanation
from core.wording import IN_SECONDS
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import WHOLE, flat, inner, sample, seconds

OUTCOMES = ("agree", "tie", "inverted")
_OPTIONS = ("i is closer", "i and j are equally close", "j is closer")
_RECALL = (
    " It may **agree**. It may call i and j equally close: a **tie**. Or it may say the opposite. "
    "**Recall** counts the triplets of the reference with which the estimate agrees."
)
_LETTERS = (
    " This is *Ode to Joy*; press Space to hear it. Equal letters mark parts that sound alike. "
    "Only boundaries count here."
)
at = IN_SECONDS.at
_TUNE = (26.0, 19.0, 14.0)  # q, i and j in Ode to Joy


def lesson() -> Lesson:
    scene = sample("figure3", window=WHOLE)
    coarse, fine = inner(scene.reference, 1), inner(scene.reference, 2)
    # j is nearer in seconds, which must not matter.
    q, i, j = 0.9 * fine[0], 0.1 * fine[0], 1.1 * fine[0]
    late = (coarse[0] + fine[2]) / 2
    shifted = scene.with_estimate([0.0, late, scene.reference.end])
    moments = (coarse[0] + late) / 2, (late + fine[2]) / 2, coarse[0] - fine[0] / 2  # q, i and j
    tune = sample("ode_to_joy", window=WHOLE)
    return Lesson(
        ("Basics", 10),
        "What is a triplet?",
        "Of two moments, which is closer to a third? T-measures count nothing else.",
        (
            _closer(scene, q, i, j),
            _outcome("Does the estimate agree?", scene, q, i, j, _RECALL),
            _outcome("Another estimate", shifted, *moments),
            _by_hand(shifted, *moments),
            _place(),
            _outcome("A tune, heard in two ways", tune, *_TUNE, _LETTERS),
        ),
        "The deeper the segment that a moment shares with q, the closer it is. A triplet (q, i, j) "
        "says that i is closer to q than j. g(q) is the share of q's triplets with which the "
        "estimate agrees. Recall is the mean of g(q).",
        ("query", "triplet", "depth", "agree", "tie", "inverted", "g-of-q"),
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
        "Two invented analyses divide a piece of music into parts. Here one is the reference, the "
        "other the estimate. Each row is a **layer**, with larger parts above smaller ones. "
        "**Boundaries** divide it into **segments**.  \n"
        "Pick a moment q, the **query**, and two others, i and j. Go down row by row: the *closer* "
        "one shares a segment with q in a deeper layer.",
        _pinned(scene, q, i, j),
        Choice(
            f"In the reference, which is closer to q at {at(q)}?",
            (
                f"j at {at(j)}, {seconds(abs(j - q))} away",
                f"i at {at(i)}, {seconds(abs(i - q))} away",
                "Both are equally close",
            ),
            2 if of_i.level == of_j.level else int(of_i.level > of_j.level),
            f"q and i share a segment of layer {of_i.level}. q and j share only one of "
            f"layer {of_j.level}. So i is closer, and (q, i, j) = ({q:g}, {i:g}, {j:g}) is a "
            "**triplet** of the reference. Distance in seconds does not count.",
            (
                "j is nearer in seconds, which does not count. "
                f"It shares a segment of layer {of_j.level} with q, and none below.",
                "",
                "Go down row by row: one of the two shares a segment with q in a deeper layer.",
            ),
        ),
        after=(),
        outcome=False,
    )


def _outcome(title: str, scene: Scene, q: float, i: float, j: float, more: str = "") -> Step:
    explanation = _explained(scene, q, i, j)
    return Step(
        title,
        f"In the reference, i at {at(i)} is closer to q at {at(q)} than j at {at(j)}. Now look at "
        f"the estimate, below it.{more}",
        _pinned(scene, q, i, j),
        Choice(
            "In the estimate, which is closer?",
            _OPTIONS,
            OUTCOMES.index(str(explanation.outcome)),
            reasons(explanation),
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
        "By hand",
        "Under each hierarchy an arc leads from q to i, and one to j. The flatter arc leads to "
        "the closer moment. Two equal arcs are a tie. Drag q, i and j; press *listen* to hear "
        "them.",
        _pinned(scene, q, i, j),
        Task(
            "Find a triplet on which both agree: i is closer than j in the reference and in the "
            "estimate.",
            _check_by_hand,
            _pinned(scene, q, (q + late) / 2, (late + end) / 2),
        ),
        after=(),
    )


def _check_by_hand(before: Scene, made: Scene) -> Verdict:
    assert made.triplet is not None
    explanation = _explained(made, made.query, *made.triplet)
    return Verdict(explanation.outcome == "agree" and explanation.within, reasons(explanation))


def _place() -> Step:
    figure = sample("figure4")
    upper = figure.reference.boundaries[0].tolist()
    scene = replace(figure, reference=flat(upper), window=WHOLE, variant="full")
    shared = inner(scene.estimate, 1)[0]
    return Step(
        "The score of a moment",
        "Each moment can be the query. Its score **g(q)** is the share of its triplets with which "
        "the other hierarchy agrees. Here the estimate lacks one boundary of the reference.",
        replace(scene, query=upper[1] / 2),
        Task(
            "Where does the estimate agree with all triplets of q? Click or tap into the picture "
            "to place q there.",
            _check_place,
            replace(scene, query=(shared + scene.reference.end) / 2),
        ),
        after=("strips",),
    )


def _check_place(before: Scene, made: Scene) -> Verdict:
    scores = query_scores(*made.sides, [made.window], queries=[made.query], settings=made.settings)
    g = float(scores.of("full", "recall")[0, 0])
    score = f"At {at(made.query)} g(q) is {g:.2f}"
    if g < 1:
        return Verdict(
            False,
            f"{score}. The estimate has no boundary at one end of this segment, so some triplets "
            "become ties.",
        )
    return Verdict(
        True,
        f"{score}. Both hierarchies have this segment. The strip under the reference shows g(q) of "
        "every moment.",
    )
