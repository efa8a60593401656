"""Lesson: do two corpora share a style?"""

import numpy as np

from core.caemsi.distances import get_compressor
from core.caemsi.equivalence import DEFAULT_MARGIN
from core.caemsi.verdict import DEFAULT_ALPHA, needed_items, write_p
from core.wording import number, percent
from explorer.lessons.course.corpora import Copies, Corpora, Strings
from explorer.lessons.course.model import Choice, Estimate, Lesson, Step

_NEAR = 0.1
_FORM = b"AABA"
_OTHER = b"CDECFDCEEFDCFCDE"
_TIMES = 16
_KB = 1024
_SHORT = 3  # sizes that are shown at first
_SIZES = (4, 8, 16, 24, 28, 30, 32, 34, 40, 48, 64)  # kB


def lesson() -> Lesson:
    return Lesson(
        "styles",
        "Do two corpora share a style?",
        "Compression, permutation, and why no difference is not equivalence.",
        (_likeness(), _between(), _permuted(), _not_alike(), _trap()),
        "A small p_diff shows a difference, a small p_eqv an equivalence, within a margin that was "
        "chosen before. Neither follows from the other's absence, and both rest on a compressor "
        "that must see the whole of both items.",
        ("ncd", "within-and-between", "permutation-test", "p-diff", "p-eqv", "compressor"),
    )


