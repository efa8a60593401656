"""Lesson: labels count, in L and not in T."""

from dataclasses import replace

from core.hierarchy import Hierarchy
from core.vocabulary import DIRECTIONS
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step
from explorer.lessons.course.pairs import WHOLE, lost

_ENDS = [0.0, 15.0, 30.0, 45.0, 60.0]
_OPTIONS = ("Nothing of it is lost", "A part of it is lost", "All of it is lost: L_R is nought")


def lesson() -> Lesson:
    return Lesson(
        "labels",
        "Labels count: L against T",
        "Parts that come again: T does not see them, L does.",
        (_again(), _names(), _neighbours()),
        "T asks which moments share a segment, L which share a label, wherever they are. What the "
        "labels are called does not matter, only which of them are alike.",
        ("l", "label", "meet", "t-measures", "full"),
    )


def _scene(estimate: Hierarchy) -> Scene:
    reference = Hierarchy.from_boundaries([_ENDS], [["A", "B", "A", "C"]])
    return Scene(reference, estimate, window=WHOLE, variant="l", query=5.0)


def _again() -> Step:
    scene = _scene(Hierarchy.from_boundaries([_ENDS], [["A", "B", "C", "D"]]))
    recall, precision = scene.value("recall"), scene.value("precision")
    t_recall, t_precision = (scene.value(part, variant="full") for part in DIRECTIONS)
    return Step(
        "What comes again",
        "The estimate has the reference's boundaries, so T_R (full) is "
        f"{number(t_recall)} and T_P (full) {number(t_precision)}. But in the reference A "
        "comes again, and the estimate calls every segment by a name of its own.  \n"
        "The **L-measure** counts triplets as T does, but of labels: i is closer to q than j if i "
        "shares q's label and j does not, wherever in the track they are.",
        scene,
        Choice(
            "How much of **L_R** does that cost, the recall of triplets of labels?",
            _OPTIONS,
            lost(recall),
            f"L_R = {number(recall)}. For q in A, the reference has the other A as close as "
            "q's own; the estimate agrees only where i is in q's own segment. For q in B or C "
            f"nothing is lost. L_P = {number(precision)}: for q in A the estimate says that "
            "the other A is farther away, and the reference does not.",
            (
                "For q in the first A, take i in the other A and j in B. The reference says that "
                "i is closer. Ask the estimate the same.",
                "",
                "B and C come once in both: their triplets are all found.",
            ),
        ),
        after=("scores", "strips"),
    )


def _names() -> Step:
    scene = _scene(Hierarchy.from_boundaries([_ENDS], [["verse", "chorus", "verse", "coda"]]))
    value = scene.value("recall")
    return Step(
        "Names do not matter",
        "This estimate calls nothing A, B or C, but it has the same parts come again.",
        scene,
        Choice(
            "How much of L_R does that cost?",
            _OPTIONS,
            lost(value),
            f"L_R = {number(value)}, and L_P = {number(scene.value('precision'))}. Labels "
            "are compared within a hierarchy only: which moments have the same one. The reference "
            "and the estimate need not share a single name.",
            (
                "",
                "Look for a triplet that the reference has and the estimate lacks: where the "
                "reference has A, the estimate has *verse*.",
                "No label of one side is ever compared with one of the other.",
            ),
        ),
        after=("scores", "strips"),
    )


def _neighbours() -> Step:
    plain = _scene(Hierarchy.from_boundaries([[0.0, 30.0, 45.0, 60.0]], [["A", "B", "C"]]))
    reference = Hierarchy.from_boundaries([_ENDS], [["A", "A", "B", "C"]])
    scene = replace(plain, reference=reference)
    value, t_recall = scene.value("recall"), scene.value("recall", variant="full")
    return Step(
        "Neighbours of one name",
        "Here A is played twice in a row. The estimate has no boundary between the two, and T_R "
        f"(full) is {number(t_recall)}.",
        scene,
        Choice(
            "And how much of L_R does that cost?",
            _OPTIONS,
            lost(value),
            f"L_R = {number(value)}, and L_P = {number(scene.value('precision'))}. A "
            "boundary between two segments of one label changes no triplet of labels, so L does "
            "not miss it; T does. So the two are read side by side: T for where parts begin and "
            "end, L for which of them are alike.",
            (
                "",
                "Take q in the first A and i in the second. Both hierarchies give them one label.",
                "The estimate gives every moment the label that the reference gives it.",
            ),
        ),
        after=("scores", "strips"),
    )
