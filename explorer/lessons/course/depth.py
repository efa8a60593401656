"""Lesson: depth, and the full and the reduced measures."""

from dataclasses import replace

import numpy as np

from core.hierarchy import Hierarchy
from core.triplets.blocks import query_blocks
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Step, Task
from explorer.lessons.course.pairs import WHOLE, check_recall_rises, inner, lost, sample, seconds

_PARTS = ("It is 0 too", "Between 0 and 1", "It is 1")


def lesson() -> Lesson:
    return Lesson(
        ("Details", 20),
        "Depth: full and reduced",
        "Full measures count every difference of depth, reduced ones a difference of one layer.",
        (_skipped(), _won(), _order(), _inflated()),
        "Reduced measures count the triplets whose depths differ by exactly one layer. Report "
        "which of the two you used: full scores are often higher. At small windows, a missing "
        "boundary of several layers costs full recall only.",
        ("depth", "reduced", "full", "recall", "precision"),
    )


def _skipped() -> Step:
    scene = sample("figure3", window=3.0, query=19.0)
    reduced, full = scene.value("recall"), scene.value("recall", variant="full")
    query = query_blocks(scene.reference_triplets(), scene.query)
    depths = np.unique(query.blocks.depth_reference)[::-1]
    return Step(
        "One step down, or two",
        "The **depth** of a moment is the number of the deepest layer in which it shares a segment "
        "with q, or 0 if there is none. **Full** measures count every triplet: i is deeper than j, "
        "by any number of layers. **Reduced** measures count those in which i is deeper by exactly "
        "one (section 3.5). So far all scores were full.  \n"
        "The estimate has the upper layer of the reference, not the lower one. At a window of "
        f"{seconds(scene.window)} the reduced T_R is {number(reduced)}.",
        replace(scene, variant="full"),
        Choice(
            "What is the full T_R?",
            _PARTS,
            2 - lost(full),
            f"Full T_R = {number(full)}. At a boundary of both layers the depth falls by two. The "
            "estimate has these boundaries, and full measures count them (section 4.2.1). Within "
            f"the window of q = {seconds(scene.query)} depths are {' or '.join(map(str, depths))} "
            "only. So reduced measures count no triplet of this query, and the triplets that they "
            "leave out cannot be derived from others.",
            (
                "Full measures also count the boundaries of both layers, where the depth falls by "
                "two. The estimate has these.",
                "",
                "Full measures also count steps of one layer. The reduced T_R says that the "
                "estimate has none of these.",
            ),
        ),
    )


def _won() -> Step:
    scene = sample("figure3", window=3.0, query=19.0)
    coarse = inner(scene.reference, 1)
    one_down = [time for time in inner(scene.reference, 2) if time not in coarse]
    return Step(
        "A step of one layer",
        f"In the same pair the reduced T_R is {number(scene.value('recall'))} and the reduced T_P "
        f"is {number(scene.value('precision'))}.",
        scene,
        Task(
            "Add one boundary to the estimate so that the reduced T_R rises and T_P does not fall.",
            check_recall_rises(
                f"The depth of the reference falls by one layer at {len(one_down)} boundaries, "
                "which only its lower layer has. The estimate lacked all of them. The new "
                "boundary is in another layer, but it separates the same moments.",
                "Reduced ",
            ),
            scene.with_estimate(sorted([*scene.estimate.boundaries[0].tolist(), one_down[0]])),
            edits=True,
        ),
        before=("scores",),
    )


def _segments(side: Hierarchy) -> str:
    *counts, last = (str(len(layer.labels)) for layer in side.layers)
    return f"{', '.join(counts)} and {last}"


def _inflated() -> Step:
    scene = sample("jingle_bells_algorithm", window=WHOLE, query=28.0)
    reduced, full = scene.value("precision"), scene.value("precision", variant="full")
    return Step(
        "Deep estimates",
        "An algorithm merged neighboring bars of *Jingle Bells* that sound alike. Its "
        f"{len(scene.estimate.layers)} layers have {_segments(scene.estimate)} segments, those of "
        f"the reference {_segments(scene.reference)}.",
        scene,
        Choice(
            "Which T_P is higher over the whole track?",
            ("The reduced one", "The full one", "They are equal"),
            2 if abs(reduced - full) < 1e-9 else int(full > reduced),
            f"Reduced {number(reduced)}, full {number(full)}. Full measures have more triplets, "
            "each counted once. The additional ones compare moments that are several layers apart, "
            "which tends to be easy. The paper found that depth inflates the full scores of deep "
            "estimates (section 5.2).",
            (
                "It leaves out triplets of moments several layers apart. These tend to be easy.",
                "",
                "Only the full one compares moments that are several layers apart. There this "
                "estimate is right more often.",
            ),
        ),
    )


def _order() -> Step:
    scene = sample("figure7", window=WHOLE, query=9.0)
    recall = scene.value("recall")
    return Step(
        "Unequal depths",
        f"The reference has {len(scene.reference.layers)} layers, the estimate "
        f"{len(scene.estimate.layers)}. Which layers correspond is not known.",
        scene,
        Choice(
            "Must the first layer match the first, and so on, for T_R to be 1?",
            ("Yes, by their numbers", "No, only the order of moments counts"),
            int(recall > 1 - 1e-9),
            f"T_R = {number(recall)} here, reduced and full. A triplet asks which of two moments "
            "is closer to q, not how deep it is. So layers need not correspond.",
            (
                "The estimate's first layer matches no layer of the reference. Yet the estimate "
                "agrees with every triplet of the reference.",
                "",
            ),
        ),
    )