def _likeness() -> Step:
    scene = Strings(
        (
            ("x", _FORM * _TIMES),
            ("y", _FORM * (_TIMES - 1) + b"AACA"),
            ("z", _OTHER * (_TIMES // len(_FORM))),
        )
    )
    near, far = scene.distance("x", "y"), scene.distance("x", "z")
    return Step(
        "What compression says about likeness",
        "Three pieces as strings of their sections. A compressor writes what comes again as a "
        "short reference to where it stood, so K, the size of what is left, is small where much "
        "repeats. K(xy) is that of x followed by y. The distance D of two strings (Eq. 2) is how "
        "much K(xy) exceeds the smaller K of both, as a share of the larger.",
        scene,
        Choice(
            "Which two are nearest to each other?",
            ("x and y", "x and z", "y and z"),
            int(np.argmin([near, far, scene.distance("y", "z")])),
            f"D(x, y) = {number(near)}: after x, there is little in y to be written. "
            f"D(x, z) = {number(far)}: x helps little with z. Nobody told the compressor "
            "what a section is.",
            tuple(
                f"K({one}{other}) is {scene.size(one, other)}, nearly as much as K({one}) = "
                f"{scene.size(one)} and K({other}) = {scene.size(other)} together."
                for one, other in (("x", "y"), ("x", "z"), ("y", "z"))
            ),
        ),
        before=("sizes",),
        after=("sizes", "distances"),
    )


def _between() -> Step:
    scene = Corpora("two-chains")
    spread = scene.spread
    middle = float(np.median(spread.within_a))
    share = float((spread.between <= middle).mean())
    return Step(
        "Within and between",
        f"Two corpora of {len(scene.items[0])} strings each, made by two different chances. Of "
        "every pair within a corpus the distance is measured: the curves say which share of them "
        f"is at most so large. The median of those within A is {number(middle)}: about half of "
        "them are at most that.",
        scene,
        Estimate(
            "Which share of the distances between an item of A and one of B is at most that, too?",
            share,
            _NEAR,
            f"It is {number(share)}. Were the corpora of one style, the curve between would "
            "lie about where theirs do. It lies to the right: items are farther from the other "
            "corpus than from their own.",
            "The corpora are not that far apart: many an item of A is that near to one of B.",
            "Even if items were no farther from the other corpus than from their own, only about "
            "half of the distances would be at most that.",
        ),
        before=("within",),
        after=("within", "between"),
    )


def _permuted() -> Step:
    scene = Corpora("two-chains")
    test = scene.difference
    # Shares of labellings, as they are told.
    shares = [0.0, 0.05, 0.25, 0.5]
    at = int(np.argmin([abs(test.p_value - share) for share in shares]))
    return Step(
        "Is that chance?",
        f"T is the mean distance between, over that within: here {test.statistic:.4f}, a little "
        "more than it would be if nothing differed. If the corpora were of one style, it would "
        "not matter which item is called A's. So the names are dealt anew, at random, "
        f"{test.n_permutations:,} times, and T is computed again each time.",
        scene,
        Choice(
            "How often does a random dealing give as large a T?",
            (
                "Hardly ever",
                *(f"In about {percent(share)} of the dealings" for share in shares[1:]),
            ),
            at,
            f"In {test.count:,} of {test.n_permutations:,} dealings: p_diff {write_p(test)}. What "
            "looked like a small difference is far more than chance gives: the corpora differ.",
            (
                "",
                *(
                    f"Chance does not give so large a T in {percent(share)} of the dealings: the "
                    "curves lay clearly apart, and there are many pairs."
                    for share in shares[1:]
                ),
            ),
        ),
        before=("within", "between"),
        after=("within", "between", "labellings"),
    )


def _not_alike() -> Step:
    scene = Corpora("few-items")
    verdict = scene.verdict
    options = ("They differ", "They are alike", "Nothing is shown")
    right = {"different": 0, "both": 0, "equivalent": 1, "neither": 2}[verdict.name]
    return Step(
        "No difference is not equivalence",
        f"Two corpora of {len(scene.items[0])} strings each, of two chances that do differ, a "
        f"little. p_diff {write_p(scene.difference)}: at the level {DEFAULT_ALPHA:g} no difference "
        f"is found. A second test asks the other question, whether the medians lie within a margin "
        f"of each other, here {DEFAULT_MARGIN:g} of all ranks: p_eqv {write_p(scene.equivalence)}.",
        scene,
        Choice(
            "What do both tests say together?",
            options,
            right,
            "Neither p lies below the level. With so few strings a real difference is not found, "
            "and a likeness can hardly be shown: that takes about "
            f"{needed_items(DEFAULT_MARGIN, DEFAULT_ALPHA)} items of each at this margin. Move "
            "the margin: a wider one calls more corpora equivalent, which is why it is chosen "
            "before looking.",
            (
                f"p_diff {write_p(scene.difference)} does not lie below the level "
                f"{DEFAULT_ALPHA:g}, so no difference is shown.",
                f"p_eqv {write_p(scene.equivalence)} does not lie below the level "
                f"{DEFAULT_ALPHA:g}, so no likeness is shown.",
                "",
            ),
        ),
        before=("within", "between"),
        after=("within", "between", "tests"),
    )


def _trap() -> Step:
    scene = Copies(("zlib", "zstd"), tuple(size * _KB for size in _SIZES), _SHORT)
    small, large = scene.lengths[_SHORT - 1], scene.lengths[-3]
    near, far, mended = (
        scene.distance("zlib", small),
        scene.distance("zlib", large),
        scene.distance("zstd", large),
    )
    options = ("Near nought", "Near a half", "Near one")
    window = get_compressor("zlib").reach
    return Step(
        "The window trap",
        f"By zlib, the paper's compressor, a file of {small // _KB} kB is "
        f"{number(near)} from its own copy, as it should be. But zlib finds only what "
        f"stands no more than {window // _KB} kB back, its window.",
        scene,
        Choice(
            f"How far is a file of {large // _KB} kB from its own copy?",
            options,
            int(np.argmin([abs(far - place) for place in (0, 0.5, 1)])),
            f"{number(far)}: what each byte of the copy repeats stands a whole file back, out "
            "of the window. Such files look like strangers, though they are the same. By zstd, "
            f"which sees farther, it is {number(mended)}. The page Styles warns where a pair "
            "is longer than what its compressor sees.",
            (
                f"So near it is as long as the whole file fits into {window // _KB} kB.",
                f"Half of the copy would have to repeat what stands within {window // _KB} kB. All "
                "of it repeats what stands a whole file back.",
                "",
            ),
        ),
        before=("short",),
        after=("short", "reach"),
    )
