"""Lesson: labels count, in L and not in T."""

from dataclasses import replace

from core.hierarchy import Hierarchy
from core.vocabulary import DIRECTIONS
from core.wording import number
from explorer.lessons.course.model import Choice, Estimate, Lesson, Scene, Step
from explorer.lessons.course.pairs import WHOLE, lost, sample

_ENDS = [0.0, 15.0, 30.0, 45.0, 60.0]
_OPTIONS = ("Nothing: L_R is 1", "A part of it", "All of it: L_R is 0")
_NEAR = 0.05


def lesson() -> Lesson:
    return Lesson(
        ("Details", 50),
        "Labels count: L against T",
        "T ignores that a part is repeated. L counts it.",
        (_again(), _names(), _neighbors(), _song()),
        "T compares which moments share a segment. L compares which moments have the same label, "
        "wherever they are. The names of the labels do not matter, only which are equal.",
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
        "Repeated parts",
        "The estimate has the boundaries of the reference, so T_R (full) is "
        f"{number(t_recall)} and T_P (full) is {number(t_precision)}. But the reference repeats A, "
        "and in the estimate every label is different.  \n"
        "The **L-measure** counts triplets of labels: i is closer to q than j if i has the same "
        "label as q and j does not, wherever they are.  \n"
        "Press *listen* to hear it: T asks whether two moments are in the **same stretch**, L "
        "whether a part is the **same again**.",
        scene,
        Choice(
            "How much of **L_R**, its recall, does that cost?",
            _OPTIONS,
            lost(recall),
            f"L_R = {number(recall)}. For q in A, the other A is as close as q's own in the "
            "reference. The estimate agrees only where i is in q's own segment. For q in B or C "
            f"nothing is lost. L_P = {number(precision)}: for q in A the other A is farther in the "
            "estimate, but not in the reference.",
            (
                "Take q in the first A, i in the other A and j in B. In the reference i is closer. "
                "Look at the same three in the estimate.",
                "",
                "B and C occur once in both, so the estimate agrees with their triplets.",
            ),
        ),
        after=("scores", "strips"),
    )


def _names() -> Step:
    scene = _scene(Hierarchy.from_boundaries([_ENDS], [["verse", "chorus", "verse", "coda"]]))
    value = scene.value("recall")
    return Step(
        "Names do not matter",
        "This estimate uses other names, but it repeats the same part.",
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


def _neighbors() -> Step:
    plain = _scene(Hierarchy.from_boundaries([[0.0, 30.0, 45.0, 60.0]], [["A", "B", "C"]]))
    reference = Hierarchy.from_boundaries([_ENDS], [["A", "A", "B", "C"]])
    scene = replace(plain, reference=reference)
    value, t_recall = scene.value("recall"), scene.value("recall", variant="full")
    return Step(
        "Neighbors with the same label",
        "Here A is played twice in a row. The estimate has no boundary between the two, so T_R "
        f"(full) is {number(t_recall)}.",
        scene,
        Choice(
            "How much of L_R does that cost?",
            _OPTIONS,
            lost(value),
            f"L_R = {number(value)}, and L_P = {number(scene.value('precision'))}. A boundary "
            "between two segments with the same label costs T, but changes no triplet of labels.",
            (
                "",
                "Take q in the first A and i in the second. They have the same label in both "
                "hierarchies.",
                "The estimate gives every moment the label that the reference gives it.",
            ),
        ),
        after=("scores", "strips"),
    )


def _song() -> Step:
    scene = sample("jingle_bells", window=WHOLE, variant="l", query=45.0)
    recall = scene.value("recall")
    return Step(
        "A song with a chorus",
        "These are two readings of *Jingle Bells*. Their letters differ: what the reference calls "
        "b, the estimate calls a' and c. Over the whole track T_R (full) is "
        f"{number(scene.value('recall', variant='full'))}.",
        scene,
        Estimate(
            "What is L_R?",
            recall,
            _NEAR,
            f"L_R = {number(recall)}. The letters differ, but where the reference repeats one, the "
            f"estimate mostly does too. L_P is {number(scene.value('precision'))}.",
            "The letters differ, but where the reference repeats one, the estimate mostly does.",
            "The boundaries are not exactly in the same places, so some moments differ.",
        ),
        after=("scores", "strips"),
    )
