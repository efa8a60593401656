"""Lesson: do two corpora share a style?"""

import numpy as np

from core.caemsi.distances import get_compressor
from core.caemsi.equivalence import DEFAULT_MARGIN
from core.caemsi.verdict import DEFAULT_ALPHA, likely_items, needed_items, write_p
from core.wording import number, percent
from explorer.lessons.course.corpora import Copies, Corpora, Strings
from explorer.lessons.course.model import Choice, Estimate, Lesson, Step

_NEAR = 0.1
_FORM = b"AABA"
_OTHER = b"CDECFDCEEFDCFCDE"
_TIMES = 16
_KB = 1024
_SHORT = 3  # sizes shown at first
_SIZES = (4, 8, 16, 24, 28, 30, 32, 34, 40, 48, 64)  # kB


def lesson() -> Lesson:
    return Lesson(
        ("Practice", 40),
        "Do two corpora share a style?",
        'Compression, random relabeling, and why "no difference" does not mean "the same".',
        (_likeness(), _between(), _permuted(), _not_alike(), _trap()),
        "A small p_diff shows a difference. A small p_eqv shows equivalence within a margin that "
        "you chose before. A large p shows nothing: neither a difference nor equivalence. Both "
        "need a compressor whose window includes both items.",
        ("ncd", "within-and-between", "permutation-test", "p-diff", "p-eqv", "compressor"),
    )


def _likeness() -> Step:
    scene = Strings(
        {
            "x": _FORM * _TIMES,
            "y": _FORM * (_TIMES - 1) + b"AACA",
            "z": _OTHER * (_TIMES // len(_FORM)),
        }
    )
    near, far = scene.distance("x", "y"), scene.distance("x", "z")
    return Step(
        "Compression measures similarity",
        "Three pieces are written as strings of their sections. A compressor replaces repeats by "
        "short references, so the compressed size K is small where much repeats. K(xy) is the size "
        "of x followed by y. The distance D of two strings (Eq. 2) is K(xy) minus the "
        "smaller of K(x) and K(y), divided by the larger.",
        scene,
        Choice(
            "Which two are nearest to each other?",
            ("x and y", "x and z", "y and z"),
            int(np.argmin([near, far, scene.distance("y", "z")])),
            f"D(x, y) = {number(near)}: after x, little of y is new. D(x, z) = {number(far)}: most "
            "of z is new. The compressor does not know what a section is.",
            tuple(
                f"K({a}{b}) is {scene.size(a, b)}, nearly as much as K({a}) = {scene.size(a)} and "
                f"K({b}) = {scene.size(b)} together."
                for a, b in (("x", "y"), ("x", "z"), ("y", "z"))
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
        f"Two corpora have {len(scene.items[0])} strings each, made by two random processes. The "
        "curves show the distances of all pairs within a corpus: for each distance, the share of "
        f"pairs at most that far apart. The median within A is {number(middle)}.",
        scene,
        Estimate(
            f"What share of the distances between A and B is at most {number(middle)}?",
            share,
            _NEAR,
            f"{number(share)}. If the corpora had one style, the third curve would lie near the "
            "others. It lies to the right: items are farther from the other corpus than from their "
            "own.",
            "The corpora are not that far apart. Many items of A are that near to one of B.",
            "Even if items were equally far from both corpora, only about half of the distances "
            "would be that small.",
        ),
        before=("within",),
        after=("within", "between"),
    )


def _permuted() -> Step:
    scene = Corpora("two-chains")
    test = scene.difference
    # Shares of random assignments in the options.
    shares = [0.0, 0.05, 0.25, 0.5]
    at = int(np.argmin([abs(test.p_value - share) for share in shares]))
    often = [percent(share) for share in shares[1:]]
    return Step(
        "Could that be chance?",
        "T is the mean distance between the corpora, divided by the mean within them: here "
        f"{test.statistic:.4f}, slightly above 1. If the corpora had one style, it would not "
        "matter which items belong to A. So the items are assigned at random "
        f"{test.n_permutations:,} times, and T is computed each time.",
        scene,
        Choice(
            "How often is T at least as large by chance?",
            ("Hardly ever", *(f"In about {share} of the random assignments" for share in often)),
            at,
            f"In {test.count:,} of {test.n_permutations:,} assignments: p_diff {write_p(test)}. "
            "The difference looked small, but chance gives far less. The corpora differ.",
            (
                "",
                *(
                    f"Chance does not give so large a T in {share} of the assignments. "
                    "The curves are clearly apart, and there are many pairs."
                    for share in often
                ),
            ),
        ),
        before=("within", "between"),
        after=("within", "between", "labelings"),
    )


def _not_alike() -> Step:
    scene = Corpora("few-items")
    verdict = scene.verdict
    right = {"different": 0, "both": 0, "equivalent": 1, "neither": 2}[verdict.name]
    return Step(
        "No difference is not equivalence",
        f"These two corpora have {len(scene.items[0])} strings each. Their random processes differ "
        f"a little. p_diff {write_p(scene.difference)}, so at the level {DEFAULT_ALPHA:g} the test "
        "shows no difference. A second test asks whether the medians are within a margin of each "
        f"other, here {DEFAULT_MARGIN:g} of all ranks: p_eqv {write_p(scene.equivalence)}.",
        scene,
        Choice(
            "What do both tests show together?",
            ("They differ", "They are alike", "Nothing is shown"),
            right,
            "Neither p is below the level. With so few strings a real difference may not be found, "
            "and equivalence can hardly be shown. At this margin it can be shown from about "
            f"{needed_items(DEFAULT_MARGIN, DEFAULT_ALPHA)} items in each corpus, but is likely "
            f"to be shown for identical corpora only from {likely_items(DEFAULT_MARGIN)} items. "
            "Move the margin: a wider one makes more corpora equivalent. So choose the margin "
            "before you look.",
            (
                f"p_diff {write_p(scene.difference)} is not below the level {DEFAULT_ALPHA:g}, so "
                "the test shows no difference.",
                f"p_eqv {write_p(scene.equivalence)} is not below the level {DEFAULT_ALPHA:g}, so "
                "the test shows no equivalence.",
                "",
            ),
        ),
        before=("within", "between"),
        after=("within", "between", "tests"),
    )


def _trap() -> Step:
    scene = Copies(("zlib", "zstd"), tuple(size * _KB for size in _SIZES), _SHORT)
    small, large = scene.lengths[_SHORT - 1], scene.lengths[-3]
    near, far = scene.distance("zlib", small), scene.distance("zlib", large)
    window = get_compressor("zlib").reach
    return Step(
        "The window trap",
        "With zlib, one of the compressors that the paper tested, the distance of a "
        f"{small // _KB} kB file from its copy is {number(near)}, as it should be. But zlib finds "
        f"repeats only within its window, {window // _KB} kB back.",
        scene,
        Choice(
            f"How far is a {large // _KB} kB file from its copy?",
            ("Near 0", "Close to 0.5", "Near 1"),
            int(np.argmin([abs(far - place) for place in (0, 0.5, 1)])),
            f"{number(far)}: each byte of the copy repeats one that is a whole file back, outside "
            "of the window. The files are equal, but look unrelated. With zstd, whose window is "
            f"larger, the distance is {number(scene.distance('zstd', large))}.",
            (
                f"That is so as long as the whole file fits into {window // _KB} kB.",
                f"Then half of the copy would repeat something within {window // _KB} kB. All of "
                "it repeats bytes that are a whole file back.",
                "",
            ),
        ),
        before=("short",),
        after=("short", "reach"),
    )
