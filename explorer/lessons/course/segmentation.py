"""Lesson: the cost of under-segmentation and over-segmentation."""

from explorer.lessons.course.model import Lesson, Scene, Step
from explorer.lessons.course.pairs import at_whole, inner, lower_one, sample, seconds, swapped

_SMALL = 3.0


def lesson() -> Lesson:
    under = sample("figure4", window=_SMALL, variant="full", query=19.0)
    over = sample("figure6", window=_SMALL, variant="full", query=14.0)
    return Lesson(
        ("Details", 10),
        "Too few boundaries, too many",
        "Missing and extra boundaries change recall and precision in different ways.",
        (_few(under), _many(over), _large_under(under), _large_over(over), _song()),
        "At small windows missing boundaries cost recall, extra ones cost precision. At large "
        "windows it can be the reverse: too few boundaries join moments that the reference "
        "separates, too many separate moments that it joins. **T_F**, the harmonic mean, does not "
        "say which: look at both.",
        ("under-segmentation", "over-segmentation", "recall", "precision", "f-measure"),
        full_only=True,
    )


def _few(scene: Scene) -> Step:
    lacking = [t for t in inner(scene.reference, 2) if t not in inner(scene.estimate, 1)]
    return Step(
        "Too few",
        "The estimate lacks boundaries of the reference. This is called **under-segmentation**. "
        f"The window is small: {seconds(scene.window)}.",
        scene,
        lower_one(
            scene,
            f"The estimate lacks {len(lacking)} boundaries of the reference. Triplets around them "
            "become ties. Its one boundary is right, so precision loses nothing.",
            (
                "",
                "Precision counts the estimate's triplets. They are all around its one boundary, "
                "where the reference agrees.",
                "The reference has boundaries that the estimate lacks. Triplets around them are "
                "lost.",
            ),
        ),
    )


def _many(scene: Scene) -> Step:
    extra = [t for t in inner(scene.estimate, 1) if t not in inner(scene.reference, 2)]
    return Step(
        "Too many",
        "The estimate has all boundaries of the reference, and more. This is called "
        f"**over-segmentation**. The window is {seconds(scene.window)} again.",
        scene,
        lower_one(
            scene,
            f"The estimate has triplets around its {len(extra)} extra boundaries, and the "
            "reference does not. Recall falls a little too: some windows include a right boundary "
            "and an extra one, which separates moments that the reference joins.",
            (
                "Recall counts the reference's triplets. The estimate has all of its boundaries. "
                "So little is lost.",
                "",
                "The estimate has boundaries that the reference lacks. Triplets around them are "
                "lost.",
            ),
        ),
    )


def _large_under(scene: Scene) -> Step:
    return at_whole(
        "Too few, at a large window",
        "This is the pair of the first step.",
        scene,
        _SMALL,
        "Most triplets now compare near with far moments, and the estimate gets many of them "
        "right. But it joins moments across the boundaries that it lacks, where the reference "
        "separates them, so precision falls (section 4.2.1). Move the window to see it happen.",
        (
            "most triplets now compare near with far moments, and the estimate gets many right.",
            "the estimate's first segment spans several of the reference's, and this window "
            "includes all of it.",
        ),
    )


def _large_over(scene: Scene) -> Step:
    return at_whole(
        "Too many, at a large window",
        "This is the pair of the second step.",
        scene,
        _SMALL,
        "The estimate's short segments separate moments that the reference joins. It has no "
        "upper layer that joins them again, so recall falls. Most of its triplets compare near "
        "with far moments, where the reference agrees, so precision rises (section 4.2.2).",
        (
            "the estimate cuts the reference's segments, and this window includes all of them.",
            "most of the estimate's triplets compare near with far moments, where the reference "
            "agrees.",
        ),
    )


def _song() -> Step:
    scene = swapped("jingle_bells", window=_SMALL, variant="full", query=45.0)
    counts = [sum(len(layer.labels) for layer in side.layers) for side in scene.sides]
    return Step(
        "A song with a chorus",
        "These are two readings of *Jingle Bells*. The reference has "
        f"{counts[0]} segments in all its layers, the estimate {counts[1]}. The "
        f"window is {seconds(scene.window)}.",
        scene,
        lower_one(
            scene,
            "This is under-segmentation: the estimate lacks the reference's phrases of four bars. "
            "But the two begin the chorus in different places, so precision is not 1.",
            (
                "",
                "The estimate has fewer segments: it lacks many boundaries of the reference.",
                "The estimate has far fewer segments than the reference, so much is lost.",
            ),
        ),
    )
