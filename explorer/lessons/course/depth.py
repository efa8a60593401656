"""Lesson: depth, and the full and the reduced measures."""

from dataclasses import replace

import numpy as np

from core.triplets.api import query_blocks
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task
from explorer.lessons.course.pairs import WHOLE, check_recall_rises, inner, lost, sample, seconds

_PARTS = ("Nothing either", "A part", "All of it")


def lesson() -> Lesson:
    return Lesson(
        "depth",
        "Depth: full and reduced",
        "Full measures count every difference of depth, reduced ones a difference of one layer.",
        (_skipped(), _won(), _inflated(), _order()),
        "Reduced measures keep the triplets whose depths differ by exactly one layer. A triplet "
        "that they leave out need not follow from one that they keep. Say which measures you "
        "report: full ones are often higher.",
        ("depth", "reduced", "full", "recall", "precision"),
    )


def _skipped() -> Step:
    scene = replace(sample("figure3"), window=3.0, query=19.0)
    reduced, full = scene.value("recall"), scene.value("recall", variant="full")
    query = query_blocks(scene.reference_triplets(), scene.query)
    depths = np.unique(query.blocks.depth_reference)[::-1]
    return Step(
        "One step down, or two",
        "The **depth** of a moment is the number of the deepest layer of which it shares a segment "
        "with q, or zero if it shares none. **Full** measures take every triplet in which i is "
        "deeper than j, by however many layers. **Reduced** ones take those only in which it is "
        "deeper by exactly one (section 3.5). So far all scores were full ones.  \n"
        "The estimate has the coarse layer of the reference, not the fine one. At a window of "
        f"{seconds(scene.window)} the **reduced** T_R is {number(reduced)}.",
        replace(scene, variant="full"),
        Choice(
            "And the **full** T_R: how much is won?",
            _PARTS,
            2 - lost(full),
            f"Full T_R = {number(full)}. At a coarse boundary the reference's depth falls by "
            "two layers at once, for the fine layer has that boundary too. The estimate knows it, "
            "and full counts it. Reduced counts steps of one layer only: here those at fine "
            "boundaries inside of a coarse segment, and the estimate has none of them (section "
            "4.2.1). The window of q = "
            f"{seconds(scene.query)} has depths {' and '.join(map(str, depths))} only. Reduced "
            "leaves out all triplets of this query, though they follow from no others.",
            (
                "Full measures also ask where the reference's depth falls by two layers at once, "
                "at its coarse boundaries. The estimate has these.",
                "",
                "Full measures ask about steps of one layer, too, and of these the estimate has "
                "none: the reduced T_R says so.",
            ),
        ),
    )


def _won() -> Step:
    scene = replace(sample("figure3"), window=3.0, query=19.0)
    one_down = _one_down(scene)
    return Step(
        "Win a step of one layer",
        "The same pair: the reduced T_R is still "
        f"{number(scene.value('recall'))}, and T_P {number(scene.value('precision'))}.",
        scene,
        Task(
            "Add one boundary to the estimate, so that the reduced T_R rises and T_P does not "
            "fall.",
            check_recall_rises(
                "Reduced T_R asks where the reference's depth falls by one layer: at its "
                f"{len(one_down)} boundaries inside of coarse segments, all of which the estimate "
                "lacked. That the estimate has it on its only layer does not matter: it tells the "
                "same moments apart.",
                "Reduced ",
            ),
            scene.with_estimate(sorted([*scene.estimate.boundaries[0].tolist(), one_down[0]])),
            edits=True,
        ),
    )


def _one_down(scene: Scene) -> list[float]:
    """The boundaries at which the reference's depth falls by one layer, in seconds."""
    coarse = inner(scene.reference, 1)
    return [time for time in inner(scene.reference, 2) if time not in coarse]


def _inflated() -> Step:
    scene = replace(sample("pop_vs_algorithm"), window=WHOLE, query=28.0)
    reduced, full = scene.value("precision"), scene.value("precision", variant="full")
    return Step(
        "Deep estimates",
        f"A bottom-up algorithm gives {len(scene.estimate.layers)} layers, each with one boundary "
        f"more than the layer above. The reference has {len(scene.reference.layers)}.",
        scene,
        Choice(
            "Which T_P is higher over the whole track?",
            ("The reduced one", "The full one", "They are equal"),
            2 if abs(reduced - full) < 1e-9 else int(full > reduced),
            f"Reduced {number(reduced)}, full {number(full)}. Full measures have more "
            "triplets, each once: they also compare moments that are several layers apart, and "
            "such comparisons tend to be easy. The paper found full scores of deep estimates "
            "inflated by their depth (section 5.2).",
            (
                "It leaves out what is several layers apart, and such comparisons tend to be easy.",
                "",
                "Only one of them compares what is several layers apart, and of that this "
                "estimate gets another share right.",
            ),
        ),
    )


def _order() -> Step:
    scene = replace(sample("figure7"), window=WHOLE, query=9.0)
    recall = scene.value("recall")
    return Step(
        "Unequal depths",
        f"The reference has {len(scene.reference.layers)} layers, the estimate "
        f"{len(scene.estimate.layers)}. Nobody says which layer of one belongs to which of the "
        "other.",
        scene,
        Choice(
            "Must layers be matched, the first to the first and so on, for T_R to be full?",
            ("Yes, as they are numbered", "No: only the order of moments counts"),
            int(recall > 1 - 1e-9),
            f"T_R = {number(recall)} here, reduced and full. A triplet asks which of two "
            "moments is closer to q, never how deep it is: layers need no correspondence.",
            (
                "Here the layers are not matched: the estimate's first one is none of the "
                "reference's. Yet all that the reference orders, it orders alike.",
                "",
            ),
        ),
    )
